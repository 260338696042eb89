import { randomUUID } from 'node:crypto'
import type { Turn } from '../concurrency/yield-to-event-loop.ts'
import type { LongText } from '../contract/fields.ts'

/** A string from this length on is left as its bytes. */
const longBytes = 64 * 1024
/** Bytes looked at in one turn: a millisecond of work. */
const turnBytes = 1024 * 1024
/** Quotation marks looked at before the long string is given up: a client's own JSON has a handful. */
const mostQuotes = 64

const [quote, backslash, firstPrintable] = [0x22, 0x5c, 0x20]

const isEscaped = (json: Buffer, at: number): boolean => {
  let count = 0
  while (json[at - 1 - count] === backslash) count++
  return count % 2 === 1
}

/** Where the contents of the first long string are, from and without its end. */
const findLong = (json: Buffer): [from: number, end: number] | null => {
  let from = -1
  let at = json.indexOf(quote)
  for (let seen = 0; at !== -1 && seen < mostQuotes; seen++, at = json.indexOf(quote, at + 1)) {
    if (from === -1) from = at + 1
    else if (at - from >= longBytes) return isEscaped(json, at) ? null : [from, at]
    else if (!isEscaped(json, at)) from = -1
  }
  return null
}

/** Whether bytes mean themselves in a JSON string: ASCII without control characters and escapes. */
const isPlain = (bytes: Buffer): boolean => {
  if (bytes.includes(backslash)) return false
  const aligned = Math.min(bytes.length, (4 - (bytes.byteOffset % 4)) % 4)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + aligned, (bytes.length - aligned) >> 2)
  // Four at a time: a byte below the first printable one borrows into its highest bit, and one above ASCII has it.
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? 0
    if ((((word - 0x20202020) & ~word) | word) & 0x80808080) return false
  }
  const rest = [...bytes.subarray(0, aligned), ...bytes.subarray(aligned + words.length * 4)]
  return rest.every((byte) => byte >= firstPrintable && byte < 0x80)
}

const isPlainThroughout = async (bytes: Buffer, ownTurn: Turn): Promise<boolean> => {
  for (let at = 0; at < bytes.length; at += turnBytes) {
    if (bytes.length > turnBytes) await ownTurn()
    if (!isPlain(bytes.subarray(at, at + turnBytes))) return false
  }
  return true
}

/** A JSON text without its long string: a token stands in its place. */
export interface Lifted {
  readonly rest: Buffer
  readonly token: string
  readonly text: LongText
}

/**
 * Lifts the long string out of a JSON text, such as a picture of megabytes: parsing it would take a copy of it in the heap, and the collector's time after that.
 * Megabytes are looked through in turns.
 * @returns `null` when there is none, or when it holds escapes or anything but ASCII: then the whole is parsed as it is
 */
export const liftLongText = async (json: Buffer, ownTurn: Turn): Promise<Lifted | null> => {
  const found = json.length < longBytes ? null : findLong(json)
  if (found === null) return null
  const [from, end] = found
  const bytes = json.subarray(from, end)
  if (!(await isPlainThroughout(bytes, ownTurn))) return null
  const token = randomUUID()
  return {
    rest: Buffer.concat([json.subarray(0, from), Buffer.from(token), json.subarray(end)]),
    token,
    text: { length: bytes.length, slice: (start, stop) => bytes.toString('latin1', ...rangeOf(bytes.length, start, stop)) },
  }
}

/** A range as `String.prototype.slice` takes it. */
const rangeOf = (length: number, start = 0, stop = length): [number, number] => {
  const place = (at: number) => Math.max(0, Math.min(length, at < 0 ? length + at : at))
  return [place(start), Math.max(place(start), place(stop))]
}
