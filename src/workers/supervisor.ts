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
  /** Starts one process and, once it serves, all others. @returns the address. Rejects, and ends what it started, when one does not come to serve */
  readonly start: () => Promise<string>
  /** Replaces every process by a new one, one after the other: each ends only when its successor serves. Rejects when a successor does not come to serve; then the others stay. */
  readonly reload: () => Promise<void>
  /** Those that serve. */
  readonly serving: () => readonly P[]
  /** Processes that took the place of one that ended unasked. */
  readonly replaced: () => number
  readonly stop: () => Promise<void>
  readonly killAll: () => void
}

/** Pause before a process that failed to start is started again: this for each failure in a row, up to the maximum. */
const restartDelayMs = 250
const maxRestartDelayMs = 10_000

/** Keeps so many processes serving. */
export const createSupervisor = <P extends SupervisedProcess>(options: SupervisorOptions<P>): Supervisor<P> => {
  const { count, start, stopMs, onLost, onFailedStart } = options
  const starting = new Set<P>()
  const serving = new Set<P>()
  const stopping = new Set<P>()
  let replaced = 0
  let isClosed = false
  let reloading: Promise<void> = Promise.resolve()

  const end = async (process: P): Promise<void> => {
    starting.delete(process)
    serving.delete(process)
    stopping.add(process)
    process.stop()
    const timer = setTimeout(process.kill, stopMs)
    await process.ended
    clearTimeout(timer)
    stopping.delete(process)
  }

  const startOne = async (): Promise<P> => {
    const process = start()
    starting.add(process)
    try {
      await process.serving
    } catch (error) {
      starting.delete(process)
      throw error
    }
    // Told to stop meanwhile, it serves no more.
    if (!starting.delete(process)) return process
    serving.add(process)
    void process.ended.then((reason) => onEnded(process, reason))
    return process
  }

  const onEnded = (process: P, reason: string): void => {
    if (!serving.delete(process) || isClosed) return
    onLost(process.pid, reason)
    replaced++
    void replace()
  }

  const replace = async (): Promise<void> => {
    for (let failures = 0; !isClosed; failures++) {
      if (failures > 0) await delay(Math.min(maxRestartDelayMs, failures * restartDelayMs), undefined, { ref: false })
      if (isClosed) return
      try {
        await startOne()
        return
      } catch (error) {
        if (!isClosed) onFailedStart(error)
      }
    }
  }

  const stop = async (): Promise<void> => {
    isClosed = true
    await Promise.all([...starting, ...serving].map(end))
  }

  const reloadNow = async (): Promise<void> => {
    for (const old of [...serving]) {
      if (isClosed) return
      if (!serving.has(old)) continue
      const successor = await startOne()
      // One that ended by itself meanwhile has been replaced already.
      await end(serving.has(old) ? old : successor)
    }
  }

  return {
    start: async () => {
      try {
        const first = await startOne()
        await Promise.all(Array.from({ length: count - 1 }, startOne))
        return await first.serving
      } catch (error) {
        await stop()
        throw error
      }
    },
    reload: () => {
      const next = reloading.then(reloadNow)
      reloading = next.catch(() => {})
      return next
    },
    serving: () => [...serving],
    replaced: () => replaced,
    stop,
    killAll: () => {
      for (const process of [...starting, ...serving, ...stopping]) process.kill()
    },
  }
}
