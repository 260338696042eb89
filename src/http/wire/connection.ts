import type { Socket } from 'node:net'
import type { ServiceError } from '../../contract/errors.ts'
import { passOverParser, takenBytes } from './node-internals.ts'
import { isAnswered, type PendingResponse } from './pending-response.ts'

/**
 * How long what a client still sends is taken after its last answer, and how long one that ended its side waits for an
 * answer, in milliseconds.
 */
export const lingerMs = 1_000

/** One client's connection, and the requests that it sent. */
export interface Connection {
  readonly socket: Socket
  /** The request that is being answered, or was last. */
  current: PendingResponse | null
  /** Requests that were sent behind it, in order. */
  waiting: PendingResponse[]
  /** Not read, since enough requests wait. */
  isPaused: boolean
  /** Nothing that is still read on it is a request. */
  isBroken: boolean
  /** Bytes that the kernel had taken of it at the last look, and for how many looks it has taken nothing more. */
  taken: number | null
  stalledLooks: number
  /** Ends, or waits for the turn of its last answer. */
  isEnding: boolean
  /** What is still to be answered behind the last request. */
  malformed: ServiceError | null
}

export const createConnection = (socket: Socket): Connection => ({
  socket,
  current: null,
  waiting: [],
  isPaused: false,
  isBroken: false,
  taken: null,
  stalledLooks: 0,
  isEnding: false,
  malformed: null,
})

export const lastRequestOf = ({ waiting, current }: Connection): PendingResponse | null => waiting.at(-1) ?? current

/** Ends a connection whose client does not take its answers. */
export const cut = ({ socket, current }: Connection): void => {
  if (current && socket.writableLength > 0) current.isStalled = true
  socket.destroy()
}

/** So often within `stallMs` it is looked whether a client takes its answer. */
export const stallLooks = 10

/**
 * Looks whether the client has taken anything of what is sent to it, and cuts the connection when for so many looks it
 * has not. Looks, not milliseconds, are counted: a process that was held up finds what was taken meanwhile.
 */
export const lookForStall = (connection: Connection): void => {
  const { socket } = connection
  const taken = socket.writableLength === 0 ? null : takenBytes(socket)
  connection.stalledLooks = taken !== null && taken === connection.taken ? connection.stalledLooks + 1 : 0
  connection.taken = taken
  if (connection.stalledLooks >= stallLooks) cut(connection)
}

/**
 * Ends our side and takes what is still sent for a moment: a close with unread bytes would reset the connection.
 * @param turn is waited for before each read, as nobody is charged for it
 */
export const endGently = (socket: Socket, turn: () => Promise<unknown>): void => {
  socket.end()
  passOverParser(socket, () => {
    socket.pause()
    turn().then(() => socket.resume())
  })
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  socket.once('close', () => clearTimeout(timer))
}

/**
 * Watches a connection whose client has ended its side. The client may still read, or may be gone: each request gets a
 * moment, also where its answer comes in pieces and has begun.
 */
export const watchEnded = (connection: Connection): void => {
  let before = connection.current
  const timer = setInterval(() => {
    if (before === connection.current && before && !isAnswered(before)) connection.socket.destroy()
    before = connection.current
  }, lingerMs)
  connection.socket.once('close', () => clearInterval(timer))
}
