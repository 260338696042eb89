import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { catalogRow, writeCatalog } from './support/catalog-rows.ts'
import { startOther } from './support/other-server.ts'
import { drawCard } from './support/photos/drawn.ts'
import { ended, spawned } from './support/process.ts'
import { runCommand } from './support/run-command.ts'
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
  cardRow(50, 'Charizard'),
  cardRow(51, 'Charizard', 'https://images.example/product/51_200w.jpg'),
  cardRow(60, 'Mew', 'http://tcgplayer-cdn.tcgplayer.com/product/60_200w.jpg'),
  cardRow(61, 'Mew', 'https://tcgplayer-cdn.tcgplayer.com/product/1_200w.jpg'),
  cardRow(70, 'Booster Box', verified(70), true),
  cardRow(71, 'Booster Box', verified(71), true),
]

test('a build fetches what may break a tie from the verified host, and nothing again after a kill', async (t) => {
  const jpeg = await drawCard(1, 200).jpeg().toBuffer()
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

  const child = spawned(process.execPath, [cli, 'catalog', 'pictures', 'build'], env)
  while (asked.length < 5) await delay(10)
  child.kill('SIGKILL')
  await ended(child)
  const askedBefore = asked.length
  const done = await runCommand(['catalog', 'pictures', 'build', '--json'], env)
  assert.equal(done.status, 0, done.err)
  const report = JSON.parse(done.out)
  assert.deepEqual([report.wanted, report.fingerprints, report.failed.total], [12, 12, 0])
  // The picture that was under way when it was killed may be asked for again.
  assert.ok(asked.length - askedBefore <= 12 - askedBefore + 1, `${askedBefore}, then ${asked.length}`)
  assert.deepEqual(
    [...new Set(asked)].sort(),
    Array.from({ length: 12 }, (_, at) => `/product/${at + 1}_200w.jpg`).sort(),
  )
  const status = JSON.parse((await runCommand(['catalog', 'pictures', 'status', '--json'], env)).out)
  assert.deepEqual([status.state, status.fingerprints], ['ready', 12])
  writeFileSync(status.file, 'damaged')
  const damaged = await runCommand(['catalog', 'pictures', 'status'], env)
  assert.deepEqual([damaged.status, damaged.out], [1, ''])
  assert.match(damaged.err, /cannot be used: .*catalog pictures build/)
})
