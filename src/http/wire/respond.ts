import { memoizeByKey, memoizeByObject } from '../../concurrency/memoize.ts'
import { compress, preferredEncoding } from './encoding.ts'
import { matchesTag } from './etag.ts'
import { type HeaderLines, headerLine, headerLines, headerPairs } from './header-lines.ts'
import { hasLongRest, type PendingResponse } from './pending-response.ts'
import type { Payload, Rendered } from './render.ts'
import { isPlain, writeAnswer } from './write-answer.ts'

/** Bodies smaller than this are not worth compressing. */
const compressFromBytes = 1024

/** Everything that decides how an answer goes out. */
export interface Answer {
  readonly status: number
  readonly headers: HeaderLines
  readonly rendered: Rendered
  /** Whether a client may ask with If-None-Match. */
  readonly tagged: boolean
  /** Media type; JSON by default. */
  readonly type?: string
}

const json = 'application/json; charset=utf-8'

const typeLine = memoizeByKey((type: string) => headerLine('content-type', type))
const varyLine = headerLine('vary', 'accept-encoding')
/** Of a body that is sent as it is, with its tag: a flat text, made once. */
const taggedLines = memoizeByObject(({ etag, body }: Rendered) =>
  headerLines({ etag, vary: 'accept-encoding', 'content-length': String(body.length) }),
)

/** Writes a whole answer, head and body. */
export const write = (pending: PendingResponse, status: number, headers: HeaderLines, payload: Payload) => {
  const { req, res } = pending
  if (hasLongRest(pending)) res.shouldKeepAlive = false
  if (typeof payload === 'string' && isPlain(pending)) {
    writeAnswer(pending, status, headers, payload)
    return
  }
  res.writeHead(status, headerPairs(headers))
  if (req.method === 'HEAD') res.end()
  else res.end(payload, 'latin1')
}

/** Writes an answer: the only place that decides on 304, compression and HEAD. */
export const respond = (
  pending: PendingResponse,
  { status, headers, rendered, tagged, type = json }: Answer,
): void | Promise<void> => {
  const { req } = pending
  const { body, etag } = rendered
  if (tagged && matchesTag(req.headers['if-none-match'], etag)) {
    write(pending, 304, headers + headerLine('etag', etag) + varyLine, '')
    return
  }
  const accepted = req.headers['accept-encoding']
  const encoding =
    body.length < compressFromBytes || typeof accepted !== 'string' ? 'identity' : preferredEncoding(accepted)
  if (encoding === 'identity') {
    const bodyLines = tagged ? taggedLines(rendered) : varyLine + headerLine('content-length', body.length)
    write(pending, status, headers + typeLine(type) + bodyLines, body)
    return
  }
  return compress(rendered, encoding).then((payload) => {
    const tagLine = tagged ? headerLine('etag', etag) : ''
    const codingLines = headerLines({ 'content-encoding': encoding, 'content-length': String(payload.length) })
    write(pending, status, headers + typeLine(type) + tagLine + varyLine + codingLines, payload)
  })
}
