import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { runCli } from './support/process.ts'
import { tempFolder } from './support/temp.ts'

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0

const skipWithout = (shell: string): string | undefined => (isInstalled(shell) ? undefined : `there is no ${shell} here`)

const scriptFor = async (t: TestContext, shell: string): Promise<string> => {
  const { status, out, err } = await runCli(['completion', shell])
  assert.equal(status, 0, err)
  const file = join(tempFolder(t), `card-market.${shell}`)
  writeFileSync(file, out)
  return file
}

/** Lines of what a shell prints for a program of its own language. */
const printed = (shell: string, program: string, args: readonly string[]): readonly string[] => {
  const { status, stdout, stderr } = spawnSync(shell, ['-c', program, ...args], { encoding: 'utf8' })
  assert.deepEqual([status, stderr], [0, ''])
  return stdout.split('\n').filter(Boolean)
}

/** What stands before the cursor, the last word begun, and what becomes of it: values and operands hide no option. */
const behindValues: readonly (readonly [before: readonly string[], begun: string, offered: string])[] = [
  [['usage', '--account', 'acc_x'], '--mon', '--month'],
  [['top', '--every', '2'], '--s', '--samples'],
  [['serve', '--port', '80'], '--h', '--host --help'],
  [['price', 'deck.txt'], '--c', '--category --csv'],
  [['price', 'my deck.txt', 'x'], '--cs', '--csv'],
  [['accounts', 'rename', 'acc_x', 'Corner Shop'], '--j', '--json'],
  [['accounts', 'xyz'], 'c', ''],
]

const sorted = (words: readonly string[]): string => [...words].sort().join(' ')

test('bash completes commands, their second words and options', { skip: skipWithout('bash') }, async (t) => {
  const file = await scriptFor(t, 'bash')
  // What bash itself does at Tab: it looks up the function of the command and sets these variables.
  const tab = (...words: readonly string[]): readonly string[] =>
    printed(
      'bash',
      `source "$1"; shift; function=$(complete -p card-market | grep -o '_card_market')
      COMP_WORDS=(card-market "$@"); COMP_CWORD=$#; "$function"; printf '%s\\n' "\${COMPREPLY[@]}"`,
      ['bash', file, ...words],
    )
  assert.deepEqual(tab('acc'), ['accounts'])
  assert.ok(tab('').includes('doctor') && !tab('').includes('--json'))
  assert.deepEqual(tab('accounts', 'cr'), ['create'])
  assert.deepEqual(tab('catalog', 'pictures', 'b'), ['build'])
  assert.deepEqual(tab('doctor', '--f'), ['--fix'])
  assert.deepEqual(tab('doctor', '--fix', '--j'), ['--json'])
  assert.deepEqual(tab('archive', 'export', '--fr'), ['--from'])
  assert.deepEqual(tab('archive', 'export', '--from', '2026-10-01', '--t'), ['--to'])
  assert.deepEqual(tab('--json', 'keys', 'iss'), ['issue'])
  assert.deepEqual(tab('nothing', 'of'), [])
  for (const [before, begun, offered] of behindValues) assert.equal(sorted(tab(...before, begun)), sorted(offered.split(' ')))
})

test('zsh reads its script, and completes as bash does', { skip: skipWithout('zsh') }, async (t) => {
  const file = await scriptFor(t, 'zsh')
  // What zsh's own completion for bash functions does; it leaves out what does not begin as the word does later.
  const tab = (...words: readonly string[]): readonly string[] =>
    printed(
      'zsh',
      `source "$1"; shift; words=(card-market "$@"); CURRENT=$#words; COMP_CWORD=$((CURRENT - 1)); COMP_WORDS=("\${words[@]}")
      compgen -o default -F _card_market -- "\${words[CURRENT]}"`,
      ['zsh', file, ...words],
    ).filter((word) => word.startsWith(words.at(-1) ?? ''))
  assert.deepEqual(tab('accounts', 'cr'), ['create'])
  for (const [before, begun, offered] of behindValues) assert.equal(sorted(tab(...before, begun)), sorted(offered.split(' ')))
  assert.deepEqual(printed('zsh', `zsh -n "$1"; source "$1"; print \${_comps[card-market]}`, ['zsh', file]).length, 1)
})

test('fish completes commands, their second words and options', { skip: skipWithout('fish') }, async (t) => {
  const file = await scriptFor(t, 'fish')
  const tab = (line: string): readonly string[] => printed('fish', `source ${file}; complete -C '${line}'`, [])
  assert.deepEqual(tab('card-market acc'), ['accounts'])
  assert.deepEqual(tab('card-market accounts cr'), ['create'])
  assert.deepEqual(tab('card-market doctor --f'), ['--fix'])
  assert.deepEqual(tab('card-market archive export --from 2026-10-01 --t'), ['--to'])
  for (const [before, begun, offered] of behindValues.filter(([, begun]) => begun.startsWith('--'))) {
    const line = ['card-market', ...before.map((word) => word.replaceAll(' ', '\\\\ ')), begun].join(' ')
    assert.equal(sorted(tab(line)), sorted(offered.split(' ')), line)
  }
})

test('another shell is refused with the names of those that are known', async () => {
  const { status, err } = await runCli(['completion', 'csh'])
  assert.equal(status, 2)
  assert.match(err, /bash, zsh and fish/)
})
