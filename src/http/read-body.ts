import type { IncomingMessage } from 'node:http'
import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { createTurns } from '../concurrency/yield-to-event-loop.ts'
import { type ErrorCode, ServiceError } from '../contract/errors.ts'
import { createBodyCollector, longBodyBytes } from './collect-body.ts'
import { liftLongText } from './long-text.ts'

/** JSON with any parameters, but in no other charset than UTF-8. */
const isJsonType = (type: string): boolean =>
  /^application\/json\s*(?:;|$)/i.test(type) && !/;\s*charset\s*=\s*"?(?!utf-8\b)[^;]/i.test(type)

const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ServiceError('invalid_body', 'The request body is not JSON in UTF-8.')
  }
}

/** Names of the fields that may be left as their bytes: texts without a limit of their own. */
const longFieldsOf = (schema: TObject): string[] =>
  Object.entries<TSchema & { type?: string; maxLength?: number; enum?: unknown }>(schema.properties)
    .filter(([, { type, maxLength, enum: words }]) => type === 'string' && maxLength === undefined && words === undefined)
    .map(([name]) => name)

/** A body that was read. */
export interface ReadBody {
  readonly value: unknown
  /** Wipes its bytes, which may be somebody's picture; no part of the value is read after that. */
  readonly forget: () => void
}

/**
 * Makes the reader of an endpoint's JSON body. `tooLargeCode` is what a body over the limit is called; `invite` is called once its headers
 * have passed, and asks the client to send it.
 * @throws ServiceError `invalid_body` naming what is wrong and where
 */
export const createBodyReader = (schema: TObject, limitBytes: number, tooLargeCode: ErrorCode) => {
  const validator = Compile(schema)
  const ownTurn = createTurns()
  const tooLarge = () => new ServiceError(tooLargeCode, `The request body exceeds ${limitBytes} bytes.`)
  const longFields = longFieldsOf(schema)
  const collect = createBodyCollector(limitBytes, tooLarge)

  const check = (body: unknown): object => {
    if (validator.Check(body)) return body as object
    const [problem] = validator.Errors(body)
    const field = problem?.instancePath.replace(/^\//, '').replaceAll('/', '.')
    throw new ServiceError(
      'invalid_body',
      `The request body${field ? `, at ${field},` : ''} ${problem?.message ?? 'does not fit'}.`,
    )
  }

  const read = async (bytes: Buffer): Promise<object> => {
    const lifted = longFields.length > 0 ? await liftLongText(bytes, ownTurn) : null
    if (lifted === null) return check(parseJson(bytes))
    const { rest, token, text } = lifted
    const body = check(parseJson(rest))
    const name = longFields.find((field) => (body as Record<string, unknown>)[field] === token)
    // A long text that is nobody's, or one that must be checked, takes the usual way.
    return name === undefined ? check(parseJson(bytes)) : { ...body, [name]: text }
  }

  return async (req: IncomingMessage, timeoutMs: number, invite: () => void): Promise<ReadBody> => {
    if (!isJsonType(req.headers['content-type'] ?? ''))
      throw new ServiceError('invalid_body', 'Send the body as Content-Type: application/json.')
    if (req.headers['content-encoding'] !== undefined && req.headers['content-encoding'] !== 'identity') {
      throw new ServiceError('invalid_body', 'Send the body without Content-Encoding.')
    }
    if (Number(req.headers['content-length'] ?? 0) > limitBytes) throw tooLarge()
    invite()
    const { bytes, forget } = await collect(req, timeoutMs)
    // Parsing millions of bytes takes some milliseconds; other requests come in between.
    if (bytes.length > longBodyBytes) await ownTurn()
    try {
      return { value: await read(bytes), forget }
    } catch (error) {
      forget()
      throw error
    }
  }
}
