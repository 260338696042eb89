import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { tempFolder } from '../../../test/support/temp.ts'
import { createLog } from '../../telemetry/log.ts'
import { readConfig } from '../configuration/config.ts'
import { compose } from './compose.ts'

test('a service that cannot be put together closes what it had opened', async (t) => {
  const sockets = new Set<Socket>()
  const silentRedis = createServer((socket) => {
    sockets.add(socket)
    socket
      .once('close', () => sockets.delete(socket))
      .on('error', () => {})
      .resume()
  })
  await once(silentRedis.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    silentRedis.close()
  })
  const redisUrl = `redis://127.0.0.1:${(silentRedis.address() as AddressInfo).port}`
  const config = await readConfig({
    DATA_DIR: tempFolder(t),
    REDIS_URL: redisUrl,
    OCR_WORKERS: '0',
    LOG_LEVEL: 'silent',
  })
  const source = { ...config.source, open: () => Promise.reject(new Error('no market')) }
  const starting = compose(
    { ...config, source },
    { log: createLog('silent'), now: Date.now, steadyNow: () => performance.now(), publicUrl: () => '' },
  )
  await assert.rejects(starting, /no market/)
  const deadlineMs = performance.now() + 1_000
  while (sockets.size > 0 && performance.now() < deadlineMs) await delay(10)
  assert.equal(sockets.size, 0)
})
