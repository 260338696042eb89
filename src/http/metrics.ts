import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { OnObservation } from '../market/observe.ts'
import type { RequestReport } from './server.ts'

/** The numbers that an operator watches. */
export interface Metrics {
  readonly registry: Registry
  readonly onRequest: (report: RequestReport) => void
  readonly onObservation: OnObservation
  /** A server of its own that answers GET /metrics in the Prometheus text format. */
  readonly createServer: () => Server
}

/** Creates the metrics; `running` tells how many requests are being answered at this moment. */
export const createMetrics = ({ running }: { running: () => number }): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Counter({
    name: 'card_market_http_requests_total',
    help: 'Requests answered, by operation, status and error code.',
    labelNames: ['operation', 'status', 'code'],
    registers,
  })
  const duration = new Histogram({
    name: 'card_market_http_request_duration_seconds',
    help: 'Time from the request line to the last byte handed over, by operation.',
    labelNames: ['operation'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const observations = new Counter({
    name: 'card_market_observations_total',
    help: 'Uses of a source by method: hit (cache), joined (a running fetch), fetched, failed.',
    labelNames: ['method', 'outcome'],
    registers,
  })
  new Gauge({
    name: 'card_market_http_requests_running',
    help: 'Requests being answered at this moment.',
    registers,
    collect() {
      this.set(running())
    },
  })

  /** Looking a series up by its labels costs more than counting, so each is looked up once. */
  const bound = <T>(bind: (...labels: string[]) => T) => {
    const known = new Map<string, T>()
    return (...labels: string[]): T => {
      const key = labels.join('\n')
      const series = known.get(key) ?? bind(...labels)
      known.set(key, series)
      return series
    }
  }
  const requestsOf = bound((operation, status, code) => requests.labels(operation as string, status as string, code as string))
  const durationOf = bound((operation) => duration.labels(operation as string))
  const observationsOf = bound((method, outcome) => observations.labels(method as string, outcome as string))

  return {
    registry,
    onRequest: ({ operation, status, code, ms }) => {
      const name = operation ?? 'none'
      requestsOf(name, String(status), code ?? 'ok').inc()
      durationOf(name).observe(ms / 1000)
    },
    onObservation: (method, outcome) => observationsOf(method, outcome).inc(),
    createServer: () =>
      createServer(async (req, res) => {
        if (req.url !== '/metrics' || (req.method !== 'GET' && req.method !== 'HEAD')) {
          res.writeHead(404).end()
          return
        }
        const text = await registry.metrics()
        res.writeHead(200, { 'content-type': registry.contentType }).end(req.method === 'HEAD' ? undefined : text)
      }),
  }
}
