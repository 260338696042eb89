import { type Logger, pino } from 'pino'
import type { RequestReport } from '../http/request-report.ts'
import { createLineWriter } from './line-writer.ts'

export interface Log {
  readonly logger: Logger
  /** One JSON line a request; never a key, a query or a picture. */
  readonly request: (report: RequestReport) => void
  /** Writes out the buffered lines; waits at most so long for their reader. */
  readonly flush: (withinMs: number) => Promise<void>
  /** Lines dropped because nobody read them. */
  readonly dropped: () => number
}

/** Creates the log: JSON lines on stdout. */
export const createLog = (level: string): Log => {
  const { stdout } = process
  // The command line ends when the reader of its output has gone; a service goes on without one.
  stdout.removeAllListeners('error')
  const writer = createLineWriter(stdout, {
    onRecovered: (dropped) => logger.warn({ dropped }, 'log lines dropped: nobody read them'),
  })
  const logger = pino({ level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` }, writer)
  process.once('exit', () => void writer.flush(0))
  return {
    logger,
    request: ({ error, ms, ...report }) => {
      if (!logger.isLevelEnabled(report.status >= 500 ? 'error' : 'info')) return
      const line = { ...report, ms: Math.round(ms * 1000) / 1000 }
      if (report.status >= 500) logger.error({ ...line, err: error }, 'request failed')
      else logger.info(line, 'request')
    },
    flush: writer.flush,
    dropped: writer.dropped,
  }
}
