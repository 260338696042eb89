import { memoizeByObject } from '../../concurrency/memoize.ts'
import { bytesTag, jsonTag } from './etag.ts'

/** Bytes as a latin1 string: Node sends such a body in one write with the head, a fifth cheaper than a Buffer. */
export type ByteString = string

/** The body of an answer. Large bytes stay a Buffer, which all answers share; a string would be copied for each. */
export type Payload = ByteString | Buffer

/** Longer strings would cost more memory for each slow client than they save time. */
const maxStringBytes = 64 * 1024

export const payloadOf = (bytes: Buffer): Payload => (bytes.length > maxStringBytes ? bytes : bytes.toString('latin1'))

/** A body ready to be written, with its tag. */
export interface Rendered {
  readonly body: Payload
  readonly etag: string
  /** The same as long as the process lives, so that compressing it well is worth the time. */
  readonly isStatic?: boolean
}

export const renderBytes = (bytes: Buffer): Rendered => ({
  body: payloadOf(bytes),
  etag: bytesTag(bytes),
  isStatic: true,
})

/** Renders an answer as JSON; the very same object is rendered once, so that a cache hit costs no JSON work. */
export const renderOnce = memoizeByObject((answer: object): Rendered => {
  const json = JSON.stringify(answer)
  return { body: payloadOf(Buffer.from(json)), etag: jsonTag(json) }
})
