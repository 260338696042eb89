import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type from 'typebox'
import { Nullable, Resource } from '../contract/fields.ts'
import { createErrorResponses } from './errors.ts'
import { openApiDocument } from './openapi-document.ts'
import { createSchemaCollection } from './schemas.ts'

const Part = Resource('Part', 'A part.', { id: Type.Integer({ description: 'Its id.' }) })

test('the document is the same at every call, and nobody can change it for the next', () => {
  const first = openApiDocument()
  Object.assign(first.info, { title: 'Another' })
  assert.notEqual(openApiDocument().info.title, 'Another')
  assert.deepEqual(openApiDocument(), openApiDocument())
})

test('a resource becomes one component that many can refer to, open to fields yet to come', () => {
  const { publish, components } = createSchemaCollection()
  const whole = Resource('Whole', 'A whole.', {
    one: Part,
    many: Type.Array(Part, { description: 'More.' }),
    maybe: Nullable(Part, 'Perhaps.'),
  })
  assert.deepEqual(publish(whole), { $ref: '#/components/schemas/Whole' })
  const reference = { $ref: '#/components/schemas/Part' }
  assert.deepEqual(Object.keys(components), ['Whole', 'Part'])
  assert.deepEqual(components.Whole, {
    type: 'object',
    description: 'A whole.',
    required: ['one', 'many', 'maybe'],
    properties: {
      one: reference,
      many: { type: 'array', items: reference, description: 'More.' },
      maybe: { anyOf: [reference, { type: 'null' }], description: 'Perhaps.' },
    },
  })
})

test('a value or null is written as a list of types, and a map with additionalProperties', () => {
  const { publish } = createSchemaCollection()
  const schema = publish(Nullable(Type.Integer({ minimum: 1, description: 'An id.' }), 'An id or null.'))
  assert.deepEqual(schema, { type: ['integer', 'null'], minimum: 1, description: 'An id or null.' })
  assert.deepEqual(publish(Type.Record(Type.String(), Type.Unknown())), { type: 'object', additionalProperties: true })
  const texts = publish(Type.Record(Type.String(), Type.String()))
  assert.deepEqual(texts, { type: 'object', additionalProperties: { type: 'string' } })
})

test('two different resources cannot share a name', () => {
  const { publish } = createSchemaCollection()
  publish(Part)
  assert.throws(() => publish(Resource('Part', 'Another part.', {})), /called Part/)
})

test('an error status is written once where it has the same codes everywhere, else beside each operation', () => {
  const { components, of } = createErrorResponses([
    ['rate_limited', 'invalid_parameter'],
    ['rate_limited', 'invalid_body'],
  ])
  assert.deepEqual(Object.keys(components), ['TooManyRequests'])
  const responses = of(['rate_limited', 'invalid_body'])
  assert.deepEqual(responses['429'], { $ref: '#/components/responses/TooManyRequests' })
  assert.match((responses['400'] as { description: string }).description, /`invalid_body`/)
})
