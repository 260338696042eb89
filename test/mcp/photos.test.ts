import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import type { ImageIdentifyResult } from '../../packages/client/src/client.ts'
import { photoDataUrl } from '../../packages/client/src/photo.ts'
import { identificationEndpoints } from '../../src/contract/identification.ts'
import { photoAnswer } from '../../src/mcp/answers/identification.ts'
import { openPhotoFolder } from '../../src/mcp/photo-folder.ts'
import { connectAgent, postMessage, spentOn, toolCall, useAgents } from '../support/agent.ts'
import { tempFolder } from '../support/temp.ts'

const { running, connect } = useAgents({ env: { OCR_WORKERS: '1' } })

// The literal of the table is wider than what the client promises, and holds it: test/openapi.test.ts checks it.
const example = identificationEndpoints.identifyImage.example as unknown as ImageIdentifyResult
const box = { x: 10, y: 20, width: 630, height: 880 }

test('a photo of one card says how sure it is, in which language, and what to do', () => {
  const { card, source } = photoAnswer({ ...example, cards: [] })
  assert.equal(source, 'sandbox')
  assert.deepEqual([card?.advice, card?.nameConfidence, card?.printingConfidence], ['take', 97, 91])
  assert.equal(card?.suggested.language, 'English')
  assert.equal(card?.askAPerson, undefined)
})

test('what is not to be taken asks a person', () => {
  const ocr = { ...example.ocr, advice: 'show_printings' as const }
  assert.equal(photoAnswer({ ...example, ocr, cards: [] }).card?.askAPerson, true)
})

test('a photo of several cards gives each with its place and at most three candidates, and nothing twice', () => {
  const { ocr, identification } = example
  const [one] = identification?.candidates ?? []
  assert.ok(identification && one)
  const many = { ...identification, ambiguous: true, candidates: Array.from({ length: 12 }, () => one) }
  const answer = photoAnswer({
    ...example,
    cards: [
      { box, ocr, identification: many },
      { box, ocr: { ...ocr, advice: 'retry' }, identification: null },
    ],
  })
  assert.equal(answer.card, null)
  const told = answer.cards.map((card) => [
    card.box,
    card.advice,
    card.askAPerson,
    card.ambiguous,
    card.candidates.length,
  ])
  assert.deepEqual(told, [
    [box, 'take', undefined, true, 3],
    [box, 'retry', true, false, 0],
  ])
})

test('photos are read of one folder alone, and nothing is told of what lies elsewhere', async (t) => {
  const service = running()
  const folder = tempFolder(t)
  const elsewhere = tempFolder(t)
  const { call } = await connectAgent(t, service, { env: { CARD_MARKET_PHOTOS: folder } })
  writeFileSync(join(folder, 'secrets.txt'), 'password')
  writeFileSync(join(elsewhere, 'there.png'), 'x')
  symlinkSync(join(elsewhere, 'there.png'), join(folder, 'link.png'))
  mkdirSync(join(folder, 'inner'))
  assert.match(
    (await call('card_identify_photo', { path: 'secrets.txt' })).text,
    /secrets\.txt is not a PNG, JPEG or WebP/,
  )
  const outside = ['there.png', 'none.png'].map((name) => join(elsewhere, name))
  for (const path of [...outside, 'none.png', '../there.png', 'link.png', 'inner', '/etc/passwd', 'a\0b']) {
    const { text, code } = await call('card_identify_photo', { path })
    assert.equal(
      text,
      `unusable_photo: There is no picture ${path} below ${folder}. Photos are read from that folder alone; the ` +
        `setting CARD_MARKET_PHOTOS names another. Nothing was spent.`,
    )
    assert.equal(code, 'unusable_photo')
  }
  assert.match((await call('card_identify_photo', {})).text, /one of path, imageDataUrl is needed/)
  const both = await call('card_identify_photo', { path: 'a.png', imageDataUrl: 'data:image/png;base64,AAAA' })
  assert.match(both.text, /Give either path or imageDataUrl, not both\. Nothing was spent/)
  assert.deepEqual(spentOn(service), [])
  writeFileSync(join(folder, 'inner', 'card.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
  for (const path of ['inner/card.jpg', join(folder, 'inner', 'card.jpg')]) {
    const { isFailed, code } = await call('card_identify_photo', { path })
    assert.deepEqual([isFailed, code], [true, 'invalid_image'])
  }
  assert.equal(service.reports.at(-1)?.operation, 'identifyImage')
})

for (const mode of ['legacy', 'auto'] as const)
  test(`a photo over HTTP comes from the agent alone, who may ask for progress (${mode})`, async () => {
    const service = running()
    const { agent, tools } = await connect({ transport: 'http', mode })
    const photo = tools.find(({ name }) => name === 'card_identify_photo')
    assert.deepEqual(Object.keys(photo?.inputSchema.properties ?? {}), ['imageDataUrl', 'setHint', 'category'])
    const imageDataUrl = await photoDataUrl(readFileSync(new URL('../../examples/card.png', import.meta.url)))
    const told: (string | undefined)[] = []
    const { structuredContent, isError } = await agent.callTool(
      { name: 'card_identify_photo', arguments: { imageDataUrl } },
      { onprogress: ({ message }) => void told.push(message) },
    )
    assert.notEqual(isError, true)
    assert.ok((structuredContent as { card: { read: string } }).card.read.length > 0)
    assert.deepEqual([...new Set(told)], ['queued', 'reading', 'looking up'])
    assert.deepEqual(spentOn(service), ['identifyImage'])
  })

test('a photo of megabytes over HTTP is read as a small one is, however its text is escaped', async () => {
  const service = running()
  const { call } = await connect({ transport: 'http', mode: 'auto' })
  const card = readFileSync(new URL('../../examples/card.png', import.meta.url))
  const large = await sharp(card).resize({ width: 1_000 }).png({ compressionLevel: 0 }).toBuffer()
  assert.ok(large.length > 1_000_000)
  const imageDataUrl = `data:image/png;base64,${large.toString('base64')}`
  const { answer, text } = await call('card_identify_photo', { imageDataUrl })
  assert.ok(answer?.card.read.length > 0, text)
  const body = JSON.stringify(toolCall('card_identify_photo', { imageDataUrl })).replaceAll('/', '\\/')
  const response = await postMessage(service, body)
  assert.match(await response.text(), /"structuredContent":.*"read":"\w/)
  const gif = await call('card_identify_photo', { imageDataUrl: imageDataUrl.replace('png', 'gif') })
  assert.equal(gif.code, 'invalid_arguments', 'judged by what was sent')
  assert.deepEqual(spentOn(service), ['identifyImage', 'identifyImage'])
})

test('without a setting the folder is the one that the server runs in, unless that is the whole disk', async (t) => {
  const folder = tempFolder(t)
  assert.equal((await openPhotoFolder(undefined, folder))?.path, folder)
  assert.equal((await openPhotoFolder('cards', folder))?.path, join(folder, 'cards'))
  assert.equal(await openPhotoFolder('', '/'), null)
  const { tools } = await connectAgent(t, running(), { cwd: '/' })
  const photo = tools.find(({ name }) => name === 'card_identify_photo')
  assert.deepEqual(photo?.inputSchema.required, ['imageDataUrl'])
})
