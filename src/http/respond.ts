import { compress, preferredEncoding } from './encoding.ts'
import { matchesTag } from './etag.ts'
import type { Payload, Rendered } from './render.ts'
import type { Turn } from './turn.ts'
import { isPlain, writeAnswer } from './write-answer.ts'

/** Bodies smaller than this are not worth compressing. */
const compressFromBytes = 1024

/** Headers as a flat list of names and values: what `writeHead` takes fastest. */
export type FlatHeaders = readonly string[]

/** Everything that decides how an answer goes out. */
export interface Answer {
  readonly status: number
  readonly headers: FlatHeaders
  readonly rendered: Rendered
  /** Whether a client may ask with If-None-Match. */
  readonly tagged: boolean
  /** Media type; JSON by default. */
  readonly type?: string
}

const json = 'application/json; charset=utf-8'

const write = (turn: Turn, status: number, headers: FlatHeaders, payload: Payload) => {
  const { req, res } = turn
  if (typeof payload === 'string' && isPlain(turn)) {
    writeAnswer(turn, status, headers, payload)
    return
  }
  res.writeHead(status, [...headers])
  if (req.method === 'HEAD') res.end()
  else res.end(payload, 'latin1')
}

/** Writes an answer: the only place that decides on 304, compression and HEAD. */
export const respond = (turn: Turn, { status, headers, rendered, tagged, type = json }: Answer): void | Promise<void> => {
  const { req } = turn
  const { body, etag } = rendered
  const tag = tagged ? ['etag', etag] : []
  if (tagged && matchesTag(req.headers['if-none-match'], etag)) {
    write(turn, 304, [...headers, ...tag, 'vary', 'accept-encoding'], '')
    return
  }
  const accepted = req.headers['accept-encoding']
  const encoding = body.length < compressFromBytes || typeof accepted !== 'string' ? 'identity' : preferredEncoding(accepted)
  const send = (payload: Payload, coding: FlatHeaders) => {
    const body = ['content-type', type, ...tag, 'vary', 'accept-encoding', ...coding, 'content-length', String(payload.length)]
    write(turn, status, [...headers, ...body], payload)
  }
  if (encoding === 'identity') send(body, [])
  else return compress(rendered, encoding).then((payload) => send(payload, ['content-encoding', encoding]))
}
