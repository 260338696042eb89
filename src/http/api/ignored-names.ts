import type { TObject } from 'typebox'
import type { RawValues } from '../wire/exchange.ts'

/** Of the names that are told to have been ignored: more nobody reads. */
const maxIgnoredNames = 16
const maxNameLength = 64

/** The keywords of a body's schema that lead to the names within it. */
interface NamedSchema {
  readonly properties?: Readonly<Record<string, NamedSchema>>
  readonly items?: NamedSchema
}

/** Names as a header can carry them. */
const inHeader = (names: readonly string[]): string =>
  names
    .slice(0, maxIgnoredNames)
    .map((name) => encodeURIComponent(name.toWellFormed().slice(0, maxNameLength).toWellFormed()))
    .join(', ')

/** Names in the query that an endpoint does not take, fit for a header; empty where there are none. */
export const ignoredNames = (raw: RawValues, schema: TObject | undefined): string =>
  inHeader(Object.keys(raw).filter((name) => name !== '' && !Object.hasOwn(schema?.properties ?? {}, name)))

/** Adds the paths of unknown fields to `found` until there are as many as are told. */
const collectIgnored = (value: unknown, { properties, items }: NamedSchema, path: string, found: string[]): void => {
  if (typeof value !== 'object' || value === null || found.length >= maxIgnoredNames) return
  if (Array.isArray(value)) {
    if (items) for (const [index, entry] of value.entries()) collectIgnored(entry, items, `${path}${index}.`, found)
    return
  }
  if (properties === undefined) return
  for (const [name, field] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (known) collectIgnored(field, known, `${path}${name}.`, found)
    else found.push(path + name)
  }
}

/** Paths of unknown fields in a body, as `cards.0.condtion`, fit for a header; empty without any. */
export const ignoredFields = (body: unknown, schema: TObject): string => {
  const found: string[] = []
  collectIgnored(body, schema as NamedSchema, '', found)
  return inHeader(found)
}
