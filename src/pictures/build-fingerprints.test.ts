import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { before, describe, type TestContext, test } from 'node:test'
import { startOther } from '../../test/support/other-server.ts'
import { drawNoise } from '../../test/support/photos/drawn.ts'
import { createRandom } from '../../test/support/photos/random.ts'
import { tempFolder } from '../../test/support/temp.ts'
import { withFileLock } from '../files/file-lock.ts'
import { buildFingerprints } from './build-fingerprints.ts'
import { openFingerprintFile } from './fingerprint-file.ts'
import { createPictureClient, type PictureClientOptions } from './picture-client.ts'
import { toPictureFingerprint } from './picture-fingerprint.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

let jpeg: Buffer
before(async () => {
  jpeg = await drawNoise(createRandom(1), 200, 280).jpeg().toBuffer()
})

const picture: Answer = (response) => response.setHeader('content-type', 'image/jpeg').end(jpeg)
const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end('no')

/** A picture host that answers the product of a path as told, and every other with a picture. */
const startHost = async (t: TestContext, answers: Readonly<Record<number, Answer>> | Answer = {}) => {
  const calls: { productId: number; atMs: number; userAgent: string }[] = []
  let running = 0
  let maxRunning = 0
  const baseUrl = await startOther(t, (request, response) => {
    const productId = Number(/\d+/.exec(request.url ?? '')?.[0])
    calls.push({ productId, atMs: performance.now(), userAgent: request.headers['user-agent'] ?? '' })
    maxRunning = Math.max(maxRunning, ++running)
    response.once('close', () => running--)
    const answer = typeof answers === 'function' ? answers : (answers[productId] ?? picture)
    answer(response, request)
  })
  return { baseUrl, calls, maxRunning: () => maxRunning }
}

const buildFrom = async (
  t: TestContext,
  {
    baseUrl,
    count,
    from = 1,
    keep = count,
    file,
    plans = [],
    ...options
  }: Partial<PictureClientOptions> & {
    baseUrl: string
    /** Products `from` to `count` are the selection, those to `keep` what the catalogue has. */
    count: number
    from?: number
    keep?: number
    file: string
    plans?: unknown[]
  },
) => {
  const client = createPictureClient({
    baseUrl,
    userAgent: 'card-market-data/1.2.3',
    pauseMs: 0,
    timeoutMs: 2_000,
    maxWaitMs: 5_000,
    now: Date.now,
    ...options,
  })
  t.after(client.close)
  const ids = Array.from({ length: keep }, (_, at) => at + 1)
  const wanted = ids.slice(from - 1, count).map((productId) => ({ productId, path: `/product/${productId}_200w.jpg` }))
  return buildFingerprints({
    ...{ file, wanted, keep: new Set(ids), client, toFingerprint: toPictureFingerprint },
    onPlan: (...plan) => plans.push(plan),
    onProgress: () => {},
  })
}

const fileIn = (t: TestContext): string => join(tempFolder(t), 'catalog.index.pictures')

const idsIn = async (file: string): Promise<number[]> => {
  const opened = await openFingerprintFile(file)
  await opened?.close()
  return [...(opened?.productIds ?? [])]
}

describe('a build of fingerprints', () => {
  test('asks for one picture at a time, by name, with a pause between', async (t) => {
    const host = await startHost(t)
    const file = fileIn(t)
    const report = await buildFrom(t, { ...host, count: 6, file, pauseMs: 60 })
    assert.deepEqual([report.fingerprints, report.made, report.requests, report.failed.total], [6, 6, 6, 0])
    assert.equal(host.maxRunning(), 1)
    for (const [at, { atMs, userAgent }] of host.calls.entries()) {
      assert.equal(userAgent, 'card-market-data/1.2.3')
      if (at > 0) assert.ok(atMs - (host.calls[at - 1]?.atMs ?? 0) >= 55)
    }
    assert.deepEqual(await idsIn(file), [1, 2, 3, 4, 5, 6])
    assert.ok(!existsSync(`${file}.part`))
  })

  test('asks for nothing twice: what is in the file stays, what the catalogue lost goes', async (t) => {
    const host = await startHost(t)
    const file = fileIn(t)
    await buildFrom(t, { ...host, count: 4, file })
    const report = await buildFrom(t, { ...host, count: 5, file })
    assert.deepEqual([report.fingerprints, report.made, report.requests], [5, 1, 1])
    await buildFrom(t, { ...host, count: 2, file })
    assert.deepEqual(await idsIn(file), [1, 2])
  })

  test('leaves out what is missing or no picture, says why, and tries again what may come', async (t) => {
    const lies: Answer = (response) => response.setHeader('content-type', 'image/png').end(jpeg)
    const answers: Record<number, Answer> = {
      2: status(404),
      3: status(403),
      4: (response) => response.setHeader('content-type', 'text/html').end('<p>no</p>'),
      5: lies,
      6: (response) => response.setHeader('content-type', 'image/jpeg').end(Buffer.alloc(3 * 1024 * 1024)),
      7: (response) => response.setHeader('content-type', 'image/jpeg').end(jpeg.subarray(0, 900)),
      8: status(302, { location: 'http://127.0.0.1:1/product/8_200w.jpg' }),
      9: status(500),
      10: (response) => response.destroy(),
    }
    const host = await startHost(t, answers)
    const file = fileIn(t)
    const report = await buildFrom(t, { ...host, count: 11, file })
    assert.deepEqual(await idsIn(file), [1, 11])
    assert.equal(report.absent, 2)
    const reasons = Object.fromEntries(report.failed.first.map(({ productId, reason }) => [productId, reason]))
    assert.deepEqual(Object.keys(reasons).map(Number), [4, 5, 6, 7, 8, 9, 10])
    assert.match(reasons[4] ?? '', /content type "text\/html"/)
    assert.match(reasons[5] ?? '', /declared as image\/png, and its bytes are image\/jpeg/)
    assert.match(reasons[6] ?? '', /too large/)
    assert.match(reasons[7] ?? '', /cut off/)
    assert.match(reasons[8] ?? '', /redirect/)
    assert.match(reasons[9] ?? '', /status 500, 3 attempts/)
    for (const productId of [3, 4, 8]) delete answers[productId]
    assert.equal((await buildFrom(t, { ...host, count: 11, file })).made, 3)
  })

  test('a body that trickles is given up after the time for an answer', async (t) => {
    const trickle: Answer = (response) => {
      response.setHeader('content-type', 'image/jpeg').write(jpeg.subarray(0, 10))
      const timer = setInterval(() => response.write('x'), 20)
      response.once('close', () => clearInterval(timer))
    }
    const host = await startHost(t, { 1: trickle })
    const beganMs = performance.now()
    const report = await buildFrom(t, { ...host, count: 2, file: fileIn(t), timeoutMs: 150 })
    // It trickles for as long as anybody listens.
    assert.ok(performance.now() - beganMs < 10_000)
    assert.deepEqual([report.fingerprints, report.failed.total], [1, 1])
  })

  test('waits as long as Retry-After says, and stops where that is too long or said again and again', async (t) => {
    let asked = 0
    const once: Answer = (response, request) =>
      (asked++ === 0 ? status(429, { 'retry-after': '1' }) : picture)(response, request)
    const host = await startHost(t, { 1: once })
    await buildFrom(t, { ...host, count: 1, file: fileIn(t) })
    assert.ok((host.calls[1]?.atMs ?? 0) - (host.calls[0]?.atMs ?? 0) >= 995)

    const far = await startHost(t, { 2: status(429, { 'retry-after': '3600' }) })
    const file = fileIn(t)
    await assert.rejects(
      buildFrom(t, { ...far, count: 3, file }),
      /asks to slow down \(429\).*in 3600 s or later, goes on/,
    )
    assert.equal(far.calls.length, 2)

    const always = await startHost(t, status(429, { 'retry-after': '0' }))
    await assert.rejects(buildFrom(t, { ...always, count: 3, file: fileIn(t) }), /asks to slow down/)
    assert.equal(always.calls.length, 3)
  })

  test('stops when picture after picture is forbidden or fails, and goes on where it was', async (t) => {
    let isBanned = true
    const host = await startHost(t, (response, request) => {
      const productId = Number(/\d+/.exec(request.url ?? '')?.[0])
      return (isBanned && productId > 5 ? status(403) : picture)(response, request)
    })
    const file = fileIn(t)
    await assert.rejects(buildFrom(t, { ...host, count: 40, file }), /stopped after 10 pictures in a row.*403.*goes on/)
    assert.equal(host.calls.length, 15)
    assert.ok(!existsSync(file), 'what is not whole is not put in place')
    isBanned = false
    const report = await buildFrom(t, { ...host, count: 40, file })
    assert.deepEqual([report.fingerprints, report.requests, report.absent], [40, 35, 0])

    const broken = await startHost(t, status(502))
    await assert.rejects(buildFrom(t, { ...broken, count: 40, file: fileIn(t) }), /10 pictures in a row: status 502/)
    assert.equal(broken.calls.length, 30)
  })

  test('adds a selection to those built before, and takes out what the catalogue lost of any', async (t) => {
    const host = await startHost(t)
    const file = fileIn(t)
    await buildFrom(t, { ...host, count: 3, keep: 9, file })
    const second = await buildFrom(t, { ...host, from: 3, count: 6, keep: 9, file })
    assert.deepEqual([second.wanted, second.made, second.fingerprints], [4, 3, 6])
    const whole = await buildFrom(t, { ...host, count: 9, file })
    assert.deepEqual([whole.made, whole.requests], [3, 3])
    assert.equal((await buildFrom(t, { ...host, from: 6, count: 7, file })).made, 0)
    assert.deepEqual(await idsIn(file), [1, 2, 3, 4, 5, 6, 7])
  })

  test('of another selection keeps what one that stopped has fetched, and asks for nothing of it again', async (t) => {
    let isBanned = true
    const host = await startHost(t, (response, request) =>
      (isBanned && host.calls.length > 4 ? status(403) : picture)(response, request),
    )
    const file = fileIn(t)
    await assert.rejects(buildFrom(t, { ...host, count: 30, keep: 40, file }), /goes on/)
    isBanned = false
    const other = await buildFrom(t, { ...host, from: 31, count: 40, keep: 40, file })
    assert.deepEqual([other.made, other.fingerprints], [10, 14])
    assert.deepEqual((await idsIn(file)).slice(0, 5), [1, 2, 3, 4, 31])
    const resumed = await buildFrom(t, { ...host, count: 30, keep: 40, file })
    assert.deepEqual([resumed.made, resumed.fingerprints], [26, 40])
  })

  test('goes on behind the last whole record of a journal that was cut off or damaged', async (t) => {
    const host = await startHost(t)
    const file = fileIn(t)
    const far = await startHost(t, { 5: status(429, { 'retry-after': '3600' }) })
    for (const spoil of [
      (bytes: Buffer) => bytes.subarray(0, -9),
      (bytes: Buffer) => bytes.fill(255, bytes.length - 50),
      (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -588), Buffer.alloc(588)]),
    ]) {
      await assert.rejects(buildFrom(t, { ...far, count: 6, file }), /slow down/)
      writeFileSync(`${file}.part`, spoil(readFileSync(`${file}.part`)))
      const report = await buildFrom(t, { ...host, count: 6, file })
      assert.deepEqual([report.made, report.fingerprints], [3, 6])
      rmSync(file)
    }
  })

  test('tells first how many pictures it fetches and how large the file will be', async (t) => {
    const host = await startHost(t)
    const [file, plans] = [fileIn(t), [] as unknown[]]
    await buildFrom(t, { ...host, count: 3, keep: 9, file, plans })
    const { sizeBytes } = await buildFrom(t, { ...host, from: 3, count: 6, keep: 9, file, plans })
    assert.deepEqual(plans, [
      [3, 24 + 3 * 580, false],
      [3, 24 + 6 * 580, false],
    ])
    assert.equal(sizeBytes, 24 + 6 * 580)
  })

  test('makes a damaged file anew, and says so first', async (t) => {
    const host = await startHost(t)
    const [file, plans] = [fileIn(t), [] as unknown[]]
    writeFileSync(file, 'damaged')
    assert.equal((await buildFrom(t, { ...host, count: 2, file, plans })).made, 2)
    assert.deepEqual(plans, [[2, 24 + 2 * 580, true]])
  })

  test('is refused beside another one', async (t) => {
    const host = await startHost(t)
    const file = fileIn(t)
    await withFileLock(file, 'catalog pictures build', async () => {
      await assert.rejects(buildFrom(t, { ...host, count: 2, file }), /in use by/)
    })
    assert.equal(host.calls.length, 0)
  })
})
