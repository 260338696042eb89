import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export interface HttpRequest {
  readonly url: URL
  readonly method: 'GET' | 'POST' | 'HEAD'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** What came back; `text` is empty unless the status is 2xx. */
export interface HttpAnswer {
  readonly status: number
  readonly contentType: string
  readonly retryAfter: string | null
  /** Milliseconds since the epoch by the host's clock, a cached answer's age added; `null` when it does not say. */
  readonly hostNowMs: number | null
  readonly text: string
}

/** A body beyond the cap, whether sent whole or grown while unpacking. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'
}

/** A body whose packing is unknown or damaged. */
export class BodyEncodingError extends Error {
  override readonly name = 'BodyEncodingError'
}

/** Sends requests to one host over kept connections. */
export interface HttpClient {
  readonly send: (request: HttpRequest, signal: AbortSignal) => Promise<HttpAnswer>
  readonly close: () => void
}

const keepIdleMs = 30_000

type Unpack = (packed: Buffer, options: { maxOutputLength: number }) => Buffer

const unpackers: ReadonlyMap<string, Unpack> = new Map(
  Object.entries({ gzip: gunzipSync, 'x-gzip': gunzipSync, br: brotliDecompressSync }),
)

/**
 * Unpacks a body that is at hand. On the spot, because the threads that would do it aside are those that wait for name
 * servers: an outage there must not stop what has arrived. Honest answers take well below a millisecond, the largest
 * that is read about ten.
 */
const unpack = (body: Buffer, encoding: string, limitBytes: number): Buffer => {
  if (encoding === '' || encoding === 'identity') return body
  const unpackBody = unpackers.get(encoding)
  if (unpackBody === undefined) throw new BodyEncodingError(`Content-Encoding ${JSON.stringify(encoding)} is unknown`)
  try {
    return unpackBody(body, { maxOutputLength: limitBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new BodyTooLargeError(`the answer exceeds ${limitBytes} bytes unpacked`)
    }
    throw new BodyEncodingError('the packed body is damaged', { cause: error })
  }
}

const readHostNow = ({ date, age }: IncomingMessage['headers']): number | null => {
  const instantMs = Date.parse(date ?? '') + (Number(age ?? 0) || 0) * 1000
  return Number.isNaN(instantMs) ? null : instantMs
}

const readText = async (response: IncomingMessage, limitBytes: number, charset: 'utf8' | 'latin1'): Promise<string> => {
  if (Number(response.headers['content-length']) > limitBytes) {
    throw new BodyTooLargeError(`the answer announces ${response.headers['content-length']} bytes`)
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > limitBytes) throw new BodyTooLargeError(`the answer exceeds ${limitBytes} bytes`)
    chunks.push(chunk)
  }
  const encoding = response.headers['content-encoding']?.trim().toLowerCase() ?? ''
  return unpack(Buffer.concat(chunks), encoding, limitBytes).toString(charset)
}

/** A server may close a kept connection just when we use it: the request was not read and can be sent again. */
class StaleConnectionError extends Error {}

/**
 * Creates the client of one host on node:http and node:https: an agent keeps the connections, the lookup is ours at
 * every connect, certificates are always verified and a redirect is an answer like any other, never followed.
 */
export const createHttpClient = ({
  baseUrl,
  lookup,
  connections,
  limitBytes,
  isResending = true,
  charset = 'utf8',
}: {
  baseUrl: URL
  lookup: LookupFunction
  connections: number
  limitBytes: number
  /** Whether a request that met a closed connection is sent again; `false` where the caller counts each. */
  isResending?: boolean
  /** How bytes become the text of an answer; `latin1` keeps each, for what is no text. */
  charset?: 'utf8' | 'latin1'
}): HttpClient => {
  const kept = { keepAlive: true, maxSockets: connections, maxFreeSockets: connections, timeout: keepIdleMs }
  const isTls = baseUrl.protocol === 'https:'
  const agent = isTls ? new HttpsAgent({ ...kept, rejectUnauthorized: true }) : new HttpAgent(kept)
  const start = isTls ? requestHttps : requestHttp

  const sendOnce = ({ url, method, headers, body }: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const request = start(url, { method, headers, agent, lookup })
      const abort = () => request.destroy(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
      const settle = <T>(done: (value: T) => void, value: T) => {
        signal.removeEventListener('abort', abort)
        done(value)
      }
      signal.addEventListener('abort', abort, { once: true })
      request.on('error', (error: NodeJS.ErrnoException) => {
        const isStale = request.reusedSocket && error.code === 'ECONNRESET' && !signal.aborted
        settle(reject, isStale ? new StaleConnectionError('stale', { cause: error }) : error)
      })
      request.once('response', async (response) => {
        const { statusCode: status = 0, headers: received } = response
        const answer = {
          status,
          contentType: received['content-type'] ?? '',
          retryAfter: received['retry-after'] ?? null,
          hostNowMs: readHostNow(received),
        }
        try {
          const hasBody = status >= 200 && status < 300 && method !== 'HEAD'
          const text = hasBody ? await readText(response, limitBytes, charset) : ''
          // What is left of a body nobody reads would hold the connection up.
          if (!response.complete) response.destroy()
          settle(resolve, { ...answer, text })
        } catch (error) {
          request.destroy()
          settle(reject, error)
        }
      })
      request.end(body ?? undefined)
      if (signal.aborted) abort()
    })

  return {
    send: async (request, signal) => {
      try {
        return await sendOnce(request, signal)
      } catch (error) {
        if (!(error instanceof StaleConnectionError) || !isResending) throw error
        return await sendOnce(request, signal)
      }
    },
    close: () => agent.destroy(),
  }
}
