import { memoizeByKey } from '../concurrency/memoize.ts'
import type { RequestReport } from '../http/wire/request-report.ts'

/** JSON of a text that comes again and again, such as an account. */
const quotedOnce = memoizeByKey((text: string): string => JSON.stringify(text))

const quoted = (text: string | null): string => (text === null ? 'null' : quotedOnce(text))

/** What stands behind the point for so many thousandths, without zeros at the end. */
const fractions = Array.from({ length: 1000 }, (_, thousandths) => String(thousandths / 1000).slice(1))

/** Milliseconds with three digits behind the point, looked up: numbers with a fraction are slow to write. */
const millisecondsText = (ms: number): string => {
  const thousandths = Math.round(ms * 1000)
  const whole = Math.floor(thousandths / 1000)
  return whole + (fractions[thousandths - whole * 1000] as string)
}

let atMs = 0
let timeText = ''

/** ISO 8601 text of an instant; the requests of one millisecond share it. */
export const isoTime = (nowMs: number): string => {
  if (nowMs !== atMs) {
    atMs = nowMs
    timeText = new Date(nowMs).toISOString()
  }
  return timeText
}

/** A line as pino writes it, put together from texts: a logger that knows no form takes several times as long. */
export const requestLine = (report: RequestReport, nowMs: number): string => {
  const { requestId, method, operation, accountId, keyId, status, code, ms } = report
  return (
    `{"level":30,"time":"${isoTime(nowMs)}","requestId":${JSON.stringify(requestId)},"method":${quoted(method)},` +
    `"operation":${quoted(operation)},"accountId":${quoted(accountId)},"keyId":${quoted(keyId)},` +
    `"status":${status},"code":${quoted(code)},"ms":${millisecondsText(ms)},"msg":"request"}\n`
  )
}
