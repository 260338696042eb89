import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMetrics } from '../../test/support/read-metrics.ts'
import { growth, quantile, sumOf } from './metrics-text.ts'

const text = (few: number, many: number) => `# HELP t_seconds Time.
t_seconds_bucket{le="0.1",operation="a"} ${few}
t_seconds_bucket{le="1",operation="a"} ${many}
t_seconds_bucket{le="+Inf",operation="a"} ${many}
hits_total{code="ok",status="200"} 5
hits_total{code="rate_limited",status="429"} 2
`

test('series are read with their labels', () => {
  const series = readMetrics(text(1, 2))
  assert.equal(series.length, 5)
  assert.equal(sumOf(series, 'hits_total'), 7)
  assert.equal(
    sumOf(series, 'hits_total', ({ status }) => status === '429'),
    2,
  )
})

test('a quantile is that of the requests between two looks', () => {
  const [before, now] = [readMetrics(text(90, 100)), readMetrics(text(190, 202))]
  assert.equal(quantile(before, now, 't_seconds', 0.5), 0.1)
  assert.equal(quantile(before, now, 't_seconds', 0.99), 1)
  assert.equal(quantile(now, now, 't_seconds', 0.5), null)
})

test('a counter that was started anew counts from 0', () => {
  assert.deepEqual([growth(5, 8), growth(8, 3)], [3, 3])
})
