import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { programUrl } from '../concurrency/program-url.ts'
import { ArchiveDamagedError } from './damage.ts'
import type { DamageReply, MonthThreadStart, MonthThreadTask, PagesReply, SeriesReply } from './month-thread.ts'
import type { MonthPage, Segment } from './ports.ts'
import type { SeriesColumns } from './replayed-index.ts'

/** What a thread takes for each observation of a day: a month of pages, the tables that others follow, all series. */
const bytesPerObservation = 1_300

/** A thread that builds the index died, mostly for want of memory. */
export class RebuildStoppedError extends Error {
  override readonly name = 'RebuildStoppedError'
  readonly exitStatus = 1
}

/** A thread that builds the index of one month after another. @throws ArchiveDamagedError, RebuildStoppedError */
export interface MonthThread {
  readonly buildPages: (month: string, segments: readonly Segment[]) => Promise<readonly MonthPage[]>
  /** The series of all months that it was given. */
  readonly series: () => Promise<SeriesColumns>
  readonly stop: () => Promise<unknown>
}

const startMonthThread = (standing: MonthThreadStart): MonthThread => {
  const worker = new Worker(programUrl('./month-thread', import.meta.url), { workerData: standing })
  const stopped = (cause?: unknown): never => {
    const why = cause instanceof Error ? `: ${cause.message}` : ''
    throw new RebuildStoppedError(`A thread that builds the index ended before its work was done${why}.`, { cause })
  }
  const ended = once(worker, 'exit').then(() => stopped(), stopped)
  ended.catch(() => {})

  const ask = async <T extends PagesReply | SeriesReply>(task: MonthThreadTask): Promise<T> => {
    const replied = new Promise<T | DamageReply>((resolve) => worker.once('message', resolve))
    worker.postMessage(task)
    const reply = await Promise.race([replied, ended])
    if ('damage' in reply) throw new ArchiveDamagedError(reply.damage)
    return reply
  }
  return {
    buildPages: async (month, segments) => (await ask<PagesReply>({ month, segments })).pages,
    series: async () => (await ask<SeriesReply>('series')).series,
    stop: () => worker.terminate(),
  }
}

/**
 * Does work with a thread for each core and month, as far as there is memory for them. All have ended when it is done
 * or failed.
 * @param standing sequences of the segments that were not withdrawn
 */
export const withMonthThreads = async (
  { months, observations }: { readonly months: number; readonly observations: number },
  standing: MonthThreadStart,
  work: (thread: MonthThread) => Promise<void>,
): Promise<void> => {
  const affordable = Math.floor(process.availableMemory() / (bytesPerObservation * observations))
  const count = Math.max(1, Math.min(months, availableParallelism(), affordable))
  const threads = Array.from({ length: count }, () => startMonthThread(standing))
  const works = threads.map(work)
  try {
    await Promise.all(works)
  } finally {
    await Promise.all(threads.map(({ stop }) => stop()))
    await Promise.allSettled(works)
  }
}
