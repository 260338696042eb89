import type { PhotoReply, PhotoRequest } from './messages.ts'
import type { Ask } from './questions.ts'

/** The process that reads the photos of all workers. */
export interface ReaderProcess {
  readonly ask: Ask
  readonly send: (question: PhotoRequest) => void
  /** Resolves when it has ended; never rejects. */
  readonly ended: Promise<void>
  readonly stop: () => void
}

/** Brings photos from the workers to one process that reads them, so that the machine has its readers once. */
export interface PhotoRelay {
  /** Starts the reader before the first photo comes. */
  readonly start: () => void
  /** `worker` stands for who asks; `answer` brings it what comes. */
  readonly ask: (worker: object, question: PhotoRequest, answer: (answer: PhotoReply) => void) => void
  /** Withdraws the photos of a worker that has ended. */
  readonly forget: (worker: object) => void
  /** Lets the reader end with the photos that it has; the next photo starts another. */
  readonly renew: () => void
  /** The processes that read, those included that end with the photos that they have. */
  readonly readers: () => readonly ReaderProcess[]
  readonly stop: () => Promise<void>
}

type ReadPhoto = Extract<PhotoRequest, { kind: 'read photo' }>

interface Asked {
  readonly worker: object
  /** The worker's own number of the photo. */
  readonly id: number
  readonly answer: (answer: PhotoReply) => void
  /** Until it is being read: a reader that ends before cannot have ended because of it, and another is asked, once. */
  again: ReadPhoto | null
}

const failed = (id: number): PhotoReply => ({
  kind: 'photo failed',
  id,
  code: 'service_unavailable',
  message: 'The picture could not be read.',
  retryAfterSeconds: null,
})

interface Reader {
  readonly process: ReaderProcess
  readonly asked: Map<number, Asked>
  isRetired: boolean
}

/** `startProcess` starts a reader that brings its answers to the function it is given. */
export const createPhotoRelay = (
  startProcess: (onAnswer: (answer: PhotoReply) => void) => ReaderProcess,
): PhotoRelay => {
  const readers = new Set<Reader>()
  let current: Reader | null = null
  let nextId = 1
  let isClosed = false

  const settle = (reader: Reader, id: number): void => {
    reader.asked.delete(id)
    if (reader.isRetired && reader.asked.size === 0) reader.process.stop()
  }

  const startReader = (): Reader => {
    const asked = new Map<number, Asked>()
    const process = startProcess((answer) => {
      const from = asked.get(answer.id)
      if (!from) return
      from.answer({ ...answer, id: from.id })
      if (answer.kind === 'photo started') from.again = null
      else settle(reader, answer.id)
    })
    const reader: Reader = { process, asked, isRetired: false }
    readers.add(reader)
    void process.ended.then(() => {
      readers.delete(reader)
      if (current === reader) current = null
      for (const from of asked.values())
        if (from.again === null || isClosed) from.answer(failed(from.id))
        else pass({ ...from, again: null }, from.again)
    })
    return reader
  }

  const pass = (asked: Asked, question: ReadPhoto): void => {
    try {
      current ??= startReader()
    } catch {
      // The system starts no process, for want of memory perhaps.
      asked.answer(failed(asked.id))
      return
    }
    const id = nextId++
    current.asked.set(id, asked)
    current.process.send({ ...question, id })
  }

  const withdraw = (reader: Reader, own: number): void => {
    reader.process.send({ kind: 'withdraw photo', id: own })
    settle(reader, own)
  }

  return {
    start: () => {
      current ??= startReader()
    },
    ask: (worker, question, answer) => {
      if (question.kind === 'read photo') {
        pass({ worker, id: question.id, answer, again: question }, question)
        return
      }
      for (const reader of readers)
        for (const [own, asked] of reader.asked)
          if (asked.worker === worker && asked.id === question.id) withdraw(reader, own)
    },
    forget: (worker) => {
      for (const reader of readers)
        for (const [own, asked] of reader.asked) if (asked.worker === worker) withdraw(reader, own)
    },
    renew: () => {
      if (current === null) return
      const old = current
      current = null
      old.isRetired = true
      if (old.asked.size === 0) old.process.stop()
    },
    readers: () => [...readers].map((reader) => reader.process),
    stop: async () => {
      isClosed = true
      for (const { process } of readers) process.stop()
      await Promise.all([...readers].map(({ process }) => process.ended))
    },
  }
}
