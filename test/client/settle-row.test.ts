import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Candidate,
  type ListRow,
  type Price,
  type PriceLookup,
  readList,
} from '../../packages/client/src/client.ts'
import { agreed, isInSet, isOfStrangeSet, settle } from '../../packages/client/src/settle-row.ts'

const price = (skuId: number, condition: string | null, marketPrice: number | null = 1): Price => ({
  ...{ skuId, condition, variant: 'Normal', language: 'English', marketPrice },
  ...{ lowestPrice: null, lowSalePrice: null, highSalePrice: null, sampleSize: null, calculatedAt: null },
})

const candidate = (
  productId: number,
  matchScore = 96,
  setName = 'Magic 2010 (M10)',
  matchReasons: Candidate['matchReasons'] = ['name_exact'],
) => ({ productId, name: 'Lightning Bolt', setName, cardNumber: '146', matchScore, matchReasons }) as Candidate

const observed = { upstreamStatus: null, fetchedAt: '2026-11-22T12:00:00.000Z', cacheHit: false, unclear: null }
const parsed = {
  ...{ name: 'Lightning Bolt', cardNumber: '146', setHint: null, quantity: null },
  ...{ condition: null, variant: null, language: null, unread: [] },
}

const identified = (candidates: readonly Candidate[], ambiguous: boolean) => ({
  query: 'Lightning Bolt 146',
  identification: {
    productId: candidates[0]?.productId ?? null,
    matchScore: candidates[0]?.matchScore ?? null,
    ambiguous,
    parsed,
    inQuestion: ambiguous ? candidates.map(({ productId }) => productId) : [],
    priceRange: null,
    candidates: [...candidates],
  },
  ...observed,
})

/** What the service answers to a card of which it is certain. */
const certain = (productId: number, setName?: string): PriceLookup => {
  const sku = price(productId * 10, 'Near Mint')
  const found = identified([candidate(productId, 96, setName)], false)
  return { ...found, productId, skuId: sku.skuId, status: 'ok', code: 'ok', price: sku, prices: [sku] }
}

/** What it answers where several fit alike. */
const unclear = (...candidates: readonly Candidate[]): PriceLookup => ({
  ...identified(candidates, true),
  ...{ productId: null, skuId: null, status: 'needs_review', code: 'unclear_printing', price: null, prices: null },
})

const byId = (productId: number | null, skuId: number | null, prices: Price[]): PriceLookup => ({
  ...{
    query: null,
    identification: null,
    productId,
    skuId,
    status: 'ok',
    code: 'ok',
    ...observed,
    price: null,
    prices,
  },
})

const row = (text: string): ListRow => readList(text)[0] as ListRow

describe('what is known of a row of a list', () => {
  test("a set's code and its name count: either where one alone finds a printing, none where they find two", () => {
    assert.equal(isInSet(certain(1), 'Magic 2010'), true)
    assert.equal(isInSet(certain(1, 'Commander: Kaldheim'), 'Kaldheim Commander'), true, 'in any order of words')
    assert.equal(isInSet(certain(1, 'Pokemon GO'), 'Pokémon Go'), true, 'with accents or without')
    assert.equal(isInSet(certain(1), 'Magic 2011'), false)
    assert.equal(isInSet(unclear(), 'Magic 2010'), false)
    assert.equal(agreed(certain(1), undefined)?.productId, 1)
    assert.equal(agreed(unclear(), certain(2))?.productId, 2)
    assert.equal(agreed(certain(1), unclear())?.productId, 1)
    const several = unclear(candidate(3, 95, 'Any', ['name_exact', 'set_exact']), candidate(4))
    assert.equal(agreed(certain(1), several)?.code, 'unclear_printing', 'any card of the set may be meant')
    const others = unclear(candidate(3, 49, 'Any', ['name_exact', 'set_exact', 'number_conflict']))
    assert.equal(agreed(certain(1), others)?.productId, 1)
    const two = agreed(certain(1), certain(2))
    assert.deepEqual(
      [two?.status, two?.code, two?.productId, two?.price],
      ['needs_review', 'unclear_printing', null, null],
    )
  })

  test('an id decides where words leave several printings, and a person where they name another', () => {
    const bySku = row('Name,SKU\nLightning Bolt,21')
    const found = byId(2, 21, [price(21, 'Lightly Played')])
    assert.equal(settle(bySku, unclear(candidate(1), candidate(2)), found)?.price?.skuId, 21)
    const alike = unclear(...[5, 6, 7, 8, 9].map((productId) => candidate(productId)))
    const withAll = {
      ...alike,
      identification: alike.identification && { ...alike.identification, inQuestion: [5, 2] },
    }
    assert.equal(settle(bySku, withAll as PriceLookup, found)?.price?.skuId, 21, 'more are in question than are shown')
    const cutOff = [96, 96, 50, 40, 30].map((score, at) => candidate(5 + at, score))
    for (const words of [certain(1), unclear(candidate(1), candidate(3)), unclear(...cutOff)])
      assert.equal(settle(bySku, words, found)?.code, 'unclear_printing')
  })

  test('an id that the source does not have is passed over, one of another copy than written is not believed', () => {
    const bySku = row('Name,SKU,Condition\nLightning Bolt,21,NM')
    const missing: PriceLookup = {
      ...{ query: null, identification: null, productId: null, skuId: 21, ...observed, price: null, prices: null },
      ...{ status: 'not_found', code: 'sku_not_found' },
    }
    assert.equal(settle(bySku, certain(2), missing)?.price?.skuId, 20)
    assert.equal(settle(bySku, certain(2), byId(null, 21, [price(21, null, null)]))?.price?.skuId, 20)
    assert.equal(settle(bySku, certain(2), byId(2, 21, [price(21, 'Damaged')]))?.code, 'unclear_copy')
    assert.equal(settle(bySku, undefined, missing)?.code, 'sku_not_found')
  })

  test('an id decides too where the set has no card of the name, and the words without it mean its product', () => {
    const byProduct = row('Name,Number,Set,Product ID\nLightning Bolt,146,Mystery Booster Cards,2')
    const found = byId(2, null, [price(21, 'Near Mint')])
    const other = candidate(7, 31, 'Mystery Booster', ['number_exact'])
    assert.equal(isOfStrangeSet(unclear(), found), true)
    assert.equal(isOfStrangeSet(unclear(other), found), true)
    assert.equal(isOfStrangeSet(unclear(candidate(7)), found), false, 'the set has a card of that name')
    assert.equal(isOfStrangeSet(certain(7), found), false)
    assert.equal(isOfStrangeSet(unclear(candidate(2)), found), false, 'nothing is open')
    assert.equal(isOfStrangeSet(unclear(), byId(2, null, [price(21, null, null)])), false, 'the source has no such id')
    assert.equal(settle(byProduct, unclear(other), found)?.code, 'unclear_printing')
    assert.equal(settle(byProduct, unclear(other), found, certain(2))?.price?.skuId, 21)
    assert.equal(settle(byProduct, unclear(other), found, certain(3))?.code, 'unclear_printing')
  })

  test('a printing of another rarity than the row names is asked for, though name and number agree', () => {
    const written = (rarity: string) => row(`cardname,cardq,cardrarity,cardcode\nBook of Moon,1,${rarity},SGX1-ENI15`)
    const found = certain(1)
    const identification = found.identification && {
      ...found.identification,
      candidates: found.identification.candidates.map((one) => ({ ...one, rarity: 'Common / Short Print' })),
    }
    const codeOf = (rarity: string) => settle(written(rarity), { ...found, identification }, undefined)?.code
    assert.deepEqual(['Common', 'Short Print', 'common', ''].map(codeOf), ['ok', 'ok', 'ok', 'ok'])
    assert.deepEqual(['Rare', 'Secret Rare'].map(codeOf), ['unclear_printing', 'unclear_printing'])
    assert.equal(settle(written('Rare'), found, undefined)?.code, 'ok', 'a catalogue may know no rarities')
  })

  test('copies that a column counts as foils are asked for where they may be of holofoil and of reverse', () => {
    const [foil] = readList('Name,Normal,Foil\nLightning Bolt,0,2').filter(({ quantity }) => quantity === 2)
    const holo = { ...certain(1), price: { ...price(10, 'Near Mint'), variant: 'Holofoil' } }
    const asked = settle(foil as ListRow, holo, undefined)
    assert.deepEqual([asked?.status, asked?.code, asked?.price], ['needs_review', 'unclear_copy', null])
    assert.deepEqual(asked?.unclear, { field: 'variant', values: ['Holofoil', 'Reverse Holofoil'] })
    const cold = { ...holo, price: { ...price(10, 'Near Mint'), variant: 'Cold Foil' } }
    assert.equal(settle(foil as ListRow, cold, undefined)?.status, 'ok')
    assert.equal(settle(row('Name,Foil\nLightning Bolt,foil'), holo, undefined)?.status, 'ok')
  })

  test("of a product's copies the one that the row says is priced", () => {
    const prices = [price(31, 'Near Mint'), price(32, 'Lightly Played')]
    assert.equal(settle(row('productId,condition\n3,LP'), undefined, byId(3, null, prices))?.price?.skuId, 32)
    assert.equal(settle(row('productId\n3'), undefined, byId(3, null, prices))?.price?.skuId, 31)
    assert.equal(settle(row('productId,condition\n3,signed'), undefined, byId(3, null, prices))?.code, 'unclear_copy')
  })
})
