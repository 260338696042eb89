import { setTimeout as delay } from 'node:timers/promises'
import { createGuardedLookup, createResolver } from '../../../market/upstream/addresses.ts'
import { BodyTooLargeError, createHttpClient } from '../../../market/upstream/http-client.ts'
import { readRetryAfter } from '../../../market/upstream/read-answer.ts'
import { errorMessage } from '../../error-message.ts'

/** A sync that had to stop, and what to do; what was fetched is kept, the index in use stays. */
export class SyncError extends Error {
  override readonly name = 'SyncError'
  /** Earliest instant at which trying again makes sense, where it is known. */
  readonly retryAt: Date | null

  constructor(message: string, retryAt: Date | null = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.retryAt = retryAt
  }
}

export interface TcgcsvClientOptions {
  readonly baseUrl: string
  /** `App/1.2.3`: generic or missing ones are blocked. */
  readonly userAgent: string
  /** Between two calls; the owner asks for about 100 ms. */
  readonly pauseMs: number
  readonly timeoutMs: number
  readonly now: () => Date
  readonly signal: AbortSignal | undefined
  /** Called before every request; it throws when no more may be made. */
  readonly beforeRequest: () => Promise<void>
}

/** Requests TCGCSV as its owner wishes: one call at a time, with a pause, by name. */
export type TcgcsvClient = ReturnType<typeof createTcgcsvClient>

/** How long TCGCSV throttles who comes too fast. */
const throttleMs = 10 * 60_000
const maxAttempts = 3
/** The largest honest list is that of a set of some thousand products, about 5 MB. */
const limitBytes = 64 * 1024 * 1024

/**
 * Creates a client over the HTTP client of the market sources, which bounds what is read, follows no redirect and connects to public addresses alone. Retries are its own, since
 * each is counted against the day's allowance: where the server or the connection fails, not where it is turned away.
 */
export const createTcgcsvClient = (options: TcgcsvClientOptions) => {
  const { userAgent, pauseMs, timeoutMs, now, signal, beforeRequest } = options
  const baseUrl = new URL(options.baseUrl)
  const prefix = baseUrl.pathname.replace(/\/+$/, '')
  const http = createHttpClient({
    baseUrl,
    lookup: createGuardedLookup(baseUrl.hostname, createResolver()),
    connections: 1,
    limitBytes,
  })
  const headers = { 'user-agent': userAgent, accept: '*/*', 'accept-encoding': 'gzip, br' }
  let requests = 0

  const getOnce = async (path: string): Promise<{ body: string | null } | { failed: string }> => {
    await beforeRequest()
    requests++
    const timeout = AbortSignal.timeout(timeoutMs)
    const { status, text, retryAfter } = await http.send(
      { url: new URL(prefix + path, baseUrl), method: 'GET', headers, body: null },
      signal === undefined ? timeout : AbortSignal.any([timeout, signal]),
    )
    if (status >= 200 && status < 300) return { body: text }
    if (status === 404) return { body: null }
    if (status === 401) {
      throw new SyncError(
        `TCGCSV refused the User-Agent ${JSON.stringify(userAgent)} (401 for ${path}); it needs no key, but a name with a version.`,
      )
    }
    if (status === 403) throw new SyncError(`TCGCSV forbids ${path} (403); this address may be banned for a day.`)
    if (status === 429) {
      const nowMs = now().getTime()
      const retryAt = new Date(nowMs + Math.max(1000, readRetryAfter(retryAfter, nowMs) ?? throttleMs))
      throw new SyncError(
        `TCGCSV asks to slow down (429); run the sync again after ${retryAt.toISOString()}, it resumes.`,
        retryAt,
      )
    }
    return { failed: `status ${status}` }
  }

  /** Body of an address, or `null` where there is none (404). @throws SyncError */
  const get = async (path: string): Promise<string | null> => {
    let reason = ''
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      await delay(attempt === 1 ? pauseMs : pauseMs * 10 * attempt, undefined, { signal })
      try {
        const result = await getOnce(path)
        if ('body' in result) return result.body
        reason = result.failed
      } catch (error) {
        if (error instanceof SyncError || signal?.aborted === true) throw error
        if (error instanceof BodyTooLargeError)
          throw new SyncError(`TCGCSV's answer to ${path} is too large: ${error.message}.`, null, error)
        reason = errorMessage(error)
      }
    }
    throw new SyncError(`TCGCSV did not answer ${path} (${reason}, ${maxAttempts} attempts); run the sync again, it resumes.`)
  }

  return { get, requests: (): number => requests, close: http.close }
}
