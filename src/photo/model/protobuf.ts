/** One field of a message in the protocol buffers' wire format. */
export interface Field {
  number: number
  /** The value of an integer field, else 0. */
  integer: number
  /** What the field holds, if it is no integer: text, a message, or the bytes of a float. */
  content: Uint8Array
  /** The whole field as it was found, so that what is not understood can be passed on. */
  encoded: Uint8Array
}

const integerKind = 0
const doubleKind = 1
const bytesKind = 2
const floatKind = 5

/** The fields of a message, in their order. */
export const fieldsOf = (message: Uint8Array): Field[] => {
  const fields: Field[] = []
  let at = 0
  const takeInteger = (): number => {
    let value = 0
    for (let unit = 1; at < message.length; unit *= 128) {
      const byte = message[at++] ?? 0
      value += (byte & 127) * unit
      if (byte < 128) break
    }
    return value
  }
  while (at < message.length) {
    const start = at
    const tag = takeInteger()
    const [number, kind] = [Math.floor(tag / 8), tag % 8]
    const integer = kind === integerKind ? takeInteger() : 0
    const length = kind === bytesKind ? takeInteger() : kind === floatKind ? 4 : kind === doubleKind ? 8 : 0
    const content = message.subarray(at, at + length)
    at += length
    fields.push({ number, integer, content, encoded: message.subarray(start, at) })
  }
  return fields
}

const bytesOfInteger = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...bytesOfInteger(Math.floor(value / 128))]

/** A field in pieces, so that large ones are put together only once. */
export type Pieces = readonly Uint8Array[]

/** A field that holds an integer from 0 on. */
export const integerField = (number: number, value: number): Pieces => [
  Uint8Array.from([...bytesOfInteger(number * 8 + integerKind), ...bytesOfInteger(value)]),
]

/** A field that holds a message, or other bytes. */
export const bytesField = (number: number, content: Pieces): Pieces => {
  const length = content.reduce((sum, piece) => sum + piece.length, 0)
  return [Uint8Array.from([...bytesOfInteger(number * 8 + bytesKind), ...bytesOfInteger(length)]), ...content]
}

/** A field that holds text. */
export const textField = (number: number, text: string): Pieces => bytesField(number, [Buffer.from(text)])

/** A field that holds a number of single precision. */
export const floatField = (number: number, value: number): Pieces => [
  Uint8Array.from(bytesOfInteger(number * 8 + floatKind)),
  new Uint8Array(Float32Array.of(value).buffer),
]
