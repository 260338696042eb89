import { allowanceOf } from './allowance.ts'
import { CardMarketError, type TransportCode } from './error.ts'
import type { ErrorCode } from './operations.ts'

/** What every call of a client shares. */
export interface Sender {
  readonly fetch: typeof fetch
  readonly timeoutMs: number
  readonly retries: number
  readonly maxRetryAfterMs: number
}

export interface PreparedRequest {
  readonly url: string
  readonly init: RequestInit
  readonly signal: AbortSignal | undefined
}

export interface Received {
  readonly body: unknown
  readonly headers: Headers
}

const wholeSeconds = (header: string | null): number | null => (header && /^\d+$/.test(header) ? Number(header) : null)

const failureOf = (response: Response, body: unknown): CardMarketError => {
  const error = (body as { error?: { code?: unknown; message?: unknown } } | null)?.error
  const isOurs = typeof error?.code === 'string'
  return new CardMarketError({
    code: isOurs ? (error.code as ErrorCode) : 'unexpected_answer',
    message: isOurs ? String(error.message) : `The answer (HTTP ${response.status}) is not one of the service's.`,
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: wholeSeconds(response.headers.get('retry-after')),
    allowance: allowanceOf(response.headers),
  })
}

const transportError = (code: TransportCode, message: string, cause: unknown) =>
  new CardMarketError({ code, message, status: null, requestId: null, retryAfterSeconds: null, cause })

const sendOnce = async ({ fetch, timeoutMs }: Sender, { url, init, signal }: PreparedRequest): Promise<Received> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  const bounded = signal ? AbortSignal.any([signal, timeout]) : timeout
  let text: string
  let response: Response
  try {
    response = await fetch(url, { ...init, signal: bounded })
    text = await response.text()
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    if (timeout.aborted) throw transportError('timed_out', `There was no answer within ${timeoutMs} ms.`, cause)
    throw transportError(
      'connection_failed',
      `The service at ${url.replace(/\/(?:v1\/.*|capabilities)$/, '')} cannot be reached.`,
      cause,
    )
  }
  const body = readJson(text)
  if (!response.ok || body === undefined) throw failureOf(response, body)
  return { body, headers: response.headers }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** How long to wait before a retry; `null` for no retry: the month is used up, or the service gave no time. */
const waitMs = (error: unknown): number | null => {
  if (!(error instanceof CardMarketError) || error.retryAfterSeconds === null) return null
  const mayPass = error.code === 'rate_limited' || error.status === 503
  return mayPass ? error.retryAfterSeconds * 1000 : null
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })

/** Sends a request, retrying after the `Retry-After` of the service up to the sender's limits. Every operation only reads, so a repeat is safe. */
export const send = async (sender: Sender, request: PreparedRequest): Promise<Received> => {
  for (let retriesLeft = sender.retries; ; retriesLeft--) {
    request.signal?.throwIfAborted()
    try {
      return await sendOnce(sender, request)
    } catch (error) {
      const ms = waitMs(error)
      if (ms === null || ms > sender.maxRetryAfterMs || retriesLeft <= 0) throw error
      await pause(ms, request.signal)
    }
  }
}
