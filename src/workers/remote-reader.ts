import { ServiceError } from '../contract/errors.ts'
import type { CardReader, PhotoReading } from '../identification/ports.ts'
import type { PhotoReply, PhotoRequest } from './messages.ts'

interface Pending {
  readonly resolve: (reading: PhotoReading) => void
  readonly reject: (error: unknown) => void
  readonly onStart: (() => void) | undefined
  isStarted: boolean
}

/** Asks the process that reads photos, through `send`. */
export const createRemoteReader = (send: (question: PhotoRequest) => void) => {
  const pending = new Map<number, Pending>()
  let nextId = 1

  const read: CardReader['read'] = async (photo, signal, onStart) => {
    signal.throwIfAborted()
    const id = nextId++
    const { promise, resolve, reject } = Promise.withResolvers<PhotoReading>()
    const asked: Pending = { resolve, reject, onStart, isStarted: false }
    pending.set(id, asked)
    const onAbort = () => {
      // One that is being read is read to its end, as in a process of its own.
      if (asked.isStarted) return
      pending.delete(id)
      send({ kind: 'withdraw photo', id })
      reject(signal.reason)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    send({ kind: 'read photo', id, photo })
    return promise.finally(() => signal.removeEventListener('abort', onAbort))
  }

  return {
    reader: {
      read,
      close: async () => {
        for (const { reject } of pending.values())
          reject(new ServiceError('service_unavailable', 'The reader was closed.'))
        pending.clear()
      },
    },
    onReply: (answer: PhotoReply) => {
      const asked = pending.get(answer.id)
      if (!asked) return
      if (answer.kind === 'photo started') {
        asked.isStarted = true
        asked.onStart?.()
        return
      }
      pending.delete(answer.id)
      if (answer.kind === 'photo read') return asked.resolve(answer.reading)
      const { code, message, retryAfterSeconds } = answer
      asked.reject(new ServiceError(code, message, retryAfterSeconds === null ? {} : { retryAfterSeconds }))
    },
  }
}
