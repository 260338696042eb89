import type { Registry } from 'prom-client'
import type { MetricData, ServiceMetrics, ServiceSample } from '../telemetry/service-metrics.ts'
import { countedOf, sumMemory, sumMetrics } from './sum-metrics.ts'

/** A worker that can be asked; `null` when it does not answer. */
export interface AskedWorker {
  readonly ask: (question: 'metrics' | 'sample') => Promise<ServiceSample | null>
}

/** The metrics of all processes of the service as one. */
export interface WorkersMetrics extends ServiceMetrics {
  /** Takes what a worker tells of itself unasked, at its end. */
  readonly note: (worker: AskedWorker, sample: ServiceSample) => void
  /** Keeps what a worker that has ended has counted: no counter of the service falls because a process went. */
  readonly retire: (worker: AskedWorker) => void
}

/** `own` are those of the parent. */
export const createWorkersMetrics = (own: ServiceMetrics, serving: () => readonly AskedWorker[]): WorkersMetrics => {
  /** What each process that has not ended told last. */
  const known = new Map<AskedWorker, ServiceSample>()
  let ended: readonly MetricData[] = []
  let retiring: Promise<void> = Promise.resolve()

  const askAll = async (question: 'metrics' | 'sample'): Promise<void> => {
    await Promise.all(
      serving().map(async (worker) => {
        const sample = await worker.ask(question)
        if (sample !== null && serving().includes(worker)) known.set(worker, sample)
      }),
    )
  }

  const all = (parent: readonly MetricData[]): Registry =>
    sumMetrics([parent, ended, ...[...known.values()].map(({ metrics }) => metrics)])

  const dataOf = async (registry: Registry): Promise<readonly MetricData[]> => registry.getMetricsAsJSON()

  const memory = () => sumMemory([own.memory(), ...[...known.values()].map((sample) => sample.memory)])

  return {
    collect: async () => {
      const [parent] = await Promise.all([own.collect().then(dataOf), askAll('metrics')])
      return all(parent)
    },
    sample: async () => {
      const [parent] = await Promise.all([own.sample(), askAll('sample')])
      return {
        metrics: await dataOf(all(parent.metrics)),
        memory: memory(),
        lagSeconds: Math.max(...[...known.values()].map(({ lagSeconds }) => lagSeconds), 0),
      }
    },
    memory,
    start: own.start,
    close: own.close,
    note: (worker, sample) => void known.set(worker, sample),
    retire: (worker) => {
      retiring = retiring.then(async () => {
        const last = known.get(worker)
        if (last === undefined) return
        const counted = await dataOf(sumMetrics([ended, countedOf(last.metrics)]))
        // In one step, so that nobody sees them twice or not at all.
        ended = counted
        known.delete(worker)
      })
    },
  }
}
