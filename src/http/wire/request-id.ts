import { randomUUID } from 'node:crypto'

/** The last digits of an id, in hexadecimal: four of them count. */
const first = 0x1000
const end = 0x10000

/**
 * Creates a maker of request ids, in the form of a UUID. They tell requests apart, over all processes and starts, and
 * are no secret: so one in sixty thousand is drawn at random, and those after it count on in its last four digits,
 * which takes a fraction of the time.
 */
export const createRequestIds = (): (() => string) => {
  let drawn = ''
  let next = end
  return () => {
    if (next === end) {
      drawn = randomUUID().slice(0, -4)
      next = first
    }
    return drawn + (next++).toString(16)
  }
}
