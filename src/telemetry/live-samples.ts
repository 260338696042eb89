import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Registry } from 'prom-client'
import { figureMetrics, figuresBetween, type LiveFigures, processSeries } from './live-figures.ts'
import type { Series } from './metrics-text.ts'

/** The figures of a process over the last minute, or since its start when that is less. */
export interface LiveSpan extends LiveFigures {
  readonly seconds: number
  /** The 99th percentile of the worst five seconds of the span. */
  readonly eventLoopLagSeconds: number
  /** When the span ended, in milliseconds since the epoch. */
  readonly sampledAtMs: number
}

/** Samples of a process's own metrics, so that who looks once sees a rate and a quantile. */
export interface LiveSamples {
  /** Takes a sample now. */
  readonly take: () => Promise<void>
  /** `null` before the second sample. */
  readonly span: () => LiveSpan | null
  /** Takes one now and every five seconds. */
  readonly start: () => void
  readonly close: () => void
}

interface Sample {
  readonly atMs: number
  readonly steadyMs: number
  /** The 99th percentile since the sample before. */
  readonly lagSeconds: number
  readonly series: readonly Series[]
}

const everyMs = 5_000
const spanMs = 60_000

/** Histograms without their operations: the quantiles are those of all, and a sample of all is a twentieth as large. */
const foldBuckets = (series: readonly Series[]): readonly Series[] => {
  const buckets = new Map<string, Series & { value: number }>()
  const others: Series[] = []
  for (const one of series) {
    const { le } = one.labels
    if (le === undefined) {
      if (!/_(?:sum|count)$/.test(one.name)) others.push(one)
      continue
    }
    const id = `${one.name} ${le}`
    const known = buckets.get(id)
    if (known) known.value += one.value
    else buckets.set(id, { name: one.name, labels: { le }, value: one.value })
  }
  return [...others, ...buckets.values()]
}

/** Reads the metrics that the figures are made of. Those of the process are left alone: each scrape begins their next span. */
const readSeries = async (registry: Registry): Promise<readonly Series[]> => {
  const metrics = await Promise.all(figureMetrics.map((name) => registry.getSingleMetric(name)?.get()))
  const series = metrics.flatMap((metric) =>
    (metric?.values ?? []).map((one) => ({
      name: ('metricName' in one && typeof one.metricName === 'string' && one.metricName) || (metric?.name ?? ''),
      labels: Object.fromEntries(Object.entries(one.labels).map(([key, label]) => [key, String(label)])),
      value: one.value,
    })),
  )
  return foldBuckets(series)
}

/** Creates the samples; none is taken before `start` or `take`. `now` is in milliseconds since the epoch. */
export const createLiveSamples = ({
  registry,
  now,
}: {
  readonly registry: Registry
  readonly now: () => number
}): LiveSamples => {
  const lag = monitorEventLoopDelay()
  let samples: readonly Sample[] = []
  let timer: NodeJS.Timeout | undefined

  const take = async (): Promise<void> => {
    const lagSeconds = lag.count === 0 ? 0 : lag.percentile(99) / 1e9
    lag.reset()
    const series = [...(await readSeries(registry)), ...processSeries(process.memoryUsage.rss(), lagSeconds)]
    const sample = { atMs: now(), steadyMs: performance.now(), lagSeconds, series }
    samples = [...samples.filter(({ steadyMs }) => sample.steadyMs - steadyMs <= spanMs + everyMs / 2), sample]
  }

  return {
    take,
    span: () => {
      const [first, last] = [samples[0], samples.at(-1)]
      if (first === undefined || last === undefined || first === last) return null
      const seconds = (last.steadyMs - first.steadyMs) / 1000
      const eventLoopLagSeconds = Math.max(...samples.slice(1).map(({ lagSeconds }) => lagSeconds))
      return { ...figuresBetween(first.series, last.series, seconds), seconds, eventLoopLagSeconds, sampledAtMs: last.atMs }
    },
    start: () => {
      lag.enable()
      // A metric that cannot be read is told of by the next scrape.
      const sample = () => void take().catch(() => {})
      sample()
      timer = setInterval(sample, everyMs).unref()
    },
    close: () => {
      clearInterval(timer)
      lag.disable()
    },
  }
}
