import { setTimeout as delay } from 'node:timers/promises'

/** A started process, as far as it is supervised. */
export interface SupervisedProcess {
  readonly pid: number
  /** Resolves with the address once it serves; rejects when it ends before. */
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
  /** Told of each process that ended unasked; the reason holds nothing secret. */
  readonly onLost: (pid: number, reason: string) => void
  /** Told when a process that is to take another's place did not come to serve; it is tried again. */
  readonly onFailedStart: (error: unknown) => void
}

export interface Supervisor<P extends SupervisedProcess> {
  /** Starts one process, then all others. @returns the address; rejects, and ends all, when one does not serve */
  readonly start: () => Promise<string>
  /**
   * Replaces every process by a new one, one after the other: each ends only when its successor serves. Rejects when a
   * successor does not come to serve; then the others stay.
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
  // Told to stop meanwhile, it serves no more.
  if (!all.starting.delete(process)) return process
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

const replace = async <P extends SupervisedProcess>(all: Supervised<P>): Promise<void> => {
  for (let failures = 0; !all.isClosed; failures++) {
    if (failures > 0) await delay(Math.min(maxRestartDelayMs, failures * restartDelayMs), undefined, { ref: false })
    if (all.isClosed) return
    try {
      await startOne(all)
      return
    } catch (error) {
      if (!all.isClosed) all.onFailedStart(error)
    }
  }
}

const stopAll = async <P extends SupervisedProcess>(all: Supervised<P>): Promise<void> => {
  all.isClosed = true
  await Promise.all([...all.starting, ...all.serving].map((process) => end(all, process)))
}

const startAll = async <P extends SupervisedProcess>(all: Supervised<P>): Promise<string> => {
  try {
    const first = await startOne(all)
    await Promise.all(Array.from({ length: all.count - 1 }, () => startOne(all)))
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
    const successor = await startOne(all)
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
  let reloading: Promise<void> = Promise.resolve()
  return {
    start: () => startAll(all),
    reload: () => {
      const next = reloading.then(() => reloadAll(all))
      reloading = next.catch(() => {})
      return next
    },
    serving: () => [...all.serving],
    replaced: () => all.replaced,
    stop: () => stopAll(all),
    killAll: () => {
      for (const process of [...all.starting, ...all.serving, ...all.stopping]) process.kill()
    },
  }
}
