import { setMaxListeners } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import { ServiceError } from '../contract/errors.ts'
import { busyAnswer, sendBusy } from './busy-answer.ts'
import { lingerMs, orderConnections } from './connections.ts'
import type { CrossOriginHeaders } from './cross-origin.ts'
import type { Exchange, Route } from './exchange.ts'
import { type HeaderLines, headerLine } from './header-lines.ts'
import { type HttpLimits, httpLimits } from './limits.ts'
import { createLoadShedder } from './load-shedder.ts'
import { rawErrorAnswer } from './parser-failure.ts'
import { renderOnce } from './render.ts'
import { errorBody, errorLines, publicError } from './reply-error.ts'
import { checkHead } from './request-head.ts'
import { createRequestIds } from './request-id.ts'
import { clientClosedRequest, type RequestReport } from './request-report.ts'
import { respond } from './respond.ts'
import { createRouter, MethodNotAllowedError, type RouteMatch } from './router.ts'
import { hasBegun, isTaken, type Turn } from './turn.ts'
import { keepAliveMs } from './write-answer.ts'

export interface ApiServerOptions {
  readonly routes: readonly Route[]
  readonly report: (report: RequestReport) => void
  /** Called with an error that was thrown outside the handling of errors, so that it leaves a trace. */
  readonly onDefect: (error: unknown) => void
  /** Certificate, key and what of TLS is spoken; `null` serves plain HTTP. */
  readonly tls: SecureContextOptions | null
  readonly limits?: HttpLimits
  /** Which pages of other origins may read an answer; none when left out. */
  readonly crossOrigin?: CrossOriginHeaders
}

export interface ApiServer {
  readonly server: Server
  /** Makes every answer from now on ask its client to close the connection. */
  readonly drain: () => void
  /** Ends what still waits for a source with 503 `shutting_down`. */
  readonly abort: () => void
  readonly isIdle: () => boolean
  /** Requests in flight. */
  readonly running: () => number
}

const safeRequestId = /^[A-Za-z0-9._-]{1,128}$/

/** A request whose turn on its connection has come, and when that was on the steady clock. */
interface Call {
  readonly turn: Turn
  readonly arrivedMs: number
}

/** Creates the server: its routes on node:http. What happens to every request, in order, is `answer`. */
export const createApiServer = (options: ApiServerOptions): ApiServer => {
  const { routes, report, onDefect, tls, limits = httpLimits, crossOrigin = () => '' } = options
  const findRoute = createRouter(routes, { maxParamLength: limits.targetBytes })
  let draining = false
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  let running = 0
  let unsentBytes = 0
  const newRequestId = createRequestIds()

  /** An incoming request id is kept when it is safe to echo and to log, else replaced. */
  const requestIdOf = (req: IncomingMessage): string => {
    const given = req.headers['x-request-id']
    return typeof given === 'string' && safeRequestId.test(given) ? given : newRequestId()
  }

  /** The id is fit for a header: it was checked, or is ours. */
  const headersOf = (requestId: string, req: IncomingMessage): HeaderLines =>
    `x-request-id: ${requestId}\r\nx-content-type-options: nosniff\r\n${crossOrigin(req)}`

  const answer = async ({ turn, arrivedMs }: Call) => {
    const { req, res, expectsContinue } = turn
    const requestId = requestIdOf(req)
    const exchange: Exchange = {
      req,
      res,
      turn,
      requestId,
      expectsContinue,
      headers: headersOf(requestId, req),
      query: '',
      params: {},
      caller: null,
      deadlineMs: limits.deadlineMs,
      bodyTimeoutMs: limits.requestTimeoutMs,
      bodyIdleTimeoutMs: limits.bodyIdleTimeoutMs,
      stopping: stopping.signal,
    }
    let route: RouteMatch['route'] | null = null
    let failure: ServiceError | null = null
    running++
    try {
      const target = checkHead(req, limits)
      if (turn.refusal) throw turn.refusal
      const mark = target.indexOf('?')
      const found = findRoute(req.method as string, mark < 0 ? target : target.slice(0, mark))
      route = found.route
      exchange.query = mark < 0 ? '' : target.slice(mark + 1)
      exchange.params = found.params
      if (!route.isPage && unsentBytes > limits.unsentBytes)
        throw new ServiceError('service_busy', 'Too many answers wait for their clients to take them.', { retryAfterSeconds: 1 })
      await route.serve(exchange)
    } catch (error) {
      failure = turn.refusal ?? publicError(error)
      if (!hasBegun(turn)) {
        if (turn.refusal || closingCodes.has(failure.code)) res.shouldKeepAlive = false
        const allowLine = error instanceof MethodNotAllowedError ? headerLine('allow', error.allow) : ''
        await respond(turn, {
          status: failure.status,
          headers: exchange.headers + errorLines(failure) + allowLine,
          rendered: renderOnce(errorBody(failure, requestId)),
          tagged: false,
        })
      } else res.destroy()
    }
    if (!req.complete) lingerOn(req)
    if (!res.destroyed && req.socket.writableLength > 0) await sent(res, route?.isPage ? 0 : req.socket.writableLength)
    running--
    const isGone = res.destroyed && !isTaken(turn)
    const { caller } = exchange
    report({
      requestId,
      method: req.method as string,
      operation: route?.operation ?? null,
      accountId: caller?.account.id ?? null,
      keyId: caller?.auth.key.keyId ?? null,
      status: isGone ? clientClosedRequest : res.statusCode,
      code: isGone ? (turn.isStalled ? 'client_stalled' : 'client_gone') : (failure?.code ?? null),
      ms: performance.now() - arrivedMs,
      error: failure && failure.status >= 500 && !isGone ? (failure.cause ?? failure) : null,
    })
  }

  /** Waits until an answer is handed to the kernel or its connection is closed. */
  const sent = async (res: ServerResponse, bytes: number) => {
    unsentBytes += bytes
    await new Promise((resolve) => res.once('close', resolve))
    unsentBytes -= bytes
  }

  const begin = (call: Call) => {
    answer(call).catch((error) => {
      onDefect(error)
      call.turn.req.socket.destroy()
    })
  }

  /** Answers a call before anything is known of it: nothing is looked up, and nothing is charged. */
  const shed = ({ turn, arrivedMs }: Call) => {
    const { req } = turn
    const requestId = requestIdOf(req)
    sendBusy(turn, headersOf(requestId, req), requestId)
    if (!req.complete) lingerOn(req)
    const isGone = req.socket.destroyed
    report({
      requestId,
      method: req.method as string,
      operation: null,
      accountId: null,
      keyId: null,
      status: isGone ? clientClosedRequest : busyAnswer.status,
      code: isGone ? 'client_gone' : busyAnswer.code,
      ms: performance.now() - arrivedMs,
      error: null,
    })
  }

  const shedder = createLoadShedder<Call>({
    // For a client that has gone meanwhile nothing is done or charged.
    begin: (call) => (call.turn.req.socket.destroyed ? shed(call) : begin(call)),
    refuse: (call) => (call.turn.refusal ? begin(call) : shed(call)),
    maxInFlight: limits.callsInFlight,
    now: () => performance.now(),
  })
  const probes = new Set(routes.filter((route) => route.isProbe).map(({ path }) => path))

  const admit = (turn: Turn) => {
    const call = { turn, arrivedMs: performance.now() }
    const { req, res } = turn
    // Node's parser loses what is sent behind a request with Upgrade.
    if (draining || req.headers.upgrade !== undefined) res.shouldKeepAlive = false
    if (probes.has(req.url as string)) begin(call)
    else shedder.admit(call, running + shedder.waiting())
  }

  const answerMalformed = (failure: ServiceError, socket: Socket) => {
    const requestId = newRequestId()
    socket.write(rawErrorAnswer(failure, requestId))
    report({
      requestId,
      method: '',
      operation: null,
      accountId: null,
      keyId: null,
      status: failure.status,
      code: failure.code,
      ms: 0,
      error: null,
    })
  }

  const serverOptions = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    // A backstop for requests that the body's own timeout misses, which answers with what is known of the request.
    requestTimeout: limits.requestTimeoutMs + 5_000,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: keepAliveMs,
    // A missing or second Host is answered by us, in our form.
    requireHostHeader: false,
    // A request without a body has no stream to be read to its end.
    optimizeEmptyRequests: true,
  }
  const server = tls ? createTlsServer({ ...serverOptions, ...tls }) : createServer(serverOptions)
  const waiting = orderConnections(server, { limits, answer: admit, answerMalformed })
  return {
    server,
    drain: () => {
      draining = true
    },
    abort: () => stopping.abort(),
    isIdle: () => running + shedder.waiting() + waiting() === 0,
    running: () => running + shedder.waiting(),
  }
}

/** Refusals after which nothing that is read on the connection can be trusted to be a request. */
const closingCodes: ReadonlySet<string> = new Set([
  'invalid_request',
  'request_timeout',
  'not_implemented',
  'http_version_not_supported',
])

/** Ends a connection whose client still sends a body that was answered already. */
const lingerOn = (req: IncomingMessage): void => {
  const timer = setTimeout(() => {
    if (!req.complete) req.socket.destroy()
  }, lingerMs)
  timer.unref()
}
