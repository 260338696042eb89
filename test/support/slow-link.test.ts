import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { listen } from './other-server.ts'
import { openSlowLink } from './slow-link.ts'

const link = { bytesPerSecond: 500_000, roundTripMs: 40 }

test('a slow link keeps the order of its bytes, however late a busy process ends its timers', async (t) => {
  const sent = randomBytes(300_000)
  const server = createServer((socket) => socket.end(sent))
  const port = await listen(t, server)
  const address = await openSlowLink(t, `http://127.0.0.1:${port}`, link)
  const received = buffer(connect(Number(new URL(address).port), '127.0.0.1'))
  const isDone = received.then(() => true)
  for (let busyMs = 1; !(await Promise.race([isDone, delay(1, false)])); busyMs = (busyMs * 7) % 61) {
    const endMs = performance.now() + busyMs
    while (performance.now() < endMs);
  }
  assert.ok((await received).equals(sent), 'what arrives is what was sent')
})
