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
  /**
   * A packed lexicon of names, shared by the workers; without one the text alone decides. `later`: no photo is read
   * before the first `useLexicon`.
   */
  readonly lexicon?: SharedArrayBuffer | null | 'later'
  /** Whether the workers start at once or with the first photo. */
  readonly start?: 'boot' | 'lazy'
  /** Threads that the detector may use. */
  readonly threads?: number
  /**
   * Called once for each worker that ended or was stopped for overrunning its time; the reason holds no picture or
   * text.
   */
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
  readonly startedAtMs: number
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
  /** A worker starts in a second, on a starved machine in many; one that takes longer than this never does. */
  maxStartMs: 30_000,
  /** How long the pool waits for a worker that overran its time to end, before it starts another beside it. */
  replaceAfterMs: 1000,
  /**
   * A native call takes a tenth of a second, on a starved machine some seconds; one that takes longer than this never
   * ends.
   */
  maxNativeMs: 30_000,
  closeTimeoutMs: 5000,
} as const

interface Pool {
  readonly workers: number
  readonly queueLimit: number
  readonly deadlineMs: number
  readonly threads: number
  readonly program: URL
  readonly clock: Clock
  readonly onReplaced: ((reason: string) => void) | undefined
  lexicon: SharedArrayBuffer | null | 'later'
  readonly members: Set<Member>
  readonly queue: Job[]
  readonly terminations: Set<Promise<void>>
  nextId: number
  /** Workers that are about to be started. */
  pendingSpawns: number
  isClosed: boolean
}

const settle = (job: Job, done: () => void): void => {
  job.cancelTimer()
  done()
}

const busy = ({ queue, workers }: Pool, message = 'Too many photos are waiting to be read.'): ServiceError =>
  new ServiceError('service_busy', message, {
    retryAfterSeconds: Math.max(1, Math.ceil(((queue.length + 1) * limits.typicalReadMs) / workers / 1000)),
  })

const spawn = (pool: Pool, failures = 0): void => {
  const gate = createNativeGate()
  const lexicon = pool.lexicon === 'later' ? null : pool.lexicon
  const workerData: WorkerStart = { lexicon, threads: pool.threads, gate }
  const worker = new Worker(pool.program, { workerData })
  const member: Member = { worker, gate, startedAtMs: pool.clock.nowMs(), isReady: false, job: null, failures }
  pool.members.add(member)
  member.worker.unref()
  member.worker.on('message', (message: FromWorker) => onMessage(pool, member, message))
  member.worker.on('error', (error) => onExit(pool, member, error instanceof Error ? error.message : String(error)))
  member.worker.on('exit', () => onExit(pool, member, 'it ended'))
  dispatch(pool)
}

const spawnAll = (pool: Pool): void => {
  while (pool.members.size + pool.pendingSpawns < pool.workers) spawn(pool)
}

const spawnAfter = async (pool: Pool, waited: Promise<void>, failures: number): Promise<void> => {
  pool.pendingSpawns++
  await waited
  pool.pendingSpawns--
  if (!pool.isClosed) spawn(pool, failures)
}

/** Terminates a worker as soon as it is out of native code. */
const terminate = ({ terminations, clock }: Pool, { worker, gate }: Member): Promise<void> => {
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
const remove = (pool: Pool, member: Member, reason: string, failure: ServiceError): boolean => {
  if (!pool.members.delete(member) || pool.isClosed) return false
  const { job } = member
  if (job) settle(job, () => job.reject(failure))
  pool.onReplaced?.(reason)
  return true
}

const onExit = (pool: Pool, member: Member, reason: string): void => {
  const failure = new ServiceError('service_unavailable', 'The picture could not be read.')
  if (!remove(pool, member, reason, failure)) return
  const failures = member.isReady ? 0 : member.failures + 1
  const pauseMs = Math.min(limits.maxRestartDelayMs, failures * limits.restartDelayMs)
  void spawnAfter(pool, pool.clock.sleep(pauseMs), failures)
}

/** Frees a worker of its photo. */
const release = (member: Member): void => {
  member.job = null
  member.worker.unref()
}

/**
 * For a photo that overran its time: a worker that was reading it is stopped, and the next one starts when it has
 * ended, or soon if it does not. One that is starting goes on, for the next photo: on a starved machine no worker would
 * ever be ready if each photo had its own begin anew.
 */
const onOverrun = (pool: Pool, member: Member, job: Job): void => {
  const failure = busy(pool, 'The machine had no time to read the picture.')
  if (!member.isReady && pool.clock.nowMs() - member.startedAtMs < limits.maxStartMs) {
    release(member)
    settle(job, () => job.reject(failure))
    dispatch(pool)
    return
  }
  if (!remove(pool, member, 'it did not answer in time', failure)) return
  void spawnAfter(pool, Promise.race([terminate(pool, member), pool.clock.sleep(limits.replaceAfterMs)]), 0)
}

const onMessage = (pool: Pool, member: Member, message: FromWorker): void => {
  const { job } = member
  if (message.kind === 'ready') {
    member.isReady = true
    if (job) beginReading(pool, member, job)
    return
  }
  if (!job || job.id !== message.id) return
  release(member)
  settle(job, () => {
    if (message.kind === 'read') job.resolve(message.reading)
    else if (message.code === 'service_busy') job.reject(busy(pool, message.message))
    else job.reject(message.code ? new ServiceError(message.code, message.message) : new Error(message.message))
  })
  dispatch(pool)
}

const leftMsOf = ({ deadlineMs, clock }: Pool, { calledAtMs }: Job): number => deadlineMs - (clock.nowMs() - calledAtMs)

const beginReading = (pool: Pool, { worker }: Member, job: Job): void => {
  const { id, photo, onStart } = job
  const bytes = new Uint8Array(photo.bytes)
  const message: ToWorker = { kind: 'read', id, photo: { bytes, type: photo.type }, leftMs: leftMsOf(pool, job) }
  worker.postMessage(message, [bytes.buffer])
  onStart?.()
}

/** Gives waiting photos to idle workers, each of which reads its own once it is ready. */
const dispatch = (pool: Pool): void => {
  const { clock } = pool
  if (pool.lexicon === 'later') return
  for (const member of pool.members) {
    if (member.job) continue
    const job = pool.queue.shift()
    if (!job) return
    member.job = job
    job.cancelTimer()
    job.cancelTimer = clock.setTimer(() => onOverrun(pool, member, job), leftMsOf(pool, job))
    // While it works it keeps the process alive; idle it does not.
    member.worker.ref()
    if (member.isReady) beginReading(pool, member, job)
  }
}

/** Takes a photo out of the queue; one that a worker already reads is not affected. */
const withdraw = ({ queue }: Pool, job: Job, error: unknown): void => {
  const at = queue.indexOf(job)
  if (at === -1) return
  queue.splice(at, 1)
  settle(job, () => job.reject(error))
}

const read = async (
  pool: Pool,
  photo: Photo,
  signal?: AbortSignal,
  onStart?: () => void,
): Promise<FullPhotoReading> => {
  const { clock, queue } = pool
  signal?.throwIfAborted()
  if (pool.isClosed) throw new ServiceError('service_unavailable', 'The reader is closed.')
  spawnAll(pool)
  const idle = [...pool.members].filter(({ job }) => job === null).length
  if (queue.length >= pool.queueLimit + idle) throw busy(pool)
  const { promise, resolve, reject } = Promise.withResolvers<FullPhotoReading>()
  const cancelTimer = clock.setTimer(() => withdraw(pool, job, busy(pool)), pool.deadlineMs * limits.waitingShare)
  const job: Job = { id: pool.nextId++, photo, calledAtMs: clock.nowMs(), resolve, reject, cancelTimer, onStart }
  const onAbort = () => withdraw(pool, job, signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  queue.push(job)
  dispatch(pool)
  return promise.finally(() => signal?.removeEventListener('abort', onAbort))
}

const useLexicon = (pool: Pool, lexicon: SharedArrayBuffer | null): void => {
  pool.lexicon = lexicon
  const message: ToWorker = { kind: 'lexicon', lexicon }
  for (const { worker } of pool.members) worker.postMessage(message)
  dispatch(pool)
}

const close = async (pool: Pool): Promise<void> => {
  pool.isClosed = true
  const closed = () => new ServiceError('service_unavailable', 'The reader was closed.')
  for (const job of pool.queue.splice(0)) settle(job, () => job.reject(closed()))
  const leaving = [...pool.members]
  pool.members.clear()
  for (const { job } of leaving) if (job) settle(job, () => job.reject(closed()))
  await Promise.race([
    Promise.all([...pool.terminations, ...leaving.map((member) => terminate(pool, member))]),
    pool.clock.sleep(limits.closeTimeoutMs),
  ])
}

/**
 * Reads photos in worker threads, so that the event loop stays free. A worker that ends or overruns the deadline is
 * replaced at once, and loses its own photo alone.
 */
export const createCardReader = (options: CardReaderOptions): CardReaderPool => {
  const pool: Pool = {
    workers: options.workers,
    queueLimit: options.queueLimit ?? options.workers * limits.queuePerWorker,
    deadlineMs: options.deadlineMs ?? readingLimitMs,
    threads: options.threads ?? 1,
    program: options.program ?? programUrl('./worker', import.meta.url),
    clock: options.clock ?? systemClock,
    onReplaced: options.onReplaced,
    lexicon: options.lexicon ?? null,
    members: new Set(),
    queue: [],
    terminations: new Set(),
    nextId: 1,
    pendingSpawns: 0,
    isClosed: false,
  }
  if (options.start === 'boot') spawnAll(pool)
  return {
    get ready() {
      return [...pool.members].some(({ isReady }) => isReady)
    },
    read: (...call) => read(pool, ...call),
    useLexicon: (lexicon) => useLexicon(pool, lexicon),
    close: () => close(pool),
  }
}
