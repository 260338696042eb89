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

interface Asked {
  readonly worker: object
  /** The worker's own number of the photo. */
  readonly id: number
  readonly answer: (answer: PhotoReply) => void
}

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
      if (answer.kind !== 'photo started') settle(reader, answer.id)
    })
    const reader: Reader = { process, asked, isRetired: false }
    readers.add(reader)
    void process.ended.then(() => {
      readers.delete(reader)
      if (current === reader) current = null
      for (const { id, answer } of asked.values())
        answer({
          kind: 'photo failed',
          id,
          code: 'service_unavailable',
          message: 'The picture could not be read.',
          retryAfterSeconds: null,
        })
    })
    return reader
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
        current ??= startReader()
        const id = nextId++
        current.asked.set(id, { worker, id: question.id, answer })
        current.process.send({ ...question, id })
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
      for (const { process } of readers) process.stop()
      await Promise.all([...readers].map(({ process }) => process.ended))
    },
  }
}
