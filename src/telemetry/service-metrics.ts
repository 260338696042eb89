import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'
import { figureMetrics } from './live-figures.ts'

/** One metric with its series, as prom-client has it: plain data, which may go to another process. */
export type MetricData = MetricObjectWithValues<MetricValue<string>>

export interface MemoryUse {
  readonly residentBytes: number
  readonly heapUsedBytes: number
  readonly heapTotalBytes: number
}

/** How a service stands at one moment. */
export interface ServiceSample {
  /** Counters and histograms, and the gauges that figures are made of. */
  readonly metrics: readonly MetricData[]
  readonly memory: MemoryUse
  /** The 99th percentile of the event loop's delay since the sample before. */
  readonly lagSeconds: number
}

/** What a service shows of itself: one process's own, or the sum over several. */
export interface ServiceMetrics {
  /** Every metric, for a scrape. */
  readonly collect: () => Promise<Registry>
  /** Leaves to the next scrape the gauges whose span begins with each scrape. */
  readonly sample: () => Promise<ServiceSample>
  readonly memory: () => MemoryUse
  /** Measures the event loop from now on. */
  readonly start: () => void
  readonly close: () => void
}

const ownMemory = (): MemoryUse => {
  const { rss, heapUsed, heapTotal } = process.memoryUsage()
  return { residentBytes: rss, heapUsedBytes: heapUsed, heapTotalBytes: heapTotal }
}

/** The metrics of this process. */
export const createProcessMetrics = (registry: Registry): ServiceMetrics => {
  const lag = monitorEventLoopDelay()
  const isSampled = ({ name, type }: { name: string; type: unknown }) =>
    type === 'counter' || type === 'histogram' || figureMetrics.includes(name)
  return {
    collect: async () => registry,
    sample: async () => {
      const lagSeconds = lag.count === 0 ? 0 : lag.percentile(99) / 1e9
      lag.reset()
      const sampled = registry.getMetricsAsArray().filter(isSampled)
      const metrics = await Promise.all(sampled.map(({ name }) => registry.getSingleMetric(name)?.get()))
      return { metrics: metrics as MetricData[], memory: ownMemory(), lagSeconds }
    },
    memory: ownMemory,
    start: () => void lag.enable(),
    close: () => void lag.disable(),
  }
}
