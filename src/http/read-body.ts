import type { IncomingMessage } from 'node:http'
import Type, { type TObject, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { createYielder } from '../concurrency/yield-to-event-loop.ts'
import { type ErrorCode, ServiceError } from '../contract/errors.ts'
import { isLazyString } from '../contract/fields.ts'
import { countHeader } from './access.ts'
import type { BodyBudget } from './body-budget.ts'
import { type BodyTerms, createBodyCollector } from './collect-body.ts'
import { isJsonType } from './json-type.ts'
import { extractLargeString } from './large-string.ts'

const parseJson = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ServiceError('invalid_body', 'The request body is not JSON in UTF-8.')
  }
}

/** Bodies larger than this are parsed in an iteration of the event loop of their own. */
const largeBodyBytes = 1024 * 1024

/** Names of the fields that may become a `LazyString`. */
const lazyFieldsOf = ({ properties }: TObject): string[] =>
  Object.keys(properties).filter((name) => isLazyString(properties[name] as TSchema))

/** What is validated here: a lazy string is any string, since its reader checks the rest, and what fields must be together is refused by the feature, in its own words. */
const validatedPart = ({ anyOf: _, ...schema }: TObject & { anyOf?: unknown }, lazyFields: readonly string[]): TObject => ({
  ...schema,
  properties: { ...schema.properties, ...Object.fromEntries(lazyFields.map((name) => [name, Type.String()])) },
})

/** A parsed and validated body. */
export interface ReadBody {
  readonly value: unknown
  /** Overwrites the bytes, which may be somebody's picture; lazy strings of the value must not be read afterwards. */
  readonly release: () => void
}

/**
 * Creates the reader of an endpoint's JSON body, which takes its memory out of the budget. `tooLargeCode` is the error code of a body over the limit.
 * @throws ServiceError `invalid_body` naming what is wrong and where; `service_busy` when the budget has no room, before anything is read
 */
export const createBodyReader = (schema: TObject, limitBytes: number, tooLargeCode: ErrorCode, budget: BodyBudget) => {
  const yieldToEventLoop = createYielder()
  const tooLarge = () => new ServiceError(tooLargeCode, `The request body exceeds ${limitBytes} bytes.`)
  const lazyFields = lazyFieldsOf(schema)
  const validator = Compile(validatedPart(schema, lazyFields))
  const collect = createBodyCollector(limitBytes, tooLarge, budget)

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
    const extracted = lazyFields.length > 0 ? await extractLargeString(bytes, yieldToEventLoop) : null
    if (extracted === null) return check(parseJson(bytes))
    const { json, placeholder, value } = extracted
    const body = check(parseJson(json))
    const name = lazyFields.find((field) => (body as Record<string, unknown>)[field] === placeholder)
    // A large string in any other field is parsed and validated as usual.
    return name === undefined ? check(parseJson(bytes)) : { ...body, [name]: value }
  }

  return async (req: IncomingMessage, terms: BodyTerms): Promise<ReadBody> => {
    // Node keeps only the first of several.
    if (countHeader(req, 'content-type') !== 1 || !isJsonType(req.headers['content-type'] ?? ''))
      throw new ServiceError('invalid_body', 'Send the body as Content-Type: application/json.')
    if (req.headers['content-encoding'] !== undefined && req.headers['content-encoding'] !== 'identity') {
      throw new ServiceError('invalid_body', 'Send the body without Content-Encoding.')
    }
    const { bytes, release } = await collect(req, terms)
    // Parsing megabytes takes milliseconds: other requests get their iteration first.
    if (bytes.length > largeBodyBytes) await yieldToEventLoop()
    try {
      return { value: await read(bytes), release }
    } catch (error) {
      release()
      throw error
    }
  }
}
