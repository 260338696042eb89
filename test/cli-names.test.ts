import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { openIndex } from '../src/catalog/index/catalog-index.ts'
import { catalogRow, writeCatalog } from './support/catalog-rows.ts'
import { runCommand } from './support/run-command.ts'
import { tempFolder } from './support/temp.ts'

const find = async (folder: string, q: string) => {
  const bytes = new Uint8Array(await readFile(join(folder, 'catalog.index')))
  const request = { q, category: null, set: null, offset: 0, limit: 9, sort: 'relevance' } as const
  return openIndex(bytes.buffer)
    .search(request)
    ?.products.map(({ name }) => name)
}

const rows = [
  catalogRow(1, 'Charizard', { number: '4/102', rarity: 'Rare' }),
  catalogRow(2, 'Pikachu', { number: '58/102', rarity: 'Common' }),
]
const csv =
  'name,number,language,otherName\nCharizard,4/102,de,Glurak\n"Pikachu",,ja,ピカチュウ\nMew,,de,Mew\n,,de,Nix\n'

test('names join the catalogue in use, survive its next import, and are removed', async (t) => {
  const folder = tempFolder(t)
  const env = { DATA_DIR: folder }
  const run = (...args: string[]) => runCommand(args, env)
  const products = writeCatalog(folder, rows)
  const names = join(folder, 'names.csv.gz')
  writeFileSync(names, gzipSync(csv))

  const early = await run('catalog', 'names', 'import', names)
  assert.equal(early.status, 0, early.err)
  assert.match(early.out, /no catalogue yet.*are kept/i)
  const imported = await run('catalog', 'import', products)
  assert.match(imported.out, /2 of 3 cards were found/)
  assert.deepEqual(await find(folder, 'glurak'), ['Charizard'])

  const report = JSON.parse((await run('catalog', 'names', 'import', names, '--json')).out)
  const { joined, languages, missed } = report.catalog.names
  assert.deepEqual([joined, languages, missed], [2, { de: 1, ja: 1 }, { 'no such card': 1 }])
  assert.deepEqual(report.refused.reasons, { 'name and productId are missing': 1 })
  assert.match((await run('catalog', 'status')).out, /2 names in other languages/)

  assert.equal((await run('catalog', 'import', products)).status, 0)
  assert.deepEqual(await find(folder, 'ピカチュウ'), ['Pikachu'])

  assert.equal((await run('catalog', 'names', 'remove')).status, 0)
  assert.deepEqual(await find(folder, 'glurak'), [])
  assert.ok(!existsSync(join(folder, 'catalog.index.other-names.gz')))
  assert.deepEqual(await find(folder, 'charizard'), ['Charizard'])
})

test('a file without names, or of another kind, changes nothing and says what is expected', async (t) => {
  const folder = tempFolder(t)
  const env = { DATA_DIR: folder }
  const names = join(folder, 'names.csv')
  writeFileSync(names, csv)
  assert.equal((await runCommand(['catalog', 'import', writeCatalog(folder, rows)], env)).status, 0)
  assert.equal((await runCommand(['catalog', 'names', 'import', names], env)).status, 0)
  for (const [file, text, reason] of [
    ['empty.jsonl', '', /holds no name/],
    ['products.jsonl', JSON.stringify(rows[0]), /no format that is known/],
    ['other.csv', 'a,b\n1,2\n', /name and productId are missing/],
    ['broken.csv', 'name,otherName,language\n"Mew,de,Mew\n', /not valid CSV/],
    ['missing.csv', null, /missing\.csv/],
  ] as const) {
    const path = join(folder, file)
    if (text !== null) writeFileSync(path, text)
    const refused = await runCommand(['catalog', 'names', 'import', names, path], env)
    assert.equal(refused.status, 1, file)
    assert.match(refused.err, reason)
    assert.deepEqual(await find(folder, 'glurak'), ['Charizard'], file)
  }
})

test('kept names that are damaged stop an import with the command that mends it', async (t) => {
  const folder = tempFolder(t)
  const env = { DATA_DIR: folder }
  const products = writeCatalog(folder, rows)
  writeFileSync(join(folder, 'catalog.index.other-names.gz'), 'nothing')
  const refused = await runCommand(['catalog', 'import', products], env)
  assert.equal(refused.status, 1)
  assert.match(refused.err, /catalog names import again, or catalog names remove/)
  assert.equal((await runCommand(['catalog', 'names', 'remove'], env)).status, 0)
  assert.equal((await runCommand(['catalog', 'import', products], env)).status, 0)
})
