import { setTimeout as delay } from 'node:timers/promises'
import { createGuardedLookup, createResolver } from '../../../upstream/addresses.ts'
import { BodyTooLargeError, createHttpClient } from '../../../upstream/http-client.ts'
import { readRetryAfter } from '../../../upstream/read-answer.ts'
import { SyncError } from './sync-error.ts'

export interface MirrorClientOptions {
  readonly baseUrl: string
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
const throttleMs = 10 * 60_000
const banMs = 24 * 3_600_000
const maxAttempts = 3
/** The largest honest list is that of a set of some thousand products, about 5 MB. */
const limitBytes = 64 * 1024 * 1024
/** Between attempts, so many times the number of those that failed. */
const retryPauseMs = 1_000

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Creates a client over the HTTP client of the market sources, which bounds what is read, follows no redirect and connects to public addresses alone. Retries are its own, since
 * each is counted against the day's allowance: where the server or the connection fails, not where it is turned away.
 */
export const createMirrorClient = (options: MirrorClientOptions): MirrorClient => {
  const { userAgent, pauseMs, timeoutMs, now, signal, beforeRequest } = options
  const baseUrl = new URL(options.baseUrl)
  const prefix = baseUrl.pathname.replace(/\/+$/, '')
  const http = createHttpClient({
    baseUrl,
    lookup: createGuardedLookup(baseUrl.hostname, createResolver()),
    connections: 1,
    limitBytes,
    isResending: false,
  })
  const headers = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'gzip, br' }
  let requests = 0
  let endedMs = performance.now()
  let mirrorAheadMs: number | null = null

  /** Waits until so much time has passed since the last call; a timer alone may fire a little early. */
  const pause = async (forMs: number): Promise<void> => {
    for (;;) {
      const leftMs = endedMs + forMs - performance.now()
      if (leftMs <= 0) return
      await delay(Math.ceil(leftMs), undefined, { signal })
    }
  }

  const getOnce = async (path: string): Promise<{ body: string | null } | { failed: string }> => {
    await beforeRequest()
    requests++
    const timeout = AbortSignal.timeout(timeoutMs)
    const answer = await http
      .send(
        { url: new URL(prefix + path, baseUrl), method: 'GET', headers, body: null },
        signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
      )
      .finally(() => {
        endedMs = performance.now()
      })
    const { status, text, retryAfter, hostNowMs } = answer
    const nowMs = now()
    if (hostNowMs !== null) mirrorAheadMs = hostNowMs - nowMs
    if (status >= 200 && status < 300) return { body: text }
    if (status === 404) return { body: null }
    if (status === 401) {
      throw new SyncError(
        `TCGCSV refused the User-Agent ${JSON.stringify(userAgent)} (401 for ${path}); it needs no key, but a name with a version.`,
      )
    }
    if (status === 403) {
      const retryAt = new Date(nowMs + Math.max(banMs, readRetryAfter(retryAfter, nowMs) ?? 0))
      const message = `TCGCSV forbids ${path} (403); this address may be banned for a day, so it is left alone until ${retryAt.toISOString()}.`
      throw new SyncError(message, { retryAt, isPause: true })
    }
    if (status === 429) {
      const retryAt = new Date(nowMs + Math.max(1000, readRetryAfter(retryAfter, nowMs) ?? throttleMs))
      const message = `TCGCSV asks to slow down (429); the next sync, after ${retryAt.toISOString()}, resumes.`
      throw new SyncError(message, { retryAt, isPause: true })
    }
    return { failed: `status ${status}` }
  }

  const get = async (path: string): Promise<string | null> => {
    let reason = ''
    for (let failures = 0; failures < maxAttempts; failures++) {
      await pause(pauseMs + failures * Math.min(retryPauseMs, pauseMs * 10))
      try {
        const result = await getOnce(path)
        if ('body' in result) return result.body
        reason = result.failed
      } catch (error) {
        if (error instanceof SyncError || signal?.aborted === true) throw error
        if (error instanceof BodyTooLargeError)
          throw new SyncError(`TCGCSV's answer to ${path} is too large: ${error.message}.`, { cause: error })
        reason = messageOf(error)
      }
    }
    throw new SyncError(`TCGCSV did not answer ${path} (${reason}, ${maxAttempts} attempts); the next sync resumes.`)
  }

  return {
    get,
    requests: () => requests,
    mirrorNow: () => (mirrorAheadMs === null ? null : now() + mirrorAheadMs),
    close: http.close,
  }
}
