import type { Yielder } from '../../concurrency/yield-to-event-loop.ts'
import { ServiceError } from '../../contract/errors.ts'
import { batchEndpoints } from '../../contract/price-batch.ts'
import { type ExtractedString, extractLargeString, largeStringBytes } from './large-string.ts'
import { parseJson } from './read-body.ts'

/** Messages of one request; only revisions before 2025-06-18 send several. */
const maxMessages = 8

/** Bytes beside a picture, as for the longest list of prices: a message is free, so its parsing must cost little. */
const restLimitBytes = batchEndpoints.lookUpPrices.bodyLimitBytes
/** The longest list of prices has some hundreds; each takes microseconds, however short it is. */
const maxEntries = 5_000

const comma = 0x2c

/** A message, and the picture that was taken out of it. */
export interface ReadMessage {
  readonly message: unknown
  readonly large: ExtractedString | null
}

/** Where a message has what is looked at; nothing is known of it yet. */
interface MessageShape {
  readonly method?: unknown
  readonly params?: { readonly arguments?: { readonly imageDataUrl?: unknown } | null } | null
}

/** The one place of a message where a text of megabytes may stand. */
const photosIn = (message: unknown): string[] =>
  ([message].flat() as readonly (MessageShape | null)[]).flatMap((one) => {
    const photo = one?.method === 'tools/call' ? one.params?.arguments?.imageDataUrl : null
    return typeof photo === 'string' ? [photo] : []
  })

const tooLarge = () =>
  new ServiceError(
    'invalid_body',
    `The request body, without imageDataUrl, exceeds ${restLimitBytes} bytes or ${maxEntries} entries.`,
  )

const hasFewEntries = (json: Buffer): boolean => {
  let count = 0
  for (let at = json.indexOf(comma); at !== -1 && count <= maxEntries; at = json.indexOf(comma, at + 1)) count++
  return count <= maxEntries
}

/** @throws ServiceError `invalid_body`, before what is too long is parsed */
const parseMessage = (json: Buffer, apartBytes = 0): unknown => {
  if (json.length - apartBytes > restLimitBytes || !hasFewEntries(json)) throw tooLarge()
  const message = parseJson(json)
  if (Array.isArray(message) && message.length > maxMessages)
    throw new ServiceError('invalid_body', `The request body holds more than ${maxMessages} messages.`)
  return message
}

/**
 * Reads a message of the Model Context Protocol, with its picture left outside the heap where its text allows that; see
 * `extractLargeString`.
 * @throws ServiceError `invalid_body`
 */
export const readMessage = async (bytes: Buffer, yieldToEventLoop: Yielder): Promise<ReadMessage> => {
  const large = await extractLargeString(bytes, yieldToEventLoop)
  if (large !== null) {
    const message = parseMessage(large.json)
    if (photosIn(message).includes(large.placeholder)) return { message, large }
  }
  // A picture with escapes is parsed with the rest.
  const message = parseMessage(bytes, largeStringBytes(bytes))
  const photoLength = Math.max(0, ...photosIn(message).map(({ length }) => length))
  if (bytes.length - photoLength > restLimitBytes) throw tooLarge()
  return { message, large: null }
}
