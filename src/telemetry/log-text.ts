import { styleText } from 'node:util'
import { escapeControls } from '../cards/control-characters.ts'

/** How a line of the log is shown to a person. */
export interface LogTextOptions {
  readonly hasColors: boolean
}

interface LogRecord {
  readonly level: number
  readonly time: string
  readonly msg: string
  readonly err?: { readonly message?: string; readonly stack?: string }
  readonly [field: string]: unknown
}

const errorLevel = 50
const warnLevel = 40

const fieldsOf = (record: LogRecord, shown: readonly string[]): string =>
  Object.entries(record)
    .filter(([name, value]) => !shown.includes(name) && value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
    .join(' ')

/** The stack of a defect; an outage has none. */
const errorLines = ({ err }: LogRecord): readonly string[] =>
  err ? (err.stack ?? err.message ?? '').split('\n').map((line) => `    ${line.trim()}`) : []

const requestLine = (record: LogRecord): string => {
  const { status, method, operation, ms, accountId, code } = record
  return [
    String(status),
    String(method || '-').padEnd(4),
    String(operation ?? '-'),
    `${Number(ms).toFixed(1)} ms`,
    ...[accountId, code].filter((one) => typeof one === 'string'),
  ].join('  ')
}

/** A line of the JSON log for a person: `10:39:29Z 200 GET searchProducts 17.0 ms acc_…`; errors in lines below. */
export const logText = (json: string, { hasColors }: LogTextOptions): string => {
  const record = JSON.parse(json) as LogRecord
  const { level, time, msg } = record
  const isRequest = typeof record.status === 'number' && record.method !== undefined
  const fields = fieldsOf(record, ['level', 'time', 'msg', 'err'])
  const [first, ...rest] = [
    isRequest ? requestLine(record) : [msg, fields].filter(Boolean).join('  '),
    ...errorLines(record),
  ]
  const line = `${time.slice(11, 19)}Z  ${escapeControls(first as string)}`
  const color = level >= errorLevel ? 'red' : level >= warnLevel ? 'yellow' : null
  const shown = hasColors && color !== null ? styleText(color, line, { validateStream: false }) : line
  return `${[shown, ...rest.map(escapeControls)].join('\n')}\n`
}
