import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf } from '../../bench/eval-reports/judge.ts'
import { copiesOf } from '../../bench/prove-lists/market.ts'
import type { PricedRow } from '../../packages/client/src/price-list.ts'
import { smallCatalog } from '../support/small-catalog.ts'

const product = smallCatalog.products.find(({ categoryId }) => categoryId === 1)
assert.ok(product)
const [normal, foil] = ['Normal', 'Foil'].map((finish) => {
  const copy = copiesOf(product).find(({ variant }) => variant === finish)
  assert.ok(copy)
  return { ...copy, marketPrice: copy.skuId / 100 }
})

// Of a priced row nothing else is judged.
const row = (price: typeof normal | null, copies: number | null): PricedRow =>
  ({ price, copies }) as unknown as PricedRow
const part = (finish: string, copies: number) => ({ productId: product.productId, copies, finish })
const one = { line: 2, parts: [part('Normal', 3)], mayBeAsked: false }
const split = { line: 2, parts: [part('Normal', 3), part('Foil', 1)], mayBeAsked: true }

test('a row is right as the copy and the number of copies that it says, and wrong as any other', () => {
  assert.equal(outcomeOf(one, [row(normal, 3)]), 'right')
  assert.equal(outcomeOf(one, [row(normal, 1)]), 'wrong')
  assert.equal(outcomeOf(one, [row(foil, 3)]), 'wrong')
  assert.equal(outcomeOf(one, [row(null, 3)]), 'needless')
  assert.equal(outcomeOf(one, []), 'wrong', 'it is lost')
})

test('a row of two finishes is two priced parts or a person’s, never one priced part', () => {
  assert.equal(outcomeOf(split, [row(foil, 1), row(normal, 3)]), 'right')
  assert.equal(outcomeOf(split, [row(null, 3)]), 'asked')
  assert.equal(outcomeOf(split, [row(normal, 3)]), 'wrong')
  assert.equal(outcomeOf(split, [row(normal, 3), row(null, 1)]), 'wrong')
})

test('what must be left to a person is wrong at any price', () => {
  const slab = { line: 2, parts: [], mayBeAsked: true }
  assert.equal(outcomeOf(slab, [row(null, 1)]), 'asked')
  assert.equal(outcomeOf(slab, [row(normal, 1)]), 'wrong')
})
