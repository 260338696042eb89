import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../contract/errors.ts'
import type { BodyBudget } from './body-budget.ts'

export interface CollectedBody {
  readonly bytes: Buffer
  /** Overwrites the bytes, which may be somebody's picture, and gives their memory back. */
  readonly release: () => void
}

/** Whose body it is and how long it may take. */
export interface BodyTerms {
  /** Who answers for the memory: the account. */
  readonly ownerId: string
  readonly timeoutMs: number
  /** The longest pause between two pieces of the body. */
  readonly idleTimeoutMs: number
  /** Called once there is room for the body, so that the client sends it. */
  readonly sendContinue: () => void
}

/** Frees the memory at once: megabytes left to the garbage collector stay for seconds, whatever the budget says. */
const free = ({ buffer, length }: Buffer): void => {
  // A small buffer is a part of a larger one that others use too.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length) buffer.transfer(0)
}

/** Memory for a body of at most `sizeBytes`; what is not written takes no memory. */
const createAssembler = (sizeBytes: number, releaseRoom: () => void) => {
  const target = Buffer.allocUnsafe(sizeBytes)
  let length = 0
  const add = (chunk: Buffer) => {
    length += chunk.copy(target, length)
    chunk.fill(0)
  }
  const release = () => {
    target.fill(0, 0, length)
    free(target)
    releaseRoom()
  }
  return { add, body: (): CollectedBody => ({ bytes: target.subarray(0, length), release }) }
}

/**
 * Creates a collector of request bodies of at most `limitBytes`, which stops at the first byte beyond. Before the first
 * byte it takes room in the budget: for as much as the client announces, or for the limit.
 * @throws ServiceError the error made by `tooLarge`; `service_busy` when there is no room; `request_timeout` when the
 * body is not complete in time or makes no progress; `invalid_body` when it was cut off
 */
export const createBodyCollector = (limitBytes: number, tooLarge: () => ServiceError, budget: BodyBudget) => {
  const collect = (
    req: IncomingMessage,
    { timeoutMs, idleTimeoutMs }: BodyTerms,
    sizeBytes: number,
    releaseRoom: () => void,
  ) =>
    new Promise<CollectedBody>((resolve, reject) => {
      const { add, body } = createAssembler(sizeBytes, releaseRoom)
      let length = 0
      let isSettled = false
      const settle = (done: (body: CollectedBody) => void) => {
        if (isSettled) return
        isSettled = true
        clearTimeout(timer)
        clearTimeout(idleTimer)
        req.off('data', onData)
        done(body())
      }
      const fail = (error: ServiceError) =>
        settle(({ release }) => {
          release()
          reject(error)
        })
      const onData = (chunk: Buffer) => {
        idleTimer.refresh()
        length += chunk.length
        if (length > sizeBytes) fail(tooLarge())
        else add(chunk)
      }
      const onTimeout = () => fail(new ServiceError('request_timeout', 'The request body was not sent in time.'))
      const timer = setTimeout(onTimeout, timeoutMs)
      const idleTimer = setTimeout(onTimeout, idleTimeoutMs)
      const onAbort = () => fail(new ServiceError('invalid_body', 'The request body was cut off.'))
      req.on('data', onData)
      req.once('end', () => settle(resolve))
      // Either may come first when the client disconnects, or have come before; after the end neither has an effect.
      req.once('error', onAbort)
      req.once('close', onAbort)
      if (req.readableEnded) settle(resolve)
      else if (req.destroyed) onAbort()
    })

  return async (req: IncomingMessage, terms: BodyTerms): Promise<CollectedBody> => {
    const sizeBytes = Number(req.headers['content-length'] ?? limitBytes)
    if (sizeBytes > limitBytes) throw tooLarge()
    const releaseRoom = budget.reserve(terms.ownerId, sizeBytes)
    terms.sendContinue()
    return collect(req, terms, sizeBytes, releaseRoom)
  }
}
