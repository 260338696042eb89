/** Runs a bounded number of works at once; the others wait in their order. */
export interface Semaphore {
  /** @returns what the work returns, or `null` at once when too many wait */
  readonly run: <T>(work: () => Promise<T>) => Promise<T> | null
}

export const createSemaphore = ({ max, maxWaiting }: { readonly max: number; readonly maxWaiting: number }): Semaphore => {
  const waiting = new Set<() => void>()
  let running = 0

  const finish = () => {
    running--
    const [next] = waiting
    if (next === undefined) return
    waiting.delete(next)
    next()
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
    run: (work) => {
      if (running < max) return start(work)
      if (waiting.size >= maxWaiting) return null
      return new Promise((resolve) => waiting.add(() => resolve(start(work))))
    },
  }
}
