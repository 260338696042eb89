import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fillIn, isServing, readPrinted, readSteps, type Step, servedName } from './commands.ts'

const page = (...blocks: readonly (readonly [string, string])[]): string =>
  blocks.map(([info, text]) => `Some words.\n\n\`\`\`${info}\n${text}\n\`\`\`\n`).join('\n')
const sh = (text: string): Step => ({ kind: 'sh', line: 1, text })

describe('the commands of a page', () => {
  test('are its lines, those joined that are one command only together', () => {
    const text = [
      ...['# a comment', 'npm ci', '', "printf 'a", "b'", 'A=1 \\', '  npm start', 'cat <<END', 'x', 'END'],
      ...['for i in 1; do', 'echo $i', 'done'],
    ]
    assert.deepEqual(
      readSteps(page(['sh', text.join('\n')])).map(({ line, text }) => [line, text]),
      [
        [5, 'npm ci'],
        [7, "printf 'a\nb'"],
        [9, 'A=1 \\\n  npm start'],
        [11, 'cat <<END\nx\nEND'],
        [14, 'for i in 1; do\necho $i\ndone'],
      ],
    )
  })

  test('are those of its sh blocks, not what is only shown', () => {
    const text = page(
      ['console', 'docker run'],
      ['sh shown', 'kubectl apply'],
      ['json', '{}'],
      ['', 'a picture'],
      ['sh', 'true'],
    )
    assert.deepEqual(
      readSteps(text).map(({ text }) => text),
      ['true'],
    )
  })

  test('of a block for who has stopped the service, the first one stops it', () => {
    assert.deepEqual(
      readSteps(page(['sh', 'true'], ['sh stopped', 'one\ntwo'])).map(({ text, isStopped }) => [
        text,
        isStopped ?? false,
      ]),
      [
        ['true', false],
        ['one', true],
        ['two', false],
      ],
    )
  })

  test('a program is continued by blocks without an import, and stands where the last of them does', () => {
    const text = page(
      ['ts', "import a from 'a'"],
      ['sh', 'true'],
      ['ts', 'a()'],
      ['js', 'one()'],
      ['ts', "import b from 'b'"],
    )
    assert.deepEqual(
      readSteps(text).map(({ kind, text }) => [kind, text]),
      [
        ['sh', 'true'],
        ['ts', "import a from 'a'\n\na()\n"],
        ['js', 'one()\n'],
        ['ts', "import b from 'b'\n"],
      ],
    )
  })

  test('a line that serves is told from one that ends', () => {
    const serving = [
      'npm start',
      'npm ci && npm start',
      'MARKET_SOURCE=tcgcsv TCGCSV_URL=http://127.0.0.1:9205 npm start',
      'npm run emulator -- --mirror-day-seconds 60',
      'card-market serve',
      'npx --yes card-market-data serve',
      'PORT=8788 npm run --silent cli -- serve',
      'node_modules/.bin/node src/cli/main.ts serve',
    ]
    for (const line of serving) assert.ok(isServing(sh(line)), line)
    const ending = [
      'npm ci',
      'npm test',
      'card-market serve --help',
      'npm run emulator -- --help',
      'echo "npm start"',
      'card-market keys list',
    ]
    for (const line of ending) assert.ok(!isServing(sh(line)), line)
    assert.equal(servedName(sh('npm start')), servedName(sh('MARKET_SOURCE=tcgcsv npm start')))
    assert.notEqual(servedName(sh('npm start')), servedName(sh('PORT=8788 npm start')))
    assert.ok(isServing({ kind: 'js', line: 1, text: 'createServer(answer).listen(8080)' }))
  })

  test('dots are filled with what was printed before', () => {
    const known = readPrinted('{"key":"cmd_abcdefghijkl_mnopqrstuvwxyz"} acc_CcsBD3E29Ye9', {
      key: null,
      account: null,
    })
    assert.equal(
      fillIn('KEY=cmd_… ACCOUNT=acc_…', known),
      'KEY=cmd_abcdefghijkl_mnopqrstuvwxyz ACCOUNT=acc_CcsBD3E29Ye9',
    )
    assert.deepEqual(readPrinted('nothing', known), known)
  })
})
