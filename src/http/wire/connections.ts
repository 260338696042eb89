import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Server as TlsServer } from 'node:tls'
import { ServiceError } from '../../contract/errors.ts'
import {
  type Connection,
  createConnection,
  cut,
  endGently,
  lastRequestOf,
  lingerMs,
  lookForStall,
  stallLooks,
  watchEnded,
} from './connection.ts'
import type { HttpLimits } from './limits.ts'
import { allowHalfOpen, judgePieces, onceItsTurn, onLastAnswer, stopParserWhen } from './node-internals.ts'
import { type ParserError, parserFailure } from './parser-failure.ts'
import { hasBegun, isTaken, type PendingResponse, refuse } from './pending-response.ts'

/** So many requests of a connection may wait while it is read on and however many others wait. */
const readAhead = 16

/** So many chunks of a body may be tiny: smaller on average than this. */
const maxTinyPieces = 1_024
const tinyBytes = 64

export interface ConnectionsOptions {
  readonly limits: HttpLimits
  readonly answer: (pending: PendingResponse) => void
  /** Writes the answer to bytes that are no request, as the last thing on their connection. */
  readonly answerMalformed: (failure: ServiceError, socket: Socket) => Promise<void>
  /** Waits for a turn of what nobody is charged for. */
  readonly turn: (socket: Socket) => Promise<unknown>
}

interface Connections extends ConnectionsOptions {
  readonly bySocket: Map<Duplex, Connection>
  /** Requests that wait behind others of their connections. */
  waiting: number
}

const busy = () =>
  new ServiceError('service_busy', 'Too many requests wait for the answers before them.', { retryAfterSeconds: 1 })

const start = (all: Connections, connection: Connection, pending: PendingResponse): void => {
  connection.current = pending
  all.answer(pending)
}

const startNext = (all: Connections, socket: Socket): void => {
  const connection = all.bySocket.get(socket)
  const pending = connection?.waiting.shift()
  if (connection === undefined || pending === undefined) return
  all.waiting--
  if (connection.isPaused && connection.waiting.length <= readAhead) {
    connection.isPaused = false
    socket.resume()
  }
  start(all, connection, pending)
}

/** Drops the requests that only wait: they are neither answered nor charged. */
const dropWaiting = (all: Connections, connection: Connection): void => {
  all.waiting -= connection.waiting.length
  connection.waiting = []
}

const giveUp = (all: Connections, connection: Connection): void => {
  const { socket, current } = connection
  dropWaiting(all, connection)
  connection.isBroken = true
  if (current === null || hasBegun(current)) cut(connection)
  else {
    refuse(current, busy())
    setTimeout(() => socket.destroy(), lingerMs).unref()
  }
}

const longestOf = ({ bySocket }: Connections): Connection | undefined => {
  let found: Connection | undefined
  for (const connection of bySocket.values())
    if (connection.waiting.length > (found?.waiting.length ?? 0)) found = connection
  return found
}

/** Bounds what waits once what was read is parsed. */
const limitWaiting = (all: Connections, connection: Connection): void => {
  for (let next = longestOf(all); all.waiting > all.limits.waitingRequests && next; next = longestOf(all))
    giveUp(all, next)
  connection.isPaused = connection.waiting.length > readAhead
  if (connection.isPaused) connection.socket.pause()
}

const isFull = ({ waiting, limits }: Connections, connection: Connection): boolean =>
  waiting >= limits.waitingRequests && connection.waiting.length >= readAhead

/** Ends our side of a connection behind its last answer. */
const end = (all: Connections, connection: Connection): void => {
  const { socket, current, malformed, waiting } = connection
  if (connection.isEnding) return
  connection.isEnding = true
  const isAnswered = malformed && waiting.length === 0 && current?.res.shouldKeepAlive !== false
  dropWaiting(all, connection)
  if (!isAnswered) {
    endGently(socket, () => all.turn(socket))
    return
  }
  // What is still sent until the answer's turn is not read.
  connection.isPaused = true
  socket.pause()
  all.answerMalformed(malformed, socket).then(() => {
    connection.isPaused = false
    endGently(socket, () => all.turn(socket))
  })
}

/** Ends the requests of a connection with `failure`: what comes next on it cannot be read as a request. */
const refuseRest = (all: Connections, connection: Connection, failure: ServiceError): void => {
  connection.isBroken = true
  const last = lastRequestOf(connection)
  if (last && !last.req.complete && !hasBegun(last)) {
    refuse(last, failure)
    return
  }
  if (last === null || last.req.complete) connection.malformed = failure
  if (last === null || isTaken(last)) end(all, connection)
  else last.res.once('close', () => end(all, connection))
}

/** Refuses a body of tiny chunks, each of which takes as long as a small request. */
const watchPieces = (all: Connections, connection: Connection, pending: PendingResponse): void => {
  let bytes = 0
  judgePieces(pending.req, ({ length }) => {
    pending.pieces++
    bytes += length
    if (pending.pieces <= maxTinyPieces || bytes >= pending.pieces * tinyBytes) return true
    connection.socket.pause()
    const limit = `${maxTinyPieces} chunks of less than ${tinyBytes} bytes`
    const message = `The body comes in more than ${limit}; send larger ones.`
    refuseRest(all, connection, new ServiceError('invalid_request', message))
    return false
  })
}

const onRequest = (all: Connections, req: IncomingMessage, res: ServerResponse, expectsContinue: boolean): void => {
  const { socket } = req
  const connection = all.bySocket.get(socket)
  if (connection === undefined || connection.isBroken || !socket.writable) return
  const pending: PendingResponse = {
    req,
    res,
    expectsContinue,
    refusal: null,
    onRefusal: null,
    pieces: 0,
    isStalled: false,
    written: 'no',
  }
  if (req.headers['transfer-encoding'] !== undefined) watchPieces(all, connection, pending)
  if (res.socket !== null) {
    start(all, connection, pending)
    return
  }
  all.waiting++
  const isLong = connection.waiting.push(pending) === readAhead + 1
  if (isLong || all.waiting > all.limits.waitingRequests) process.nextTick(limitWaiting, all, connection)
  onceItsTurn(res, (socket) => startNext(all, socket))
}

const onParserError = (all: Connections, error: ParserError, socket: Socket): void => {
  const connection = all.bySocket.get(socket)
  const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  if (connection === undefined || !(isTimeout || error.code?.startsWith('HPE_'))) socket.destroy()
  // Bytes behind a request that asked for the end of the connection do not matter; while requests wait, it is we who
  // do not read the rest of one.
  else if (error.code === 'HPE_CLOSED_CONNECTION' || (isTimeout && connection.waiting.length > 0)) return
  else if (connection.isBroken || !socket.writable) return
  // `stopParserWhen` stopped it.
  else if (error.code === 'HPE_CB_HEADERS_COMPLETE') refuseRest(all, connection, busy())
  else {
    const isWithinBody = lastRequestOf(connection)?.req.complete === false
    refuseRest(all, connection, parserFailure(error, isWithinBody, all.limits))
  }
}

/** Node leaves the connection of a CONNECT request to us. */
const onConnect = (all: Connections, { socket }: IncomingMessage): void => {
  socket.on('error', () => socket.destroy())
  const connection = all.bySocket.get(socket)
  if (connection) refuseRest(all, connection, new ServiceError('not_implemented', 'This service is no proxy.'))
}

/** Nothing was read or written for a while. Work has limits of its own, and so has an answer that is not taken. */
const onTimeout = ({ bySocket }: Connections, socket: Socket): void => {
  const connection = bySocket.get(socket)
  if (connection?.current && (!hasBegun(connection.current) || socket.writableLength > 0)) return
  if (connection) cut(connection)
  else socket.destroy()
}

const onConnection = (all: Connections, socket: Socket): void => {
  const connection = createConnection(socket)
  all.bySocket.set(socket, connection)
  onLastAnswer(socket, () => end(all, connection))
  stopParserWhen(socket, () => isFull(all, connection))
  socket.once('end', () => watchEnded(connection))
  // Node reads on once an answer has left, whoever paused.
  socket.on('resume', () => {
    if (connection.isPaused) socket.pause()
  })
  socket.once('close', () => {
    dropWaiting(all, connection)
    all.bySocket.delete(socket)
  })
}

/**
 * Lets a server answer one request of a connection at a time, in bounded memory: a request that is sent behind another
 * one waits until that one's answer is handed to the kernel, and little more is read until then; when too many wait,
 * the connection with the most is given up; one that takes nothing of its answer is cut.
 * @returns how many requests wait
 */
export const orderConnections = (server: Server, options: ConnectionsOptions): (() => number) => {
  const all: Connections = { ...options, bySocket: new Map(), waiting: 0 }
  const { stallMs } = options.limits
  server.timeout = stallMs
  const looking = setInterval(() => {
    for (const connection of all.bySocket.values()) lookForStall(connection)
  }, stallMs / stallLooks)
  looking.unref()
  server.once('close', () => clearInterval(looking))
  allowHalfOpen(server)
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket) => onConnection(all, socket))
  server.on('request', (req, res) => onRequest(all, req, res, false))
  server.on('checkContinue', (req, res) => onRequest(all, req, res, true))
  server.on('checkExpectation', (req, res) => onRequest(all, req, res, false))
  server.on('connect', (req) => onConnect(all, req))
  server.on('clientError', (error, socket) => onParserError(all, error, socket as Socket))
  server.on('timeout', (socket) => onTimeout(all, socket))
  return () => all.waiting
}
