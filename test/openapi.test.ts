import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Compile } from 'typebox/compile'
import { Compile as CompileJsonSchema } from 'typebox/schema'
import { type Endpoint, keyErrors } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { errorCodes, errorTable } from '../src/contract/errors.ts'
import { PriceLookup } from '../src/contract/price-batch.ts'
import type { MediaType, Operation, Response, Schema } from '../src/openapi/document.ts'
import { openApiDocument } from '../src/openapi/openapi-document.ts'

const document = openApiDocument()
const { components } = document
const table = Object.entries<Endpoint>(endpoints)
const operations: readonly Operation[] = Object.values(document.paths).flatMap((item) => Object.values(item))
const operationsById = new Map(operations.map((operation) => [operation.operationId, operation]))

/** Follows a reference inside the document. */
const resolve = <T>(value: T | { readonly $ref: string }): T => {
  if (typeof value !== 'object' || value === null || !('$ref' in value) || typeof value.$ref !== 'string')
    return value as T
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
  assert.ok(found, `${value.$ref} leads nowhere`)
  return found as T
}

const responsesOf = (operation: Operation): [string, Response][] =>
  Object.entries(operation.responses).map(([status, response]) => [status, resolve<Response>(response)])

const operationOf = (operationId: string): Operation => {
  const operation = operationsById.get(operationId)
  assert.ok(operation, `${operationId} is in the document`)
  return operation
}

test('every endpoint of the table is there with its path, its method and its way in', () => {
  for (const [operationId, { method, path, access }] of table) {
    const operation = operationOf(operationId)
    assert.equal(document.paths[path]?.[method === 'GET' ? 'get' : 'post'], operation)
    assert.deepEqual(operation.security, access === 'key' ? [{ apiKey: [] }] : [])
  }
  const others = operations.filter(({ operationId }) => !(operationId in endpoints))
  for (const { operationId, security, tags } of others)
    assert.deepEqual({ security, tags }, { security: [], tags: ['Service'] }, operationId)
})

test('every operation, parameter, answer and header has a description', () => {
  const tags = new Set(document.tags.map(({ name }) => name))
  for (const operation of operations) {
    const { operationId, summary, description, parameters = [] } = operation
    assert.ok(summary && description, operationId)
    assert.ok(
      operation.tags.every((tag) => tags.has(tag)),
      operationId,
    )
    for (const parameter of parameters) {
      assert.ok(parameter.description, `${operationId} ${parameter.name}`)
      assert.notEqual(parameter.example, undefined, `${operationId} ${parameter.name} has an example`)
    }
    for (const [status, response] of responsesOf(operation)) {
      assert.ok(response.description, `${operationId} ${status}`)
      for (const [name, header] of Object.entries(response.headers ?? {}))
        assert.ok(resolve<{ description: string }>(header).description, `${operationId} ${status} ${name}`)
    }
  }
})

test('every field of every resource has a description, its own or that of the resource it holds', () => {
  for (const [name, schema] of Object.entries(components.schemas)) {
    assert.ok(schema.description, name)
    for (const [field, property] of Object.entries(schema.properties ?? {}))
      assert.ok(property.description ?? resolve<Schema>(property as Schema).description, `${name}.${field}`)
  }
})

test('every error code has a meaning, and every code of an endpoint stands under its status', () => {
  assert.deepEqual(components.schemas.ErrorCode?.enum, errorCodes)
  for (const code of errorCodes) assert.ok(components.schemas.ErrorCode?.['x-enumDescriptions']?.[code], code)
  for (const [operationId, { access, errors }] of table) {
    const responses = new Map(responsesOf(operationOf(operationId)))
    for (const code of [...errors, ...(access === 'key' ? keyErrors : [])]) {
      const response = responses.get(String(errorTable[code].status))
      assert.ok(response, `${operationId} ${code}`)
      assert.ok(response.description.includes(`\`${code}\`: ${errorTable[code].meaning}`), `${operationId} ${code}`)
      assert.ok(response.content?.['application/json']?.examples?.[code], `${operationId} ${code} has an example`)
    }
  }
})

test('what can be revalidated has a tag and a 304; nothing else has', () => {
  for (const [operationId, { method, cacheControl }] of table) {
    const responses = new Map(responsesOf(operationOf(operationId)))
    const isTagged = method === 'GET' && cacheControl !== 'no-store'
    assert.equal(responses.has('304'), isTagged, operationId)
    assert.equal('ETag' in (responses.get('200')?.headers ?? {}), isTagged, operationId)
  }
})

test('every example of the table fits the contract, which knows no further field', () => {
  for (const [operationId, { response, example }] of table)
    assert.deepEqual(Compile(response).Errors(example), [], operationId)
})

test('a row of a batch has prices exactly when its status is ok, and an error code exactly when it is not', () => {
  const [found, , missing] = endpoints.lookUpPrices.example.results
  const isRow = (row: unknown) => Compile(PriceLookup).Check(row as never)
  assert.deepEqual([isRow(found), isRow(missing)], [true, true])
  for (const wrong of [{ prices: null }, { code: 'sku_not_found' }, { status: 'unavailable' }, { status: 'not_found' }])
    assert.equal(isRow({ ...found, ...wrong }), false, JSON.stringify(wrong))
  assert.equal(isRow({ ...missing, code: 'upstream_timeout' }), false)
})

test('a row of a card has its price exactly when its status is ok, and a row of an id has nothing of a card', () => {
  const [id, , , card, unclear] = endpoints.lookUpPrices.example.results
  const isRow = (row: unknown) => Compile(PriceLookup).Check(row as never)
  assert.deepEqual([isRow(card), isRow(unclear)], [true, true])
  for (const wrong of [
    { price: null },
    { prices: null },
    { identification: null },
    { query: null },
    { skuId: null },
    { code: 'unclear_copy' },
  ])
    assert.equal(isRow({ ...card, ...wrong }), false, JSON.stringify(wrong))
  for (const wrong of [
    { price: card.price },
    { prices: card.prices },
    { query: null },
    { identification: null },
    { skuId: 1 },
    { code: 'ok' },
  ])
    assert.equal(isRow({ ...unclear, ...wrong }), false, JSON.stringify(wrong))
  for (const wrong of [{ price: card.price }, { query: 'Charizard' }, { identification: card.identification }])
    assert.equal(isRow({ ...id, ...wrong }), false, JSON.stringify(wrong))
  for (const identification of [card.identification, null])
    assert.equal(isRow({ ...unclear, identification, status: 'unavailable', code: 'upstream_timeout' }), true)
})

test('every example of the document fits the schema published beside it', () => {
  const check = (schema: Schema, value: unknown, where: string) => {
    const validator = CompileJsonSchema({ ...schema, components } as never)
    assert.ok(validator.Check(value), `${where}: ${JSON.stringify(validator.Errors(value))}`)
  }
  const checkMedia = ({ schema, example, examples = {} }: MediaType, where: string) => {
    if (example !== undefined) check(schema, example, where)
    for (const [name, reference] of Object.entries(examples))
      check(schema, resolve<{ value: unknown }>(reference).value, `${where} ${name}`)
  }
  for (const operation of operations) {
    const { operationId, parameters = [], requestBody } = operation
    for (const { name, schema, example } of parameters) check(schema, example, `${operationId} ${name}`)
    for (const media of Object.values(requestBody?.content ?? {})) checkMedia(media, `${operationId} body`)
    for (const [status, response] of responsesOf(operation)) {
      for (const media of Object.values(response.content ?? {})) checkMedia(media, `${operationId} ${status}`)
    }
  }
  for (const [name, header] of Object.entries(components.headers)) check(header.schema, header.example, name)
  for (const [name, { properties = {} }] of Object.entries(components.schemas)) {
    for (const [field, schema] of Object.entries(properties))
      for (const example of schema.examples ?? []) check(schema, example, `${name}.${field}`)
  }
})
