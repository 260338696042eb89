import { figureMetrics, figuresBetween, type LiveFigures, processSeries } from './live-figures.ts'
import type { Series } from './metrics-text.ts'
import type { MetricData, ServiceMetrics } from './service-metrics.ts'

/** The figures of a service over the last minute, or since its start when that is less. */
export interface LiveSpan extends LiveFigures {
  readonly seconds: number
  /** The 99th percentile of the worst five seconds of the span. */
  readonly eventLoopLagSeconds: number
  /** When the span ended, in milliseconds since the epoch. */
  readonly sampledAtMs: number
}

/** Samples of a service's own metrics, so that who looks once sees a rate and a quantile. */
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

const seriesOf = (metrics: readonly MetricData[]): readonly Series[] =>
  foldBuckets(
    metrics
      .filter(({ name }) => figureMetrics.includes(name))
      .flatMap(({ name, values }) =>
        values.map((one) => ({
          name: ('metricName' in one && typeof one.metricName === 'string' && one.metricName) || name,
          labels: Object.fromEntries(Object.entries(one.labels).map(([key, label]) => [key, String(label)])),
          value: one.value,
        })),
      ),
  )

/** Creates the samples; none is taken before `start` or `take`. `now` is in milliseconds since the epoch. */
export const createLiveSamples = ({
  metrics,
  now,
}: {
  readonly metrics: Pick<ServiceMetrics, 'sample' | 'start' | 'close'>
  readonly now: () => number
}): LiveSamples => {
  let samples: readonly Sample[] = []
  let timer: NodeJS.Timeout | undefined

  const take = async (): Promise<void> => {
    const { metrics: read, memory, lagSeconds } = await metrics.sample()
    const series = [...seriesOf(read), ...processSeries(memory.residentBytes, lagSeconds)]
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
      return {
        ...figuresBetween(first.series, last.series, seconds),
        seconds,
        eventLoopLagSeconds,
        sampledAtMs: last.atMs,
      }
    },
    start: () => {
      metrics.start()
      // A metric that cannot be read is told of by the next scrape.
      const sample = () => void take().catch(() => {})
      sample()
      timer = setInterval(sample, everyMs).unref()
    },
    close: () => {
      clearInterval(timer)
      metrics.close()
    },
  }
}
