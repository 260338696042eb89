import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Server as TlsServer } from 'node:tls'
import { ServiceError } from '../contract/errors.ts'
import type { HttpLimits } from './limits.ts'
import { type ParserError, parserFailure } from './parser-failure.ts'
import { hasBegun, isAnswered, isTaken, refuse, type Turn } from './turn.ts'

/** How long what a client still sends is taken after its last answer, and how long one that ended its side waits for an answer, in milliseconds. */
export const lingerMs = 1_000

/** So many requests of a connection may wait while it is read on and however many others wait. */
const readAhead = 16

interface Connection {
  readonly socket: Socket
  /** Who is being answered, or was last. */
  current: Turn | null
  /** Requests that were sent behind it, in order. */
  waiting: Turn[]
  /** Not read, since enough wait. */
  isPaused: boolean
  /** Nothing that is still read on it is a request. */
  isBroken: boolean
  /** What is still to be answered behind the last request. */
  malformed: ServiceError | null
}

export interface ConnectionsOptions {
  readonly limits: HttpLimits
  readonly answer: (turn: Turn) => void
  /** Writes the answer to bytes that are no request, as the last thing on their connection. */
  readonly answerMalformed: (failure: ServiceError, socket: Socket) => void
}

/** Ends our side of a connection and takes what is still sent for a moment: closed with bytes unread, it would be reset, and the client might lose its answer. */
const endGently = (socket: Socket): void => {
  socket.end()
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}

const busy = () =>
  new ServiceError('service_busy', 'Too many requests wait for the answers before them.', { retryAfterSeconds: 1 })

/**
 * Ends a connection's parsing at the next request when too many wait. One read can hold 2,500, Node's parser offers no way to stop within it, and to make each known and drop it again takes
 * longer than to answer it; but its callback refuses one by a negative result. Where Node has no such callback, all that was read is parsed.
 */
const stopParserWhen = (socket: Socket, isFull: () => boolean) => {
  const { parser } = socket as { parser?: { onIncoming?: (req: IncomingMessage, keepAlive: boolean) => number } }
  const onIncoming = parser?.onIncoming
  if (parser && onIncoming) parser.onIncoming = (req, keepAlive) => (isFull() ? -1 : onIncoming(req, keepAlive))
}

/**
 * Lets a server answer one request of a connection at a time, in bounded memory: a request that is sent behind another one waits until that one's answer is handed to the kernel, and
 * little more is read until then; when too many wait, the connection with the most is given up; one that takes nothing of its answer is cut.
 * @returns how many requests wait
 */
export const orderConnections = (server: Server, { limits, answer, answerMalformed }: ConnectionsOptions): (() => number) => {
  const connections = new Map<Duplex, Connection>()
  let waiting = 0

  const start = (connection: Connection, turn: Turn) => {
    connection.current = turn
    answer(turn)
  }

  /** Node gives a response its socket once the answer before it is handed to the kernel. */
  const onTurn = (socket: Socket) => {
    const connection = connections.get(socket)
    const turn = connection?.waiting.shift()
    if (connection === undefined || turn === undefined) return
    waiting--
    if (connection.isPaused && connection.waiting.length <= readAhead) {
      connection.isPaused = false
      socket.resume()
    }
    start(connection, turn)
  }

  const dropWaiting = (connection: Connection) => {
    waiting -= connection.waiting.length
    connection.waiting = []
  }

  /** Ends a connection whose client does not take its answers. */
  const cut = ({ socket, current }: Connection) => {
    if (current && socket.writableLength > 0) current.isStalled = true
    socket.destroy()
  }

  /** Who only waited on it is neither answered nor charged. */
  const giveUp = (connection: Connection) => {
    const { socket, current } = connection
    dropWaiting(connection)
    connection.isBroken = true
    if (current === null || hasBegun(current)) cut(connection)
    else {
      refuse(current, busy())
      setTimeout(() => socket.destroy(), lingerMs).unref()
    }
  }

  const longest = (): Connection | undefined => {
    let found: Connection | undefined
    for (const connection of connections.values())
      if (connection.waiting.length > (found?.waiting.length ?? 0)) found = connection
    return found
  }

  /** Bounds what waits once what was read is parsed. */
  const limitWaiting = (connection: Connection) => {
    for (let next = longest(); waiting > limits.waitingRequests && next; next = longest()) giveUp(next)
    connection.isPaused = connection.waiting.length > readAhead
    if (connection.isPaused) connection.socket.pause()
  }

  const isFull = (connection: Connection) => waiting >= limits.waitingRequests && connection.waiting.length >= readAhead

  const onRequest = (expectsContinue: boolean) => (req: IncomingMessage, res: ServerResponse) => {
    const { socket } = req
    const connection = connections.get(socket)
    if (connection === undefined || connection.isBroken || !socket.writable) return
    const turn: Turn = { req, res, expectsContinue, refusal: null, onRefusal: null, isStalled: false, written: 'no' }
    if (res.socket !== null) {
      start(connection, turn)
      return
    }
    waiting++
    const isLong = connection.waiting.push(turn) === readAhead + 1
    if (isLong || waiting > limits.waitingRequests) process.nextTick(limitWaiting, connection)
    res.once('socket', onTurn)
  }

  /** Ends our side of a connection behind its last answer. */
  const end = (connection: Connection) => {
    const { socket, current, malformed, waiting: behind } = connection
    if (socket.writableEnded) return
    if (malformed && behind.length === 0 && current?.res.shouldKeepAlive !== false) answerMalformed(malformed, socket)
    dropWaiting(connection)
    endGently(socket)
  }

  const lastOf = ({ waiting: behind, current }: Connection) => behind.at(-1) ?? current

  /** Ends the requests of a connection with one that is not to be read as such. */
  const refuseRest = (connection: Connection, failure: ServiceError) => {
    connection.isBroken = true
    const last = lastOf(connection)
    if (last && !last.req.complete && !hasBegun(last)) {
      refuse(last, failure)
      return
    }
    if (last === null || last.req.complete) connection.malformed = failure
    if (last === null || isTaken(last)) end(connection)
    else last.res.once('close', () => end(connection))
  }

  const onParserError = (error: ParserError, socket: Socket) => {
    const connection = connections.get(socket)
    const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
    if (connection === undefined || !(isTimeout || error.code?.startsWith('HPE_'))) socket.destroy()
    // Bytes behind a request that asked for the end of the connection are none of our business; while requests wait, it is we who do not read the rest of one.
    else if (error.code === 'HPE_CLOSED_CONNECTION' || (isTimeout && connection.waiting.length > 0)) return
    else if (connection.isBroken || !socket.writable) return
    else if (error.code === 'HPE_CB_HEADERS_COMPLETE') refuseRest(connection, busy())
    else refuseRest(connection, parserFailure(error, lastOf(connection)?.req.complete === false, limits))
  }

  const onConnect = ({ socket }: IncomingMessage) => {
    // Node has left the connection to us.
    socket.on('error', () => socket.destroy())
    const connection = connections.get(socket)
    if (connection) refuseRest(connection, new ServiceError('not_implemented', 'This service is no proxy.'))
  }

  /** Nothing was read or written for a while. Work has limits of its own. */
  const onTimeout = (socket: Socket) => {
    const connection = connections.get(socket)
    if (connection?.current && !hasBegun(connection.current)) return
    if (connection) cut(connection)
    else socket.destroy()
  }

  /** A client that has ended its side may still read, or may be gone: each request gets a moment, also where its answer comes in pieces and has begun. */
  const watchEnded = (connection: Connection) => {
    let before = connection.current
    const timer = setInterval(() => {
      if (before === connection.current && before && !isAnswered(before)) connection.socket.destroy()
      before = connection.current
    }, lingerMs)
    connection.socket.once('close', () => clearInterval(timer))
  }

  const onConnection = (socket: Socket) => {
    const connection: Connection = { socket, current: null, waiting: [], isPaused: false, isBroken: false, malformed: null }
    connections.set(socket, connection)
    // What Node calls after an answer with `connection: close`.
    socket.destroySoon = () => end(connection)
    stopParserWhen(socket, () => isFull(connection))
    socket.once('end', () => watchEnded(connection))
    // Node reads on once an answer has left, whoever paused.
    socket.on('resume', () => {
      if (connection.isPaused) socket.pause()
    })
    socket.once('close', () => {
      dropWaiting(connection)
      connections.delete(socket)
    })
  }

  server.timeout = limits.stallMs
  // A half-closed connection may still take its answers; Node's types do not know the setting.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', onConnection)
  server.on('request', onRequest(false))
  server.on('checkContinue', onRequest(true))
  server.on('checkExpectation', onRequest(false))
  server.on('connect', onConnect)
  server.on('clientError', onParserError)
  server.on('timeout', onTimeout)
  return () => waiting
}
