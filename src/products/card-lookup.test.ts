import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ServiceError } from '../contract/errors.ts'
import { exampleIdentification, type IdentifyResult, type ParsedQuery } from '../contract/identification.ts'
import type { Product, Sku } from '../contract/product-details.ts'
import type { ObservedMarket } from '../market/ports.ts'
import { createProducts } from './products.ts'

const fetchedAt = '2026-11-22T10:00:00.000Z'
const call = { signal: new AbortController().signal }
const unsaid: ParsedQuery = { ...exampleIdentification.parsed, name: 'Sol Ring', cardNumber: null, setHint: null }

const foundAs = (parsed: Partial<ParsedQuery>, name = 'Sol Ring'): IdentifyResult =>
  ({
    query: 'Sol Ring',
    parsed: { ...unsaid, ...parsed },
    fetchedAt,
    cacheHit: true,
    ambiguous: false,
    candidates: [{ productId: 7, name, matchScore: 95 }],
  }) as unknown as IdentifyResult

const skus: readonly Sku[] = ['Normal', 'Foil'].flatMap((variant, finish) =>
  ['English', 'German'].flatMap((language, tongue) =>
    ['Near Mint', 'Lightly Played'].map((condition, grade) => ({
      skuId: 100 * finish + 10 * tongue + grade,
      condition,
      variant,
      language,
    })),
  ),
)

const productsOf = (
  identify: (q: string) => IdentifyResult | Promise<IdentifyResult>,
  ofProduct: readonly Sku[] = skus,
) => {
  const asked = { details: 0, prices: 0 }
  const market = {
    details: async () => {
      asked.details++
      return { value: { productId: 7, skus: ofProduct } as unknown as Product, fetchedAt, cacheHit: true }
    },
    prices: async () => {
      asked.prices++
      return { value: [], fetchedAt, cacheHit: true }
    },
  } as unknown as ObservedMarket
  return {
    asked,
    products: createProducts({
      market,
      archive: null,
      source: 'test',
      now: () => 0,
      identify: async ({ q }) => identify(q),
    }),
  }
}

describe('a card of a batch', () => {
  const codeAndSku = async (parsed: Partial<ParsedQuery>, card = {}, name = 'Sol Ring', ofProduct = skus) => {
    const { products } = productsOf(() => foundAs(parsed, name), ofProduct)
    const { results } = await products.lookUpPrices({ cards: [{ q: 'Sol Ring', ...card }] }, call)
    return [results[0]?.code, results[0]?.skuId]
  }

  test('is the copy that its text names, unless its own fields say otherwise', async () => {
    const played = { condition: 'Lightly Played', variant: 'Foil', language: 'German' }
    assert.deepEqual(await codeAndSku(played), ['ok', 111])
    assert.deepEqual(await codeAndSku(played, { condition: 'NM', variant: 'non-foil' }), ['ok', 10])
    assert.deepEqual(await codeAndSku(played, { condition: ' ', language: 'English' }), ['ok', 101])
    assert.deepEqual(await codeAndSku({ condition: 'PSA 9' }), ['unclear_copy', null])
    assert.deepEqual(await codeAndSku({ condition: 'PSA 9' }, { condition: 'NM' }), ['unclear_copy', null])
  })

  test('with a word that was not understood needs review, and no price is asked for', async () => {
    const { products, asked } = productsOf(() => foundAs({ unread: ['signed'] }))
    const { results } = await products.lookUpPrices({ cards: [{ q: 'Sol Ring signed' }] }, call)
    assert.deepEqual([results[0]?.status, results[0]?.code, results[0]?.productId], ['needs_review', 'unclear_copy', 7])
    assert.deepEqual(asked, { details: 0, prices: 0 })
  })

  test('that is etched by the name of its product is its foil copy', async () => {
    const foils = skus.filter(({ variant }) => variant === 'Foil')
    assert.deepEqual(await codeAndSku({ variant: 'Foil Etched' }, {}, 'Sol Ring (Foil Etched)', foils), ['ok', 100])
    assert.deepEqual(await codeAndSku({ variant: 'Foil Etched' }), ['unclear_copy', null])
  })

  test('of a product without SKUs has no copy', async () => {
    assert.deepEqual(await codeAndSku({}, {}, 'Sol Ring', []), ['unclear_copy', null])
  })
})

describe('the cards of a batch', () => {
  test('ask for the prices of their product once', async () => {
    const { products, asked } = productsOf(() => foundAs({}))
    const cards = ['NM', 'LP'].map((condition) => ({ q: 'Sol Ring', condition }))
    const { results } = await products.lookUpPrices({ cards, productIds: [7] }, call)
    assert.deepEqual(
      results.map(({ skuId }) => skuId),
      [null, 0, 1],
    )
    assert.deepEqual(asked, { details: 1, prices: 1 })
  })

  test('let the event loop go round between their texts', async () => {
    const counts: number[] = []
    let iterations = 0
    let isDone = false
    const turning = (async () => {
      while (!isDone) {
        await setImmediate()
        iterations++
      }
    })()
    const { products } = productsOf(() => {
      counts.push(iterations)
      return foundAs({})
    })
    await products.lookUpPrices({ cards: Array.from({ length: 20 }, (_, at) => ({ q: `Sol Ring ${at}` })) }, call)
    isDone = true
    await turning
    assert.equal(new Set(counts).size, 20)
  })

  test('fail one by one while the catalogue does, and all only together', async () => {
    const { products } = productsOf((q) => {
      if (q === 'gone') throw new ServiceError('service_unavailable', 'No index.')
      return foundAs({})
    })
    const { results } = await products.lookUpPrices({ cards: [{ q: 'gone' }, { q: 'Sol Ring' }] }, call)
    const [failed, found] = results
    assert.deepEqual(
      [failed?.query, failed?.status, failed?.code, failed?.identification, failed?.productId],
      ['gone', 'unavailable', 'service_unavailable', null, null],
    )
    assert.equal(found?.status, 'ok')
    await assert.rejects(products.lookUpPrices({ cards: [{ q: 'gone' }] }, call), { code: 'service_unavailable' })
  })

  test('are priced as soon as each is identified, while others still are looked up', async () => {
    const slow = Promise.withResolvers<IdentifyResult>()
    const { products, asked } = productsOf((q) => (q === 'slow' ? slow.promise : foundAs({})))
    const list = products.lookUpPrices({ cards: [{ q: 'slow' }, { q: 'Sol Ring' }] }, call)
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    assert.deepEqual(asked, { details: 1, prices: 1 })
    slow.resolve(foundAs({}))
    const { results } = await list
    assert.deepEqual(
      results.map(({ status }) => status),
      ['ok', 'ok'],
    )
  })

  test('of a list that is refused for its product line are not priced any more', async () => {
    const { products, asked } = productsOf((q) => {
      if (q === 'line') throw new ServiceError('unknown_category', 'No such line.')
      return foundAs({})
    })
    const cards = ['line', 'Sol Ring', 'Mox Ruby'].map((q) => ({ q }))
    await assert.rejects(products.lookUpPrices({ cards }, call), { code: 'unknown_category' })
    for (let turn = 0; turn < 10; turn++) await setImmediate()
    assert.deepEqual(asked, { details: 0, prices: 0 })
  })

  test('are not looked up for a caller who is gone', async () => {
    const controller = new AbortController()
    let lookedUp = 0
    const { products } = productsOf(() => {
      lookedUp++
      controller.abort(new ServiceError('upstream_timeout', 'The client is gone.'))
      return foundAs({})
    })
    const cards = Array.from({ length: 50 }, (_, at) => ({ q: `Sol Ring ${at}` }))
    await products.lookUpPrices({ cards }, { signal: controller.signal })
    assert.equal(lookedUp, 1)
  })

  test('do not hide a defect', async () => {
    const { products } = productsOf(() => {
      throw new TypeError('a defect')
    })
    await assert.rejects(products.lookUpPrices({ cards: [{ q: 'Sol Ring' }] }, call), TypeError)
  })
})
