import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { openList } from './envelope.ts'
import { type MirrorLine, readGroups } from './read-lists.ts'
import { readProductRow } from './read-products.ts'

const line: MirrorLine = { categoryId: 3, name: 'Pokemon', displayName: null, slug: 'pokemon' }
const groups = readGroups([{ groupId: 10, name: 'Base Set' }], 0)
const body = JSON.stringify({
  totalItems: 4,
  success: true,
  errors: [],
  results: [1, 2, 3, 4].map((productId) => ({
    ...{ productId, name: `Card ${productId}`, categoryId: 3, groupId: 10 },
    ...{ imageCount: 1, modifiedOn: '2026-01-01T00:00:00' },
    url: `https://www.tcgplayer.com/product/${productId}`,
    presaleInfo: { isPresale: false, releasedOn: null, note: null },
    extendedData: [{ name: 'Number', displayName: 'Card Number', value: `${productId}/102` }],
  })),
})

const pieces = [...'"{}[],:0-\\\u0000Ω', 'e9', 'null', 'true', '"productId":7,']
const mutation = fc.tuple(fc.nat(body.length), fc.nat(40), fc.constantFrom('', ...pieces))

test('of 10,000 mutated lists of products none is a crash, or gives a product that does not stand in it', () => {
  fc.assert(
    fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (mutations) => {
      const text = mutations.reduce(
        (old, [at, length, piece]) => old.slice(0, at) + piece + old.slice(at + length),
        body,
      )
      const { rows } = openList(text)
      if (rows === null) return
      const list = { line, group: groups.get(10) as never, groups }
      for (const { productId, record } of rows
        .map((row) => readProductRow(row, list))
        .filter((one) => typeof one !== 'string')) {
        assert.match(text, new RegExp(`"productId":"?${productId}\\b`))
        assert.ok(Number.isInteger(productId) && productId > 0 && record.name !== '')
      }
    }),
    { numRuns: 10_000, seed: 15 },
  )
})
