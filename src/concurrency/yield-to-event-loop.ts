import { setImmediate as nextIteration } from 'node:timers/promises'

/** Resolves in an iteration of the event loop that no other caller of the same yielder shares. */
export type Yielder = () => Promise<void>

/**
 * Creates a queue for iterations of the event loop, one caller each: pieces of work of a few milliseconds that each
 * begin with a yield never add up with those of other requests, however many arrive at once.
 */
export const createYielder = (): Yielder => {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => nextIteration())
    return last
  }
}
