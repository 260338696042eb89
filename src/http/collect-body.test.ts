import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { describe, test } from 'node:test'
import { ServiceError } from '../contract/errors.ts'
import { createBodyCollector, createBufferPool, type PooledBuffer } from './collect-body.ts'

const mebibyte = 1_048_576

describe('the pool of buffers for large bodies', () => {
  test('a released buffer is zeroed and used again', () => {
    const { acquire } = createBufferPool(100)
    const first = acquire() as PooledBuffer
    first.bytes.fill(7)
    first.release(100)
    const second = acquire() as PooledBuffer
    assert.equal(second.bytes, first.bytes)
    assert.ok(second.bytes.every((byte) => byte === 0))
  })
  test('no two bodies share a buffer, even when one is released twice', () => {
    const { acquire } = createBufferPool(100)
    const first = acquire() as PooledBuffer
    first.release(0)
    first.release(0)
    assert.notEqual(acquire()?.bytes, acquire()?.bytes)
  })
  test('at most eight buffers are in use at once', () => {
    const { acquire } = createBufferPool(100)
    const buffers = Array.from({ length: 9 }, acquire)
    assert.deepEqual([buffers.filter((buffer) => buffer !== null).length, buffers.at(-1)], [8, null])
    buffers[0]?.release(0)
    assert.ok(acquire())
  })
})

describe('collecting a body', () => {
  const collect = createBodyCollector(3 * mebibyte, () => new ServiceError('image_too_large', 'Too large.'))
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
          const collected = collect(req, 5_000)
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
        assert.ok(bytes.every((byte) => byte === 0))
      }
    }
  })
  test('a body that is too long, late, cut off or gone before it is read leaves nothing behind, and the next one is read', async () => {
    const pieces: Buffer[] = []
    const send = (req: PassThrough, length: number) => {
      const bytes = piece(9, length)
      pieces.push(bytes)
      req.write(bytes)
    }
    const long = request(null)
    const tooLong = collect(long, 5_000)
    send(long, 2 * mebibyte)
    send(long, 2 * mebibyte)
    await assert.rejects(tooLong, { code: 'image_too_large' })
    const slow = request(2 * mebibyte)
    const late = collect(slow, 20)
    send(slow, mebibyte)
    await assert.rejects(late, { code: 'request_timeout' })
    const torn = request(2 * mebibyte)
    const cutOff = collect(torn, 5_000)
    send(torn, mebibyte)
    await new Promise(setImmediate)
    torn.destroy()
    await assert.rejects(cutOff, { code: 'invalid_body' })
    assert.ok(pieces.filter((_, i) => i !== 1).every((bytes) => bytes.every((byte) => byte === 0)))
    const gone = request(2 * mebibyte)
    gone.destroy()
    await once(gone, 'close')
    await assert.rejects(collect(gone, 50), { code: 'invalid_body' })
    const whole = request(2 * mebibyte)
    const collected = collect(whole, 5_000)
    whole.end(piece(3, 2 * mebibyte))
    assert.ok((await collected).bytes.every((byte) => byte === 3))
  })
})
