import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ServiceError } from '../../contract/errors.ts'
import { readingLimitMs } from '../../contract/identification.ts'
import type { CardReader, Photo } from '../../identification/ports.ts'
import type { FullReading } from '../reading.ts'
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts'
import { closeGate, createNativeGate, type NativeGate } from './native-gate.ts'

/** How a pool of readers is set up. */
export interface CardReaderOptions {
  /** Worker threads, each with its own models; about 0.5 GB a piece. */
  workers: number
  /** Photos that may wait, four for each worker unless told; one more is refused with `service_busy`. */
  queueLimit?: number
  /** From call to answer at the most. */
  deadlineMs?: number
  /** A packed lexicon of names, shared by the workers; without one the text alone decides. `later`: no photo is read before `useLexicon` has told. */
  lexicon?: SharedArrayBuffer | null | 'later'
  /** Whether the workers start at once or with the first photo. */
  start?: 'boot' | 'lazy'
  /** Threads that the detector may use. */
  threads?: number
  /** Told once for each worker that died or was stopped for being stuck; no picture or text is in the reason. */
  onReplaced?: (reason: string) => void
  /** Another program for the workers; tests put in ones that die or hang. */
  program?: URL
}

/** A pool of readers; its lexicon can be changed while it runs. */
export interface CardReaderPool extends CardReader {
  readonly read: (photo: Photo, signal?: AbortSignal) => Promise<FullReading>
  /** Whether a picture would be read without a cold start. */
  readonly ready: boolean
  useLexicon(lexicon: SharedArrayBuffer | null): void
}

interface Job {
  id: number
  photo: Photo
  calledAt: number
  resolve: (reading: FullReading) => void
  reject: (error: unknown) => void
  timer: NodeJS.Timeout
}

interface Member {
  worker: Worker
  gate: NativeGate
  ready: boolean
  job: Job | null
  /** Deaths in a row before it ever was ready, so that a broken installation is not restarted in a tight circle. */
  failures: number
}

const queuePerWorker = 4
/** The share of the deadline that a photo may spend waiting; the rest is kept for reading it. */
const waitingShare = 0.4
const usualReadMs = 1000
const longestPauseMs = 1500
/** How long a worker that overran its time is waited for, before another takes its place beside it. */
const patienceMs = 1000
/** A native call takes a tenth of a second, and on a starved machine some seconds; one that lasts longer than this will never end. */
const longestNativeMs = 30_000
/** How long closing waits for workers at the most. */
const closingMs = 5000

/**
 * Reads photos in worker threads, so that the event loop stays free. A worker that dies or overruns the deadline
 * is replaced at once, and loses its own photo alone.
 */
export const createCardReader = (options: CardReaderOptions): CardReaderPool => {
  const { workers, queueLimit = options.workers * queuePerWorker, deadlineMs = readingLimitMs, threads = 1, onReplaced } = options
  const program = options.program ?? new URL('./worker.ts', import.meta.url)
  let isLexiconDue = options.lexicon === 'later'
  let lexicon = options.lexicon === 'later' ? null : (options.lexicon ?? null)
  const members = new Set<Member>()
  const queue: Job[] = []
  const endings = new Set<Promise<void>>()
  /** Places whose next worker is on its way. */
  let [nextId, vacant, closed] = [1, 0, false]

  const settle = (job: Job, end: () => void): void => {
    clearTimeout(job.timer)
    end()
  }

  const hire = (failures = 0): void => {
    const gate = createNativeGate()
    const workerData: WorkerStart = { lexicon, threads, gate }
    const member: Member = { worker: new Worker(program, { workerData }), gate, ready: false, job: null, failures }
    members.add(member)
    member.worker.unref()
    member.worker.on('message', (message: FromWorker) => hear(member, message))
    member.worker.on('error', (error) => lose(member, error instanceof Error ? error.message : String(error)))
    member.worker.on('exit', () => lose(member, 'it ended'))
    handOut()
  }

  /** Ends a worker as soon as it is out of native code. */
  const end = ({ worker, gate }: Member): Promise<void> => {
    const ending = closeGate(gate, longestNativeMs).then(async (isOut) => {
      // One that never comes out is left alone: torn down, it would take the process with it.
      if (isOut) await worker.terminate()
      else worker.unref()
      endings.delete(ending)
    })
    endings.add(ending)
    return ending
  }

  /** Takes a worker out of the pool, with its photo. */
  const dismiss = (member: Member, reason: string): boolean => {
    if (!members.delete(member) || closed) return false
    const { job } = member
    if (job) settle(job, () => job.reject(new ServiceError('service_unavailable', 'The picture could not be read.')))
    onReplaced?.(reason)
    return true
  }

  const hireAfter = async (pauseMs: number, failures: number): Promise<void> => {
    await delay(pauseMs, undefined, { ref: false })
    vacant--
    if (!closed) hire(failures)
  }

  /** For a worker that is gone by itself. */
  const lose = (member: Member, reason: string): void => {
    if (!dismiss(member, reason)) return
    vacant++
    const failures = member.ready ? 0 : member.failures + 1
    void hireAfter(Math.min(longestPauseMs, failures * 250), failures)
  }

  /** For a worker that overran its time: the next one comes when it has ended, or soon if it does not. */
  const replace = (member: Member, reason: string): void => {
    if (!dismiss(member, reason)) return
    vacant++
    void Promise.race([end(member), delay(patienceMs, undefined, { ref: false })]).then(() => hireAfter(0, 0))
  }

  const hear = (member: Member, message: FromWorker): void => {
    if (message.kind === 'ready') {
      member.ready = true
      return
    }
    const { job } = member
    if (!job || job.id !== message.id) return
    member.job = null
    member.worker.unref()
    settle(job, () => {
      if (message.kind === 'read') job.resolve(message.reading)
      else job.reject(message.code ? new ServiceError(message.code, message.message) : new Error(message.message))
    })
    handOut()
  }

  const handOut = (): void => {
    if (isLexiconDue) return
    for (const member of members) {
      if (member.job) continue
      const job = queue.shift()
      if (!job) return
      member.job = job
      clearTimeout(job.timer)
      job.timer = setTimeout(() => replace(member, 'it did not answer in time'), deadlineMs - (performance.now() - job.calledAt))
      // While it works it keeps the process alive; idle it does not.
      member.worker.ref()
      const bytes = new Uint8Array(job.photo.bytes)
      const message: ToWorker = { kind: 'read', id: job.id, photo: { bytes, type: job.photo.type } }
      member.worker.postMessage(message, [bytes.buffer])
    }
  }

  const startAll = (): void => {
    while (members.size + vacant < workers) hire()
  }

  const busy = (): ServiceError =>
    new ServiceError('service_busy', 'Too many photos are waiting to be read.', {
      retryAfterSeconds: Math.max(1, Math.ceil(((queue.length + 1) * usualReadMs) / workers / 1000)),
    })

  const giveUp = (job: Job, error: unknown): void => {
    const at = queue.indexOf(job)
    if (at === -1) return
    queue.splice(at, 1)
    settle(job, () => job.reject(error))
  }

  if (options.start === 'boot') startAll()

  return {
    get ready() {
      return [...members].some((member) => member.ready)
    },
    async read(photo, signal) {
      signal?.throwIfAborted()
      if (closed) throw new ServiceError('service_unavailable', 'The reader is closed.')
      startAll()
      const idle = [...members].filter((member) => member.job === null).length
      if (queue.length >= queueLimit + idle) throw busy()
      return new Promise<FullReading>((resolve, reject) => {
        const stop = () => giveUp(job, signal?.reason)
        const unhook = () => signal?.removeEventListener('abort', stop)
        const job: Job = {
          id: nextId++,
          photo,
          calledAt: performance.now(),
          resolve: (reading) => {
            unhook()
            resolve(reading)
          },
          reject: (error) => {
            unhook()
            reject(error)
          },
          timer: setTimeout(() => giveUp(job, busy()), deadlineMs * waitingShare),
        }
        signal?.addEventListener('abort', stop, { once: true })
        queue.push(job)
        handOut()
      })
    },
    useLexicon(next) {
      lexicon = next
      const message: ToWorker = { kind: 'lexicon', lexicon }
      for (const member of members) member.worker.postMessage(message)
      isLexiconDue = false
      handOut()
    },
    async close() {
      closed = true
      const over = () => new ServiceError('service_unavailable', 'The reader was closed.')
      for (const job of queue.splice(0)) settle(job, () => job.reject(over()))
      const leaving = [...members]
      members.clear()
      for (const { job } of leaving) if (job) settle(job, () => job.reject(over()))
      await Promise.race([Promise.all([...endings, ...leaving.map(end)]), delay(closingMs, undefined, { ref: false })])
    },
  }
}
