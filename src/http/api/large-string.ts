import { randomUUID } from 'node:crypto'
import type { Yielder } from '../../concurrency/yield-to-event-loop.ts'
import type { LazyString } from '../../contract/fields.ts'

/** Strings shorter than this are parsed as usual. */
const minBytes = 64 * 1024
/** Bytes scanned before yielding: a millisecond of work. */
const bytesPerYield = 1024 * 1024
/** Quotation marks inspected before the search is given up: a client's own JSON has a handful. */
const maxQuotes = 256
/** Characters at most of a data URL before its data. */
const maxHeadLength = 256

const [quote, backslash, firstPrintable, comma] = [0x22, 0x5c, 0x20, 0x2c]

const isEscaped = (json: Buffer, at: number): boolean => {
  let count = 0
  while (json[at - 1 - count] === backslash) count++
  return count % 2 === 1
}

/** The range of the contents of the first large string, end exclusive. */
const findLargeString = (json: Buffer): [from: number, end: number] | null => {
  let from = -1
  let at = json.indexOf(quote)
  for (let seen = 0; at !== -1 && seen < maxQuotes; seen++, at = json.indexOf(quote, at + 1)) {
    if (from === -1) from = at + 1
    else if (at - from >= minBytes) return isEscaped(json, at) ? null : [from, at]
    else if (!isEscaped(json, at)) from = -1
  }
  return null
}

/** Whether the bytes are the string: printable ASCII without escapes. */
const isPlain = (bytes: Buffer): boolean => {
  if (bytes.includes(backslash)) return false
  const aligned = Math.min(bytes.length, (4 - (bytes.byteOffset % 4)) % 4)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + aligned, (bytes.length - aligned) >> 2)
  // SWAR, four bytes at a time: a byte below the first printable one borrows into its highest bit, one above ASCII has
  // that bit set.
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? 0
    if ((((word - 0x20202020) & ~word) | word) & 0x80808080) return false
  }
  const rest = [...bytes.subarray(0, aligned), ...bytes.subarray(aligned + words.length * 4)]
  return rest.every((byte) => byte >= firstPrintable && byte < 0x80)
}

const isPlainText = async (bytes: Buffer, yieldToEventLoop: Yielder): Promise<boolean> => {
  for (let at = 0; at < bytes.length; at += bytesPerYield) {
    if (bytes.length > bytesPerYield) await yieldToEventLoop()
    if (!isPlain(bytes.subarray(at, at + bytesPerYield))) return false
  }
  return true
}

/** Bytes of the first large string as it is written; 0 where there is none. */
export const largeStringBytes = (json: Buffer): number => {
  const [from, end] = findLargeString(json) ?? [0, 0]
  return end - from
}

/** What a data URL says of its data, with the comma behind it. */
const headOf = (bytes: Buffer): string =>
  bytes.toString('latin1', 0, bytes.subarray(0, maxHeadLength).indexOf(comma) + 1)

/** A JSON text whose large string is replaced by a placeholder. */
export interface ExtractedString {
  readonly json: Buffer
  /** Begins with the head of a data URL as the string does, so that a schema which asks for one can judge it. */
  readonly placeholder: string
  readonly value: LazyString
}

/**
 * Takes the first large string out of a JSON text, such as a picture of megabytes: `JSON.parse` would copy it into the
 * heap and leave the copy to the garbage collector. Yields to the event loop between megabytes.
 * @returns `null` when there is none, or when it holds escapes or anything but ASCII: then the text is parsed as it is
 */
export const extractLargeString = async (json: Buffer, yieldToEventLoop: Yielder): Promise<ExtractedString | null> => {
  const found = json.length < minBytes ? null : findLargeString(json)
  if (found === null) return null
  const [from, end] = found
  const bytes = json.subarray(from, end)
  if (!(await isPlainText(bytes, yieldToEventLoop))) return null
  const placeholder = headOf(bytes) + randomUUID()
  return {
    json: Buffer.concat([json.subarray(0, from), Buffer.from(placeholder), json.subarray(end)]),
    placeholder,
    value: {
      length: bytes.length,
      slice: (start, stop) => bytes.toString('latin1', ...rangeOf(bytes.length, start, stop)),
    },
  }
}

/** A range as `String.prototype.slice` takes it. */
const rangeOf = (length: number, start = 0, stop = length): [number, number] => {
  const place = (at: number) => Math.max(0, Math.min(length, at < 0 ? length + at : at))
  return [place(start), Math.max(place(start), place(stop))]
}
