import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

const gzipped = promisify(gzip)
const brotlied = promisify(brotliCompress)

/** How a body can be written. */
type Encoding = 'br' | 'gzip' | 'identity'

/** Bodies smaller than this are not worth compressing. */
const compressFromBytes = 1024

/** Up to here compressing takes less than handing the work to another thread and back. */
const compressAtOnceBytes = 16 * 1024

/** Weak quality beats speed only for what is compressed once and kept. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/**
 * Bytes as a string of one character each (latin1): Node sends such a body in one write with the head, which costs a fifth less than a Buffer.
 */
type ByteString = string

/** An answer as bytes, with its tag and its compressed forms, each made when it is first wanted. */
export interface Rendered {
  readonly body: ByteString
  /** Weak ETag of what was observed: neither of `cacheHit` nor of the moment of assembly. */
  readonly etag: string
  readonly compressed: Map<Encoding, Promise<ByteString>>
}

/** Bytes as they stand, such as a file, ready to be written. */
export const renderBytes = (bytes: Buffer): Rendered => ({
  body: bytes.toString('latin1'),
  etag: `W/"${hash('sha1', bytes, 'base64url')}"`,
  compressed: new Map(),
})

const omitMoment = (key: string, value: unknown): unknown => (key === 'cacheHit' || key === 'observedAt' ? undefined : value)

const render = (answer: object): Rendered => ({
  body: Buffer.from(JSON.stringify(answer)).toString('latin1'),
  etag: `W/"${hash('sha1', JSON.stringify(answer, omitMoment), 'base64url')}"`,
  compressed: new Map(),
})

const kept = new WeakMap<object, Rendered>()

/** Renders an answer; the very same object is rendered once, so that a cache hit costs no JSON work. */
export const renderOnce = (answer: object): Rendered => {
  const known = kept.get(answer)
  if (known) return known
  const rendered = render(answer)
  kept.set(answer, rendered)
  return rendered
}

const readEncoding = (header: string): Encoding => {
  const quality = new Map<string, number>()
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';')
    const q = parameters.map((parameter) => /^\s*q=([0-9.]+)\s*$/i.exec(parameter)?.[1]).find((value) => value !== undefined)
    quality.set(name.trim().toLowerCase(), q === undefined ? 1 : Number(q) || 0)
  }
  const of = (name: string) => quality.get(name) ?? quality.get('*') ?? 0
  if (of('br') > 0 && of('br') >= of('gzip')) return 'br'
  return of('gzip') > 0 ? 'gzip' : 'identity'
}

const encodings = new Map<string, Encoding>()

/** The encoding that a client likes best among ours. Headers repeat, so what was read of one is kept, within a bound. */
const encodingOf = (header: string | string[] | undefined): Encoding => {
  if (typeof header !== 'string') return 'identity'
  const known = encodings.get(header)
  if (known) return known
  const encoding = readEncoding(header)
  if (encodings.size < 256) encodings.set(header, encoding)
  return encoding
}

const compress = (rendered: Rendered, encoding: 'br' | 'gzip'): Promise<ByteString> => {
  const known = rendered.compressed.get(encoding)
  if (known) return known
  const bytes = Buffer.from(rendered.body, 'latin1')
  if (bytes.length <= compressAtOnceBytes) {
    const packed = encoding === 'br' ? brotliCompressSync(bytes, brotliOptions) : gzipSync(bytes)
    const made = Promise.resolve(packed.toString('latin1'))
    rendered.compressed.set(encoding, made)
    return made
  }
  const made = (encoding === 'br' ? brotlied(bytes, brotliOptions) : gzipped(bytes)).then((packed) => packed.toString('latin1'))
  rendered.compressed.set(encoding, made)
  return made
}

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2)))

/** Headers as a flat list of names and values: what `writeHead` takes fastest. */
export type FlatHeaders = readonly string[]

/** Everything that decides how an answer goes out. */
export interface Answer {
  readonly status: number
  readonly headers: FlatHeaders
  readonly rendered: Rendered
  /** Whether a client may ask with If-None-Match. */
  readonly tagged: boolean
  /** Media type; JSON unless told. */
  readonly type?: string
}

const json = 'application/json; charset=utf-8'

/** Writes an answer: the only place that decides on 304, compression and HEAD. */
export const respond = async (
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, rendered, tagged, type = json }: Answer,
): Promise<void> => {
  const { body, etag } = rendered
  const tag = tagged ? ['etag', etag] : []
  if (tagged && matches(req.headers['if-none-match'], etag)) {
    res.writeHead(304, [...headers, ...tag, 'vary', 'accept-encoding'])
    res.end()
    return
  }
  const encoding = body.length < compressFromBytes ? 'identity' : encodingOf(req.headers['accept-encoding'])
  const payload = encoding === 'identity' ? body : await compress(rendered, encoding)
  const coding = encoding === 'identity' ? [] : ['content-encoding', encoding]
  res.writeHead(status, [
    ...headers,
    'content-type',
    type,
    ...tag,
    'vary',
    'accept-encoding',
    ...coding,
    'content-length',
    String(payload.length),
  ])
  if (req.method === 'HEAD') res.end()
  else res.end(payload, 'latin1')
}
