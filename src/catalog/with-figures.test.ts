import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productsForTests } from '../../test/support/catalog-products.ts'
import { buildIndex } from './index/build/build-index.ts'
import { openIndex } from './index/catalog-index.ts'
import { createIndexSource } from './index/index-source.ts'
import { withFigures } from './with-figures.ts'

test('figures of the market are worked out once for each row that is read, and for no other', async () => {
  const fetchedAt = '2026-11-20T20:05:33.000Z'
  const index = openIndex(buildIndex({ sourceName: 'test', fetchedAt, products: productsForTests }))
  const asked: number[] = []
  const catalog = withFigures(
    createIndexSource(() => index),
    (productId) => {
      asked.push(productId)
      return { marketPriceCents: productId, lowestPriceCents: null, listingCount: 3 }
    },
  )
  const request = { q: 'charizard', category: null, set: null, offset: 0, limit: 10, sort: 'relevance' } as const
  const { value } = await catalog.search(request, { signal: new AbortController().signal })
  const [first, second] = value?.products ?? []
  assert.ok(first && second)
  assert.deepEqual(asked, [])
  assert.deepEqual([first.marketPriceCents, first.listingCount, first.productId], [first.productId, 3, first.productId])
  assert.deepEqual(asked, [first.productId])
})
