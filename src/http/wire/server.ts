import { setMaxListeners } from 'node:events'
import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import { answerMalformed, answerRequest, type Call, type RequestTerms, shedRequest } from './answer-request.ts'
import { orderConnections } from './connections.ts'
import type { CrossOriginHeaders } from './cross-origin.ts'
import type { Route } from './exchange.ts'
import { createFairQueue } from './fair-queue.ts'
import { type HttpLimits, httpLimits } from './limits.ts'
import { createLoadShedder } from './load-shedder.ts'
import type { PendingResponse } from './pending-response.ts'
import { createRequestIds } from './request-id.ts'
import type { RequestReport } from './request-report.ts'
import { createRouter } from './router.ts'
import { peerOf } from './take-turn.ts'
import { keepAliveMs } from './write-answer.ts'

export interface ApiServerOptions {
  readonly routes: readonly Route[]
  readonly report: (report: RequestReport) => void
  /** Called with an error that was thrown outside the handling of errors, so that it leaves a trace. */
  readonly onDefect: (error: unknown) => void
  /** Certificate, key and what of TLS is spoken; `null` serves plain HTTP. */
  readonly tls: SecureContextOptions | null
  readonly limits?: HttpLimits
  /** The steady clock that loop time is measured by, in milliseconds. */
  readonly now?: () => number
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

const createNodeServer = (limits: HttpLimits, tls: SecureContextOptions | null): Server => {
  const options = {
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
  return tls ? createTlsServer({ ...options, ...tls }) : createServer(options)
}

/**
 * Creates the server: its routes on node:http. A request comes from its connection (`connections.ts`), waits for the
 * processor (`load-shedder.ts`), and is answered (`answer-request.ts`).
 */
export const createApiServer = (options: ApiServerOptions): ApiServer => {
  const {
    routes,
    report,
    onDefect,
    tls,
    limits = httpLimits,
    crossOrigin = () => '',
    now = () => performance.now(),
  } = options
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  const queue = createFairQueue({ ...limits.uncharged, now })
  const probeQueue = createFairQueue({ ...limits.probes, now })
  const terms: RequestTerms = {
    limits,
    findRoute: createRouter(routes, { maxParamLength: limits.targetBytes }),
    crossOrigin,
    newRequestId: createRequestIds(),
    report,
    stopping: stopping.signal,
    queue,
    noteCharged: () => {
      queue.noteCharged()
      probeQueue.noteCharged()
    },
    running: 0,
    unsentBytes: 0,
  }
  const probes = new Set(routes.filter((route) => route.isProbe).map(({ path }) => path))
  let isDraining = false

  const onFailure = (error: unknown, socket: Socket) => {
    onDefect(error)
    socket.destroy()
  }
  const begin = (call: Call, queue = terms.queue) => {
    answerRequest(terms, call, queue).catch((error) => onFailure(error, call.pending.req.socket))
  }
  const shed = (call: Call) => shedRequest(terms, call)
  const shedder = createLoadShedder<Call>({
    // For a client that has gone meanwhile nothing is done or charged.
    begin: (call) => (call.pending.req.socket.destroyed ? shed(call) : begin(call)),
    refuse: (call) => (call.pending.refusal ? begin(call) : shed(call)),
    maxInFlight: limits.callsInFlight,
    now,
  })

  const admit = (pending: PendingResponse) => {
    const call = { pending, arrivedMs: performance.now() }
    const { req, res } = pending
    // Node's parser loses what is sent behind a request with Upgrade.
    if (isDraining || req.headers.upgrade !== undefined) res.shouldKeepAlive = false
    if (probes.has(req.url as string)) begin(call, probeQueue)
    else shedder.admit(call, terms.running - queue.waiting() + shedder.waiting())
  }

  const server = createNodeServer(limits, tls)
  const waiting = orderConnections(server, {
    limits,
    answer: admit,
    turn: (socket) => queue.turn(peerOf(socket)),
    answerMalformed: (failure, socket) =>
      answerMalformed(terms, failure, socket).catch((error) => onFailure(error, socket)),
  })
  return {
    server,
    drain: () => {
      isDraining = true
    },
    abort: () => stopping.abort(),
    isIdle: () => terms.running + shedder.waiting() + waiting() === 0,
    running: () => terms.running + shedder.waiting(),
  }
}
