import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { tempFolder } from '../../../test/support/temp.ts'
import { readConfig } from './config.ts'
import { warnOfOpenFolder } from './folder-modes.ts'

const skip = process.platform === 'win32' && 'Windows has no such modes'

/** What a start says of a folder with these files, by name and mode. */
const said = async (folder: string, env: Readonly<Record<string, string>> = {}): Promise<readonly string[]> => {
  const lines: string[] = []
  const warn = (fields: object, text: string) => void lines.push(`${text} ${JSON.stringify(fields)}`)
  warnOfOpenFolder(await readConfig({ DATA_DIR: folder, ...env }), { warn } as never)
  return lines
}

test('a data folder that every user may write to is told, whatever the database, with the command to close it', {
  skip,
}, async (t) => {
  const folder = tempFolder(t)
  for (const env of [{}, { DATABASE_URL: 'postgres://127.0.0.1/cards' }])
    for (const mode of [0o777, 0o1777, 0o2777, 0o733, 0o703]) {
      chmodSync(folder, mode)
      const [line = '', ...more] = await said(folder, env)
      assert.deepEqual(more, [])
      assert.match(line, new RegExp(`every user may write.*"mode":"${mode.toString(8)}".*chmod 700 ${folder}`))
    }
  for (const mode of [0o700, 0o750, 0o755, 0o770]) {
    chmodSync(folder, mode)
    assert.deepEqual(await said(folder), [], mode.toString(8))
  }
})

test('files that others may read or write are told: databases and keys of either, all others of writing', {
  skip,
}, async (t) => {
  const folder = tempFolder(t)
  const make = (name: string, mode: number) => {
    writeFileSync(join(folder, name), '')
    chmodSync(join(folder, name), mode)
  }
  make('accounts.db', 0o644)
  make('accounts.db-wal', 0o660)
  make('old.db.bak', 0o602)
  make('tls.key', 0o604)
  make('catalog.index', 0o666)
  make('notes.txt', 0o644)
  make('closed.db', 0o600)
  mkdirSync(join(folder, 'archive'))
  chmodSync(join(folder, 'archive'), 0o777)
  symlinkSync('/dev/null', join(folder, 'link.db'))
  const [line = '', ...more] = await said(folder)
  assert.deepEqual(more, [])
  const named = [...line.matchAll(/([\w.-]+) has mode (\d+), not (\d+)/g)].map(([, ...found]) => found.join(' '))
  assert.deepEqual(named.sort(), [
    'accounts.db 644 600',
    'accounts.db-wal 660 600',
    'archive 777 755',
    'catalog.index 666 644',
    'old.db.bak 602 600',
    'tls.key 604 600',
  ])
})

test('a folder that is not there is not spoken of', async (t) => {
  assert.deepEqual(await said(join(tempFolder(t), 'none')), [])
})
