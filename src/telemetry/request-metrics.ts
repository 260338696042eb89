import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { RequestReport } from '../http/wire/request-report.ts'
import type { OnObservation } from '../market/observe.ts'
import { exportKnown } from './known-gauge.ts'

export interface Metrics {
  readonly registry: Registry
  readonly onRequest: (report: RequestReport) => void
  readonly onObservation: OnObservation
}

// Map.getOrInsertComputed is missing on Node 24, where the tests of the client run.
const getOrCreate = <K, V>(map: Map<K, V>, key: K, create: () => V): V => {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}

export interface MetricsOptions {
  /** Requests being answered at this moment. */
  readonly running: () => number
  /** Lines of the log that were dropped so far. */
  readonly droppedLines?: () => number
}

/** Exports how many lines of the log were dropped so far. */
export const countDroppedLines = (registry: Registry, droppedLines: () => number): void => {
  new Counter({
    name: 'card_market_log_lines_dropped_total',
    help: 'Log lines dropped because nobody read them.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(droppedLines())
    },
  })
}

/** Creates the metrics. */
export const createMetrics = ({ running, droppedLines = () => 0 }: MetricsOptions): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  new Counter({
    name: 'card_market_http_requests_total',
    help: 'HTTP requests by operation, status and error code.',
    labelNames: ['operation', 'status', 'code'],
    registers,
    collect() {
      for (const [operation, byStatus] of requestCounts)
        for (const [status, byCode] of byStatus) {
          for (const [code, count] of byCode) this.inc({ operation, status: String(status), code }, count)
          byCode.clear()
        }
    },
  })
  const duration = new Histogram({
    name: 'card_market_http_request_duration_seconds',
    help: 'Duration of HTTP requests, from their turn on the connection to the last byte handed to the kernel.',
    labelNames: ['operation'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  new Counter({
    name: 'card_market_observations_total',
    help:
      'Cache lookups by method of the source and outcome: hit, joined (a fetch in flight), shared (from ' +
      'another process), fetched, failed.',
    labelNames: ['method', 'outcome'],
    registers,
    collect() {
      for (const [method, byOutcome] of observationCounts) {
        for (const [outcome, count] of byOutcome) this.inc({ method, outcome }, count)
        byOutcome.clear()
      }
    },
  })
  exportKnown(registry, 'card_market_http_requests_running', 'HTTP requests in flight.', running)
  countDroppedLines(registry, droppedLines)

  // Counting by labels costs more than answering a cached request should: counts are kept in plain maps and exported
  // when they are collected.
  const requestCounts = new Map<string, Map<number, Map<string, number>>>()
  const observationCounts = new Map<string, Map<string, number>>()
  const durations = new Map<string, ReturnType<typeof duration.labels>>()

  return {
    registry,
    onRequest: ({ operation, status, code, ms }) => {
      const name = operation ?? 'none'
      const byStatus = getOrCreate(requestCounts, name, () => new Map<number, Map<string, number>>())
      const byCode = getOrCreate(byStatus, status, () => new Map<string, number>())
      const key = code ?? 'ok'
      byCode.set(key, (byCode.get(key) ?? 0) + 1)
      getOrCreate(durations, name, () => duration.labels(name)).observe(ms / 1000)
    },
    onObservation: (method, outcome) => {
      const byOutcome = getOrCreate(observationCounts, method, () => new Map<string, number>())
      byOutcome.set(outcome, (byOutcome.get(outcome) ?? 0) + 1)
    },
  }
}
