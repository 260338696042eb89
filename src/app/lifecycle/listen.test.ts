import assert from 'node:assert/strict'
import { createServer, get } from 'node:http'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { listen, stopGracefully } from './listen.ts'

/** A server as it is drained, with a connection of its own for each request, as proxies make them. */
const startDraining = async () => {
  let isDraining = false
  const server = createServer({ keepAlive: false }, (_, res) => res.end(String(isDraining)))
  const address = await listen(server, { host: '127.0.0.1', port: 0, protocol: 'http' })
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      get(address, { agent: false }, (res) => res.resume().on('end', () => resolve(res.statusCode ?? 0))).on(
        'error',
        reject,
      )
    })
  const stop = () =>
    stopGracefully(
      {
        server,
        drain: () => {
          isDraining = true
        },
        abort: () => {},
        isIdle: () => true,
      },
      10_000,
    )
  return { ask, stop }
}

describe('a service that is stopped', () => {
  test('takes connections as long as a load balancer that has not noticed yet sends some', async () => {
    const { ask, stop } = await startDraining()
    const stopped = stop()
    for (const untilMs = performance.now() + 1_000; performance.now() < untilMs; await delay(50))
      assert.equal(await ask(), 200)
    assert.equal(await stopped, true)
    await assert.rejects(ask(), { code: 'ECONNREFUSED' })
  })

  test('waits for no load balancer where nobody calls', async () => {
    const { stop } = await startDraining()
    const startedMs = performance.now()
    await stop()
    // Ten looks take 0.2 s, the longest wait for a load balancer 2 s.
    assert.ok(performance.now() - startedMs < 1_500)
  })
})
