import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Schema } from '../openapi/document.ts'
import { html } from './html.ts'
import { limitsOf, typeInWords } from './schema-words.ts'

test('a type is described in words, null included', () => {
  const price = { $ref: '#/components/schemas/Price' }
  const link = '<a href="#resource-Price">Price</a>'
  const cases: [Schema, string][] = [
    [{ type: 'integer' }, 'integer'],
    [{ type: ['number', 'null'] }, 'number or null'],
    [{ type: 'string', format: 'date-time' }, 'timestamp'],
    [price, link],
    [{ anyOf: [price, { type: 'null' }] }, `${link} or null`],
    [{ type: 'array', items: price }, `array of ${link}`],
    [{ type: ['array', 'null'], items: price }, `array of ${link} or null`],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'map of string'],
    [{ type: 'string', const: 'USD' }, '<code>&quot;USD&quot;</code>'],
  ]
  for (const [schema, words] of cases) assert.equal(html`${typeInWords(schema)}`.text, words)
})

test('limits are described in words; a minimum of zero is left out', () => {
  const cases: [Schema, string | null][] = [
    [{ minimum: 1, maximum: 50 }, '1 to 50'],
    [{ minimum: 0 }, null],
    [{ minimum: 1 }, 'at least 1'],
    [{ maxLength: 120 }, 'at most 120 characters'],
    [{ minItems: 3, maxItems: 3 }, 'exactly 3'],
    [{ type: 'boolean' }, null],
  ]
  for (const [schema, words] of cases) assert.equal(limitsOf(schema), words)
})
