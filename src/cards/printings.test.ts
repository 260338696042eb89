import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mainPrices, printingNumber, printingSkuId, productOfPrinting } from './printings.ts'

test('the id of a printing holds its product and its number', () => {
  assert.equal(printingSkuId(42_346, 'Normal'), 1_000_042_346_001)
  assert.equal(printingSkuId(2_147_483_647, 'Metal'), 3_147_483_647_028)
  assert.equal(productOfPrinting(1_000_042_346_001), 42_346)
  assert.equal(productOfPrinting(42_346_001), null)
  assert.equal(productOfPrinting(1_000_000_000_000), null)
})

test('an unknown word has a number of its own above 500, the same for ever', () => {
  assert.equal(printingNumber('Galaxy Foil'), printingNumber('Galaxy Foil'))
  for (const word of ['Galaxy Foil', '', 'normal', 'Ω', '__proto__', 'constructor', 'toString']) {
    assert.ok(printingNumber(word) > 500 && printingNumber(word) < 1000, word)
  }
})

test('a product is worth what its main printing is, in whatever order the rows come', () => {
  const foil = { variant: 'Foil', marketCents: 900, lowestCents: 700 }
  const normal = { variant: 'Normal', marketCents: 200, lowestCents: 800 }
  const unpriced = { variant: 'Normal', marketCents: null, lowestCents: null }
  assert.deepEqual(mainPrices([foil, normal]), { marketCents: 200, lowestCents: 700 })
  assert.deepEqual(mainPrices([normal, foil]), { marketCents: 200, lowestCents: 700 })
  assert.deepEqual(mainPrices([unpriced, foil]), { marketCents: 900, lowestCents: 700 })
  assert.deepEqual(mainPrices([unpriced]), { marketCents: null, lowestCents: null })
})
