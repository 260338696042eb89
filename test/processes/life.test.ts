import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { ended, runCli, startServer } from '../support/process.ts'
import { scaled } from '../support/scaled.ts'
import { freePort } from '../support/servers.ts'
import { tempFolder } from '../support/temp.ts'

const customerOf = async (env: Record<string, string>, requestsPerMinute = 1_000_000) => {
  const allowances = ['--requests-per-minute', String(requestsPerMinute), '--monthly-requests', '10000000']
  const { account } = JSON.parse(
    (await runCli(['accounts', 'create', '--name', 'Load', '--plan', 'scale', ...allowances, '--json'], env)).out,
  )
  const { key } = JSON.parse((await runCli(['keys', 'issue', '--account', account.id, '--json'], env)).out)
  const used = async () =>
    JSON.parse((await runCli(['usage', '--account', account.id, '--json'], env)).out).month.used as number
  return { key, used }
}

/** Calls until another call, which was sent before, is charged too. @returns how many calls that took */
const untilAnotherIsCharged = async (address: string, key: string): Promise<number> => {
  for (let calls = 1; ; calls++) {
    const usage = await fetch(`${address}/v1/usage`, { headers: { authorization: `Bearer ${key}` } })
    if (((await usage.json()) as { month: { used: number } }).month.used > calls) return calls
  }
}

const untilStopping = async (address: string): Promise<void> => {
  while ((await fetch(`${address}/readyz`)).status !== 503) await delay(5)
}

/** Calls without pause from many clients until stopped, counting what was answered. */
const putUnderLoad = (address: () => string, key: string, clients: number) => {
  const answered = { ok: 0, other: 0 }
  let sent = 0
  let isOver = false
  const client = async () => {
    while (!isOver) {
      try {
        sent++
        const { status } = await fetch(`${address()}/v1/products/300004/image`, {
          headers: { authorization: `Bearer ${key}` },
        })
        if (status === 200) answered.ok++
        else answered.other++
      } catch {
        // The process is dead or not yet there.
        await delay(5)
      }
    }
  }
  const all = Promise.all(Array.from({ length: clients }, client))
  return {
    answered,
    sent: () => sent,
    stop: async () => {
      isOver = true
      await all
    },
  }
}

describe('life and death of the process', () => {
  const kills = scaled(8, 20)
  test(`${kills} times kill -9 under load lose no answered unit, and count at most those in flight`, async (t) => {
    const env = { DATA_DIR: tempFolder(t), LOG_LEVEL: 'silent' }
    // Small enough that no unit is held: what a killed process held would stay counted.
    const { key, used } = await customerOf(env, 16_384)
    const clients = 16
    let server = await startServer(env)
    t.after(() => void server.child.kill('SIGKILL'))
    const load = putUnderLoad(() => server.address, key, clients)
    for (let kill = 0; kill < kills; kill++) {
      await delay(60 + Math.random() * 120)
      server.child.kill('SIGKILL')
      await ended(server.child)
      server = await startServer(env)
    }
    await delay(100)
    await load.stop()
    const counted = await used()
    t.diagnostic(`answered ${load.answered.ok}, counted ${counted}`)
    assert.ok(load.answered.ok > kills, 'the load was real')
    assert.equal(load.answered.other, 0)
    assert.ok(counted >= load.answered.ok, `${load.answered.ok - counted} answered units were forgotten`)
    assert.ok(counted <= load.answered.ok + kills * clients)
    assert.equal((await runCli(['database', 'check'], env)).status, 0)
  })

  test('SIGTERM lets running requests end, asks clients to close, and exits 0 in the grace time', async (t) => {
    const env = { DATA_DIR: tempFolder(t), LOG_LEVEL: 'silent', SHUTDOWN_GRACE_MS: '8000' }
    const { key } = await customerOf(env)
    const server = await startServer(env)
    t.after(() => void server.child.kill('SIGKILL'))
    const slow = fetch(`${server.address}/v1/products/990007/details`, { headers: { authorization: `Bearer ${key}` } })
    await untilAnotherIsCharged(server.address, key)
    server.child.kill('SIGTERM')
    await untilStopping(server.address)
    // Of several workers each hears of the stop by itself.
    let connection: string | null = null
    while (connection !== 'close') {
      const during = await fetch(`${server.address}/v1/usage`, { headers: { authorization: `Bearer ${key}` } })
      assert.equal(during.status, 200)
      connection = during.headers.get('connection')
    }
    assert.equal((await slow).status, 200)
    assert.equal(await ended(server.child), 0)
  })

  test('a call that would outlast the grace time is 503 shutting_down, and its unit is refunded', async (t) => {
    // Of the grace time a seventh is left for the answer and the refund, which must outlast a stall of the machine.
    const env = { DATA_DIR: tempFolder(t), LOG_LEVEL: 'silent', SHUTDOWN_GRACE_MS: '6000' }
    const { key, used } = await customerOf(env)
    const server = await startServer(env)
    t.after(() => void server.child.kill('SIGKILL'))
    const waiting = fetch(`${server.address}/v1/products/990008/details`, {
      headers: { authorization: `Bearer ${key}` },
    })
    const calls = await untilAnotherIsCharged(server.address, key)
    server.child.kill('SIGTERM')
    const reply = await waiting
    assert.equal(reply.status, 503)
    assert.equal(((await reply.json()) as { error: { code: string } }).error.code, 'shutting_down')
    assert.equal(await ended(server.child), 0)
    assert.equal(await used(), calls)
  })

  test('a second signal ends the process at once', async (t) => {
    const env = { DATA_DIR: tempFolder(t), LOG_LEVEL: 'silent' }
    const server = await startServer(env)
    void fetch(`${server.address}/v1/products/990008/details`, {
      headers: { authorization: `Bearer ${server.key}` },
    }).catch(() => {})
    await untilAnotherIsCharged(server.address, server.key as string)
    server.child.kill('SIGTERM')
    await untilStopping(server.address)
    server.child.kill('SIGTERM')
    assert.equal(await ended(server.child), 1)
  })

  test('a log that nobody reads stops no answer, and the process ends with 0 in its grace time', async (t) => {
    const graceMs = 10_000
    const server = await startServer({ DATA_DIR: tempFolder(t), SHUTDOWN_GRACE_MS: String(graceMs) })
    t.after(() => void server.child.kill('SIGKILL'))
    server.child.stdout?.pause()
    const headers = { authorization: `Bearer ${server.key}`, 'x-request-id': 'x'.repeat(128) }
    // More than a pipe holds.
    for (let i = 0; i < 1_000; i++) assert.equal((await fetch(`${server.address}/v1/plans`, { headers })).status, 200)
    const startedMs = performance.now()
    server.child.kill('SIGTERM')
    assert.equal(await ended(server.child), 0)
    assert.ok(performance.now() - startedMs < graceMs, `ended after ${performance.now() - startedMs} ms`)
  })

  test('the log is JSON lines, one a request, without key or query; metrics have their own port', async (t) => {
    const metricsPort = await freePort()
    const server = await startServer({ DATA_DIR: tempFolder(t), METRICS_PORT: String(metricsPort) })
    t.after(() => void server.child.kill('SIGKILL'))
    const headers = { authorization: `Bearer ${server.key}` }
    for (let i = 0; i < 5; i++) await fetch(`${server.address}/v1/search?q=canary-${i}`, { headers })
    await fetch(`${server.address}/v1/usage?api_key=canary`, { headers: { authorization: 'Bearer canary-key' } })
    assert.equal((await fetch(`${server.address}/metrics`)).status, 404)
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    assert.match(metrics, /card_market_http_requests_total\{operation="searchProducts",status="200",code="ok"\} 5/)
    assert.match(metrics, /card_market_observations_total\{method="search",outcome="fetched"\} 5/)
    server.child.kill('SIGTERM')
    const lines = (await server.allPrinted())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const requests = lines.filter(({ msg }) => msg === 'request' || msg === 'request failed')
    assert.equal(requests.length, 7)
    for (const line of requests)
      assert.ok(line.requestId && typeof line.ms === 'number' && typeof line.status === 'number')
    assert.ok(!JSON.stringify(lines.slice(1)).includes('canary'))
    assert.ok(!JSON.stringify(lines.slice(1)).includes(server.key as string))
  })
})
