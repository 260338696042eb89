import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ImageIdentifyResult } from '../src/contract/identification.ts'
import { fetchUnlessBusy } from './support/fetch-unless-busy.ts'
import { startOther } from './support/other-server.ts'
import { sharedFolder } from './support/photos/labelled.ts'
import { startServer } from './support/process.ts'
import { runCommand } from './support/run-command.ts'
import { tempFolder } from './support/temp.ts'

const shared = sharedFolder()
const skip = shared === null ? 'the labelled photos are not beside the repository' : false

/** Two printings of one name without a number, and the scan that is served as the picture of each. */
const scans = { 11: 'mg-s-llanowar.jpg', 12: 'mg-loxodon-scan.jpg' } as const

const rows = Object.keys(scans).map((productId) =>
  JSON.stringify({
    ...{
      productId: Number(productId),
      name: 'Loxodon Mystic',
      categoryId: 1,
      categoryName: 'Magic',
      groupId: Number(productId),
    },
    ...{ groupName: `Set ${productId}`, number: null, rarity: 'Common', sealed: false },
    imageUrl: `https://tcgplayer-cdn.tcgplayer.com/product/${productId}_200w.jpg`,
  }),
)

test('a running service orders printings by the picture once a build is there, and no more once it is damaged', {
  skip,
}, async (t) => {
  const pictureHost = await startOther(t, (request, response) => {
    const productId = Number(/\d+/.exec(request.url ?? '')?.[0]) as keyof typeof scans
    response.setHeader('content-type', 'image/jpeg').end(readFileSync(`${shared}/photos/${scans[productId]}`))
  })
  const folder = tempFolder(t)
  writeFileSync(join(folder, 'products.jsonl'), rows.join('\n'))
  const env = { DATA_DIR: folder, TCGPLAYER_IMAGE_URL: pictureHost }
  assert.equal((await runCommand(['catalog', 'import', join(folder, 'products.jsonl')], env)).status, 0)
  const server = await startServer({ ...env, CATALOG_SOURCE: 'local', OCR_WORKERS: '1' })
  t.after(() => server.kill())

  const photo = readFileSync(`${shared}/photos/mg-loxodon-photo.jpg`)
  const body = JSON.stringify({ imageDataUrl: `data:image/jpeg;base64,${photo.toString('base64')}` })
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' }
  const identify = async () => {
    const answer = await fetchUnlessBusy(`${server.address}/v1/identify-image`, { method: 'POST', headers, body })
    const text = await answer.text()
    assert.equal(answer.status, 200, text)
    assert.ok(!text.includes('"artwork"'), 'the fingerprint is no part of an answer')
    const { identification } = JSON.parse(text) as ImageIdentifyResult
    const first = identification?.candidates[0]
    return [first?.productId, first?.matchReasons.includes('artwork_match'), identification?.ambiguous]
  }
  assert.deepEqual(await identify(), [11, false, true])
  const built = await runCommand(['catalog', 'pictures', 'build', '--json'], env)
  assert.equal(built.status, 0, built.err)
  assert.deepEqual((await identify()).slice(0, 2), [12, true])
  writeFileSync(JSON.parse(built.out).file, 'damaged')
  assert.deepEqual(await identify(), [11, false, true])
  // The log is written in the background, and whole at the end.
  await server.kill('SIGTERM')
  assert.match(await server.allPrinted(), /photos are not compared with pictures/)
})
