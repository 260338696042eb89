import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { catalogRow, writeCatalog } from './support/catalog-rows.ts'
import { startOther } from './support/other-server.ts'
import { drawCard } from './support/photos/drawn.ts'
import { ended, spawned } from './support/process.ts'
import { assertRefused, runCommand } from './support/run-command.ts'
import { tempFolder } from './support/temp.ts'

const cli = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))
const verified = (productId: number) => `https://tcgplayer-cdn.tcgplayer.com/product/${productId}_200w.jpg`

const cardRow = (productId: number, name: string, imageUrl = verified(productId), sealed = false) =>
  catalogRow(productId, name, {
    ...{ groupId: (productId % 3) + 1, groupName: `Set ${productId % 3}` },
    ...{ number: `${productId}/99`, rarity: 'Rare', sealed, imageUrl },
  })

const rows = [
  ...Array.from({ length: 12 }, (_, at) => cardRow(at + 1, 'Pikachu')),
  ...[20, 21, 22].map((id) => ({
    ...catalogRow(id, 'Forest', { categoryId: 1, categoryName: 'Magic', groupId: 9, groupName: 'Alpha' }),
    ...{ number: String(id), rarity: 'Common', sealed: false, imageUrl: verified(id) },
  })),
  cardRow(50, 'Charizard'),
  cardRow(51, 'Charizard', 'https://images.example/product/51_200w.jpg'),
  cardRow(60, 'Mew', 'http://tcgplayer-cdn.tcgplayer.com/product/60_200w.jpg'),
  cardRow(61, 'Mew', 'https://tcgplayer-cdn.tcgplayer.com/product/1_200w.jpg'),
  cardRow(70, 'Booster Box', verified(70), true),
  cardRow(71, 'Booster Box', verified(71), true),
]

// Before any command is loaded: its decoder refuses the SVG that a card is drawn as.
const jpeg = await drawCard(1, 200).jpeg().toBuffer()

test('a build fetches what may break a tie from the verified host, and nothing that a killed one has', async (t) => {
  const asked: string[] = []
  const pictureHost = await startOther(t, (request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'image/jpeg').end(jpeg)
  })
  const folder = tempFolder(t)
  const products = writeCatalog(folder, rows)
  const env = { DATA_DIR: folder, TCGPLAYER_IMAGE_URL: pictureHost }
  const without = await runCommand(['catalog', 'pictures', 'build'], env)
  assert.deepEqual([without.status, without.out], [1, ''])
  assert.match(without.err, /run catalog import or catalog sync first/)
  assert.equal((await runCommand(['catalog', 'import', products], env)).status, 0)
  assert.match((await runCommand(['catalog', 'pictures', 'status'], env)).out, /no fingerprints/)

  const child = spawned(process.execPath, [cli, 'catalog', 'pictures', 'build', '--category', 'pokemon'], env)
  while (asked.length < 5) await delay(10)
  child.kill('SIGKILL')
  await ended(child)
  const askedBefore = asked.length
  const done = await runCommand(['catalog', 'pictures', 'build', '--json'], env)
  assert.equal(done.status, 0, done.err)
  const report = JSON.parse(done.out)
  assert.deepEqual([report.wanted, report.fingerprints, report.failed.total], [15, 15, 0])
  // The picture that was under way when it was killed may be asked for again.
  assert.ok(asked.length - askedBefore <= 15 - askedBefore + 1, `${askedBefore}, then ${asked.length}`)
  assert.deepEqual(
    [...new Set(asked)].sort(),
    [...Array.from({ length: 12 }, (_, at) => at + 1), 20, 21, 22].map((id) => `/product/${id}_200w.jpg`).sort(),
  )
  const status = JSON.parse((await runCommand(['catalog', 'pictures', 'status', '--json'], env)).out)
  assert.deepEqual([status.state, status.fingerprints], ['ready', 15])
  writeFileSync(status.file, 'damaged')
  const damaged = await runCommand(['catalog', 'pictures', 'status'], env)
  assert.deepEqual([damaged.status, damaged.out], [1, ''])
  assert.match(damaged.err, /cannot be used: .*catalog pictures build/)
})

test('builds of product lines and sets add up, each told before its first picture', async (t) => {
  const asked: number[] = []
  const pictureHost = await startOther(t, (request, response) => {
    asked.push(Number(/\d+/.exec(request.url ?? '')?.[0]))
    response.setHeader('content-type', 'image/jpeg').end(jpeg)
  })
  const folder = tempFolder(t)
  const env = { DATA_DIR: folder, TCGPLAYER_IMAGE_URL: pictureHost }
  const run = (line: string) => runCommand(`catalog pictures ${line}`.split(' '), env)
  assert.equal((await runCommand(['catalog', 'import', writeCatalog(folder, rows)], env)).status, 0)
  const magic = await run('build --category magic')
  assert.equal(magic.err, '3 pictures to fetch, 0.0 MiB in about 1 s; the file will have 0.0 MiB\n')
  assert.match(magic.out, /^3 fingerprints, 3 of them new/)
  assert.deepEqual(asked, [20, 21, 22])
  assert.match((await run('status')).out, /Pokemon +pokemon +0 +12\nMagic +magic +3 +3\n/)

  // A card of the set is compared with printings of its name in other sets.
  const group = await run('build --category 3 --group set-1 --json')
  assert.deepEqual([group.err, JSON.parse(group.out).wanted, JSON.parse(group.out).fingerprints], ['', 12, 15])
  const both = JSON.parse((await run('build --category magic --category pokemon --json')).out)
  assert.deepEqual([both.wanted, both.made, both.requests], [15, 0, 0])

  // An import without Magic's cards.
  const pokemon = rows.filter((row) => (row as { categoryId: number }).categoryId === 3)
  assert.equal((await runCommand(['catalog', 'import', writeCatalog(folder, pokemon)], env)).status, 0)
  assert.match((await run('build --group 2')).out, /^12 fingerprints, 0 of them new/)
  await assertRefused(
    [
      ['catalog pictures build --category magic', 1, /has no slug or id "magic"$/],
      ['catalog pictures build --category pokemn', 1, /has no slug or id "pokemn"; did you mean pokemon\?$/],
      ['catalog pictures build --group set', 1, /has no slug or id "set"; did you mean set-\d or set-\d or set-\d\?$/],
      [['catalog', 'pictures', 'build', '--group', ''], 1, /has no slug or id ""/],
    ],
    env,
  )
})

test('a selection without a tie to break is refused, and what was built stays', async (t) => {
  const folder = tempFolder(t)
  const alone = [cardRow(80, 'Eevee'), cardRow(81, 'Booster Box', verified(81), true)]
  const env = { DATA_DIR: folder, TCGPLAYER_IMAGE_URL: 'http://127.0.0.1:1' }
  assert.equal((await runCommand(['catalog', 'import', writeCatalog(folder, alone)], env)).status, 0)
  await assertRefused([['catalog pictures build --category pokemon', 1, /no tie to break/]], env)
  assert.ok(!existsSync(join(folder, 'catalog.index.pictures')))
})
