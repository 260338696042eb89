import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../contract/errors.ts'

/** The bytes of a request's body. */
export interface CollectedBody {
  readonly bytes: Buffer
  /** Overwrites the bytes, which may be somebody's picture, and frees their memory for the next body. */
  readonly release: () => void
}

/** Bodies announced as larger than this are collected in a pooled buffer. */
export const largeBodyBytes = 1024 * 1024

/** Buffers in use at the same time; bodies beyond that are concatenated from their chunks. */
const maxInUse = 8
/** Buffers kept while nobody uses them. */
const maxIdle = 2

/** A buffer on loan from a pool. */
export interface PooledBuffer {
  readonly bytes: Buffer
  /** Zeroes what was written and returns the buffer to its pool. */
  readonly release: (writtenBytes: number) => void
}

/**
 * Creates a pool of buffers of `sizeBytes`. Fresh memory of megabytes costs a page fault every few kilobytes and a garbage collection soon after, and both delay every
 * other request. `acquire` gives `null` when too many are in use.
 */
export const createBufferPool = (sizeBytes: number): { readonly acquire: () => PooledBuffer | null } => {
  const idle: Buffer[] = []
  let inUse = 0
  const acquire = (): PooledBuffer | null => {
    if (inUse === maxInUse) return null
    inUse++
    const bytes = idle.pop() ?? Buffer.allocUnsafeSlow(sizeBytes)
    let isReleased = false
    const release = (writtenBytes: number) => {
      // A second release would hand the buffer to two bodies at once.
      if (isReleased) return
      isReleased = true
      inUse--
      bytes.fill(0, 0, writtenBytes)
      if (idle.length < maxIdle) idle.push(bytes)
    }
    return { bytes, release }
  }
  return { acquire }
}

/** Joins chunks as they arrive; each is zeroed once it was copied. */
const createAssembler = (buffer: PooledBuffer | null) => {
  const chunks: Buffer[] = []
  let length = 0
  const add = (chunk: Buffer) => {
    if (buffer === null) chunks.push(chunk)
    else {
      chunk.copy(buffer.bytes, length)
      chunk.fill(0)
    }
    length += chunk.length
  }
  const body = (): CollectedBody => {
    if (buffer !== null) return { bytes: buffer.bytes.subarray(0, length), release: () => buffer.release(length) }
    const bytes = Buffer.concat(chunks, length)
    for (const chunk of chunks) chunk.fill(0)
    return { bytes, release: () => void bytes.fill(0) }
  }
  return { add, body }
}

/**
 * Creates a collector of request bodies of at most `limitBytes`, which stops at the first byte beyond.
 * @throws ServiceError the error made by `tooLarge`; `request_timeout` when the body is not complete in time; `invalid_body` when it was cut off
 */
export const createBodyCollector = (limitBytes: number, tooLarge: () => ServiceError) => {
  const pool = createBufferPool(limitBytes)
  return (req: IncomingMessage, timeoutMs: number): Promise<CollectedBody> =>
    new Promise((resolve, reject) => {
      const isLarge = Number(req.headers['content-length'] ?? 0) > largeBodyBytes
      const { add, body } = createAssembler(isLarge ? pool.acquire() : null)
      let length = 0
      let isSettled = false
      const settle = (done: (body: CollectedBody) => void) => {
        if (isSettled) return
        isSettled = true
        clearTimeout(timer)
        req.off('data', onData)
        done(body())
      }
      const fail = (error: ServiceError) =>
        settle(({ release }) => {
          release()
          reject(error)
        })
      const onData = (chunk: Buffer) => {
        length += chunk.length
        if (length > limitBytes) fail(tooLarge())
        else add(chunk)
      }
      const onTimeout = () => fail(new ServiceError('request_timeout', 'The request body was not sent in time.'))
      const timer = setTimeout(onTimeout, timeoutMs)
      const onAbort = () => fail(new ServiceError('invalid_body', 'The request body was cut off.'))
      req.on('data', onData)
      req.once('end', () => settle(resolve))
      // Either may come first when the client disconnects, or have come before; after the end neither has an effect.
      req.once('error', onAbort)
      req.once('close', onAbort)
      if (req.destroyed) onAbort()
    })
}
