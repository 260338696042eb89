import { createGuardedLookup, createResolver, type Resolve } from './addresses.ts'
import { type Breaker, createBreaker, type Ticket } from './breaker.ts'
import { type CallLimiter, createCallLimiter } from './call-limiter.ts'
import { createHttpClient, type HttpAnswer, type HttpClient, type HttpRequest } from './http-client.ts'
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

export interface UpstreamHost {
  /** @returns what `read` made of it, or the value of its absence. @throws UpstreamError, or the signal's reason */
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

/** Records a failure with the breaker. A whole but wrong answer says nothing about the host's health. */
const recordFailure = (breaker: Breaker, ticket: Ticket, error: UpstreamError) => {
  if (error.code === 'upstream_rate_limited') breaker.limited(ticket, error)
  else if (error.code !== 'upstream_invalid_response' || error.isTransient) breaker.failed(ticket, error)
  else breaker.succeeded(ticket)
}

/** One host as its calls share it. */
interface Host {
  readonly name: string
  readonly base: URL
  readonly headers: Readonly<Record<string, string>>
  readonly callMs: number
  readonly client: HttpClient
  readonly breaker: Breaker
  readonly limiter: CallLimiter
  readonly observer: UpstreamObserver
  readonly random: () => number
  readonly now: () => number
  readonly steadyNow: () => number
}

/** A call, which may take two attempts. */
interface Call<T> {
  readonly route: string
  readonly request: HttpRequest
  /** `undefined` is an absence. */
  readonly read: (answer: HttpAnswer) => T
  readonly signal: AbortSignal
}

const requestOf = (
  { name, base, headers }: Host,
  path: string,
  method: HttpRequest['method'],
  body?: unknown,
): HttpRequest => {
  const url = new URL(base.pathname.replace(/(?<!\/)\/+$/, '') + path, base)
  if (url.origin !== base.origin) throw new Error(`${name}: the path ${path} leaves the host`)
  if (body === undefined) return { url, method, headers, body: null }
  const text = JSON.stringify(body)
  const ofBody = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
  return { url, method, headers: { ...headers, ...ofBody }, body: text }
}

const report = (
  { name, observer, steadyNow }: Host,
  route: string,
  call: { readonly outcome: CallOutcome; readonly startedAt: number; readonly error?: UpstreamError | null },
): void => {
  const { outcome, startedAt, error = null } = call
  observer.onCall({ host: name, route, outcome, ms: steadyNow() - startedAt, error })
}

/** Waits for the breaker and for a free slot. */
const admit = async (
  host: Host,
  route: string,
  signal: AbortSignal,
): Promise<{ ticket: Ticket; release: () => void }> => {
  const startedAt = host.steadyNow()
  let release: (() => void) | null = null
  try {
    const ticket = host.breaker.admit()
    release = await host.limiter.acquire(signal)
    signal.throwIfAborted()
    host.breaker.confirm(ticket)
    return { ticket, release }
  } catch (error) {
    release?.()
    if (signal.aborted) {
      report(host, route, { outcome: 'aborted', startedAt })
      throw signal.reason
    }
    report(host, route, { outcome: 'refused', startedAt, error: error instanceof UpstreamError ? error : null })
    throw error
  }
}

/** A signal that aborts with another, or with an error once so much time has passed. */
const signalWithin = (limitMs: number, signal: AbortSignal): { signal: AbortSignal; clear: () => void } => {
  const controller = new AbortController()
  const abort = () => controller.abort(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  const timer = setTimeout(() => {
    const message = `The market source did not answer within ${limitMs / 1000} s.`
    controller.abort(new UpstreamError('upstream_timeout', message))
  }, limitMs)
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
}

/** One attempt, from the breaker to the last byte read and validated. */
const callOnce = async <T>(host: Host, { route, request, read, signal }: Call<T>, onStart: () => void): Promise<T> => {
  const { ticket, release } = await admit(host, route, signal)
  onStart()
  const startedAt = host.steadyNow()
  const limited = signalWithin(host.callMs, signal)
  try {
    // It may have aborted in the moment since it was admitted.
    signal.throwIfAborted()
    const value = read(await host.client.send(request, limited.signal))
    host.breaker.succeeded(ticket)
    report(host, route, { outcome: value === undefined ? 'absent' : 'ok', startedAt })
    return value
  } catch (error) {
    if (signal.aborted) {
      report(host, route, { outcome: 'aborted', startedAt })
      throw signal.reason
    }
    const failure = failureOf(limited.signal.aborted ? limited.signal.reason : error)
    recordFailure(host.breaker, ticket, failure)
    report(host, route, { outcome: outcomeOf(failure), startedAt, error: failure })
    throw failure
  } finally {
    limited.clear()
    release()
  }
}

const callHost = <T>(host: Host, call: Call<T>): Promise<T> =>
  withRetry((onStart) => callOnce(host, call, onStart), {
    mayRetry: () => host.breaker.state() === 'closed',
    random: host.random,
    steadyNow: host.steadyNow,
    signal: call.signal,
  })

const fetchJson = async <T>(
  host: Host,
  { route, path, body, absent, read }: JsonRequest<T>,
  signal: AbortSignal,
): Promise<T> => {
  const readAnswer = (answer: HttpAnswer) => {
    const json = readJson(answer, absent, host.now())
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
  const request = requestOf(host, path, body === undefined ? 'GET' : 'POST', body)
  const found = await callHost(host, { route, request, read: readAnswer, signal })
  // Only a request that says how absence looks is ever answered by it.
  return found ? found.value : (absent as Absence<T>).value
}

const openHost = (options: UpstreamHostOptions): Host => {
  const { name, concurrency, perSecond, observer, resolve = resolveName, steadyNow = () => performance.now() } = options
  const base = new URL(options.baseUrl)
  const breaker = createBreaker(steadyNow, (state, because) => observer.onBreaker(name, state, because))
  return {
    name,
    base,
    headers: {
      accept: 'application/json, text/plain, */*',
      'accept-encoding': 'gzip, br',
      'user-agent': options.userAgent,
      ...options.headers,
    },
    callMs: Math.min(options.timeoutMs, maxCallMs),
    client: createHttpClient({
      baseUrl: base,
      lookup: createGuardedLookup(base.hostname, resolve),
      connections: concurrency,
      limitBytes: answerLimitBytes,
    }),
    breaker,
    limiter: createCallLimiter({
      concurrency,
      perSecond: () => perSecond / 2 ** breaker.coolDownLevel(),
      burst: Math.max(concurrency, perSecond),
      queueLimit,
      now: steadyNow,
    }),
    observer,
    random: options.random ?? Math.random,
    now: options.now ?? Date.now,
    steadyNow,
  }
}

/**
 * Creates the client of one host, shared by every adapter that calls it: circuit breaker, concurrency and rate limit,
 * the call under its timeout, and one retry where it may help. Requests carry nothing of the client who made us ask:
 * their headers are these, and no others.
 */
export const createUpstreamHost = (options: UpstreamHostOptions): UpstreamHost => {
  const host = openHost(options)
  const { name, breaker, limiter, observer } = host
  return {
    fetchJson: (request, signal) => fetchJson(host, request, signal),
    exists: async ({ route, path }, signal) => {
      const read = (answer: HttpAnswer) => hasContent(answer, [403, 404], host.now())
      return callHost(host, { route, request: requestOf(host, path, 'HEAD'), read, signal })
    },
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
    close: host.client.close,
  }
}
