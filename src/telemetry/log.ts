import { type Logger, pino } from 'pino'
import { escapeControls } from '../cards/control-characters.ts'
import type { RequestReport } from '../http/wire/request-report.ts'
import { describeError, describeOutage } from './describe-error.ts'
import { createLineWriter } from './line-writer.ts'
import { type LogTextOptions, logText } from './log-text.ts'
import { isoTime, requestLine } from './request-line.ts'

export interface Log {
  readonly logger: Logger
  /** One line a request; never a key, a query or a picture. */
  readonly request: (report: RequestReport) => void
  /** Writes out the buffered lines; waits at most so long for their reader. */
  readonly flush: (withinMs: number) => Promise<void>
  /** Lines dropped because nobody read them. */
  readonly dropped: () => number
}

/** The log of a process whose output the operator reads. */
export interface OutputLog extends Log {
  /** Takes whole lines that another process of the service has logged as JSON. */
  readonly relay: (lines: string) => void
}

/** Statuses from 500 up that are the client's: methods and versions that no server has to know. */
const clientFaults: ReadonlySet<number> = new Set([501, 505])

/** Creates the log on stdout: JSON lines, or text for a person. */
export const createLog = (level: string, text: LogTextOptions | null = null): OutputLog => {
  const { stdout } = process
  // The command line ends when the reader of its output has gone; a service goes on without one.
  stdout.removeAllListeners('error')
  const writer = createLineWriter(stdout, {
    onRecovered: (dropped) => logger.warn({ dropped }, 'log lines dropped: nobody read them'),
  })
  const destination = text === null ? writer : { write: (line: string) => writer.write(logText(line, text)) }
  const timestamp = () => `,"time":"${isoTime(Date.now())}"`
  const logger = pino(
    { level, base: null, timestamp, serializers: { err: describeError } },
    // An upstream's message may hold what a terminal obeys; the lines of requests hold words of ours alone.
    { write: (line) => destination.write(escapeControls(line)) },
  )
  process.once('exit', () => void writer.flush(0))
  return {
    logger,
    request: (request) => {
      const isFailure = request.status >= 500 && !clientFaults.has(request.status)
      if (!logger.isLevelEnabled(isFailure ? 'error' : 'info')) return
      if (isFailure) {
        const { error, ms, ...report } = request
        const err = request.status === 500 || error === null ? error : describeOutage(error)
        logger.error({ ...report, ms: Math.round(ms * 1000) / 1000, err }, 'request failed')
      } else destination.write(requestLine(request, Date.now()))
    },
    relay: (lines) => {
      for (const line of lines.split('\n')) if (line !== '') destination.write(`${line}\n`)
    },
    flush: writer.flush,
    dropped: writer.dropped,
  }
}
