import { isIP } from 'node:net'
import type { MirrorInstant, SyncRecord } from '../../../market/sync-ledger.ts'
import { isPrivateAddress } from '../../../market/upstream/addresses.ts'
import { dayMs, minuteMs } from '../../../time/units.ts'

/** What time it is: by our clock, and by the mirror's where an answer has shown it. In milliseconds since the epoch. */
export interface Clocks {
  readonly nowMs: number
  readonly mirrorNowMs: number | null
}

/** Between two sessions that ask for `last-updated.txt`. */
export const askPauseMs = 10 * minuteMs
/**
 * Requests of the last 24 hours. The owner bans who makes 10,000; asking whether there is anything new is kept possible
 * when a pull has used up its part.
 */
export const maxRequestsADay = { pull: 9_500, ask: 9_900 } as const
/** A pull that the mirror overtook, or whose files are lost, may be begun once more. */
const maxBegunADay = 2

/** The longest pause: whoever asks for more is asked again after a week. */
export const maxPauseMs = 7 * dayMs
/** A pause that ends later than this was noted under a wrong clock. */
const maxBelievedPauseMs = maxPauseMs + dayMs

const instantMs = (instant: string | null): number => (instant === null ? Number.NaN : Date.parse(instant))

export const instantOf = ({ nowMs, mirrorNowMs }: Clocks): MirrorInstant => ({
  at: new Date(nowMs).toISOString(),
  mirrorAt: mirrorNowMs === null ? null : new Date(mirrorNowMs).toISOString(),
})

/**
 * Whether so much time has gone by since an instant, by both clocks: one that jumps ahead gains nothing. An instant in
 * our future was noted under a wrong clock, so the mirror's alone decides; before it has been seen, our clock alone
 * does.
 */
export const hasPassed = (
  { at, mirrorAt }: MirrorInstant,
  lengthMs: number,
  { nowMs, mirrorNowMs }: Clocks,
): boolean => {
  const elapsedMs = nowMs - instantMs(at)
  const knowsMirror = mirrorAt !== null && mirrorNowMs !== null
  if (elapsedMs >= 0 && elapsedMs < lengthMs) return false
  return knowsMirror ? mirrorNowMs - instantMs(mirrorAt) >= lengthMs : elapsedMs >= lengthMs
}

/** Until when the mirror must not be called; `null` when it may. One beyond any pause is of a wrong clock. */
export const pausedUntilMs = ({ pausedUntil }: SyncRecord, nowMs: number): number | null => {
  const untilMs = instantMs(pausedUntil)
  return untilMs > nowMs && untilMs - nowMs <= maxBelievedPauseMs ? untilMs : null
}

/** Until when a new session is not to ask for `last-updated.txt`; `null` when it may. */
export const askableAtMs = ({ askedAt }: SyncRecord, nowMs: number): number | null => {
  const elapsedMs = nowMs - instantMs(askedAt)
  return elapsedMs >= 0 && elapsedMs < askPauseMs ? nowMs + askPauseMs - elapsedMs : null
}

/** Whether the day of the last pull is over. For an instant of a wrong clock the mirror has to be asked. */
export const mayBeDue = ({ pulled }: SyncRecord, clocks: Clocks): boolean =>
  pulled === null ||
  hasPassed(pulled, dayMs, clocks) ||
  (instantMs(pulled.at) > clocks.nowMs && clocks.mirrorNowMs === null)

/** When the next whole pull may begin, by our clock; `null` before the first. */
export const dueAtMs = ({ pulled }: SyncRecord): number | null =>
  pulled === null ? null : instantMs(pulled.at) + dayMs

/** Pulls begun in the last day. */
const begunLately = ({ begun }: SyncRecord, clocks: Clocks) => begun.filter((one) => !hasPassed(one, dayMs, clocks))

/** Notes that a pull begins. @returns `null` when as many as a day allows have begun already */
export const beginPull = (
  record: SyncRecord,
  build: string,
  folder: string,
  clocks: Clocks,
): SyncRecord['begun'] | null => {
  const begun = begunLately(record, clocks)
  return begun.length >= maxBegunADay ? null : [...begun, { build, folder, ...instantOf(clocks) }]
}

/** Whether a pull of this build was begun in this folder, so that going on with it asks for nothing twice. */
export const isBegun = ({ begun }: SyncRecord, build: string, folder: string): boolean =>
  begun.some((one) => one.build === build && one.folder === folder)

/** Reservations that still count. */
export const reservedLately = ({ reserved }: SyncRecord, clocks: Clocks): SyncRecord['reserved'] =>
  reserved.filter((block) => !hasPassed(block, dayMs, clocks))

export const requestsOf = (reserved: SyncRecord['reserved']): number =>
  reserved.reduce((sum, { count }) => sum + count, 0)

/**
 * Whether the mirror stands at a literal loopback or private address. It is the operator's own then, and no etiquette
 * binds it; a name, `localhost` too, may mean any host.
 */
export const isOwnMirror = (baseUrl: string): boolean => {
  const host = new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) !== 0 && isPrivateAddress(host)
}
