/**
 * A small gray picture of what lies in the frame: one byte a pixel, row by row.
 * @typedef {Uint8Array | Uint8ClampedArray} GrayPicture
 */

/** Size of the pictures that are compared: small enough that the noise of the camera is gone. */
export const graySize = { width: 40, height: 56 }

/** Set by 62 photos of cards: two cards differ by 17 or more; one card, pushed by 3 %, by 5 at the median and 11 at most, and turned by 2° by 10 and 17. */
const limits = {
  /** Mean difference of two pictures in turn above which something moves. */
  movement: 5,
  /** Mean difference up to which two pictures are of the same card. */
  sameCard: 13,
  /** Mean difference of neighboring pixels below which there is no card: an empty table has less. */
  texture: 3,
  /** Pixels by which a card that lies there may have been pushed. */
  shift: 3,
  stillMs: 600,
}

/** Without its own brightness, which a camera changes by itself. @param {GrayPicture} gray */
const leveled = (gray) => {
  let sum = 0
  for (const value of gray) sum += value
  const mean = sum / gray.length
  return Float32Array.from(gray, (value) => value - mean)
}

/**
 * Mean difference where two pictures overlap, the second one pushed.
 * @param {Float32Array} a
 * @param {Float32Array} b
 */
const differenceOf = (a, b, right = 0, down = 0) => {
  const { width, height } = graySize
  let sum = 0
  let pixels = 0
  for (let y = Math.max(0, down); y < Math.min(height, height + down); y++)
    for (let x = Math.max(0, right); x < Math.min(width, width + right); x++) {
      sum += Math.abs((a[y * width + x] ?? 0) - (b[(y - down) * width + x - right] ?? 0))
      pixels++
    }
  return sum / pixels
}

/** @param {Float32Array} a @param {Float32Array} b */
const isSameCard = (a, b) => {
  for (let down = -limits.shift; down <= limits.shift; down++)
    for (let right = -limits.shift; right <= limits.shift; right++)
      if (differenceOf(a, b, right, down) <= limits.sameCard) return true
  return false
}

/** @param {Float32Array} picture */
const textureOf = (picture) => {
  const { width } = graySize
  let sum = 0
  for (let at = 1; at < picture.length; at++) if (at % width !== 0) sum += Math.abs((picture[at] ?? 0) - (picture[at - 1] ?? 0))
  return sum / picture.length
}

/** Pictures without a card that are kept apart. */
const maxEmpty = 5

/**
 * Says when to take a photo: once something like a card, other than the one of the last photo, has lain still for a moment.
 */
export const createStillness = () => {
  /** @type {Float32Array | null} */
  let previous = null
  /** @type {Float32Array | null} */
  let last = null
  /** @type {Float32Array[]} */
  let empty = []
  let stillSinceMs = Number.POSITIVE_INFINITY

  /** @param {Float32Array} now */
  const isNew = (now) => [last, ...empty].every((known) => known === null || !isSameCard(known, now))

  return {
    /**
     * @param {GrayPicture} gray
     * @param {number} atMs on a clock that never goes back
     * @returns {boolean} whether to take the photo now
     */
    see: (gray, atMs) => {
      const now = leveled(gray)
      const isStill = previous !== null && differenceOf(previous, now) <= limits.movement
      previous = now
      if (!isStill) stillSinceMs = atMs
      if (atMs - stillSinceMs < limits.stillMs || textureOf(now) < limits.texture || !isNew(now)) return false
      last = now
      return true
    },
    /** What was just taken by hand is not taken again. @param {GrayPicture} gray */
    taken: (gray) => {
      last = leveled(gray)
    },
    /** On this there was no card: a patterned table is not taken a second time. @param {GrayPicture} gray */
    learnEmpty: (gray) => {
      empty = [...empty.slice(1 - maxEmpty), leveled(gray)]
    },
    /** The card that lies there is to be taken again. */
    forget: () => {
      last = null
      stillSinceMs = Number.POSITIVE_INFINITY
      previous = null
    },
  }
}
