import { type Aggregator, AggregatorRegistry, type Registry } from 'prom-client'
import type { MemoryUse, MetricData } from '../telemetry/service-metrics.ts'

/** How the processes of a service make one value where their sum says nothing; any other metric is summed. */
const aggregators: readonly (readonly [RegExp, Aggregator])[] = [
  [/^nodejs_eventloop_lag_min_seconds$/, 'min'],
  // One process that hangs must not vanish in the mean of those that do not.
  [/^nodejs_eventloop_lag_/, 'max'],
  // A replaced process shows as a restart.
  [/^process_start_time_seconds$/, 'max'],
  [/^nodejs_version_info$/, 'first'],
  [/^card_market_ready$/, 'min'],
  [/^card_market_tls_certificate_expiry_/, 'min'],
  // All of them look at the same thing.
  [/^card_market_(?:memory_limit_bytes|sync_\w+)$/, 'max'],
  [/^card_market_upstream_(?:breaker_state|cooldown_seconds)$/, 'max'],
]

const aggregatorOf = (name: string): Aggregator => aggregators.find(([pattern]) => pattern.test(name))?.[1] ?? 'sum'

/** One registry of the metrics of several processes. */
export const sumMetrics = (processes: readonly (readonly MetricData[])[]): Registry =>
  AggregatorRegistry.aggregate(
    processes.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: aggregatorOf(metric.name) }))),
  )

/** Counters and histograms alone: what remains true of a process that has ended. */
export const countedOf = (metrics: readonly MetricData[]): readonly MetricData[] =>
  metrics.filter(({ type }) => ['counter', 'histogram'].includes(type as unknown as string))

export const sumMemory = (processes: readonly MemoryUse[]): MemoryUse => {
  const sum = (part: keyof MemoryUse) => processes.reduce((all, one) => all + one[part], 0)
  return {
    residentBytes: sum('residentBytes'),
    heapUsedBytes: sum('heapUsedBytes'),
    heapTotalBytes: sum('heapTotalBytes'),
  }
}
