import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { ServiceError } from '../../contract/errors.ts'
import { createBodyBudget } from './body-budget.ts'
import { createBodyCollector } from './collect-body.ts'

const mebibyte = 1_048_576

describe('collecting a body', () => {
  const tooLarge = () => new ServiceError('image_too_large', 'Too large.')
  const collector = (budget = createBodyBudget()) => createBodyCollector(3 * mebibyte, tooLarge, budget)
  const collect = collector()
  const terms = { ownerId: 'a', timeoutMs: 5_000, idleTimeoutMs: 5_000, sendContinue: () => {} }
  const request = (bytes: number | null) =>
    Object.assign(new PassThrough(), {
      headers: bytes === null ? {} : { 'content-length': String(bytes) },
    }) as unknown as IncomingMessage & PassThrough
  const piece = (value: number, length: number) => Buffer.alloc(length, value)

  test('large bodies, one after the other and side by side, are each as they were sent', async () => {
    for (const count of [1, 2, 12]) {
      const bodies = await Promise.all(
        Array.from({ length: count }, async (_, i) => {
          const announced = i % 3 === 2 ? null : 2 * mebibyte - i
          const req = request(announced)
          const collected = collect(req, terms)
          for (let sent = 0; sent < 2 * mebibyte - i; sent += 65_536) {
            req.write(piece(i + 1, Math.min(65_536, 2 * mebibyte - i - sent)))
            await new Promise(setImmediate)
          }
          req.end()
          return collected
        }),
      )
      for (const [i, { bytes }] of bodies.entries()) {
        assert.equal(bytes.length, 2 * mebibyte - i)
        assert.ok(bytes.every((byte) => byte === i + 1))
      }
      for (const { bytes, release } of bodies) {
        release()
        assert.equal(bytes.length, 0)
      }
    }
  })
  test('a body that is too long, late, cut off or gone leaves nothing behind, and the next one is read', async () => {
    const pieces: Buffer[] = []
    const send = (req: PassThrough, length: number) => {
      const bytes = piece(9, length)
      pieces.push(bytes)
      req.write(bytes)
    }
    const long = request(null)
    const tooLong = collect(long, terms)
    send(long, 2 * mebibyte)
    send(long, 2 * mebibyte)
    await assert.rejects(tooLong, { code: 'image_too_large' })
    const slow = request(2 * mebibyte)
    const late = collect(slow, { ...terms, timeoutMs: 20 })
    send(slow, mebibyte)
    await assert.rejects(late, { code: 'request_timeout' })
    const torn = request(2 * mebibyte)
    const cutOff = collect(torn, terms)
    send(torn, mebibyte)
    await new Promise(setImmediate)
    torn.destroy()
    await assert.rejects(cutOff, { code: 'invalid_body' })
    assert.ok(pieces.filter((_, i) => i !== 1).every((bytes) => bytes.every((byte) => byte === 0)))
    const gone = request(2 * mebibyte)
    gone.destroy()
    await once(gone, 'close')
    await assert.rejects(collect(gone, terms), { code: 'invalid_body' })
    const whole = request(2 * mebibyte)
    const collected = collect(whole, terms)
    whole.end(piece(3, 2 * mebibyte))
    assert.ok((await collected).bytes.every((byte) => byte === 3))
  })

  test('a body for which there is no room is refused before it is asked for, and nothing of it is read', async () => {
    const collectTwo = collector(createBodyBudget(8 * mebibyte))
    let asked = 0
    const send = (ownerId: string, announced: number | null) => {
      const req = request(announced)
      return { req, collected: collectTwo(req, { ...terms, ownerId, sendContinue: () => void asked++ }) }
    }
    const { req: first, collected: held } = send('a', 3 * mebibyte)
    const refused = send('a', 2 * mebibyte)
    await assert.rejects(refused.collected, { code: 'service_busy', retryAfterSeconds: 1 })
    assert.deepEqual([asked, refused.req.listenerCount('data')], [1, 0])
    // Of unknown length it counts as the longest that is taken, and another owner has room of its own.
    await assert.rejects(send('b', null).collected, { code: 'service_busy' })
    const other = send('b', mebibyte)
    other.req.end(piece(1, mebibyte))
    await other.collected
    first.end(piece(2, 3 * mebibyte))
    const { release } = await held
    await assert.rejects(send('a', 2 * mebibyte).collected, { code: 'service_busy' })
    release()
    const later = send('a', 2 * mebibyte)
    later.req.end(piece(3, 2 * mebibyte))
    await later.collected
  })

  test('a body without progress gives its room back early; one that trickles in is read', async () => {
    const collectOne = collector(createBodyBudget(6 * mebibyte))
    // Five pieces come in that time, so that a machine may hold this process up for most of it.
    const quick = { ...terms, idleTimeoutMs: 500 }
    const stalled = request(3 * mebibyte)
    const collected = collectOne(stalled, quick)
    stalled.write(piece(1, mebibyte))
    await assert.rejects(collected, { code: 'request_timeout' })
    const slow = request(8)
    const trickling = collectOne(slow, quick)
    for (let sent = 0; sent < 8; sent++) {
      slow.write(piece(sent, 1))
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    slow.end()
    assert.equal((await trickling).bytes.length, 8)
  })
})
