/** Runs a bounded number of works at once; the others wait in their order. */
export interface Semaphore {
  /**
   * @returns what the work returns. @throws the error made by `busy`, without starting the work, when too many wait or
   * its turn comes too late
   */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>
}

export interface SemaphoreOptions {
  readonly max: number
  readonly maxWaiting: number
  /** Whoever has waited longer when a place becomes free is refused, so that slow works do not add up. */
  readonly maxWaitMs: number
  readonly busy: () => Error
  /** A steady clock in milliseconds. */
  readonly now?: () => number
}

interface Waiting {
  readonly sinceMs: number
  readonly start: () => void
  readonly refuse: () => void
}

export const createSemaphore = ({
  max,
  maxWaiting,
  maxWaitMs,
  busy,
  now = () => performance.now(),
}: SemaphoreOptions): Semaphore => {
  const queue = new Set<Waiting>()
  let running = 0

  const finish = () => {
    running--
    const nowMs = now()
    for (const next of queue) {
      queue.delete(next)
      if (nowMs - next.sinceMs <= maxWaitMs) {
        next.start()
        return
      }
      next.refuse()
    }
  }

  const start = async <T>(work: () => Promise<T>): Promise<T> => {
    running++
    try {
      return await work()
    } finally {
      finish()
    }
  }

  return {
    run: async (work) => {
      if (running < max) return start(work)
      if (queue.size >= maxWaiting) throw busy()
      return new Promise((resolve, reject) => {
        queue.add({ sinceMs: now(), start: () => resolve(start(work)), refuse: () => reject(busy()) })
      })
    },
  }
}
