import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyDay, anyProduct, aProduct, today } from '../../../../test/support/sandbox-product.ts'
import { marketDayOf } from './market-day.ts'
import { maxSkusPerProduct } from './sku-id.ts'
import { priceCentsOn, skuModelsOf } from './skus.ts'

test('a card has five conditions in every variant and language, the main SKU first', () => {
  const skus = skuModelsOf(aProduct({ languages: ['English', 'Japanese'] })).map(({ sku }) => sku)
  assert.equal(skus.length, 20)
  assert.deepEqual(skus[0], {
    skuId: 30_000_401,
    condition: 'Near Mint',
    variant: 'Unlimited Holofoil',
    language: 'English',
  })
  assert.deepEqual(skus[19], {
    skuId: 30_000_420,
    condition: 'Damaged',
    variant: '1st Edition Holofoil',
    language: 'Japanese',
  })
})

test('a sealed product is unopened; one of unknown make is normal and English', () => {
  const skus = skuModelsOf(aProduct({ sealed: true, variants: [], languages: [] })).map(({ sku }) => sku)
  assert.deepEqual(skus, [{ skuId: 30_000_401, condition: 'Unopened', variant: 'Normal', language: 'English' }])
})

test('no product has more SKUs than ids, and none ends within a row of conditions', () => {
  const variants = Array.from({ length: 30 }, (_, index) => `Finish ${index}`)
  const models = skuModelsOf(aProduct({ variants }))
  assert.equal(models.length, 95)
  assert.ok(models.length <= maxSkusPerProduct)
  assert.equal(models.at(-1)?.sku.condition, 'Damaged')
})

test('a better condition is never cheaper, on any day', () => {
  fc.assert(
    fc.property(anyProduct, anyDay, (product, day) => {
      const models = skuModelsOf(product)
      const market = marketDayOf(product.productId, day)
      for (const [index, model] of models.entries()) {
        const worse = models[index + 1]
        if (worse === undefined || worse.sku.variant !== model.sku.variant || worse.sku.language !== model.sku.language)
          continue
        assert.ok(priceCentsOn(model, market) >= priceCentsOn(worse, market))
        if (priceCentsOn(worse, market) > 20) assert.ok(priceCentsOn(model, market) > priceCentsOn(worse, market))
      }
    }),
  )
})

test('foils and first editions are dearer than the plain card, and a price is at least one cent', () => {
  const pairs = [
    ['Normal', 'Foil'],
    ['Normal', 'Reverse Holofoil'],
    ['Unlimited', '1st Edition'],
    ['Unlimited Holofoil', '1st Edition Holofoil'],
  ]
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 900_000 }), fc.constantFrom(...pairs), anyDay, (productId, variants, day) => {
      const models = skuModelsOf(aProduct({ productId, variants, anchorPriceCents: 250 }))
      const market = marketDayOf(productId, day)
      const [plain, fine] = [models[0], models[5]]
      return plain !== undefined && fine !== undefined && priceCentsOn(plain, market) < priceCentsOn(fine, market)
    }),
  )
  const bulk = skuModelsOf(aProduct({ anchorPriceCents: 1 }))
  for (const model of bulk) assert.ok(priceCentsOn(model, marketDayOf(300_004, today)) >= 1)
})

test('about one SKU in twelve has no price, a few are left out, the main one never', () => {
  const models = Array.from({ length: 400 }, (_, id) => skuModelsOf(aProduct({ productId: id + 1 }))).flat()
  const part = (coverage: string) => models.filter((model) => model.coverage === coverage).length / models.length
  assert.ok(part('unpriced') > 0.06 && part('unpriced') < 0.1, `${part('unpriced')}`)
  assert.ok(part('left-out') > 0.015 && part('left-out') < 0.045, `${part('left-out')}`)
  fc.assert(fc.property(anyProduct, (product) => skuModelsOf(product)[0]?.coverage === 'priced'))
})
