import { dayMs } from '../time/units.ts'
import { ServiceError } from './errors.ts'

/** The past that is asked for, as the caller wrote it. */
export interface PastQuery {
  readonly asOf?: string | undefined
  readonly knownAt?: string | undefined
}

/** A moment that was asked for: its end is always told. */
export interface PastMoment {
  readonly asOfMs: number
  readonly knownAtMs: number | null
}

/** Beyond these no service keeps anything, and a year of five digits is a slip of the pen. */
const firstYear = 1970
const lastYear = 2199

const dayForm = /^(\d{4})-(\d{2})-(\d{2})$/
const instantForm = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})$/

const instantWords = `an instant with its zone, such as 2026-11-21T20:05:33Z, of the years ${firstYear} to ${lastYear}`
const asOfWords = `a UTC date, such as 2026-11-21, or ${instantWords}`

/** First instant of a day that the calendar has, in milliseconds. */
const readUtcDay = (text: string): number | null => {
  const [, year, month, day] = (dayForm.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined || year < firstYear || year > lastYear) return null
  const ms = Date.UTC(year, month - 1, day)
  return new Date(ms).toISOString().startsWith(text) ? ms : null
}

/** Minutes that a zone is ahead of UTC; no zone is farther away than 14 hours. */
const readZone = (zone: string): number | null => {
  if (zone === 'Z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(4, 6))]
  const ahead = hours * 60 + minutes
  return minutes > 59 || ahead > 14 * 60 ? null : zone.startsWith('-') ? -ahead : ahead
}

/** An instant in milliseconds; what is finer is left off, so that nothing later is ever included. */
const readInstant = (text: string): number | null => {
  const [, day = '', hour, minute, second = '0', fraction = '', zone = ''] = instantForm.exec(text) ?? []
  const [dayStartMs, aheadMinutes] = [readUtcDay(day), readZone(zone)]
  if (dayStartMs === null || aheadMinutes === null) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const seconds = (Number(hour) * 60 + Number(minute) - aheadMinutes) * 60 + Number(second)
  return dayStartMs + seconds * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3))
}

const lastInstantOf = (dayStartMs: number): number => dayStartMs + dayMs - 1

/** How a field that cannot be used is refused: as a parameter, or as a part of a body. */
export type Refuse = (field: keyof PastQuery, mustBe: string) => ServiceError

export const refuseParameter: Refuse = (field, mustBe) => new ServiceError('invalid_parameter', `${field} ${mustBe}.`)

export const refuseInBody: Refuse = (field, mustBe) =>
  new ServiceError('invalid_body', `The request body, at ${field}, ${mustBe}.`)

/** Reads which past is asked for; `null` is the present. @throws ServiceError: the field and what is allowed */
export const readMoment = ({ asOf, knownAt }: PastQuery, refuse: Refuse): PastMoment | null => {
  if (asOf === undefined) {
    if (knownAt === undefined) return null
    throw refuse('knownAt', 'must come with asOf, which says the day that is asked for')
  }
  const dayStartMs = readUtcDay(asOf)
  const asOfMs = dayStartMs === null ? readInstant(asOf) : lastInstantOf(dayStartMs)
  if (asOfMs === null) throw refuse('asOf', `must be ${asOfWords}`)
  if (knownAt === undefined) return { asOfMs, knownAtMs: null }
  const knownAtMs = readInstant(knownAt)
  if (knownAtMs === null) throw refuse('knownAt', `must be ${instantWords}`)
  return { asOfMs, knownAtMs }
}
