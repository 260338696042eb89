import { setTimeout as delay } from 'node:timers/promises'
import { createGuardedLookup, createResolver } from '../market/upstream/addresses.ts'
import { BodyTooLargeError, createHttpClient, type HttpAnswer } from '../market/upstream/http-client.ts'
import { readRetryAfter } from '../market/upstream/read-answer.ts'

export interface PictureClientOptions {
  /** The host that is called, whatever host an address names. */
  readonly baseUrl: string
  /** `App/1.2.3`. */
  readonly userAgent: string
  /** Between the end of a call and the next. */
  readonly pauseMs: number
  /** For one answer from its request to its last byte. */
  readonly timeoutMs: number
  /** Longest wait that a host may ask for; it ends the build when it asks for more. */
  readonly maxWaitMs: number
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** What a host has at an address. */
export type PictureAnswer =
  | { readonly kind: 'picture'; readonly bytes: Buffer; readonly contentType: string }
  | { readonly kind: 'absent' }
  /** The host forbids it (403): it is not there, or we are turned away. */
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'failed'; readonly reason: string }

/** Fetches pictures one after the other. */
export interface PictureClient {
  /** @throws PictureHostError when the host asks us to stay away */
  readonly get: (path: string) => Promise<PictureAnswer>
  readonly requests: () => number
  readonly close: () => void
}

/** The host does not want to be called now, or does not answer; what was fetched is kept. */
export class PictureHostError extends Error {
  override readonly name = 'PictureHostError'
  readonly exitStatus = 1
}

/** Hand-set: a card 200 pixels wide takes some 15 KB, one of 1,000 pixels 300 KB. */
const limitBytes = 2 * 1024 * 1024
const maxAttempts = 3
/** A host that says 429 without saying for how long. */
const throttleMs = 60_000

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const readAnswer = ({ status, text, contentType }: HttpAnswer): PictureAnswer | null => {
  if (status === 200) return { kind: 'picture', bytes: Buffer.from(text, 'latin1'), contentType }
  if (status === 404 || status === 410) return { kind: 'absent' }
  if (status === 403) return { kind: 'forbidden' }
  if (status >= 300 && status < 400) return { kind: 'failed', reason: 'a redirect, which is never followed' }
  return status >= 500 || status === 408 || status === 429 ? null : { kind: 'failed', reason: `status ${status}` }
}

/** Creates a client over the HTTP client of the market sources, which bounds what is read, follows no redirect and connects to public addresses alone. */
export const createPictureClient = (options: PictureClientOptions): PictureClient => {
  const { userAgent, pauseMs, timeoutMs, maxWaitMs, now } = options
  const baseUrl = new URL(options.baseUrl)
  const prefix = baseUrl.pathname.replace(/\/+$/, '')
  const http = createHttpClient({
    baseUrl,
    lookup: createGuardedLookup(baseUrl.hostname, createResolver()),
    connections: 1,
    limitBytes,
    isResending: false,
    charset: 'latin1',
  })
  const headers = { 'user-agent': userAgent, accept: 'image/jpeg, image/png, image/webp' }
  let requests = 0
  let dueMs = 0

  const send = async (path: string): Promise<HttpAnswer> => {
    // A timer alone may fire a little early.
    for (let leftMs = dueMs - performance.now(); leftMs > 0; leftMs = dueMs - performance.now()) await delay(Math.ceil(leftMs))
    requests++
    const request = { url: new URL(prefix + path, baseUrl), method: 'GET', headers, body: null } as const
    return http.send(request, AbortSignal.timeout(timeoutMs)).finally(() => {
      dueMs = performance.now() + pauseMs
    })
  }

  /** Waits as long as the host asks for before the next call. @throws PictureHostError when that is too long */
  const slowDown = ({ status, retryAfter }: HttpAnswer, isLast: boolean): string => {
    const askedMs = readRetryAfter(retryAfter, now()) ?? (status === 429 ? throttleMs : 0)
    if (askedMs > maxWaitMs || (isLast && status === 429))
      throw new PictureHostError(
        `${baseUrl.host} asks to slow down (${status}); the next build, in ${Math.ceil(Math.max(askedMs, throttleMs) / 1000)} s or later, goes on.`,
      )
    dueMs = Math.max(dueMs, performance.now() + askedMs)
    return `status ${status}`
  }

  const get = async (path: string): Promise<PictureAnswer> => {
    let reason = ''
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      if (attempt > 1) dueMs = Math.max(dueMs, performance.now() + pauseMs * attempt * 2)
      try {
        const answer = await send(path)
        const read = readAnswer(answer)
        if (read) return read
        reason = slowDown(answer, attempt === maxAttempts)
      } catch (error) {
        if (error instanceof PictureHostError) throw error
        if (error instanceof BodyTooLargeError) return { kind: 'failed', reason: `too large: ${error.message}` }
        reason = messageOf(error)
      }
    }
    return { kind: 'failed', reason: `${reason}, ${maxAttempts} attempts` }
  }

  return { get, requests: () => requests, close: http.close }
}
