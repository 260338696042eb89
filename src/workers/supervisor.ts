/** A started process, as far as it is supervised. */
export interface SupervisedProcess {
  readonly pid: number
  /** Resolves with the address once it serves; rejects with a `WorkerStartError` when it ends before. */
  readonly serving: Promise<string>
  /** Resolves with the reason when it has ended and all it wrote was taken; never rejects. */
  readonly ended: Promise<string>
  /** Lets it finish what it has begun, and end. */
  readonly stop: () => void
  readonly kill: () => void
}

export interface SupervisorOptions<P extends SupervisedProcess> {
  readonly count: number
  readonly start: () => P
  /** How long a process may take to finish what it has begun before it is killed. */
  readonly stopMs: number
  /** Lets so many milliseconds pass. */
  readonly pause: (ms: number) => Promise<unknown>
  /** Told of each process that ended unasked; the reason holds nothing secret. */
  readonly onLost: (pid: number, reason: string) => void
  /** Told when a process did not come to serve, and another is started in its place. */
  readonly onFailedStart: (error: unknown) => void
}

/** A process that ended before it served; what was wrong it has said itself. */
export class WorkerStartError extends Error {
  override readonly name = 'WorkerStartError'
  readonly exitStatus = 1
  /** A signal ended it, such as the kernel's when memory is short: the next one may come to serve. */
  readonly isKilled: boolean

  constructor(reason: string, isKilled: boolean) {
    super(`A worker did not come to serve: ${reason}.`)
    this.isKilled = isKilled
  }
}

export interface Supervisor<P extends SupervisedProcess> {
  /**
   * Starts one process, then all others; one of these that does not serve is replaced like one that is lost later.
   * @returns the address; rejects, and ends all, when the first does not serve, or all are stopped meanwhile
   */
  readonly start: () => Promise<string>
  /**
   * Replaces every process by a new one, one after the other: each ends only when its successor serves. Rejects when a
   * successor does not come to serve; then the others stay. To be called again only when it has ended.
   */
  readonly reload: () => Promise<void>
  readonly serving: () => readonly P[]
  /** Processes that took the place of one that ended unasked. */
  readonly replaced: () => number
  readonly stop: () => Promise<void>
  readonly killAll: () => void
}

/** Pause before a process that failed to start is started again: this for each failure in a row, up to the maximum. */
const restartDelayMs = 250
const maxRestartDelayMs = 10_000
/** So many processes in a row may be killed before they serve, until the start or reload that needs one is given up. */
const maxKilledStarts = 5

/** The processes of a supervisor by what they are at. */
interface Supervised<P extends SupervisedProcess> extends SupervisorOptions<P> {
  readonly starting: Set<P>
  readonly serving: Set<P>
  readonly stopping: Set<P>
  replaced: number
  isClosed: boolean
}

const end = async <P extends SupervisedProcess>(all: Supervised<P>, process: P): Promise<void> => {
  all.starting.delete(process)
  all.serving.delete(process)
  all.stopping.add(process)
  process.stop()
  const timer = setTimeout(process.kill, all.stopMs)
  await process.ended
  clearTimeout(timer)
  all.stopping.delete(process)
}

const startOne = async <P extends SupervisedProcess>(all: Supervised<P>): Promise<P> => {
  const process = all.start()
  all.starting.add(process)
  try {
    await process.serving
  } catch (error) {
    all.starting.delete(process)
    throw error
  }
  if (!all.starting.delete(process)) throw new Error('It was stopped before it served.')
  all.serving.add(process)
  void process.ended.then((reason) => onEnded(all, process, reason))
  return process
}

const onEnded = <P extends SupervisedProcess>(all: Supervised<P>, process: P, reason: string): void => {
  if (!all.serving.delete(process) || all.isClosed) return
  all.onLost(process.pid, reason)
  all.replaced++
  void replace(all)
}

const pauseAfter = <P extends SupervisedProcess>({ pause }: Supervised<P>, failures: number): Promise<unknown> =>
  pause(Math.min(maxRestartDelayMs, failures * restartDelayMs))

const replace = async <P extends SupervisedProcess>(all: Supervised<P>, failuresBefore = 0): Promise<void> => {
  for (let failures = failuresBefore; !all.isClosed; failures++) {
    if (failures > 0) await pauseAfter(all, failures)
    if (all.isClosed) return
    try {
      await startOne(all)
      return
    } catch (error) {
      if (!all.isClosed) all.onFailedStart(error)
    }
  }
}

/** Starts a process, and another one when a signal ended it before it served: only what it says itself is final. */
const startUnlessRefused = async <P extends SupervisedProcess>(all: Supervised<P>): Promise<P> => {
  for (let starts = 1; ; starts++) {
    try {
      return await startOne(all)
    } catch (error) {
      const isKilled = error instanceof WorkerStartError && error.isKilled
      if (!isKilled || starts === maxKilledStarts || all.isClosed) throw error
      all.onFailedStart(error)
      await pauseAfter(all, starts)
      if (all.isClosed) throw error
    }
  }
}

/** Returns once it serves or has failed; its replacement is then under way. */
const startOrReplace = async <P extends SupervisedProcess>(all: Supervised<P>): Promise<void> => {
  try {
    await startOne(all)
  } catch (error) {
    if (all.isClosed) return
    all.onFailedStart(error)
    void replace(all, 1)
  }
}

const stopAll = async <P extends SupervisedProcess>(all: Supervised<P>): Promise<void> => {
  all.isClosed = true
  await Promise.all([...all.starting, ...all.serving].map((process) => end(all, process)))
}

const startAll = async <P extends SupervisedProcess>(all: Supervised<P>): Promise<string> => {
  try {
    const first = await startUnlessRefused(all)
    await Promise.all(Array.from({ length: all.count - 1 }, () => startOrReplace(all)))
    if (all.isClosed) throw new Error('All were stopped before they served.')
    return await first.serving
  } catch (error) {
    await stopAll(all)
    throw error
  }
}

const reloadAll = async <P extends SupervisedProcess>(all: Supervised<P>): Promise<void> => {
  for (const old of [...all.serving]) {
    if (all.isClosed) return
    if (!all.serving.has(old)) continue
    const successor = await startUnlessRefused(all).catch((error) => {
      if (all.isClosed) return null
      throw error
    })
    if (successor === null) return
    // One that ended by itself meanwhile has been replaced already.
    await end(all, all.serving.has(old) ? old : successor)
  }
}

export const createSupervisor = <P extends SupervisedProcess>(options: SupervisorOptions<P>): Supervisor<P> => {
  const all: Supervised<P> = {
    ...options,
    starting: new Set(),
    serving: new Set(),
    stopping: new Set(),
    replaced: 0,
    isClosed: false,
  }
  return {
    start: () => startAll(all),
    reload: () => reloadAll(all),
    serving: () => [...all.serving],
    replaced: () => all.replaced,
    stop: () => stopAll(all),
    killAll: () => {
      for (const process of [...all.starting, ...all.serving, ...all.stopping]) process.kill()
    },
  }
}
