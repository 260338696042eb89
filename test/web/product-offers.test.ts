import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import './console-modules.ts'

const web = (path: string) => import(new URL(`../../web/product/${path}`, import.meta.url).href)
const { bestOffer, isOfCopy, sortOffers } = await web('offer-order.js')
const { ofCopy, requestsToLoad, withPage } = await web('offer-lists.js')
const { createRecentPages } = await web('recent-pages.js')
const { productIdOf, readPageQuery } = await web('page-query.js')

const offer = (listingId: number, itemPrice: number | null, shippingPrice: number | null, more = {}) => ({
  ...{ listingId, itemPrice, shippingPrice, skuId: 1, custom: false },
  totalPrice: itemPrice === null || shippingPrice === null ? null : itemPrice + shippingPrice,
  ...more,
})

const idsOf = (offers: readonly { listingId: number }[]) => offers.map(({ listingId }) => listingId)

describe('offers', () => {
  const offers = [
    offer(1, 2, 5),
    offer(2, 3, 0),
    offer(3, 1, null),
    offer(4, 1, 1, { custom: true }),
    offer(5, null, null),
  ]

  test('are ordered by what a copy costs with shipping or without; what is unknown comes last', () => {
    assert.deepEqual(idsOf(sortOffers(offers, 'total')), [4, 2, 1, 3, 5])
    assert.deepEqual(idsOf(sortOffers(offers, 'item')), [4, 3, 1, 2, 5])
  })

  test('the lowest is never a custom listing, and none whose shipping is unknown', () => {
    assert.equal(bestOffer(offers)?.listingId, 2)
    assert.equal(bestOffer(offers.slice(2)), null)
    assert.equal(bestOffer([]), null)
  })

  test('are of a copy by its SKU, and by its words where the source names none', () => {
    const copy = { skuId: 1, condition: 'Near Mint', variant: 'Normal', language: 'English' }
    assert.ok(isOfCopy(offer(1, 1, 1), copy))
    assert.ok(!isOfCopy({ ...copy, ...offer(1, 1, 1) }, { ...copy, skuId: 3 }))
    assert.ok(isOfCopy({ ...offer(1, 1, 1), ...copy, skuId: null }, copy))
  })
})

describe('lists of offers', () => {
  const page = (offset: number, count: number, total: number | null) => ({
    ...{ offset, limit: 2, total },
    offers: Array.from({ length: count }, (_, index) => offer(offset + index, 1, 0)),
  })

  test('are whole when the last page is there, also where sold offers were left out of it', () => {
    const first = withPage(null, page(0, 2, 4), null)
    assert.deepEqual([first.isAll, first.nextOffset, requestsToLoad(first)], [false, 2, 1])
    assert.deepEqual(withPage(first, page(2, 1, 4), null).isAll, true)
    assert.deepEqual(
      [withPage(null, page(0, 2, null), null).isAll, withPage(null, page(0, 1, null), null).isAll],
      [false, true],
    )
  })

  test('hold an offer that moved between two pages once', () => {
    const first = withPage(null, page(0, 2, 4), null)
    assert.deepEqual(
      idsOf(withPage(first, { ...page(2, 2, 4), offers: [offer(1, 1, 0), offer(9, 1, 0)] }, null).offers),
      [0, 1, 9],
    )
  })

  test('of one copy are known by those of all only as far as all are loaded', () => {
    const copy = { skuId: 1 }
    const part = ofCopy(withPage(null, page(0, 2, 900), null), copy)
    assert.deepEqual([part.offers.length, part.total, part.isAll, requestsToLoad(part)], [2, null, false, null])
    assert.deepEqual(ofCopy(withPage(null, page(0, 2, 2), null), copy).total, 2)
  })
})

test('the last twenty pages are kept for some minutes', () => {
  let nowMs = 0
  const recent = createRecentPages(() => nowMs)
  for (let id = 1; id <= 21; id++) recent.set(`${id}`, id)
  assert.deepEqual([recent.get('1'), recent.get('2'), recent.get('21')], [null, 2, 21])
  nowMs = 5 * 60_000 + 1
  assert.equal(recent.get('21'), null)
})

test('an address says copy, range, comparison, day and order; what it says wrongly is as usual', () => {
  const read = (query: string) => readPageQuery(new URLSearchParams(query))
  assert.deepEqual(
    read('copy=30000401&range=annual&compare=Damaged~Lightly+Played&asOf=2026-11-03&sort=item&offers=all'),
    {
      ...{ skuId: 30000401, range: 'annual', compare: ['Damaged', 'Lightly Played'], asOf: '2026-11-03', sort: 'item' },
      isOfAllCopies: true,
    },
  )
  assert.deepEqual(read('copy=-1&range=decade&asOf=yesterday&sort=random'), {
    ...{ skuId: null, range: 'quarter', compare: [], asOf: '', sort: 'total', isOfAllCopies: false },
  })
  assert.deepEqual(['300004', 'abc', '0', '9007199254740992', '1e3', null].map(productIdOf), [
    300004,
    null,
    null,
    null,
    null,
    null,
  ])
})
