import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Duplex } from 'node:stream'
import { ServiceError } from '../contract/errors.ts'
import { countHeader } from './access.ts'
import type { Exchange, Route } from './exchange.ts'
import { type HttpLimits, httpLimits } from './limits.ts'
import { renderOnce } from './render.ts'
import { errorBody, errorReplyHeaders, publicError } from './reply-error.ts'
import type { RequestReport } from './request-report.ts'
import { respond } from './respond.ts'
import { createRouter, MethodNotAllowedError } from './router.ts'

export interface ApiServerOptions {
  readonly routes: readonly Route[]
  readonly report: (report: RequestReport) => void
  /** Called with an error that was thrown outside the handling of errors, so that it leaves a trace. */
  readonly onDefect: (error: unknown) => void
  /** Certificate and key in PEM form; `null` serves plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | null
  readonly limits?: HttpLimits
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

/** An incoming request id is kept when it is safe to echo and to log, else replaced. */
const requestIdOf = (req: IncomingMessage): string => {
  const given = req.headers['x-request-id']
  return typeof given === 'string' && safeRequestId.test(given) ? given : randomUUID()
}

const checkForm = (req: IncomingMessage, target: string, { targetBytes }: HttpLimits) => {
  // HTTP/1.0 knew no Host, and simple health probes still send none.
  const hosts = countHeader(req, 'host')
  if (hosts > 1 || (hosts === 0 && req.httpVersion !== '1.0'))
    throw new ServiceError('invalid_request', 'Send exactly one Host header.')
  if (target.length > targetBytes) throw new ServiceError('uri_too_long', `The request target exceeds ${targetBytes} bytes.`)
}

/** Creates the server: its routes on node:http. What happens to every request, in order, is `answer`. */
export const createApiServer = ({ routes, report, onDefect, tls, limits = httpLimits }: ApiServerOptions): ApiServer => {
  const findRoute = createRouter(routes, { maxParamLength: limits.targetBytes })
  let draining = false
  const stopping = new AbortController()
  setMaxListeners(0, stopping.signal)
  let running = 0
  /** The exchange in flight on each connection, to decide whether a malformed request can still be answered. */
  const current = new WeakMap<Duplex, { req: IncomingMessage; res: ServerResponse }>()

  const commonHeaders = (requestId: string): string[] => {
    const headers = ['x-request-id', requestId, 'x-content-type-options', 'nosniff']
    if (draining) headers.push('connection', 'close')
    return headers
  }

  const answer = async (req: IncomingMessage, res: ServerResponse, expectsContinue: boolean) => {
    const startedMs = performance.now()
    const requestId = requestIdOf(req)
    const target = (req.url as string).replace(/^https?:\/\/[^/?#]*(?=\/)/i, '')
    const exchange: Exchange = {
      req,
      res,
      expectsContinue,
      headers: commonHeaders(requestId),
      query: '',
      params: {},
      caller: null,
      deadlineMs: limits.deadlineMs,
      bodyTimeoutMs: limits.requestTimeoutMs,
      bodyIdleTimeoutMs: limits.bodyIdleTimeoutMs,
      stopping: stopping.signal,
    }
    let route: Route | null = null
    let failure: ServiceError | null = null
    running++
    current.set(req.socket, { req, res })
    try {
      checkForm(req, target, limits)
      const mark = target.indexOf('?')
      const found = findRoute(req.method as string, mark < 0 ? target : target.slice(0, mark))
      route = found.route
      exchange.query = mark < 0 ? '' : target.slice(mark + 1)
      exchange.params = found.params
      await route.serve(exchange)
    } catch (error) {
      failure = publicError(error)
      if (!res.headersSent) {
        if (failure.code === 'invalid_request') exchange.headers.push('connection', 'close')
        const headers = [
          ...exchange.headers,
          ...errorReplyHeaders(failure),
          ...(error instanceof MethodNotAllowedError ? ['allow', error.allow] : []),
        ]
        await respond(req, res, { status: failure.status, headers, rendered: renderOnce(errorBody(failure)), tagged: false })
      } else res.destroy()
    } finally {
      running--
    }
    if (!req.complete) lingerOn(req)
    const isGone = res.destroyed && !res.writableFinished
    const { caller } = exchange
    report({
      requestId,
      method: req.method as string,
      operation: route?.operation ?? null,
      accountId: caller?.account.id ?? null,
      keyId: caller?.auth.key.keyId ?? null,
      status: isGone ? clientClosedRequest : res.statusCode,
      code: isGone ? 'client_gone' : (failure?.code ?? null),
      ms: performance.now() - startedMs,
      error: failure && failure.status >= 500 && !isGone ? (failure.cause ?? failure) : null,
    })
  }

  /** Answers what Node's parser refused, in our form, where an answer can still be read. */
  const answerMalformed = (error: Error & { code?: string }, socket: Duplex) => {
    const exchange = current.get(socket)
    if (exchange && !exchange.res.writableFinished && exchange.req.complete) {
      // The request before the malformed bytes is still in flight, and must get its own answer.
      exchange.res.once('close', () => socket.destroy())
      return
    }
    if (!socket.writable || error.code === 'ECONNRESET' || (exchange && !exchange.req.complete)) {
      socket.destroy()
      return
    }
    const failure = malformedRequest(error.code, limits)
    const body = JSON.stringify(errorBody(failure))
    const requestId = randomUUID()
    socket.end(
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\nx-request-id: ${requestId}\r\nx-content-type-options: nosniff\r\ncache-control: no-store\r\n` +
        `content-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    )
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

  const options = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeoutMs,
    // A backstop for requests that the body's own timeout misses, which answers with what is known of the request.
    requestTimeout: limits.requestTimeoutMs + 5_000,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 65_000,
    // A missing or second Host is answered by us, in our form.
    requireHostHeader: false,
  }
  const server = tls ? createTlsServer({ ...options, ...tls, minVersion: 'TLSv1.2' }) : createServer(options)
  const serve = (expectsContinue: boolean) => (req: IncomingMessage, res: ServerResponse) => {
    answer(req, res, expectsContinue).catch((error) => {
      onDefect(error)
      req.socket.destroy()
    })
  }
  server.on('request', serve(false))
  server.on('checkContinue', serve(true))
  server.on('checkExpectation', serve(false))
  server.on('clientError', answerMalformed)
  return {
    server,
    drain: () => {
      draining = true
    },
    abort: () => stopping.abort(),
    isIdle: () => running === 0,
    running: () => running,
  }
}

/** Logged for a client that closed its connection before the answer; nobody receives it. */
const clientClosedRequest = 499

/** How long the rest of a body is still taken after its answer, in milliseconds: long enough for a client to read the answer. */
const lingerMs = 1_000

/** Ends a connection whose client still sends a body that was answered already. */
const lingerOn = (req: IncomingMessage): void => {
  const timer = setTimeout(() => {
    if (!req.complete) req.socket.destroy()
  }, lingerMs)
  timer.unref()
}

const malformedRequest = (code: string | undefined, limits: HttpLimits): ServiceError => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new ServiceError('headers_too_large', `The request headers exceed ${limits.headerBytes} bytes.`)
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new ServiceError('request_timeout', 'The request was not sent completely in time.')
  return new ServiceError('invalid_request', 'The request is not valid HTTP.')
}
