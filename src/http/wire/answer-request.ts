import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { ServiceError } from '../../contract/errors.ts'
import { lingerMs } from './connection.ts'
import type { CrossOriginHeaders } from './cross-origin.ts'
import type { Exchange } from './exchange.ts'
import type { FairQueue } from './fair-queue.ts'
import { type HeaderLines, headerLine } from './header-lines.ts'
import type { HttpLimits } from './limits.ts'
import { overloadedAnswer, sendOverloaded } from './overloaded-answer.ts'
import { rawErrorAnswer } from './parser-failure.ts'
import { hasBegun, isTaken, type PendingResponse } from './pending-response.ts'
import { renderOnce } from './render.ts'
import { errorBody, errorLines, publicError } from './reply-error.ts'
import { checkHead } from './request-head.ts'
import { clientClosedRequest, type RequestReport } from './request-report.ts'
import { respond } from './respond.ts'
import { type FindRoute, MethodNotAllowedError, type RouteMatch } from './router.ts'
import { peerOf, takeTurn } from './take-turn.ts'

/** What all requests of a server share. */
export interface RequestTerms {
  readonly limits: HttpLimits
  readonly findRoute: FindRoute
  readonly crossOrigin: CrossOriginHeaders
  readonly newRequestId: () => string
  readonly report: (report: RequestReport) => void
  readonly stopping: AbortSignal
  /** Where requests wait that nobody is charged for. */
  readonly queue: FairQueue
  /** Tells that a charged call came, so that what is not charged takes less of the loop. */
  readonly noteCharged: () => void
  /** Requests that are being answered. */
  running: number
  /** Bytes of answers that their clients have not taken yet. */
  unsentBytes: number
}

/** A request that is at the head of its connection, and when it came there on the steady clock. */
export interface Call {
  readonly pending: PendingResponse
  readonly arrivedMs: number
}

const safeRequestId = /^[A-Za-z0-9._-]{1,128}$/

/** An incoming request id is kept when it is safe to echo and to log, else replaced. */
const requestIdOf = ({ newRequestId }: RequestTerms, req: IncomingMessage): string => {
  const given = req.headers['x-request-id']
  return typeof given === 'string' && safeRequestId.test(given) ? given : newRequestId()
}

/** The id is fit for a header: it was checked, or is ours. */
const headersOf = ({ crossOrigin }: RequestTerms, requestId: string, req: IncomingMessage): HeaderLines =>
  `x-request-id: ${requestId}\r\nx-content-type-options: nosniff\r\n${crossOrigin(req)}`

const exchangeOf = (terms: RequestTerms, pending: PendingResponse, queue: FairQueue): Exchange => {
  const { req, res, expectsContinue } = pending
  const { limits, stopping } = terms
  const requestId = requestIdOf(terms, req)
  return {
    req,
    res,
    pending,
    requestId,
    expectsContinue,
    headers: headersOf(terms, requestId, req),
    query: '',
    params: {},
    caller: null,
    isCharged: false,
    queue,
    turn: null,
    errorBody,
    deadlineMs: limits.deadlineMs,
    bodyTimeoutMs: limits.requestTimeoutMs,
    bodyIdleTimeoutMs: limits.bodyIdleTimeoutMs,
    stopping,
  }
}

/** Finds the route of a request, and notes its query and path parameters. @throws ServiceError */
const routeOf = ({ limits, findRoute }: RequestTerms, exchange: Exchange): RouteMatch['route'] => {
  const { req, pending } = exchange
  const target = checkHead(req, limits)
  if (pending.refusal) throw pending.refusal
  const mark = target.indexOf('?')
  const { route, params } = findRoute(req.method as string, mark < 0 ? target : target.slice(0, mark))
  exchange.query = mark < 0 ? '' : target.slice(mark + 1)
  exchange.params = params
  return route
}

/** Refusals after which nothing that is read on the connection can be trusted to be a request. */
const closingCodes: ReadonlySet<string> = new Set([
  'invalid_request',
  'request_timeout',
  'not_implemented',
  'http_version_not_supported',
])

/**
 * Waits for a turn before a request is refused that nobody was charged for: its client sends no other on the connection
 * meanwhile. What fails on our side is told at once.
 */
const paceRefusal = async (exchange: Exchange, { status, code }: ServiceError): Promise<void> => {
  if (exchange.isCharged || (status >= 500 && code !== 'service_busy')) return
  // Refused anyway, in the words of the first refusal.
  await takeTurn(exchange, exchange.caller?.account.id).catch(() => {})
}

/** Answers with an error; where another answer has begun, the connection ends. @returns what the client is told */
const answerFailure = async (exchange: Exchange, error: unknown): Promise<ServiceError> => {
  const { pending, requestId } = exchange
  const { res } = pending
  await paceRefusal(exchange, publicError(error))
  const { refusal } = pending
  const failure = refusal ?? publicError(error)
  if (hasBegun(pending)) {
    res.destroy()
    return failure
  }
  if (refusal || closingCodes.has(failure.code)) res.shouldKeepAlive = false
  const allowLine = error instanceof MethodNotAllowedError ? headerLine('allow', error.allow) : ''
  await respond(pending, {
    status: failure.status,
    headers: exchange.headers + errorLines(failure) + allowLine,
    rendered: renderOnce(exchange.errorBody(failure, requestId)),
    tagged: false,
  })
  return failure
}

/** Ends a connection whose client still sends a body that was answered already. */
const lingerOn = (req: IncomingMessage): void => {
  const timer = setTimeout(() => {
    if (!req.complete) req.socket.destroy()
  }, lingerMs)
  timer.unref()
}

/** Waits until an answer is handed to the kernel or its connection is closed. */
const untilSent = async (terms: RequestTerms, res: ServerResponse, bytes: number): Promise<void> => {
  terms.unsentBytes += bytes
  await new Promise((resolve) => res.once('close', resolve))
  terms.unsentBytes -= bytes
}

/**
 * What happens to every request, in order: its head is checked, its route found and served, an error answered, the
 * answer sent, the request reported. The steps of an endpoint's call are in `api/api-routes.ts`.
 */
export const answerRequest = async (
  terms: RequestTerms,
  { pending, arrivedMs }: Call,
  queue: FairQueue,
): Promise<void> => {
  const { req, res } = pending
  const exchange = exchangeOf(terms, pending, queue)
  let route: RouteMatch['route'] | null = null
  let failure: ServiceError | null = null
  terms.running++
  try {
    route = routeOf(terms, exchange)
    if (!route.isPage && terms.unsentBytes > terms.limits.unsentBytes)
      throw new ServiceError('service_busy', 'Too many answers wait for their clients to take them.', {
        retryAfterSeconds: 1,
      })
    if (route.isPage) await takeTurn(exchange)
    await route.serve(exchange)
  } catch (error) {
    failure = await answerFailure(exchange, error)
  }
  if (exchange.isCharged) terms.noteCharged()
  exchange.turn?.settle(exchange.isCharged)
  if (!req.complete) lingerOn(req)
  if (!res.destroyed && req.socket.writableLength > 0)
    await untilSent(terms, res, route?.isPage ? 0 : req.socket.writableLength)
  terms.running--
  const isGone = res.destroyed && !isTaken(pending)
  const { caller } = exchange
  terms.report({
    requestId: exchange.requestId,
    method: req.method as string,
    operation: route?.operation ?? null,
    accountId: caller?.account.id ?? null,
    keyId: caller?.auth.key.keyId ?? null,
    status: isGone ? clientClosedRequest : res.statusCode,
    code: isGone ? (pending.isStalled ? 'client_stalled' : 'client_gone') : (failure?.code ?? null),
    ms: performance.now() - arrivedMs,
    error: failure && failure.status >= 500 && !isGone ? (failure.cause ?? failure) : null,
  })
}

/** Of a request that was answered before its route was looked for. */
const unroutedReport = { operation: null, accountId: null, keyId: null, error: null }

/** Refuses a call under overload: nothing is looked up, and nothing is charged. */
export const shedRequest = (terms: RequestTerms, { pending, arrivedMs }: Call): void => {
  const { req } = pending
  const requestId = requestIdOf(terms, req)
  sendOverloaded(pending, headersOf(terms, requestId, req), requestId)
  if (!req.complete) lingerOn(req)
  const isGone = req.socket.destroyed
  terms.report({
    ...unroutedReport,
    requestId,
    method: req.method as string,
    status: isGone ? clientClosedRequest : overloadedAnswer.status,
    code: isGone ? 'client_gone' : overloadedAnswer.code,
    ms: performance.now() - arrivedMs,
  })
}

export const answerMalformed = async (
  { newRequestId, report, queue }: RequestTerms,
  failure: ServiceError,
  socket: Socket,
): Promise<void> => {
  await queue.turn(peerOf(socket))
  const requestId = newRequestId()
  if (socket.writable) socket.write(rawErrorAnswer(failure, requestId))
  report({ ...unroutedReport, requestId, method: '', status: failure.status, code: failure.code, ms: 0 })
}
