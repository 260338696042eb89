import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { readMetrics } from '../../test/support/read-metrics.ts'
import { sumOf } from '../telemetry/metrics-text.ts'
import { createProcessMetrics, type ServiceSample } from '../telemetry/service-metrics.ts'
import { createWorkersMetrics } from './workers-metrics.ts'

/** A worker with some counts, delay of the event loop and readiness. */
const fakeWorker = (calls: number, lagSeconds: number, isReady = true) => {
  const registry = new Registry()
  const registers = [registry]
  new Counter({ name: 'card_market_http_requests_total', help: 'h', labelNames: ['status'], registers }).inc(
    { status: '200' },
    calls,
  )
  new Histogram({ name: 'card_market_http_request_duration_seconds', help: 'h', buckets: [1], registers }).observe(0.5)
  new Gauge({ name: 'card_market_http_requests_running', help: 'h', registers }).set(1)
  new Gauge({ name: 'nodejs_eventloop_lag_p99_seconds', help: 'h', registers }).set(lagSeconds)
  new Gauge({ name: 'card_market_ready', help: 'h', registers }).set(isReady ? 1 : 0)
  const memory = { residentBytes: 100, heapUsedBytes: 10, heapTotalBytes: 20 }
  const sample = async (): Promise<ServiceSample> => ({
    metrics: await registry.getMetricsAsJSON(),
    memory,
    lagSeconds,
  })
  return {
    answers: true,
    sample,
    ask: async function () {
      return this.answers ? sample() : null
    },
  }
}

const setUp = (workers: ReturnType<typeof fakeWorker>[]) => {
  const metrics = createWorkersMetrics(createProcessMetrics(new Registry()), () => workers)
  const value = async (name: string) => sumOf(readMetrics(await (await metrics.collect()).metrics()), name)
  return { metrics, value }
}

test('counters, histograms and gauges are summed; what a sum would hide is the worst of all', async () => {
  const { metrics, value } = setUp([fakeWorker(3, 0.01), fakeWorker(4, 0.5, false)])
  assert.equal(await value('card_market_http_requests_total'), 7)
  assert.equal(await value('card_market_http_request_duration_seconds_count'), 2)
  assert.equal(await value('card_market_http_requests_running'), 2)
  assert.equal(await value('nodejs_eventloop_lag_p99_seconds'), 0.5)
  assert.equal(await value('card_market_ready'), 0)
  const { lagSeconds, memory } = await metrics.sample()
  assert.equal(lagSeconds, 0.5)
  assert.ok(memory.residentBytes > 200, 'the parent uses memory too')
})

test('no counter falls when a worker ends or does not answer, and its gauges go with it', async () => {
  const [first, second] = [fakeWorker(3, 0.5), fakeWorker(4, 0.01)]
  const workers = [first, second]
  const { metrics, value } = setUp(workers)
  assert.equal(await value('card_market_http_requests_total'), 7)
  first.answers = false
  assert.equal(await value('card_market_http_requests_total'), 7)
  workers.shift()
  metrics.note(first, await fakeWorker(5, 0.5).sample())
  assert.equal(await value('card_market_http_requests_total'), 9, 'it told more at its end')
  metrics.retire(first)
  await Promise.resolve()
  assert.equal(await value('card_market_http_requests_total'), 9)
  assert.equal(await value('card_market_http_request_duration_seconds_count'), 2)
  assert.equal(await value('card_market_http_requests_running'), 1)
  assert.equal(await value('nodejs_eventloop_lag_p99_seconds'), 0.01)
})
