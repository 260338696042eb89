import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { readMetrics } from '../../test/support/read-metrics.ts'
import { figuresBetween } from './live-figures.ts'
import { createLiveSamples } from './live-samples.ts'
import { createMetrics } from './request-metrics.ts'
import { createProcessMetrics } from './service-metrics.ts'

const report = { requestId: '', method: 'GET', accountId: null, keyId: null, error: null }

test('the samples of a process tell what two scrapes of its metrics tell', async () => {
  const metrics = createMetrics({ running: () => 2 })
  const samples = createLiveSamples({
    metrics: createProcessMetrics(metrics.registry),
    now: () => Date.parse('2026-11-21T12:00:00Z'),
  })
  const request = (operation: string, status: number, ms: number) =>
    metrics.onRequest({ ...report, operation, status, code: status === 200 ? null : 'some_code', ms })
  request('getPrices', 200, 4_000)
  await samples.take()
  assert.equal(samples.span(), null, 'of one moment nothing follows')
  const before = readMetrics(await metrics.registry.metrics())
  for (let i = 0; i < 98; i++) request('getPrices', 200, 3)
  request('identify', 404, 30)
  request('identify', 503, 400)
  metrics.onObservation('prices', 'hit')
  metrics.onObservation('prices', 'failed')
  await delay(20)
  await samples.take()
  const span = samples.span()
  assert.ok(span && span.seconds >= 0.02)
  const { seconds, sampledAtMs, memoryMb, eventLoopLagSeconds, ...figures } = span
  const now = readMetrics(await metrics.registry.metrics())
  const { memoryMb: _, eventLoopLagSeconds: __, ...scraped } = figuresBetween(before, now, seconds)
  assert.deepEqual(figures, scraped)
  assert.deepEqual([figures.refused, figures.failed, figures.p50Seconds, figures.p99Seconds], [1, 1, 0.005, 0.05])
  assert.ok(memoryMb > 10 && eventLoopLagSeconds >= 0)
  assert.equal(sampledAtMs, Date.parse('2026-11-21T12:00:00Z'))
  samples.close()
})

test('a stall of the event loop is told for as long as the span holds it', async (t) => {
  const { registry } = createMetrics({ running: () => 0 })
  const samples = createLiveSamples({ metrics: createProcessMetrics(registry), now: Date.now })
  t.after(samples.close)
  samples.start()
  await delay(30)
  const stopMs = performance.now() + 120
  while (performance.now() < stopMs);
  await delay(30)
  await samples.take()
  const stalled = samples.span()?.eventLoopLagSeconds ?? 0
  assert.ok(stalled > 0.1, String(stalled))
  await samples.take()
  assert.ok((samples.span()?.eventLoopLagSeconds ?? 0) >= stalled)
})

test('a sample leaves to the next scrape the lag of the event loop that it is to tell', async () => {
  const { registry } = createMetrics({ running: () => 0 })
  const samples = createLiveSamples({ metrics: createProcessMetrics(registry), now: Date.now })
  await registry.metrics()
  await delay(30)
  const stopMs = performance.now() + 120
  while (performance.now() < stopMs);
  await delay(30)
  await samples.take()
  const series = readMetrics(await registry.metrics())
  const lag = series.find(({ name }) => name === 'nodejs_eventloop_lag_max_seconds')?.value ?? 0
  assert.ok(lag > 0.1, String(lag))
  samples.close()
})
