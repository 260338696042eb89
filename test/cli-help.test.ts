import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Command, parseCommand } from '../src/cli/command.ts'
import { commands } from '../src/cli/commands.ts'
import { programOf } from '../src/cli/program.ts'
import { runCommand } from './support/run-command.ts'

const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1)

const run = async (args: readonly string[], columns?: number, errorColumns = columns) => {
  const env = { DATA_DIR: '/nonexistent/card-market' }
  const { status, out, err } = await runCommand(args, env, { columns, errorColumns })
  return { status, out: linesOf(out), err: linesOf(err) }
}

const groupsOf = ({ name }: Command) => {
  const words = name.split(' ')
  return words.slice(1).map((_, index) => words.slice(0, index + 1).join(' '))
}
const groups = [...new Set(commands.flatMap(groupsOf))]

describe('the help', () => {
  test('what goes to standard error is broken at the width of that terminal', async () => {
    for (const args of [[], ['accounts']]) {
      const { err } = await run(args, undefined, 60)
      assert.ok(err.length > 5 && err.every((line) => line.length <= 60), err.join('\n'))
    }
  })

  test('the overview names every command', async () => {
    for (const args of [['--help'], ['-h'], ['help'], ['--json', '--help']]) {
      const { status, out } = await run(args)
      assert.equal(status, 0)
      for (const { name } of commands)
        assert.ok(
          out.some((line) => line.startsWith(`  ${name} `)),
          name,
        )
    }
    const { status, out, err } = await run([])
    assert.deepEqual([status, out], [2, []])
    assert.ok(err.length > commands.length)
  })

  test('the first words of several commands list these, as an answer or as an error', async () => {
    assert.ok(groups.includes('accounts') && groups.includes('catalog pictures'))
    for (const group of groups) {
      const members = commands.filter(({ name }) => name.startsWith(`${group} `))
      for (const args of [
        [...group.split(' '), '--help'],
        ['help', ...group.split(' ')],
      ]) {
        const { status, out } = await run(args)
        assert.equal(status, 0, group)
        for (const { name, summary } of members)
          assert.ok(
            out.some((line) => line.includes(name) && line.includes(summary)),
            name,
          )
      }
      const bare = await run(group.split(' '))
      assert.deepEqual([bare.status, bare.out], [2, []])
      assert.ok(bare.err.some((line) => line.includes(members[0]?.summary ?? '')))
    }
  })

  for (const command of commands)
    test(`${command.name} says what it does, what it takes, and shows lines that it understands`, async () => {
      const { status, out } = await run(['help', ...command.name.split(' ')])
      assert.equal(status, 0)
      assert.deepEqual((await run([...command.name.split(' '), '--help'])).out, out)
      assert.ok(out[0]?.includes(command.name) && command.summary.length > 15)
      const usage = command.usage ?? ''
      const optional = usage.replaceAll(/\[[^\]]*\]/g, '')
      for (const [name, { value, help }] of Object.entries(command.options ?? {})) {
        assert.ok(help.split(' ').length >= 3, `--${name}: ${help}`)
        assert.ok(usage.includes(`--${name}`), `--${name} is not in the usage`)
        if (value === undefined) continue
        if (optional.includes(`--${name}`)) assert.match(help, /\(required\)$/, `--${name}: ${help}`)
        else assert.match(help, /\(default: [^)]+\)$/, `--${name}: ${help}`)
      }
      for (const name of Object.keys(command.operandHelp ?? {})) assert.ok(usage.includes(name), name)
      const { examples = [] } = command
      assert.ok(examples.length > 0, 'it shows no example')
      for (const example of examples) {
        const words = ((example.split(/ [|<>] /)[0] as string).match(/"[^"]*"|\S+/g) ?? []) as readonly string[]
        assert.ok(example.startsWith(command.name), example)
        parseCommand(command, words.slice(command.name.split(' ').length))
      }
    })

  test('a command that refuses --json does not offer it', async () => {
    const offered = async (...args: string[]) => (await run(args)).out.some((line) => line.includes('--json'))
    assert.deepEqual([await offered('mcp', '--help'), await offered('doctor', '--help')], [false, true])
  })

  test('a terminal of 40 columns is enough for every help', async () => {
    for (const args of [
      ['--help'],
      ...commands.map(({ name }) => [...name.split(' '), '--help']),
      ...groups.map((one) => [...one.split(' '), '--help']),
    ]) {
      const { out } = await run(args, 40)
      const examples = out.indexOf('Examples:')
      for (const line of (examples === -1 ? out : out.slice(0, examples)).filter((one) => !one.startsWith('Usage')))
        assert.ok(line.length <= 40 || !line.trim().includes(' '), line)
    }
  })

  test('doctor keeps its fixes on a narrow screen', async () => {
    const { out } = await run(['doctor'], 40)
    assert.ok(out.includes('  Fix: the first start makes it'), out.join('\n'))
    for (const line of out) assert.ok(line.length <= 40 || !line.trim().includes(' '), line)
  })

  test('the version is told with what runs it', async () => {
    assert.match(
      (await run(['--version'])).out.join(),
      /^card-market-data \d+\.\d+\.\d+, Node\.js \d+\.\d+\.\d+, \w+ \w+$/,
    )
    assert.equal((await run(['-V'])).status, 0)
    const told = JSON.parse((await run(['--version', '--json'])).out.join())
    assert.deepEqual(Object.keys(told), ['version', 'node', 'platform', 'arch'])
  })

  test('it names the program as it was started: a command when installed, a script of npm in a clone', () => {
    const [main, launcher] = ['/app/src/cli/main.ts', '/app/bin/card-market.js']
    assert.equal(programOf('file:///app/src/cli/program.ts', main), 'npm run --silent cli --')
    assert.equal(programOf('file:///app/node_modules/card-market-data/src/cli/program.ts', main), 'card-market')
    assert.equal(programOf('file:///app/dist/cli/program.js', main), 'card-market')
    for (const startedAs of [launcher, '/usr/local/bin/card-market', 'C:\\app\\bin\\card-market.js'])
      assert.equal(programOf('file:///app/src/cli/program.ts', startedAs), 'card-market', `the image, by ${startedAs}`)
  })
})

describe('a mistyped command line', () => {
  const cases: readonly [args: string, message: RegExp][] = [
    ['acounts', /"acounts" is no command; did you mean accounts\?/],
    ['acounts list', /did you mean accounts list\?/],
    ['account list', /did you mean accounts list\?/],
    ['keys isue', /"keys isue" is no command; did you mean keys issue\?/],
    ['list accounts', /did you mean accounts list\?/],
    ['catalog picture build', /did you mean catalog pictures build\?|did you mean catalog pictures\?/],
    ['catalog pictures biuld', /did you mean catalog pictures build\?/],
    ['backup', /did you mean database backup\?/],
    ['sync', /did you mean catalog sync or market sync\?/],
    ['serv', /did you mean serve\?/],
    ['dcotor', /did you mean doctor\?/],
    ['helo', /no command/],
    ['keys paint', /"keys paint" is no command; there are keys issue, /],
    ['serve --prot 1', /serve has no option --prot; did you mean --port\?/],
    ['accounts create --paln gold', /did you mean --plan\?/],
    ['accounts list --colour', /accounts list has no option --colour; accounts list --help lists them/],
    ['accounts list --jsno', /did you mean --json\?/],
    ['usage', /usage needs --account ID, or --all/],
    ['usage --csv', /usage needs --account ID, or --all/],
    ['accounts create --requests-per-minute -5', /^--requests-per-minute needs a value; .*--requests-per-minute=-5$/],
    ['accounts create --name', /^--name needs a value/],
    ['version', /"version" is no command; did you mean --version\?/],
    ['start', /"start" is no command; did you mean serve\?/],
    ['-v', /"-v" is no option; did you mean --version/],
    [
      'keys list acc_CcsBD3E29Ye9',
      /keys list does not take "acc_CcsBD3E29Ye9"; did you mean --account acc_CcsBD3E29Ye9\?/,
    ],
    ['accounts list acc_CcsBD3E29Ye9', /accounts list does not take "acc_CcsBD3E29Ye9"$/],
    ['mcp', /CARD_MARKET_KEY/],
    ['--nope', /"--nope" needs a command; see --help/],
  ]
  for (const [args, message] of cases)
    test(`${args} ends with 2 and says what may have been meant`, async () => {
      const { status, out, err } = await run(args.split(' '))
      assert.deepEqual([status, out, err.length], [2, [], 1])
      assert.match(err[0] as string, message)
    })

  test('every command with two letters swapped is found again', async () => {
    for (const { name } of commands) {
      const typed = name.replace(/(.)(.)$/, '$2$1')
      if (typed === name) continue
      const { err } = await run(typed.split(' '))
      assert.ok(err[0]?.includes(`did you mean`) && err[0].includes(name), `${typed}: ${err[0]}`)
    }
  })
})

describe('--json', () => {
  test('an error is one JSON object on standard error, with a code where there is one', async () => {
    const failure = async (...args: string[]) => {
      const { status, out, err } = await run([...args, '--json'])
      assert.deepEqual([out, err.length], [[], 1])
      const { error } = JSON.parse(err[0] as string)
      assert.equal(error.exitStatus, status)
      return error
    }
    assert.deepEqual(await failure('acounts'), {
      code: 'usage',
      message: '"acounts" is no command; did you mean accounts?',
      exitStatus: 2,
    })
    assert.equal((await failure('keys')).code, 'usage')
    assert.equal((await failure('accounts', 'show')).code, 'usage')
    assert.equal((await failure('database', 'check')).code, null)
    assert.match((await failure('accounts', 'show', '--verbose')).stack, /UsageError/)
  })

  test('each problem of a configuration is listed', async () => {
    const { status, err } = await runCommand(['--json', 'accounts', 'list'], { PORT: 'x', LOG_LEVEL: 'loud' })
    assert.equal(status, 2)
    const { error } = JSON.parse(err)
    assert.deepEqual([error.code, error.problems.length], ['configuration', 2])
  })

  test('it may stand before the command too', async () => {
    const { status, err } = await run(['--json', 'keys', 'list'])
    assert.equal(status, 2)
    assert.match(JSON.parse(err[0] as string).error.message, /--account/)
  })
})
