import { Worker } from 'node:worker_threads'
import { programUrl } from '../../concurrency/program-url.ts'
import { ServiceError } from '../../contract/errors.ts'
import { readingLimitMs } from '../../contract/identification.ts'
import type { CardReader, Photo } from '../../identification/ports.ts'
import type { FullPhotoReading } from '../reading.ts'
// In the main thread, before a worker is started.
import '../model/no-telemetry.ts'
import { type Clock, systemClock } from './clock.ts'
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts'
import { closeGate, createNativeGate, type NativeGate } from './native-gate.ts'

export interface CardReaderOptions {
  /** Worker threads, each with its own models; about 0.4 GB a piece. */
  readonly workers: number
  /** Photos that may wait; one more is refused with `service_busy`. Default: four for each worker. */
  readonly queueLimit?: number
  /** Limit of the time from call to answer. */
  readonly deadlineMs?: number
  /** A packed lexicon of names, shared by the workers; without one the text alone decides. `later`: no photo is read before the first `useLexicon`. */
  readonly lexicon?: SharedArrayBuffer | null | 'later'
  /** Whether the workers start at once or with the first photo. */
  readonly start?: 'boot' | 'lazy'
  /** Threads that the detector may use. */
  readonly threads?: number
  /** Called once for each worker that ended or was stopped for overrunning its time; the reason holds no picture or text. */
  readonly onReplaced?: (reason: string) => void
  /** The program that the workers run. */
  readonly program?: URL
  readonly clock?: Clock
}

/** A pool of readers; its lexicon can be changed while it runs. */
export interface CardReaderPool extends CardReader {
  readonly read: (photo: Photo, signal?: AbortSignal, onStart?: () => void) => Promise<FullPhotoReading>
  /** Whether a picture would be read without a cold start. */
  readonly ready: boolean
  readonly useLexicon: (lexicon: SharedArrayBuffer | null) => void
}

interface Job {
  readonly id: number
  readonly photo: Photo
  readonly calledAtMs: number
  readonly resolve: (reading: FullPhotoReading) => void
  readonly reject: (error: unknown) => void
  cancelTimer: () => void
  readonly onStart: (() => void) | undefined
}

interface Member {
  readonly worker: Worker
  readonly gate: NativeGate
  isReady: boolean
  job: Job | null
  /** Ends in a row before it ever was ready, so that a broken installation is not restarted in a tight loop. */
  readonly failures: number
}

const limits = {
  queuePerWorker: 4,
  /** The share of the deadline that a photo may spend waiting; the rest is kept for reading it. */
  waitingShare: 0.4,
  /** For `Retry-After`: what a photo takes on a usual machine, rounded up. */
  typicalReadMs: 1000,
  /** Pause before a worker that failed to start is started again: this for each failure in a row, up to the maximum. */
  restartDelayMs: 250,
  maxRestartDelayMs: 1500,
  /** How long the pool waits for a worker that overran its time to end, before it starts another beside it. */
  replaceAfterMs: 1000,
  /** A native call takes a tenth of a second, on a starved machine some seconds; one that takes longer than this never ends. */
  maxNativeMs: 30_000,
  closeTimeoutMs: 5000,
} as const

/**
 * Reads photos in worker threads, so that the event loop stays free. A worker that ends or overruns the deadline is replaced at once, and loses its own photo alone.
 */
export const createCardReader = (options: CardReaderOptions): CardReaderPool => {
  const { workers, queueLimit = options.workers * limits.queuePerWorker, deadlineMs = readingLimitMs, threads = 1 } = options
  const { onReplaced, program = programUrl('./worker', import.meta.url), clock = systemClock } = options
  let isLexiconDue = options.lexicon === 'later'
  let lexicon = options.lexicon === 'later' ? null : (options.lexicon ?? null)
  const members = new Set<Member>()
  const queue: Job[] = []
  const terminations = new Set<Promise<void>>()
  let nextId = 1
  /** Workers that are about to be started. */
  let pendingSpawns = 0
  let isClosed = false

  const settle = (job: Job, done: () => void): void => {
    job.cancelTimer()
    done()
  }

  const spawn = (failures = 0): void => {
    const gate = createNativeGate()
    const workerData: WorkerStart = { lexicon, threads, gate }
    const member: Member = { worker: new Worker(program, { workerData }), gate, isReady: false, job: null, failures }
    members.add(member)
    member.worker.unref()
    member.worker.on('message', (message: FromWorker) => onMessage(member, message))
    member.worker.on('error', (error) => onExit(member, error instanceof Error ? error.message : String(error)))
    member.worker.on('exit', () => onExit(member, 'it ended'))
    dispatch()
  }

  const spawnAfter = async (waited: Promise<void>, failures: number): Promise<void> => {
    pendingSpawns++
    await waited
    pendingSpawns--
    if (!isClosed) spawn(failures)
  }

  /** Terminates a worker as soon as it is out of native code. */
  const terminate = ({ worker, gate }: Member): Promise<void> => {
    const termination = closeGate(gate, limits.maxNativeMs, clock).then(async (isOut) => {
      // Terminated inside a native call, it would take the process with it.
      if (isOut) await worker.terminate()
      else worker.unref()
      terminations.delete(termination)
    })
    terminations.add(termination)
    return termination
  }

  /** Takes a worker out of the pool, and fails its photo. @returns whether another must take its place */
  const remove = (member: Member, reason: string, failure: ServiceError): boolean => {
    if (!members.delete(member) || isClosed) return false
    const { job } = member
    if (job) settle(job, () => job.reject(failure))
    onReplaced?.(reason)
    return true
  }

  const onExit = (member: Member, reason: string): void => {
    if (!remove(member, reason, new ServiceError('service_unavailable', 'The picture could not be read.'))) return
    const failures = member.isReady ? 0 : member.failures + 1
    void spawnAfter(clock.sleep(Math.min(limits.maxRestartDelayMs, failures * limits.restartDelayMs)), failures)
  }

  /** For a worker that overran its time: the next one starts when it has ended, or soon if it does not. */
  const onOverrun = (member: Member): void => {
    if (!remove(member, 'it did not answer in time', busy('The machine had no time to read the picture.'))) return
    void spawnAfter(Promise.race([terminate(member), clock.sleep(limits.replaceAfterMs)]), 0)
  }

  const onMessage = (member: Member, message: FromWorker): void => {
    if (message.kind === 'ready') {
      member.isReady = true
      return
    }
    const { job } = member
    if (!job || job.id !== message.id) return
    member.job = null
    member.worker.unref()
    settle(job, () => {
      if (message.kind === 'read') job.resolve(message.reading)
      else if (message.code === 'service_busy') job.reject(busy(message.message))
      else job.reject(message.code ? new ServiceError(message.code, message.message) : new Error(message.message))
    })
    dispatch()
  }

  /** Gives waiting photos to idle workers. */
  const dispatch = (): void => {
    if (isLexiconDue) return
    for (const member of members) {
      if (member.job) continue
      const job = queue.shift()
      if (!job) return
      member.job = job
      job.cancelTimer()
      job.cancelTimer = clock.setTimer(() => onOverrun(member), deadlineMs - (clock.nowMs() - job.calledAtMs))
      // While it works it keeps the process alive; idle it does not.
      member.worker.ref()
      const bytes = new Uint8Array(job.photo.bytes)
      const message: ToWorker = { kind: 'read', id: job.id, photo: { bytes, type: job.photo.type } }
      member.worker.postMessage(message, [bytes.buffer])
      job.onStart?.()
    }
  }

  const spawnAll = (): void => {
    while (members.size + pendingSpawns < workers) spawn()
  }

  const busy = (message = 'Too many photos are waiting to be read.'): ServiceError =>
    new ServiceError('service_busy', message, {
      retryAfterSeconds: Math.max(1, Math.ceil(((queue.length + 1) * limits.typicalReadMs) / workers / 1000)),
    })

  /** Takes a photo out of the queue; one that a worker already reads is not affected. */
  const withdraw = (job: Job, error: unknown): void => {
    const at = queue.indexOf(job)
    if (at === -1) return
    queue.splice(at, 1)
    settle(job, () => job.reject(error))
  }

  if (options.start === 'boot') spawnAll()

  return {
    get ready() {
      return [...members].some(({ isReady }) => isReady)
    },
    read: async (photo, signal, onStart) => {
      signal?.throwIfAborted()
      if (isClosed) throw new ServiceError('service_unavailable', 'The reader is closed.')
      spawnAll()
      const idle = [...members].filter(({ job }) => job === null).length
      if (queue.length >= queueLimit + idle) throw busy()
      const { promise, resolve, reject } = Promise.withResolvers<FullPhotoReading>()
      const cancelTimer = clock.setTimer(() => withdraw(job, busy()), deadlineMs * limits.waitingShare)
      const job: Job = { id: nextId++, photo, calledAtMs: clock.nowMs(), resolve, reject, cancelTimer, onStart }
      const onAbort = () => withdraw(job, signal?.reason)
      signal?.addEventListener('abort', onAbort, { once: true })
      queue.push(job)
      dispatch()
      return promise.finally(() => signal?.removeEventListener('abort', onAbort))
    },
    useLexicon: (next) => {
      lexicon = next
      const message: ToWorker = { kind: 'lexicon', lexicon }
      for (const { worker } of members) worker.postMessage(message)
      isLexiconDue = false
      dispatch()
    },
    close: async () => {
      isClosed = true
      const closed = () => new ServiceError('service_unavailable', 'The reader was closed.')
      for (const job of queue.splice(0)) settle(job, () => job.reject(closed()))
      const leaving = [...members]
      members.clear()
      for (const { job } of leaving) if (job) settle(job, () => job.reject(closed()))
      await Promise.race([Promise.all([...terminations, ...leaving.map(terminate)]), clock.sleep(limits.closeTimeoutMs)])
    },
  }
}
