import { BodyTooLargeError, type HttpAnswer } from '../../../market/upstream/http-client.ts'
import { type Attempt, createPoliteClient } from '../../../market/upstream/polite-client.ts'
import { readRetryAfter } from '../../../market/upstream/read-answer.ts'
import { dayMs, minuteMs } from '../../../time/units.ts'
import { maxPauseMs } from './etiquette.ts'
import { SyncError } from './sync-error.ts'

export interface MirrorClientOptions {
  readonly baseUrl: string
  /** At the operator's own mirror only a `Retry-After` is kept, and no pause that its owner never asked for. */
  readonly isOwn: boolean
  /** `App/1.2.3`: generic or missing ones are blocked. */
  readonly userAgent: string
  /** Between the end of a call and the next, and before the first: another process may have called just now. */
  readonly pauseMs: number
  readonly timeoutMs: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly signal?: AbortSignal | undefined
  /** Called before every request; it throws when no more may be made. */
  readonly beforeRequest: () => Promise<void>
}

/** Calls the mirror as its owner wishes: one call at a time, with a pause, by name. */
export interface MirrorClient {
  /** Body of an address, or `null` where there is none (404). @throws SyncError */
  readonly get: (path: string) => Promise<string | null>
  readonly requests: () => number
  /** The mirror's clock by its last answer; `null` before the first and where it shows none. */
  readonly mirrorNow: () => number | null
  readonly close: () => void
}

/** How long the owner throttles who comes too fast, and bans who comes too often. */
const throttleMs = 10 * minuteMs
const banMs = dayMs
const maxAttempts = 3
/** The largest honest list is that of a set of some thousand products, about 5 MB. */
const limitBytes = 64 * 1024 * 1024
/** Between attempts, so many times the number of those that failed. */
const retryPauseMs = 1_000

/** A body, `null` for none (404), or a failure to be tried again. @throws SyncError when turned away */
const readAnswer = (
  path: string,
  { status, text, retryAfter }: HttpAnswer,
  { userAgent, isOwn, nowMs }: Pick<MirrorClientOptions, 'userAgent' | 'isOwn'> & { readonly nowMs: number },
): Attempt<string | null> => {
  const after = readRetryAfter(retryAfter, nowMs)
  const asked = after === null ? null : Math.min(after, maxPauseMs)
  const isPause = !isOwn || asked !== null
  if (status >= 200 && status < 300) return { value: text }
  if (status === 404) return { value: null }
  if (status === 401) {
    throw new SyncError(
      `TCGCSV refused the User-Agent ${JSON.stringify(userAgent)} (401 for ${path}); ` +
        'it needs no key, but a name with a version.',
    )
  }
  if (status === 403) {
    const retryAt = new Date(nowMs + Math.max(banMs, asked ?? 0))
    const message =
      `TCGCSV forbids ${path} (403); this address may be banned for a day, ` +
      `so it is left alone until ${retryAt.toISOString()}.`
    throw new SyncError(message, { retryAt, isPause })
  }
  if (status === 429) {
    const retryAt = new Date(nowMs + Math.max(1000, asked ?? throttleMs))
    const message = `TCGCSV asks to slow down (429); the next sync, after ${retryAt.toISOString()}, resumes.`
    throw new SyncError(message, { retryAt, isPause })
  }
  return { failed: `status ${status}` }
}

/** Creates the mirror's client. It repeats an attempt where server or connection fails, not where it is refused. */
export const createMirrorClient = (options: MirrorClientOptions): MirrorClient => {
  const { userAgent, isOwn, pauseMs, timeoutMs, now, signal, beforeRequest } = options
  let mirrorAheadMs: number | null = null
  const client = createPoliteClient({
    baseUrl: new URL(options.baseUrl),
    headers: { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'gzip, br' },
    minGapMs: pauseMs,
    retryGapMs: (failures) => pauseMs + failures * Math.min(retryPauseMs, pauseMs * 10),
    maxAttempts,
    waitsFirst: true,
    timeoutMs,
    limitBytes,
    signal,
    beforeRequest,
    isFinal: (error) => error instanceof SyncError,
  })

  const get = async (path: string): Promise<string | null> => {
    const read = (answer: HttpAnswer): Attempt<string | null> => {
      const nowMs = now()
      if (answer.hostNowMs !== null) mirrorAheadMs = answer.hostNowMs - nowMs
      return readAnswer(path, answer, { userAgent, isOwn, nowMs })
    }
    const result = await client.get(path, read).catch((error: unknown) => {
      if (!(error instanceof BodyTooLargeError) || signal?.aborted === true) throw error
      throw new SyncError(`TCGCSV's answer to ${path} is too large: ${error.message}.`, { cause: error })
    })
    if ('value' in result) return result.value
    throw new SyncError(`TCGCSV did not answer ${path} (${result.failed}); the next sync resumes.`)
  }

  return {
    get,
    requests: client.requests,
    mirrorNow: () => (mirrorAheadMs === null ? null : now() + mirrorAheadMs),
    close: client.close,
  }
}
