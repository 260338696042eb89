import { ArchiveDamagedError } from '../damage.ts'

/**
 * Numbers as bytes: unsigned ones seven bits a byte, least first (LEB128); signed ones with the sign in bit 6 of the
 * first byte, so that no integer up to 2⁵³ is lost.
 */
export interface ByteWriter {
  readonly byte: (value: number) => void
  /** An integer from 0 to 2⁵³. */
  readonly unsigned: (value: number) => void
  /** An integer from −2⁵³ to 2⁵³. */
  readonly signed: (value: number) => void
  readonly bytes: (value: Uint8Array) => void
  readonly length: () => number
  /** What was written, as a view that the next write may change. */
  readonly view: () => Uint8Array
  readonly clear: () => void
}

export const createByteWriter = (capacity = 1024): ByteWriter => {
  let buffer = new Uint8Array(capacity)
  let length = 0

  const reserve = (count: number): void => {
    if (length + count <= buffer.length) return
    const grown = new Uint8Array(Math.max(buffer.length * 2, length + count))
    grown.set(buffer.subarray(0, length))
    buffer = grown
  }

  const rest = (value: number): void => {
    let left = value
    while (left >= 0x80) {
      buffer[length++] = (left % 0x80) | 0x80
      left = Math.floor(left / 0x80)
    }
    buffer[length++] = left
  }

  return {
    byte: (value) => {
      reserve(1)
      buffer[length++] = value
    },
    unsigned: (value) => {
      reserve(8)
      if (value < 0x80) buffer[length++] = value
      else rest(value)
    },
    signed: (value) => {
      reserve(9)
      const sign = value < 0 ? 0x40 : 0
      const size = Math.abs(value)
      if (size < 0x40) {
        buffer[length++] = size | sign
        return
      }
      buffer[length++] = (size % 0x40) | sign | 0x80
      rest(Math.floor(size / 0x40))
    },
    bytes: (value) => {
      reserve(value.length)
      buffer.set(value, length)
      length += value.length
    },
    length: () => length,
    view: () => buffer.subarray(0, length),
    clear: () => {
      length = 0
    },
  }
}

/** Reads what a `ByteWriter` wrote. @throws ArchiveDamagedError where the bytes end early or no writer writes so */
export interface ByteReader {
  readonly byte: () => number
  readonly unsigned: () => number
  /** @throws ArchiveDamagedError also when the number is greater */
  readonly atMost: (limit: number) => number
  readonly signed: () => number
  readonly bytes: (count: number) => Uint8Array
  readonly position: () => number
  readonly isAtEnd: () => boolean
  /** @throws ArchiveDamagedError when anything is left */
  readonly end: () => void
}

const cutShort = (): never => {
  throw new ArchiveDamagedError('A stored content ends early.')
}

const outOfRange = (): never => {
  throw new ArchiveDamagedError('A stored content has a number that nobody wrote.')
}

const maxValue = 2 ** 53

export const createByteReader = (buffer: Uint8Array, start = 0, end = buffer.length): ByteReader => {
  let position = start

  const byte = (): number => (position < end ? (buffer[position++] as number) : cutShort())

  const continued = (first: number, firstFactor: number): number => {
    let value = first
    let factor = firstFactor
    for (;;) {
      const next = byte()
      value += (next & 0x7f) * factor
      if (value > maxValue || factor > maxValue) return outOfRange()
      if (next < 0x80) return next === 0 ? outOfRange() : value
      factor *= 0x80
    }
  }

  const unsigned = (): number => {
    const first = position < end ? (buffer[position++] as number) : cutShort()
    if (first < 0x80) return first
    // Two bytes are next in frequency, and hundreds of millions of numbers are read.
    const second = position < end ? (buffer[position] as number) : cutShort()
    if (second > 0 && second < 0x80) {
      position += 1
      return (first & 0x7f) + second * 0x80
    }
    return continued(first & 0x7f, 0x80)
  }

  return {
    byte,
    unsigned,
    atMost: (limit) => {
      const value = unsigned()
      return value <= limit ? value : outOfRange()
    },
    signed: () => {
      const first = position < end ? (buffer[position++] as number) : cutShort()
      const size = first < 0x80 ? first & 0x3f : continued(first & 0x3f, 0x40)
      if (size === 0 && (first & 0x40) !== 0) return outOfRange()
      return (first & 0x40) === 0 ? size : -size
    },
    bytes: (count) => {
      if (!(count <= end - position)) return cutShort()
      position += count
      return buffer.subarray(position - count, position)
    },
    position: () => position,
    isAtEnd: () => position === end,
    end: () => {
      if (position !== end) throw new ArchiveDamagedError('A stored content goes on after its end.')
    },
  }
}
