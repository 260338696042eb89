import type { IncomingMessage } from 'node:http'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { type ErrorCode, ServiceError } from '../contract/errors.ts'

/** JSON with any parameters, but in no other charset than UTF-8. */
const isJsonType = (type: string): boolean =>
  /^application\/json\s*(?:;|$)/i.test(type) && !/;\s*charset\s*=\s*"?(?!utf-8\b)[^;]/i.test(type)

/** Collects a request body of at most `limitBytes` within `timeoutMs`, stopping at the first byte too many. */
const collect = (req: IncomingMessage, limitBytes: number, timeoutMs: number, tooLarge: () => ServiceError): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const stop = (error: ServiceError) => {
      clearTimeout(timer)
      req.off('data', take)
      reject(error)
    }
    const take = (chunk: Buffer) => {
      length += chunk.length
      if (length > limitBytes) stop(tooLarge())
      else chunks.push(chunk)
    }
    const late = () => stop(new ServiceError('request_timeout', 'The request body was not sent in time.'))
    const timer = setTimeout(late, timeoutMs)
    const cutOff = () => stop(new ServiceError('invalid_body', 'The request body was cut off.'))
    req.on('data', take)
    req.once('end', () => {
      clearTimeout(timer)
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length))
    })
    // Either may come first when the client goes away; after the end neither changes anything.
    req.once('error', cutOff)
    req.once('close', cutOff)
  })

const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ServiceError('invalid_body', 'The request body is not JSON in UTF-8.')
  }
}

/**
 * Makes the reader of an endpoint's JSON body. `tooLargeCode` is what a body over the limit is called; `invite` is called once its headers
 * have passed, and asks the client to send it.
 * @throws ServiceError `invalid_body` naming what is wrong and where
 */
export const createBodyReader = (schema: TSchema, limitBytes: number, tooLargeCode: ErrorCode) => {
  const validator = Compile(schema)
  const tooLarge = () => new ServiceError(tooLargeCode, `The request body exceeds ${limitBytes} bytes.`)
  return async (req: IncomingMessage, timeoutMs: number, invite: () => void): Promise<unknown> => {
    if (!isJsonType(req.headers['content-type'] ?? ''))
      throw new ServiceError('invalid_body', 'Send the body as Content-Type: application/json.')
    if (req.headers['content-encoding'] !== undefined && req.headers['content-encoding'] !== 'identity') {
      throw new ServiceError('invalid_body', 'Send the body without Content-Encoding.')
    }
    if (Number(req.headers['content-length'] ?? 0) > limitBytes) throw tooLarge()
    invite()
    const body = parseJson(await collect(req, limitBytes, timeoutMs, tooLarge))
    if (validator.Check(body)) return body
    const [problem] = validator.Errors(body)
    const field = problem?.instancePath.replace(/^\//, '').replaceAll('/', '.')
    throw new ServiceError(
      'invalid_body',
      `The request body${field ? `, at ${field},` : ''} ${problem?.message ?? 'does not fit'}.`,
    )
  }
}
