/** One field of a message in the wire format of protocol buffers. */
export interface Field {
  readonly number: number
  /** The value of an integer field, else 0. */
  readonly integer: number
  /** The value of any other field: text, a message, or the bytes of a float. */
  readonly content: Uint8Array
  /** The whole field as it was read, so that unknown ones can be copied. */
  readonly encoded: Uint8Array
}

// Wire types: VARINT, I64, LEN, I32.
const [varint, fixed64, lengthDelimited, fixed32] = [0, 1, 2, 5]

export const fieldsOf = (message: Uint8Array): Field[] => {
  const fields: Field[] = []
  let at = 0
  const readVarint = (): number => {
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
    const tag = readVarint()
    const [number, wireType] = [Math.floor(tag / 8), tag % 8]
    const integer = wireType === varint ? readVarint() : 0
    const length = wireType === lengthDelimited ? readVarint() : wireType === fixed32 ? 4 : wireType === fixed64 ? 8 : 0
    const content = message.subarray(at, at + length)
    at += length
    fields.push({ number, integer, content, encoded: message.subarray(start, at) })
  }
  return fields
}

const encodeVarint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...encodeVarint(Math.floor(value / 128))]

/** An encoded field in pieces, so that large ones are concatenated only once. */
export type Pieces = readonly Uint8Array[]

/** `value` is not negative. */
export const integerField = (number: number, value: number): Pieces => [
  Uint8Array.from([...encodeVarint(number * 8 + varint), ...encodeVarint(value)]),
]

/** A message, or other bytes. */
export const bytesField = (number: number, content: Pieces): Pieces => {
  const length = content.reduce((sum, piece) => sum + piece.length, 0)
  return [Uint8Array.from([...encodeVarint(number * 8 + lengthDelimited), ...encodeVarint(length)]), ...content]
}

export const textField = (number: number, text: string): Pieces => bytesField(number, [Buffer.from(text)])

export const floatField = (number: number, value: number): Pieces => [
  Uint8Array.from(encodeVarint(number * 8 + fixed32)),
  new Uint8Array(Float32Array.of(value).buffer),
]
