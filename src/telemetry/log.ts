import { destination, type Logger, pino } from 'pino'
import type { RequestReport } from '../http/request-report.ts'

export interface Log {
  readonly logger: Logger
  /** One JSON line a request; never a key, a query or a picture. */
  readonly request: (report: RequestReport) => void
  /** Writes out the buffered lines. */
  readonly flush: () => void
}

/** Lines are buffered and written together, and flushed at least this often. */
const flushEveryMs = 250

/** Creates the log: JSON lines on stdout. */
export const createLog = (level: string): Log => {
  const stdout = destination({ dest: 1, sync: false, minLength: 8_192, periodicFlush: flushEveryMs })
  const logger = pino({ level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` }, stdout)
  return {
    logger,
    request: ({ error, ms, ...report }) => {
      if (!logger.isLevelEnabled(report.status >= 500 ? 'error' : 'info')) return
      const line = { ...report, ms: Math.round(ms * 1000) / 1000 }
      if (report.status >= 500) logger.error({ ...line, err: error }, 'request failed')
      else logger.info(line, 'request')
    },
    flush: () => {
      try {
        stdout.flushSync()
      } catch {
        // Stdout is not open yet, or its reader is gone.
      }
    },
  }
}
