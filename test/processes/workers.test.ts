import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { leasePolicy } from '../../src/stores/unit-leases.ts'
import { sumOf } from '../../src/telemetry/metrics-text.ts'
import { childrenOf, isRunning } from '../support/child-processes.ts'
import { fetchUnlessBusy } from '../support/fetch-unless-busy.ts'
import { startFleet } from '../support/fleet.ts'
import { answered, callOnce, startLoad } from '../support/load.ts'
import { drawCard, encode } from '../support/photos/drawn.ts'
import { bodyOf } from '../support/photos/mutate.ts'
import { runCli, startServer } from '../support/process.ts'
import { readMetrics } from '../support/read-metrics.ts'
import { scaled } from '../support/scaled.ts'
import { freePort } from '../support/servers.ts'
import { tempFolder } from '../support/temp.ts'

const target = '/v1/products/300004/prices'
const workers = 3

/** A service of three workers, with an operator beside it. */
const startWorkers = async (t: TestContext, env: Readonly<Record<string, string>> = {}) => {
  const metricsPort = await freePort()
  const all = { DATA_DIR: tempFolder(t), WORKERS: String(workers), METRICS_PORT: String(metricsPort), ...env }
  const fleet = await startFleet(t, { env: all, processes: 1 })
  const [server] = fleet.members
  assert.ok(server)
  const parent = server.child.pid as number
  return {
    ...fleet,
    env: all,
    server,
    parent,
    workers: () => childrenOf(parent),
    /** Sum of the series of a name at the metrics address. */
    metric: async (name: string) => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return sumOf(readMetrics(text), name)
    },
  }
}

type Service = Awaited<ReturnType<typeof startWorkers>>

const untilServing = async ({ metric }: Service, replaced = 0): Promise<void> => {
  const isBack = async () =>
    (await metric('card_market_workers_replaced_total')) >= replaced && (await metric('card_market_workers')) >= workers
  for (let attempt = 0; !(await isBack()); attempt++) {
    assert.ok(attempt < 600, 'the workers are not all back')
    await delay(50)
  }
}

const requestsPerMinute = 600_000
/** What a killed worker may leave counted, beside the calls under way. */
const maxHeld = requestsPerMinute * leasePolicy.maxShare

const loadOn = async ({ issue, anyAddress }: Service, clients: number) => {
  const { accountId, key } = await issue({ requestsPerMinute })
  const load = startLoad({ clients, addressOf: anyAddress, targetOf: () => target, key, pauseMs: 2 })
  return { accountId, load }
}

describe('workers behind one port', () => {
  test('answer what one process answers, and each of them is asked', async (t) => {
    const service = await startWorkers(t)
    assert.equal(service.workers().length, workers)
    const { load } = await loadOn(service, 24)
    await delay(1_000)
    await load.stop()
    assert.deepEqual([...load.tally.statuses.keys()], [200])
    assert.equal(load.tally.unanswered, 0)
    assert.equal(await service.metric('card_market_http_requests_total'), answered(load.tally, 200), 'the sum is exact')
    const status = await (await fetch(`http://127.0.0.1:${service.env.METRICS_PORT}/status.json`)).json()
    const { ok } = (status as { requests: { byOperation: { rows: { ok: number }[] } } }).requests.byOperation
      .rows[0] ?? { ok: 0 }
    assert.equal(ok, answered(load.tally, 200), 'the operator sees what the workers have not written yet')
  })

  test('that are killed are replaced, and no answered unit is lost', async (t) => {
    const service = await startWorkers(t)
    const { accountId, load } = await loadOn(service, 24)
    const kills = scaled(4, 20)
    let counted = 0
    for (let kill = 0; kill < kills; kill++) {
      await delay(100 + Math.random() * 200)
      const pids = service.workers()
      process.kill(pids[Math.floor(Math.random() * pids.length)] as number, 'SIGKILL')
      await untilServing(service, kill + 1)
      const now = await service.metric('card_market_http_requests_total')
      assert.ok(now >= counted, `a counter fell from ${counted} to ${now}`)
      counted = now
    }
    await load.stop()
    const { month } = await service.accounts.usageOf(accountId)
    const passed = answered(load.tally, 200)
    t.diagnostic(`${kills} kills: ${passed} answered, ${month.used} counted, ${load.tally.unanswered} calls cut off`)
    assert.deepEqual([...load.tally.statuses.keys()], [200])
    assert.ok(month.used >= passed, `${passed - month.used} answered units were lost`)
    assert.ok(month.used - passed <= load.tally.unanswered + kills * maxHeld)
    assert.equal(await service.metric('card_market_workers_replaced_total'), kills)
  })

  test('end with a parent that is killed, and what was answered is counted', async (t) => {
    const service = await startWorkers(t)
    for (let kill = 0; kill < scaled(2, 20); kill++) {
      const { accountId, load } = await loadOn(service, 12)
      await delay(200 + Math.random() * 300)
      const pids = childrenOf(service.members[0]?.child.pid as number)
      await service.crash(0)
      for (let attempt = 0; pids.some(isRunning); attempt++) {
        assert.ok(attempt < 600, 'a worker outlived its parent')
        await delay(50)
      }
      await load.stop()
      const { month } = await service.accounts.usageOf(accountId)
      assert.ok(answered(load.tally, 200) > 0)
      const surplus = month.used - answered(load.tally, 200)
      const mayBe = load.tally.unanswered + workers * maxHeld
      assert.ok(surplus >= 0 && surplus <= mayBe, `${surplus} units besides those answered`)
    }
  })

  test('are replaced one after the other on SIGHUP, and no call fails', async (t) => {
    const service = await startWorkers(t)
    const { accountId, load } = await loadOn(service, 12)
    for (let reload = 0; reload < scaled(1, 5); reload++) {
      await delay(200)
      const before = service.workers()
      process.kill(service.parent, 'SIGHUP')
      for (let attempt = 0; service.workers().some((pid) => before.includes(pid)); attempt++) {
        assert.ok(attempt < 600, 'the former workers are still there')
        await delay(50)
      }
      await untilServing(service)
    }
    await load.stop()
    const passed = answered(load.tally, 200)
    t.diagnostic(`${passed} calls, each answered with 200`)
    assert.deepEqual([...load.tally.statuses.keys()], [200])
    assert.equal(load.tally.unanswered, 0)
    assert.equal(await service.usedInTheEnd(accountId, passed), passed)
    assert.equal(await service.metric('card_market_http_requests_total'), passed, 'what ended workers counted stays')
    assert.equal(await service.metric('card_market_workers_replaced_total'), 0)
  })

  test('write one log of whole lines, a line a request', async (t) => {
    const server = await startServer({ DATA_DIR: tempFolder(t), WORKERS: '3' })
    t.after(() => server.kill())
    const calls = 600
    await Promise.all(Array.from({ length: calls }, () => callOnce(server.address, '/v1/plans', null)))
    server.child.kill('SIGTERM')
    const lines = (await server.allPrinted()).trim().split('\n')
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
    assert.equal(requests.length, calls)
  })

  test('share one process that reads photos, however many they are', async (t) => {
    const service = await startWorkers(t, { OCR_WORKERS: '1', OCR_START: 'boot' })
    const { key } = await service.issue()
    const photo = bodyOf(await encode(drawCard(0, 250), 'image/png'))
    const read = async () => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', connection: 'close' }
      const request = { method: 'POST', headers, body: photo }
      const response = await fetchUnlessBusy(`${service.server.address}/v1/identify-image`, request)
      await response.arrayBuffer()
      return response.status
    }
    const statuses: number[] = []
    for (let i = 0; i < workers; i++) statuses.push(await read())
    assert.deepEqual(statuses, [200, 200, 200])
    assert.equal(service.workers().length, workers + 1)
    const reader = service.workers().at(-1) as number
    process.kill(reader, 'SIGKILL')
    await delay(100)
    assert.equal(await read(), 200, 'the next photo has another reader')
    assert.ok(!service.workers().includes(reader))
  })

  test('that cannot start end the service with one sentence', async (t) => {
    const port = await freePort()
    const holder = (await import('node:net')).createServer().listen(port, '127.0.0.1')
    await once(holder, 'listening')
    t.after(() => holder.close())
    const taken = await runCli(['serve'], {
      DATA_DIR: tempFolder(t),
      WORKERS: '2',
      PORT: String(port),
      METRICS_PORT: '0',
    })
    assert.equal(taken.status, 1)
    assert.match(
      taken.err,
      /^Cannot listen on 127\.0\.0\.1:\d+: another program listens there; choose another port.*\n$/,
    )
    const wrong = await runCli(['serve'], { DATA_DIR: tempFolder(t), WORKERS: 'all' })
    assert.equal(wrong.status, 2)
    assert.match(wrong.err, /WORKERS must be auto or an integer from 1 to 256; it is "all"\./)
  })
})
