import { BodyTooLargeError, type HttpAnswer } from '../market/upstream/http-client.ts'
import { type Attempt, createPoliteClient } from '../market/upstream/polite-client.ts'
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

const readAnswer = ({ status, text, contentType }: HttpAnswer): PictureAnswer | null => {
  if (status === 200) return { kind: 'picture', bytes: Buffer.from(text, 'latin1'), contentType }
  if (status === 404 || status === 410) return { kind: 'absent' }
  if (status === 403) return { kind: 'forbidden' }
  if (status >= 300 && status < 400) return { kind: 'failed', reason: 'a redirect, which is never followed' }
  return status >= 500 || status === 408 || status === 429 ? null : { kind: 'failed', reason: `status ${status}` }
}

/** Creates the client of a picture host. */
export const createPictureClient = (options: PictureClientOptions): PictureClient => {
  const { userAgent, pauseMs, timeoutMs, maxWaitMs, now } = options
  const baseUrl = new URL(options.baseUrl)
  const client = createPoliteClient({
    baseUrl,
    headers: { 'user-agent': userAgent, accept: 'image/jpeg, image/png, image/webp' },
    minGapMs: pauseMs,
    retryGapMs: (failures) => pauseMs * (failures + 1) * 2,
    maxAttempts,
    timeoutMs,
    limitBytes,
    charset: 'latin1',
    isFinal: (error) => error instanceof PictureHostError,
  })

  /** Waits as long as the host asks for before the next call. @throws PictureHostError when that is too long */
  const slowDown = ({ status, retryAfter }: HttpAnswer, isLast: boolean): void => {
    const askedMs = readRetryAfter(retryAfter, now()) ?? (status === 429 ? throttleMs : 0)
    if (askedMs > maxWaitMs || (isLast && status === 429)) {
      const nextSeconds = Math.ceil(Math.max(askedMs, throttleMs) / 1000)
      throw new PictureHostError(
        `${baseUrl.host} asks to slow down (${status}); the next build, in ${nextSeconds} s or later, goes on.`,
      )
    }
    client.holdOff(askedMs)
  }

  const read = (answer: HttpAnswer, isLast: boolean): Attempt<PictureAnswer> => {
    const value = readAnswer(answer)
    if (value !== null) return { value }
    slowDown(answer, isLast)
    return { failed: `status ${answer.status}` }
  }

  const get = async (path: string): Promise<PictureAnswer> => {
    try {
      const result = await client.get(path, read)
      return 'value' in result ? result.value : { kind: 'failed', reason: result.failed }
    } catch (error) {
      if (error instanceof BodyTooLargeError) return { kind: 'failed', reason: `too large: ${error.message}` }
      throw error
    }
  }

  return { get, requests: client.requests, close: client.close }
}
