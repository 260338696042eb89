import { setImmediate as nextTurn } from 'node:timers/promises'

/** Waits until it is one's turn. */
export type Turn = () => Promise<void>

/**
 * Hands out turns of the event loop, one after the other: work of some milliseconds that is begun in a turn of its own never adds up with
 * that of other requests, however many come at once.
 */
export const createTurns = (): Turn => {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.then(() => nextTurn())
    return last
  }
}
