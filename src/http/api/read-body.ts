import type { IncomingMessage } from 'node:http'
import Type, { type TObject, type TSchema } from 'typebox'
import { createYielder } from '../../concurrency/yield-to-event-loop.ts'
import type { FileBody } from '../../contract/endpoint.ts'
import { type ErrorCode, ServiceError } from '../../contract/errors.ts'
import { isLazyString } from '../../contract/fields.ts'
import { countHeader } from '../wire/request-head.ts'
import type { BodyBudget } from './body-budget.ts'
import { createBodyCheck } from './check-body.ts'
import { type BodyTerms, createBodyCollector } from './collect-body.ts'
import { ignoredFields } from './ignored-names.ts'
import { extractLargeString } from './large-string.ts'
import { isJsonOfOtherCharset, parseMediaType } from './media-type.ts'
import { type BodyForm, fileForms } from './read-file-body.ts'

/** @throws ServiceError `invalid_body` */
export const parseJson = (bytes: Buffer): unknown => {
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

/**
 * What is validated here: a lazy string is any string, since its reader checks the rest, and what fields must be
 * together is refused by the feature, in its own words.
 */
const validatedPart = (
  { anyOf: _, ...schema }: TObject & { anyOf?: unknown },
  lazyFields: readonly string[],
): TObject => ({
  ...schema,
  properties: { ...schema.properties, ...Object.fromEntries(lazyFields.map((name) => [name, Type.String()])) },
})

/** Characters of a client's own header that are told back. */
const maxToldLength = 80

/** Says what came in the place of what is taken. */
const wrongType = (req: IncomingMessage, file: FileBody | undefined): ServiceError => {
  const count = countHeader(req, 'content-type')
  const sent = req.headers['content-type'] ?? ''
  const family = sent.split('/')[0]
  if (count === 1 && file?.types.some((type) => type.split('/')[0] === family))
    return new ServiceError(file.typeError, `The file must be sent as one of ${file.types.join(', ')}.`)
  const shown = sent === '' ? 'without a Content-Type' : `as Content-Type: ${sent.slice(0, maxToldLength)}`
  const taken = file
    ? `application/json, multipart/form-data with the file in the field ${file.field}, or the file alone as ` +
      `${file.types.join(', ')}`
    : 'application/json in UTF-8'
  return new ServiceError(
    'invalid_body',
    `The request body came ${count > 1 ? 'with more than one Content-Type' : shown}; send ${taken}.`,
  )
}

export interface ReadBody {
  readonly value: unknown
  /** What was sent beside it and is ignored, fit for a header; empty where nothing was. */
  readonly ignored: string
  /** Overwrites the bytes, which may be a picture; do not read lazy strings and files of the value afterwards. */
  readonly release: () => void
}

export type BodyReader = (req: IncomingMessage, terms: BodyTerms) => Promise<ReadBody>

/** Fields that an endpoint takes in such a body: JSON with the name of a form's file must not pass for one. */
const takenFields = (body: object, { properties }: TObject): object =>
  Object.fromEntries(Object.entries(body).filter(([name]) => Object.hasOwn(properties, name)))

/**
 * Creates the reader of an endpoint's body, which takes its memory out of the budget: JSON, and where the endpoint
 * takes a file also a form or the file itself. `tooLargeCode` is the error code of a body over the limit.
 * @throws ServiceError `invalid_body` naming what is wrong and where; `service_busy` when the budget has no room,
 * before anything is read
 */
export const createBodyReader = (
  schema: TObject,
  limitBytes: number,
  tooLargeCode: ErrorCode,
  budget: BodyBudget,
  file?: FileBody,
): BodyReader => {
  const yieldToEventLoop = createYielder()
  const lazyFields = lazyFieldsOf(schema)
  const check = createBodyCheck(validatedPart(schema, lazyFields))

  const readJson = async (bytes: Buffer): Promise<object> => {
    const extracted = lazyFields.length > 0 ? await extractLargeString(bytes, yieldToEventLoop) : null
    if (extracted === null) return check(parseJson(bytes))
    const { json, placeholder, value } = extracted
    const body = check(parseJson(json))
    const name = lazyFields.find((field) => (body as Record<string, unknown>)[field] === placeholder)
    // A large string in any other field is parsed and validated as usual.
    return name === undefined ? check(parseJson(bytes)) : { ...body, [name]: value }
  }

  const collected = (form: BodyForm) => {
    const { limitBytes } = form
    const tooLarge = () => new ServiceError(tooLargeCode, `The request body exceeds ${limitBytes} bytes.`)
    return { ...form, collect: createBodyCollector(limitBytes, tooLarge, budget) }
  }
  const forms = new Map([
    ['application/json', collected({ limitBytes, fields: schema, read: readJson })],
    ...(file ? fileForms(file, schema) : []).map(([type, form]) => [type, collected(form)] as const),
  ])

  return async (req, terms) => {
    // Node keeps only the first of several.
    const type = countHeader(req, 'content-type') === 1 ? parseMediaType(req.headers['content-type'] ?? '') : null
    const form = type === null || isJsonOfOtherCharset(type) ? undefined : forms.get(type.type)
    if (type === null || form === undefined) throw wrongType(req, file)
    if (req.headers['content-encoding'] !== undefined && req.headers['content-encoding'] !== 'identity') {
      throw new ServiceError('invalid_body', 'Send the body without Content-Encoding.')
    }
    const { bytes, release } = await form.collect(req, terms)
    // Parsing megabytes takes milliseconds: other requests get their iteration first.
    if (bytes.length > largeBodyBytes) await yieldToEventLoop()
    try {
      const body = await form.read(bytes, type)
      return { value: takenFields(body, form.fields), ignored: ignoredFields(body, form.fields), release }
    } catch (error) {
      release()
      throw error
    }
  }
}
