import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readList } from '../../packages/client/src/read-list.ts'
import './console-modules.ts'

const web = (path: string) => import(new URL(`../../web/stack/${path}`, import.meta.url).href)
const { shownPrice, priceText, unpricedOf } = await web('shown-price.js')
const { rowOfList } = await web('rows.js')

interface Copy {
  readonly condition?: string | null
  readonly variant?: string
  readonly language?: string | null
  readonly marketPrice: number | null
}

const printing = {
  productId: 7,
  name: 'Charizard',
  category: 'Pokemon',
  setName: 'Base Set',
  cardNumber: '4/102',
  marketPrice: 50,
}
const fetchedAt = '2026-11-23T10:00:00.000Z'
const bookOf = (copies: readonly Copy[] | null) => {
  const prices = copies?.map((copy, skuId) => ({
    skuId,
    condition: 'Near Mint',
    variant: 'Normal',
    language: 'English',
    ...copy,
  }))
  return new Map([[7, { productId: 7, prices: prices ?? null, code: 'ok', fetchedAt, askedAt: fetchedAt }]])
}
const rowOf = (said: object, unread: readonly string[] = []) => ({
  ...rowOfList(readList('Charizard 4/102')[0], { category: '', set: '' }),
  identification: {
    ambiguous: true,
    candidates: [],
    parsed: { condition: null, variant: null, language: null, unread, ...said },
  },
})

const normal = [{ marketPrice: 10 }, { condition: 'Lightly Played', marketPrice: 6 }]
const foil = [
  { variant: 'Foil', marketPrice: 30 },
  { variant: 'Foil', condition: 'Lightly Played', marketPrice: 20 },
]

describe('the price that is shown of a printing', () => {
  const facts = (copies: readonly Copy[], row: unknown = null) => {
    const shown = shownPrice(printing, bookOf(copies), row)
    return [priceText(shown), shown.copy]
  }

  test('is that of the copy which a row means by its words, and near mint where it says nothing', () => {
    assert.deepEqual(facts(normal), ['$10.00', 'Near Mint · Normal'])
    assert.deepEqual(facts(normal, rowOf({ condition: 'Lightly Played' })), ['$6.00', 'Lightly Played · Normal'])
    assert.deepEqual(facts([...normal, ...foil], rowOf({ condition: 'Lightly Played', variant: 'Foil' })), [
      '$20.00',
      'Lightly Played · Foil',
    ])
  })

  test('is a range of the usual copies where the finish or a word leaves the copy open', () => {
    const editions = [
      { variant: '1st Edition', marketPrice: 90 },
      { variant: 'Unlimited', marketPrice: 40 },
      { variant: 'Unlimited', condition: 'Damaged', marketPrice: 1 },
      { variant: 'Unlimited', language: 'Japanese', marketPrice: 500 },
    ]
    assert.deepEqual(facts(editions), ['$40.00 to $90.00', 'Near Mint'])
    assert.deepEqual(facts(normal, rowOf({}, ['stained'])), ['$10.00', 'Near Mint · Normal'])
    const ofNoCondition = editions.slice(0, 2).map((copy) => ({ ...copy, condition: null, language: null }))
    assert.deepEqual(facts(ofNoCondition), ['$40.00 to $90.00', null])
  })

  test('is in the only language there is, where that is another than English', () => {
    const editions = [
      { variant: '1st Edition', language: 'Japanese', marketPrice: 9 },
      { variant: 'Unlimited', language: 'Japanese', marketPrice: 8 },
    ]
    assert.deepEqual(facts(editions), ['$8.00 to $9.00', 'Near Mint'])
  })

  test('is unknown where the copy that is meant has none, and never that of another', () => {
    assert.deepEqual(facts([{ marketPrice: null }, { condition: 'Lightly Played', marketPrice: 6 }])[0], '–')
    assert.deepEqual(facts([])[0], '–')
  })

  test('is the catalogue’s until those of its copies are known, and nothing while nobody has asked', () => {
    assert.equal(priceText(shownPrice(printing, new Map())), '$50.00')
    assert.equal(priceText(shownPrice(printing, bookOf(null))), '$50.00')
    const untold = { ...printing, marketPrice: null }
    assert.equal(priceText(shownPrice(untold, new Map())), '')
    assert.equal(priceText(shownPrice(untold, bookOf(null))), '–')
    assert.deepEqual(unpricedOf([printing, untold], new Map()), [7])
    assert.deepEqual(unpricedOf([printing, untold], bookOf(null)), [])
  })

  test('says whether it is of the product as the catalogue has it, or of a copy', () => {
    const isOfProduct = (copies: readonly Copy[] | null, one = printing) => {
      const book = copies === null ? new Map() : bookOf(copies)
      return shownPrice(one, book).isOfProduct
    }
    assert.equal(isOfProduct(null), true)
    assert.equal(isOfProduct(normal), false)
    assert.equal(isOfProduct(null, { ...printing, marketPrice: null } as never), false)
  })

  test('is not the catalogue’s where the words name a copy, which is asked for then', () => {
    for (const said of [{ condition: 'Lightly Played' }, { variant: 'Foil' }, { language: 'German' }]) {
      const row = rowOf(said)
      assert.equal(priceText(shownPrice(printing, new Map(), row)), '')
      assert.equal(priceText(shownPrice(printing, bookOf(null), row)), '–')
      assert.deepEqual(unpricedOf([printing], new Map(), row), [7])
    }
    assert.equal(priceText(shownPrice(printing, new Map(), rowOf({}, ['stained']))), '')
    assert.equal(priceText(shownPrice(printing, new Map(), rowOf({}))), '$50.00')
  })

  test('is in the language that is named, and unknown where there is none in it', () => {
    const german = [
      { variant: 'Unlimited', language: 'German', marketPrice: 4 },
      { variant: '1st Edition', language: 'German', marketPrice: 9 },
    ]
    assert.deepEqual(facts([...normal, ...german], rowOf({ language: 'German' })), ['$4.00 to $9.00', 'Near Mint'])
    assert.equal(facts(normal, rowOf({ language: 'German' }))[0], '–')
    const ofFiles = [{ condition: null, language: null, marketPrice: 10 }]
    assert.equal(facts(ofFiles, rowOf({ language: 'German' }))[0], '–')
  })
})
