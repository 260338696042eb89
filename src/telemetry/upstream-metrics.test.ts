import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { UpstreamError } from '../market/upstream/upstream-error.ts'
import { createUpstreamMetrics } from './upstream-metrics.ts'

const start = () => {
  const lines: { readonly level: number; readonly msg: string }[] = []
  const logger = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const registry = new Registry()
  return {
    ...createUpstreamMetrics({ registry, logger }),
    registry,
    logged: () => lines.map(({ level, msg }) => [level, msg]),
  }
}

test('each change of a circuit breaker is logged once, in words that an operator searches for', () => {
  const { observer, logged } = start()
  const because = new UpstreamError('upstream_unavailable', 'down')
  for (const state of ['open', 'rate_limited', 'closed'] as const) observer.onBreaker('search', state, because)
  assert.deepEqual(logged(), [
    [40, 'circuit breaker open, probing every 1 s'],
    [40, 'rate-limited by upstream, cooling down'],
    [30, 'circuit breaker closed, upstream healthy'],
  ])
})

test('every call is counted, and only those that failed are logged', async () => {
  const { observer, registry, logged } = start()
  const outcomes = ['ok', 'absent', 'aborted', 'refused', 'timeout', 'invalid'] as const
  for (const outcome of outcomes) observer.onCall({ host: 'search', route: 'details', outcome, ms: 5, error: null })
  assert.deepEqual(logged(), Array(2).fill([40, 'upstream call failed']))
  const text = await registry.metrics()
  for (const outcome of outcomes)
    assert.match(text, new RegExp(`calls_total\\{host="search",route="details",outcome="${outcome}"\\} 1`))
})
