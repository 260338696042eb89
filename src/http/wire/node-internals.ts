/**
 * All that the HTTP layer takes from Node beyond its documentation, tried on Node 26.10. When Node changes one of them,
 * `node-internals.test.ts` fails by the name of the function here.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Stops the parser of a connection at the next request while `isFull` says so. One read can hold 2,500 requests, and
 * to make each known and drop it again takes longer than to answer it. The parser's private callback refuses a request
 * by a negative result, which ends in the error `HPE_CB_HEADERS_COMPLETE`. Without it all that was read is parsed.
 */
export const stopParserWhen = (socket: Socket, isFull: () => boolean): void => {
  const { parser } = socket as { parser?: { onIncoming?: (req: IncomingMessage, keepAlive: boolean) => number } }
  const onIncoming = parser?.onIncoming
  if (parser && onIncoming) parser.onIncoming = (req, keepAlive) => (isFull() ? -1 : onIncoming(req, keepAlive))
}

/** Index of the function of Node's parser that takes a piece of a body. */
const onBodyAt = 3

type TakePiece = (piece: Uint8Array) => void

interface Parser {
  readonly incoming: IncomingMessage | null
  [onBodyAt]: TakePiece | undefined
}

/** Node's own functions for the pieces of bodies, which are put back before a parser serves another connection. */
const takers = new WeakMap<Socket, TakePiece>()

/**
 * Has each piece of a request's body judged before it is taken. Once one is turned down, Node's parser passes over the
 * rest of what it reads on the connection without a call for each piece: one read can hold 10,000, each of which takes
 * as long as a small request.
 */
export const judgePieces = (req: IncomingMessage, judge: (piece: Uint8Array) => boolean): void => {
  const { socket } = req
  const { parser } = socket as { parser?: Parser | null }
  const take = takers.get(socket) ?? parser?.[onBodyAt]
  if (!parser || !take) return
  if (!takers.has(socket))
    socket.once('close', () => {
      parser[onBodyAt] = take
    })
  takers.set(socket, take)
  parser[onBodyAt] = (piece) => {
    if (parser.incoming !== req || judge(piece)) take.call(parser, piece)
    else parser[onBodyAt] = undefined
  }
}

/** Hands all further bytes of a connection to us in place of its parser. */
export const passOverParser = (socket: Socket, onBytes: () => void): void => {
  socket.removeAllListeners('data')
  socket.on('data', onBytes)
}

/** Replaces what Node calls after an answer with `connection: close`, which would reset a client that still sends. */
export const onLastAnswer = (socket: Socket, end: () => void): void => {
  socket.destroySoon = end
}

/** Lets a client that has ended its side take its answers; Node would end ours at once. */
export const allowHalfOpen = (server: Server): void => {
  Object.assign(server, { httpAllowHalfOpen: true })
}

/** Calls back when a response gets its socket: once the answer before it on its connection is handed to the kernel. */
export const onceItsTurn = (res: ServerResponse, begin: (socket: Socket) => void): void => {
  res.once('socket', begin)
}

/** Says of an answer that was written past `res` that it has left, so that Node goes on with the next request. */
export const markFinished = (res: ServerResponse): void => {
  res.emit('finish')
}

interface Handle {
  readonly bytesWritten: number
  readonly writeQueueSize: number
  /** That of TCP below one of TLS, whose own figures stand still while a long answer leaves. */
  readonly _parent?: Handle
}

/** Bytes that the kernel has taken of a connection so far, over TLS those encrypted; `null` for one that is closed. */
export const takenBytes = (socket: Socket): number | null => {
  const { _handle: own } = socket as { _handle?: Handle | null }
  const handle = own?._parent ?? own
  return handle ? handle.bytesWritten - handle.writeQueueSize : null
}
