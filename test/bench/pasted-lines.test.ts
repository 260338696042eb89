import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makePastedLines, pastedKinds } from '../../bench/pasted-lines.ts'
import type { CatalogProduct } from '../../src/catalog/ports.ts'
import { productsForTests } from '../support/catalog-products.ts'

const magic = (
  productId: number,
  name: string,
  number: string,
  setId: number,
  setName: string,
  setCode: string,
): CatalogProduct => ({
  ...(productsForTests[0] as CatalogProduct),
  productId,
  name,
  categoryId: 1,
  categoryName: 'Magic',
  setId,
  setName,
  setCode,
  number,
})

const input = {
  sourceName: 'tests',
  fetchedAt: '2026-11-20T20:00:00.000Z',
  products: [
    ...productsForTests,
    magic(1, 'Llanowar Elves', '213', 90, 'Tenth Edition', '10E'),
    magic(2, 'Llanowar Elves', '213a', 90, 'Tenth Edition', '10E'),
    magic(3, 'Llanowar Elves', '168', 91, 'Dominaria', 'DOM'),
    magic(4, 'Llanowar Elves (Showcase)', '168', 91, 'Dominaria', 'DOM'),
  ],
  sets: [
    { id: 10, categoryId: 3, name: 'Base Set', code: 'BS', publishedOn: '1999-01-09' },
    { id: 91, categoryId: 1, name: 'Dominaria', code: 'DOM', publishedOn: '2018-04-27' },
  ],
}
const perKind = 30
const lines = makePastedLines(input, perKind, 5)
const about = (productId: number) => lines.filter(({ expectProductId }) => expectProductId === productId)

describe('generated lines', () => {
  test('come in every kind as often as asked, the same again for the same seed alone', () => {
    for (const kind of pastedKinds) assert.equal(lines.filter((line) => line.kind === kind).length, perKind, kind)
    assert.deepEqual(makePastedLines(input, perKind, 5), lines)
    assert.notDeepEqual(makePastedLines(input, perKind, 6), lines)
  })

  test('may always mean the card they were written about, and are never about an excluded one', () => {
    for (const { expectProductId, acceptProductIds } of lines)
      assert.ok(acceptProductIds.includes(expectProductId as number))
    const excluded = new Set([1, 2, 3, 4, 101])
    const others = makePastedLines(input, perKind, 5, excluded)
    assert.ok(others.length > 0)
    for (const { expectProductId } of others) assert.ok(!excluded.has(expectProductId as number))
  })

  test('mean the plain card where they name no qualifier and no variant of a number', () => {
    assert.ok(about(1).length > 0 && about(3).length > 0)
    for (const { query, acceptProductIds } of [...about(1), ...about(3)])
      assert.ok(!acceptProductIds.includes(2) && !acceptProductIds.includes(4), query)
  })

  test('mean every card that fits all they say', () => {
    const byKind = (kind: string) => about(3).find((line) => line.kind === kind)
    assert.deepEqual(byKind('arena_line')?.acceptProductIds, [3])
    assert.deepEqual(byKind('quantity_name')?.acceptProductIds, [1, 3])
  })

  test('say of the copy what is written in them', () => {
    for (const { query, copy } of lines.filter(({ kind }) => kind === 'arena_line'))
      assert.equal(copy?.quantity, Number(query.split(' ')[0]))
    for (const { query, copy } of lines.filter(({ kind }) => kind === 'moxfield_line'))
      assert.equal(copy?.variant, query.endsWith('*F*') ? 'Foil' : query.endsWith('*E*') ? 'Foil Etched' : null)
  })
})
