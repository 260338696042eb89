import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import { escapeControls, hasControls } from '../src/cards/control-characters.ts'
import { createProgress } from '../src/cli/progress.ts'
import { runCommand } from './support/run-command.ts'
import { useService } from './support/service.ts'
import { tempFolder } from './support/temp.ts'

/** Retitles a terminal, rings, paints over, turns the direction of writing, and marks bytes. */
const hostile = '\x1b]0;pwn\x07\x9b2J\u202eelif\u2066\u200f\u2028\ufeff'

const assertPrintable = (text: string): void =>
  assert.ok(!hasControls(text.replaceAll(/\r?\n/g, '')), JSON.stringify(text.slice(0, 300)))

describe('what a terminal would obey is never printed', () => {
  const running = useService()

  test('in an error that repeats what was typed, in lines and in JSON', async (t) => {
    const env = { DATA_DIR: tempFolder(t) }
    for (const args of [
      [hostile],
      ['accounts', hostile],
      ['accounts', 'create', '--name', hostile, '--plan', 'starter'],
      ['accounts', 'show', hostile],
      ['accounts', 'list', `--${hostile}`],
      ['accounts', 'list', hostile],
      ['usage', '--account', hostile],
      ['price', hostile],
      ['catalog', 'import', hostile],
      ['database', 'restore', hostile],
      ['archive', 'import', hostile],
      ['doctor', hostile],
    ])
      for (const json of [[], ['--json', '--verbose']]) {
        const { status, out, err } = await runCommand([...args, ...json], env)
        assert.notEqual(status, 0, args.join(' '))
        assertPrintable(out + err)
      }
  })

  test('in a setting that is wrong', async () => {
    for (const json of [[], ['--json']]) {
      const { err } = await runCommand(['accounts', 'list', ...json], { MARKET_SOURCE: hostile, PORT: hostile })
      assert.match(err, /MARKET_SOURCE/)
      assertPrintable(err)
    }
  })

  test('in a list that is priced: as a table, as CSV and as JSON', async (t) => {
    const { address, key } = running()
    const list = join(tempFolder(t), 'list.csv')
    writeFileSync(list, `name,quantity\nCharizard 4/102 ${hostile},1\n"${hostile}",${hostile}\n`)
    for (const form of [[], ['--csv'], ['--json']]) {
      const { status, out, err } = await runCommand(['price', list, ...form], {
        CARD_MARKET_URL: address,
        CARD_MARKET_KEY: key,
      })
      assert.equal(status, 0, err)
      assert.match(out, /Charizard/)
      assertPrintable(out + err)
    }
  })

  test('in the names of a catalogue, which keeps none of it', async (t) => {
    const folder = tempFolder(t)
    const file = join(folder, 'products.jsonl')
    const row = { productId: 1, name: `Mew ${hostile}`, categoryId: 1, categoryName: `Game ${hostile}` }
    const set = { groupId: 2, groupName: `ピカチュウ👨‍👩‍👧 ${hostile}`, rarity: 'Rare' }
    writeFileSync(file, escapeControls(JSON.stringify({ ...row, ...set })))
    const env = { DATA_DIR: join(folder, 'data') }
    for (const screen of [{}, { columns: 80, errorColumns: 80 }]) {
      const imported = await runCommand(['catalog', 'import', file], env, screen)
      assert.equal(imported.status, 0, imported.err)
      assertPrintable(stripVTControlCharacters(imported.out))
      for (const form of [[], ['--json']]) {
        const { out } = await runCommand(['catalog', 'status', ...form], env, screen)
        assert.match(out, /Game \]0;pwn2Jelif/)
        assertPrintable(out)
      }
    }
  })

  test('in the progress of a command, on a terminal and in a pipe', () => {
    for (const errorScreen of [null, { columns: 80, canRedraw: true }]) {
      let shown = ''
      const add = (text: string): void => {
        shown += text
      }
      const output = { out: add, err: add, draw: add, isTerminal: true, screen: null, errorScreen }
      const progress = createProgress({ output, options: {} })
      progress.show(1, 1, `sets of ${hostile}`)
      progress.end()
      assertPrintable(shown.replaceAll('\x1b[J', '').replaceAll('\r', ''))
      if (errorScreen !== null) assert.match(shown, /sets of \\u001b\]0;pwn/)
    }
  })
})
