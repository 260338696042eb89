import { createGuardedLookup, createResolver, type Resolve } from './addresses.ts'
import { type Breaker, createBreaker } from './breaker.ts'
import { createCallLimiter } from './call-limiter.ts'
import { createHttpClient, type HttpRequest } from './http-client.ts'
import { failureOf, hasContent, readJson } from './read-answer.ts'
import { withRetry } from './retry.ts'
import { invalidResponse, UpstreamError } from './upstream-error.ts'
import { type CallOutcome, type HostState, outcomeOf, type UpstreamObserver } from './upstream-observer.ts'

/** How a source says that there is none of what was asked for. */
export interface Absence<T> {
  /** Statuses that say so; 204 always does. */
  readonly statuses: readonly number[]
  /** Whether a 2xx without a body says so too. */
  readonly emptyBody?: boolean
  /** What the call answers then. */
  readonly value: T
}

export interface JsonRequest<T> {
  /** Name of the route in metrics and log. */
  readonly route: string
  /** Path and query; whatever comes from a client in it must be encoded already. */
  readonly path: string
  /** Sent as JSON by POST; without it the call is a GET. */
  readonly body?: unknown
  /** Left out where the source always has an answer: then one without content cannot be believed. */
  readonly absent?: Absence<T>
  /** Reads the answer. @throws UpstreamError `upstream_invalid_response` when it cannot be believed */
  readonly read: (json: unknown) => T
}

/** One host of the source. */
export interface UpstreamHost {
  /** @returns what `read` made of the answer, or the value of its absence. @throws UpstreamError, or the signal's reason when it aborts */
  readonly fetchJson: <T>(request: JsonRequest<T>, signal: AbortSignal) => Promise<T>
  /** Whether something is there at all, asked by HEAD; 403 and 404 are plain answers here. */
  readonly exists: (request: { readonly route: string; readonly path: string }, signal: AbortSignal) => Promise<boolean>
  /** Reports an answer that was found wrong only when laid beside another one, and makes the error to throw. */
  readonly reportInvalid: (route: string, why: string) => UpstreamError
  readonly state: () => HostState
  readonly close: () => void
}

export interface UpstreamHostOptions {
  /** Name of the host in metrics and log. */
  readonly name: string
  readonly baseUrl: string
  /** Limit of one call, from its start to the last byte; the time it is queued is not counted. */
  readonly timeoutMs: number
  readonly concurrency: number
  /** Calls started a second in the long run; 0 is no pace. */
  readonly perSecond: number
  readonly userAgent: string
  /** What this source wants to be sent besides, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>
  readonly observer: UpstreamObserver
  /** Resolves names; shared by all hosts unless a test brings its own. */
  readonly resolve?: Resolve
  /** 0 to 1. */
  readonly random?: () => number
  /** Milliseconds since the epoch. */
  readonly now?: () => number
  /** Milliseconds of a clock that never goes back. */
  readonly steadyNow?: () => number
}

/** The largest answer that is read, unpacked; the largest honest one is well below 2 MB. */
export const answerLimitBytes = 4 * 1024 * 1024
/** Nobody waits longer than 8 s, so a call that takes longer has failed, whatever the setting says. */
const maxCallMs = 7_900
const queueLimit = 1_000

const resolveName = createResolver()

/** Records a failure with the breaker. An answer that came whole but was not what we asked for says nothing about the host's health. */
const recordFailure = (breaker: Breaker, ticket: Parameters<Breaker['failed']>[0], error: UpstreamError) => {
  if (error.code === 'upstream_rate_limited') breaker.limited(ticket, error)
  else if (error.code !== 'upstream_invalid_response' || error.isTransient) breaker.failed(ticket, error)
  else breaker.succeeded(ticket)
}

/**
 * Creates the client of one host, shared by every adapter that calls it: circuit breaker, concurrency and rate limit, the call under its timeout, and one retry where it may
 * help. Requests carry nothing of the client who made us ask: their headers are these, and no others.
 */
export const createUpstreamHost = ({
  name,
  baseUrl,
  timeoutMs,
  concurrency,
  perSecond,
  userAgent,
  headers: ownHeaders = {},
  observer,
  resolve = resolveName,
  random = Math.random,
  now = Date.now,
  steadyNow = () => performance.now(),
}: UpstreamHostOptions): UpstreamHost => {
  const base = new URL(baseUrl)
  const prefix = base.pathname.replace(/\/+$/, '')
  const callMs = Math.min(timeoutMs, maxCallMs)
  const client = createHttpClient({
    baseUrl: base,
    lookup: createGuardedLookup(base.hostname, resolve),
    connections: concurrency,
    limitBytes: answerLimitBytes,
  })
  const breaker = createBreaker(steadyNow, (state, because) => observer.onBreaker(name, state, because))
  const limiter = createCallLimiter({
    concurrency,
    perSecond: () => perSecond / 2 ** breaker.coolDownLevel(),
    burst: Math.max(concurrency, perSecond),
    queueLimit,
    now: steadyNow,
  })
  const headers = {
    accept: 'application/json, text/plain, */*',
    'accept-encoding': 'gzip, br',
    'user-agent': userAgent,
    ...ownHeaders,
  }

  const requestOf = (path: string, method: HttpRequest['method'], body: unknown): HttpRequest => {
    const url = new URL(prefix + path, base)
    if (url.origin !== base.origin) throw new Error(`${name}: the path ${path} leaves the host`)
    if (body === undefined) return { url, method, headers, body: null }
    const text = JSON.stringify(body)
    const length = String(Buffer.byteLength(text))
    return { url, method, headers: { ...headers, 'content-type': 'application/json', 'content-length': length }, body: text }
  }

  /** One attempt, from the breaker to the last byte read and validated. */
  const callOnce = async <T>(
    route: string,
    request: HttpRequest,
    read: (answer: Awaited<ReturnType<typeof client.send>>) => T,
    signal: AbortSignal,
    onStart: () => void,
  ): Promise<T> => {
    const report = (outcome: CallOutcome, startedAt: number, error: UpstreamError | null) =>
      observer.onCall({ host: name, route, outcome, ms: steadyNow() - startedAt, error })
    const queuedAt = steadyNow()
    let release: (() => void) | null = null
    let ticket: ReturnType<Breaker['admit']>
    try {
      ticket = breaker.admit()
      release = await limiter.acquire(signal)
      signal.throwIfAborted()
      breaker.confirm(ticket)
    } catch (error) {
      release?.()
      if (signal.aborted) {
        report('aborted', queuedAt, null)
        throw signal.reason
      }
      report('refused', queuedAt, error instanceof UpstreamError ? error : null)
      throw error
    }

    onStart()
    const startedAt = steadyNow()
    const controller = new AbortController()
    const abort = () => controller.abort(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    const timer = setTimeout(
      () =>
        controller.abort(new UpstreamError('upstream_timeout', `The market source did not answer within ${callMs / 1000} s.`)),
      callMs,
    )
    try {
      const value = read(await client.send(request, controller.signal))
      breaker.succeeded(ticket)
      report(value === undefined ? 'absent' : 'ok', startedAt, null)
      return value
    } catch (error) {
      if (signal.aborted) {
        report('aborted', startedAt, null)
        throw signal.reason
      }
      const failure = failureOf(controller.signal.aborted ? controller.signal.reason : error)
      recordFailure(breaker, ticket, failure)
      report(outcomeOf(failure), startedAt, failure)
      throw failure
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      release()
    }
  }

  const call = <T>(
    route: string,
    request: HttpRequest,
    read: (answer: Awaited<ReturnType<typeof client.send>>) => T,
    signal: AbortSignal,
  ): Promise<T> =>
    withRetry((onStart) => callOnce(route, request, read, signal, onStart), {
      mayRetry: () => breaker.state() === 'closed',
      random,
      steadyNow,
      signal,
    })

  return {
    fetchJson: async <T>({ route, path, body, absent, read }: JsonRequest<T>, signal: AbortSignal): Promise<T> => {
      const request = requestOf(path, body === undefined ? 'GET' : 'POST', body)
      const readAnswer = (answer: Awaited<ReturnType<typeof client.send>>) => {
        const json = readJson(answer, absent, now())
        if (json === undefined) return undefined
        try {
          return { value: read(json) }
        } catch (error) {
          // However a reader fails on an answer, the answer is invalid.
          throw invalidResponse('unreadable', {
            upstreamStatus: answer.status,
            cause: error instanceof UpstreamError ? error.cause : error,
          })
        }
      }
      const found = await call(route, request, readAnswer, signal)
      // Only a request that says how absence looks is ever answered by it.
      return found ? found.value : (absent as Absence<T>).value
    },
    exists: ({ route, path }, signal) =>
      call(route, requestOf(path, 'HEAD', undefined), (answer) => hasContent(answer, [403, 404], now()), signal),
    reportInvalid: (route, why) => {
      const error = invalidResponse(why)
      observer.onCall({ host: name, route, outcome: 'invalid', ms: 0, error })
      return error
    },
    state: () => ({
      host: name,
      breaker: breaker.state(),
      coolDownLeftMs: breaker.coolDownLeftMs(),
      inFlight: limiter.inFlight(),
      waiting: limiter.queued(),
    }),
    close: client.close,
  }
}
