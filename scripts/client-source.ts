import { errorTable } from '../src/contract/errors.ts'
import { limitTable } from '../src/contract/limits.ts'
import {
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type Parameter,
  type PlacedOperation,
  type Schema,
} from '../src/openapi/document.ts'

/** Names of resources that would hide a global of TypeScript, and what the client calls them. */
const renamed: ReadonlyMap<string, string> = new Map([['Set', 'CardSet']])

const nameOf = (name: string): string => renamed.get(name) ?? name

const comment = (text: string | undefined, indent = ''): string =>
  text ? `${indent}/** ${text.replaceAll('*/', '* /')} */\n` : ''

const keyOf = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`)

/** An optional field of an answer is there or not; one of an input may also be given as `undefined`. */
const fieldsOf = ({ properties = {}, required = [] }: Schema, indent: string, unlessGiven = ''): string => {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema, indent)
    const declared = required.includes(name) ? `${keyOf(name)}: ${type}` : `${keyOf(name)}?: ${type}${unlessGiven}`
    return `${comment(schema.description, indent)}${indent}readonly ${declared}\n`
  })
  return `{\n${fields.join('')}${indent.slice(2)}}`
}

const arrayOf = (item: string): string => `readonly ${/[ |]/.test(item) ? `(${item})` : item}[]`

const wordOf = (type: string, schema: Schema, indent: string): string => {
  if (type === 'integer') return 'number'
  if (type === 'array') return arrayOf(typeOf(schema.items ?? {}, indent))
  if (type !== 'object') return type
  if (schema.properties) return fieldsOf(schema, `${indent}  `)
  const { additionalProperties } = schema
  const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, indent) : 'unknown'
  return `{ readonly [name: string]: ${value} }`
}

const unionOf = (types: readonly string[]): string => [...new Set(types)].join(' | ')

const typeOf = (schema: Schema, indent = '  '): string => {
  if (schema.$ref) return nameOf(schema.$ref.split('/').at(-1) as string)
  if (schema.anyOf) return unionOf(schema.anyOf.map((one) => typeOf(one, indent)))
  if (schema.const !== undefined) return typeof schema.const === 'string' ? `'${schema.const}'` : String(schema.const)
  if (schema.enum) return unionOf(schema.enum.map((word) => `'${word}'`))
  if (schema.type === undefined) return 'unknown'
  return unionOf([schema.type].flat().map((type) => wordOf(type, schema, indent)))
}

/** An object as its variants, each with the fields that it narrows; one that has none is its only variant. */
const variantsOf = (schema: Schema): readonly Schema[] =>
  (schema.oneOf ?? [{}]).map(({ properties: narrowed = {} }) => {
    const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const { description } = field
      return [name, narrowed[name] ? { ...narrowed[name], ...(description && { description }) } : field] as const
    })
    return { ...schema, properties: Object.fromEntries(fields) }
  })

/** What an input may leave out may also be given as `undefined`, whatever the compiler of an app makes of that. */
const orUndefined = ' | undefined'

const inputNamesOf = (placed: readonly PlacedOperation[]): ReadonlySet<string> => {
  const bodies = JSON.stringify(placed.map(({ operation }) => bodyOf(operation)))
  return new Set([...bodies.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name as string))
}

const declarationOf = ([name, schema]: readonly [string, Schema], unlessGiven: string): string => {
  const head = comment(schema.description)
  if (schema.oneOf)
    return `${head}export type ${nameOf(name)} =\n${variantsOf(schema)
      .map((variant) => `  | ${fieldsOf(variant, '    ')}`)
      .join('\n')}\n`
  if (schema.type === 'object' && schema.properties)
    return `${head}export interface ${nameOf(name)} ${fieldsOf(schema, '  ', unlessGiven)}\n`
  return `${head}export type ${nameOf(name)} = ${typeOf(schema)}\n`
}

const bodyOf = ({ requestBody }: Operation): Schema => requestBody?.content['application/json']?.schema ?? {}

const inputOf = ({ operation }: PlacedOperation): string => {
  const parameters = operation.parameters ?? []
  const body = bodyOf(operation)
  const fromParameter = ({ name, schema, description }: Parameter) => [name, { ...schema, description }] as const
  const properties = Object.fromEntries([...parameters.map(fromParameter), ...Object.entries(body.properties ?? {})])
  const required = [...parameters.filter((one) => one.required).map(({ name }) => name), ...(body.required ?? [])]
  return Object.keys(properties).length === 0
    ? 'Readonly<Record<string, never>>'
    : fieldsOf({ properties, required }, '      ', orUndefined)
}

const outputOf = ({ operation }: PlacedOperation): string => {
  const success = operation.responses['200']
  const schema = success && 'content' in success ? success.content?.['application/json']?.schema : undefined
  return typeOf(schema ?? {})
}

const shapeOf = (placed: PlacedOperation): string => {
  const { operationId, description } = placed.operation
  const fields = `    readonly input: ${inputOf(placed)}\n    readonly output: ${outputOf(placed)}\n`
  return `${comment(description, '  ')}  readonly ${operationId}: {\n${fields}  }\n`
}

const entryOf = (placed: PlacedOperation): string => {
  const { method, path, operation } = placed
  const { operationId, security } = operation
  const body = Object.keys(bodyOf(operation).properties ?? {})
  // What the JSON body takes travels in it alone, though the query takes it too beside another body.
  const names = (where: Parameter['in']) =>
    (operation.parameters ?? []).filter((one) => one.in === where && !body.includes(one.name)).map(({ name }) => name)
  const list = (words: readonly string[]) => `[${words.map((word) => `'${word}'`).join(', ')}]`
  const parts = `params: ${list(names('path'))}, query: ${list(names('query'))}, body: ${list(body)}`
  return `  ${operationId}: { method: '${method}', path: '${path}', hasKey: ${security.length > 0}, ${parts} },\n`
}

const adviceEntryOf = ([code, { meaning, advice }]: readonly [
  string,
  { readonly meaning: string; readonly advice: string },
]): string => `  ${code}: ${JSON.stringify({ meaning, advice })},\n`

const limitOf = ([name, [value, meaning]]: readonly [string, readonly [number, string]]): string =>
  `${comment(meaning, '  ')}  ${name}: ${value},\n`

/** The contract as TypeScript that needs nothing else: types of all resources, every operation as plain data. */
export const clientSource = (document: OpenApiDocument): string => {
  const placed = operationsOf(document).filter(({ path }) => path.startsWith('/v1/'))
  const inputNames = inputNamesOf(placed)
  const types = Object.entries(document.components.schemas).map((named) =>
    declarationOf(named, inputNames.has(named[0]) ? orUndefined : ''),
  )
  return [
    '// Written by `npm run generate` from the contract table; a test fails when the two differ.\n',
    ...types,
    `/** Input and answer of every operation. */\nexport interface Operations {\n${placed.map(shapeOf).join('')}}\n`,
    `/** Where every operation lives and where each part of its input goes. */\n` +
      `export const operations = {\n${placed.map(entryOf).join('')}} as const\n`,
    `/** Limits of the service. */\n` +
      `export const limits = {\n${Object.entries(limitTable).map(limitOf).join('')}} as const\n`,
    `/** What each error code of the service means and what to do next. */\nexport const serviceErrorAdvice: ` +
      'Readonly<Record<ErrorCode, { readonly meaning: string; readonly advice: string }>> = ' +
      `{\n${Object.entries(errorTable).map(adviceEntryOf).join('')}}\n`,
  ].join('\n')
}
