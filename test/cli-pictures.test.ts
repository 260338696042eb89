import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drawCard } from './support/photos/drawn.ts'
import { ended, runCli, spawned } from './support/process.ts'
import { tempFolder } from './support/temp.ts'

const cli = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))
const verified = (productId: number) => `https://tcgplayer-cdn.tcgplayer.com/product/${productId}_200w.jpg`

const cardRow = (productId: number, name: string, imageUrl = verified(productId), sealed = false) =>
  JSON.stringify({
    ...{
      productId,
      name,
      categoryId: 3,
      categoryName: 'Pokemon',
      groupId: (productId % 3) + 1,
      groupName: `Set ${productId % 3}`,
    },
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

test('a build fetches what may break a tie from the verified host alone, and after a kill asks for nothing again', async (t) => {
  const jpeg = await drawCard(1, 200).jpeg().toBuffer()
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'image/jpeg').end(jpeg)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const folder = tempFolder(t)
  const products = join(folder, 'products.jsonl')
  writeFileSync(products, rows.join('\n'))
  const env = { DATA_DIR: folder, TCGPLAYER_IMAGE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  const without = await runCli(['catalog', 'pictures', 'build'], env)
  assert.deepEqual([without.status, without.out], [1, ''])
  assert.match(without.err, /run catalog import or catalog sync first/)
  assert.equal((await runCli(['catalog', 'import', products], env)).status, 0)
  assert.match((await runCli(['catalog', 'pictures', 'status'], env)).out, /no fingerprints/)

  const child = spawned(process.execPath, [cli, 'catalog', 'pictures', 'build'], env)
  while (asked.length < 5) await delay(10)
  child.kill('SIGKILL')
  await ended(child)
  const askedBefore = asked.length
  const done = await runCli(['catalog', 'pictures', 'build', '--json'], env)
  assert.equal(done.status, 0, done.err)
  const report = JSON.parse(done.out)
  assert.deepEqual([report.wanted, report.fingerprints, report.failed.total], [12, 12, 0])
  // The picture that was under way when it was killed may be asked for again.
  assert.ok(asked.length - askedBefore <= 12 - askedBefore + 1, `${askedBefore}, then ${asked.length}`)
  assert.deepEqual([...new Set(asked)].sort(), Array.from({ length: 12 }, (_, at) => `/product/${at + 1}_200w.jpg`).sort())
  const status = JSON.parse((await runCli(['catalog', 'pictures', 'status', '--json'], env)).out)
  assert.deepEqual([status.state, status.fingerprints], ['ready', 12])
  writeFileSync(status.file, 'damaged')
  const damaged = await runCli(['catalog', 'pictures', 'status'], env)
  assert.deepEqual([damaged.status, damaged.out], [1, ''])
  assert.match(damaged.err, /cannot be used: .*catalog pictures build/)
})

test('help says what the commands are, and a mistyped word or option is wrong usage', async () => {
  for (const command of ['catalog pictures build', 'catalog pictures status']) {
    const help = await runCli([...command.split(' '), '--help'])
    assert.equal(help.status, 0)
    assert.match(help.out, new RegExp(`^Usage: .*${command}`))
  }
  for (const [args, message] of [
    [['catalog', 'pictures'], /catalog pictures build +fetch/],
    [['catalog', 'pictures', 'buidl'], /"catalog pictures buidl" is no command/],
    [['catalog', 'pictures', 'build', '--fast'], /--fast/],
    [['catalog', 'pictures', 'build', 'all'], /does not take "all"/],
  ] as const) {
    const { status, out, err } = await runCli(args)
    assert.deepEqual([status, out], [2, ''], err)
    assert.match(err, message)
  }
})
