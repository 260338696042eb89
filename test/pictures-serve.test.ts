import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { ImageIdentifyResult } from '../src/contract/identification.ts'
import { startOther } from './support/other-server.ts'
import { sharedFolder } from './support/photos/labelled.ts'
import { posted } from './support/posted.ts'
import { runCommand } from './support/run-command.ts'
import { startService } from './support/service.ts'
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
  const { call, warnings } = await startService(t, {
    now: Date.now,
    env: { ...env, CATALOG_SOURCE: 'local', OCR_WORKERS: '1' },
  })
  const photo = readFileSync(`${shared}/photos/mg-loxodon-photo.jpg`)
  const asked = posted({ imageDataUrl: `data:image/jpeg;base64,${photo.toString('base64')}` })
  const identify = async () => {
    const { status, body } = await call('/v1/identify-image', asked)
    assert.equal(status, 200)
    assert.ok(!JSON.stringify(body).includes('"artwork"'), 'the fingerprint is no part of an answer')
    const { identification } = body as ImageIdentifyResult
    const first = identification?.candidates[0]
    return [first?.productId, first?.matchReasons.includes('artwork_match'), identification?.ambiguous]
  }
  assert.deepEqual(await identify(), [11, false, true])
  const built = await runCommand(['catalog', 'pictures', 'build', '--json'], env)
  assert.equal(built.status, 0, built.err)
  assert.deepEqual((await identify()).slice(0, 2), [12, true])
  writeFileSync(JSON.parse(built.out).file, 'damaged')
  assert.deepEqual(await identify(), [11, false, true])
  assert.match(warnings.join(''), /photos are not compared with pictures/)
})
