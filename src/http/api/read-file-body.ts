import Type, { type TObject } from 'typebox'
import type { FileBody, PostedFile } from '../../contract/endpoint.ts'
import { ServiceError } from '../../contract/errors.ts'
import { createBodyCheck } from './check-body.ts'
import { parseFormData } from './form-data.ts'
import type { MediaTypeHeader } from './media-type.ts'

/** Bytes of a form beside its file: heads, and the other fields. */
const formRestBytes = 64 * 1024

/** What forms and programs call a file of which they know nothing. */
const isUnknownType = (type: string | null) => type === null || type === '' || type === 'application/octet-stream'

const readText = (name: string, bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new ServiceError('invalid_body', `The request body, at ${name}, is not text in UTF-8.`)
  }
}

/** Takes the file and the texts out of a form. Other parts are there by name alone, since nothing reads them. */
const readForm = (body: Buffer, boundary: string, file: string, texts: TObject): object => {
  // Without a prototype, so that every name is one like others.
  const values: Record<string, string | PostedFile | null> = Object.create(null)
  for (const { name, type, bytes } of parseFormData(body, boundary)) {
    if (name !== file && !Object.hasOwn(texts.properties, name)) {
      values[name] = null
      continue
    }
    if (Object.hasOwn(values, name)) throw new ServiceError('invalid_body', `The form holds ${name} more than once.`)
    values[name] = name === file ? { bytes, type: isUnknownType(type) ? null : type } : readText(name, bytes)
  }
  if (values[file] === undefined) throw new ServiceError('invalid_body', `The form holds no file in the field ${file}.`)
  return values
}

/** How a body of one media type becomes the handler's. */
export interface BodyForm {
  readonly limitBytes: number
  /** What it may hold; the rest is ignored. */
  readonly fields: TObject
  readonly read: (bytes: Buffer, type: MediaTypeHeader) => object | Promise<object>
}

/**
 * The forms by media type in which a file is taken: a form with the other fields of `schema`, and the file alone. What
 * is read holds the bytes of the body, not a copy.
 */
export const fileForms = (
  { field, replaces, types, limitBytes }: FileBody,
  schema: TObject,
): readonly (readonly [type: string, form: BodyForm])[] => {
  const texts = Type.Omit(schema, [replaces])
  const check = createBodyCheck(texts)
  const fields = Type.Object({ ...texts.properties, [field]: Type.Any() })
  return [
    [
      'multipart/form-data',
      {
        limitBytes: limitBytes + formRestBytes,
        fields,
        read: (bytes, { parameters }) => check(readForm(bytes, parameters.get('boundary') ?? '', field, texts)),
      },
    ],
    ...types.map(
      (type) => [type, { limitBytes, fields, read: (bytes: Buffer) => ({ [field]: { bytes, type } }) }] as const,
    ),
  ]
}
