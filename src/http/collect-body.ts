import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../contract/errors.ts'

/** The bytes of a body, and how to be done with them: they are wiped, since they may be somebody's picture. */
export interface CollectedBody {
  readonly bytes: Buffer
  readonly forget: () => void
}

/** A body announced as longer than this is put together in a room. */
export const longBodyBytes = 1024 * 1024

/** Rooms lent at the same time; bodies beyond that are put together from their pieces. */
const mostLent = 8
/** Rooms that stay when nobody uses them. */
const mostKept = 2

/** A place for a long body. */
export interface Room {
  readonly bytes: Buffer
  /** Wipes what was written and gives the room back. */
  readonly leave: (writtenBytes: number) => void
}

/**
 * Lends rooms of `sizeBytes`, which are used again and again: fresh memory of megabytes costs a page fault every few kilobytes and a garbage collection soon after,
 * and both keep every other request waiting. Gives `null` when too many are lent.
 */
export const createRooms = (sizeBytes: number): (() => Room | null) => {
  const free: Buffer[] = []
  let lent = 0
  return () => {
    if (lent === mostLent) return null
    lent++
    const bytes = free.pop() ?? Buffer.allocUnsafeSlow(sizeBytes)
    let isLent = true
    const leave = (writtenBytes: number) => {
      // Given back twice, it would be lent to two bodies at once.
      if (!isLent) return
      isLent = false
      lent--
      bytes.fill(0, 0, writtenBytes)
      if (free.length < mostKept) free.push(bytes)
    }
    return { bytes, leave }
  }
}

/** Puts pieces together as they come; every one is wiped once it was copied. */
const gatheredIn = (room: Room | null) => {
  const chunks: Buffer[] = []
  let length = 0
  const add = (chunk: Buffer) => {
    if (room === null) chunks.push(chunk)
    else {
      chunk.copy(room.bytes, length)
      chunk.fill(0)
    }
    length += chunk.length
  }
  const body = (): CollectedBody => {
    if (room !== null) return { bytes: room.bytes.subarray(0, length), forget: () => room.leave(length) }
    const bytes = Buffer.concat(chunks, length)
    for (const chunk of chunks) chunk.fill(0)
    return { bytes, forget: () => void bytes.fill(0) }
  }
  return { add, body }
}

/**
 * Makes what collects a request's body of at most `limitBytes`, stopping at the first byte too many.
 * @throws ServiceError what `tooLarge` makes; `request_timeout` when the body is not there in time; `invalid_body` when it was cut off
 */
export const createBodyCollector = (limitBytes: number, tooLarge: () => ServiceError) => {
  const enter = createRooms(limitBytes)
  return (req: IncomingMessage, timeoutMs: number): Promise<CollectedBody> =>
    new Promise((resolve, reject) => {
      const { add, body } = gatheredIn(Number(req.headers['content-length'] ?? 0) > longBodyBytes ? enter() : null)
      let length = 0
      let isOver = false
      const end = (done: (body: CollectedBody) => void) => {
        if (isOver) return
        isOver = true
        clearTimeout(timer)
        req.off('data', take)
        done(body())
      }
      const stop = (error: ServiceError) =>
        end(({ forget }) => {
          forget()
          reject(error)
        })
      const take = (chunk: Buffer) => {
        length += chunk.length
        if (length > limitBytes) stop(tooLarge())
        else add(chunk)
      }
      const late = () => stop(new ServiceError('request_timeout', 'The request body was not sent in time.'))
      const timer = setTimeout(late, timeoutMs)
      const cutOff = () => stop(new ServiceError('invalid_body', 'The request body was cut off.'))
      req.on('data', take)
      req.once('end', () => end(resolve))
      // Either may come first when the client goes away; after the end neither changes anything.
      req.once('error', cutOff)
      req.once('close', cutOff)
    })
}
