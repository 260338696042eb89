import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { productsForTests } from '../../../test/support/catalog-products.ts'
import type { CatalogProduct } from '../ports.ts'
import { joinNames } from './join-names.ts'
import type { NameRecord } from './name-record.ts'
import { readNameRow } from './read-record.ts'

const charizard = productsForTests[0] as CatalogProduct
const product = (productId: number, name: string, rest: Partial<CatalogProduct>): CatalogProduct => ({
  ...{ ...charizard, productId, name },
  ...rest,
})

const yugioh = { categoryId: 2, categoryName: 'YuGiOh', setName: 'Starter Deck: Kaiba' }
const japan = { categoryId: 85, categoryName: 'Pokemon Japan', setName: 'Ruler of the Black Flame', setCode: 'SV3' }
const products = [
  charizard,
  product(201, 'Charizard', { setId: 31, setName: 'Evolutions', number: '011/108' }),
  product(202, 'Charizard (Secret)', { setId: 31, setName: 'SWSH: Evolutions', number: '109/108' }),
  product(203, 'Pikachu', { number: '58/102' }),
  product(204, 'Charizard ex', { ...japan, setId: 32, number: '066/108' }),
  product(205, 'Fissure', { ...yugioh, setId: 33, number: 'SDK-027' }),
  product(206, 'Fissure', { categoryId: 1, categoryName: 'Magic', setId: 34, setName: 'The Dark', number: null }),
]

const tcgdex = (names: object, rest: object = {}) =>
  readNameRow({ tree: 'data', serie: 'Base', set: 'Base Set', localId: '4', names, ...rest })
const ygojson = (names: object, passwords: readonly string[] = []) => readNameRow({ names, passwords })
const own = (row: object) => readNameRow({ language: 'de', ...row })

const join = async (...records: readonly NameRecord[]) => {
  const { otherNames, report } = await joinNames(records, { products })
  return { named: otherNames.map(({ language, name, productIds }) => [language, name, [...productIds].sort()]), report }
}

describe('names of cards', () => {
  test('are those of all products of the line with its name, once name, number and set fit one', async () => {
    const { named } = await join(
      tcgdex({ en: 'Charizard', de: 'Glurak' }),
      tcgdex({ en: 'Charizard', de: 'Glurak' }, { set: 'Evolutions', localId: '11' }),
    )
    assert.deepEqual(named, [['de', 'Glurak', [101, 201, 202]]])
  })

  test('join nothing where number or set are of another card, and are told', async () => {
    for (const rest of [{ localId: '5' }, { set: 'Jungle' }]) {
      const { named, report } = await join(tcgdex({ en: 'Charizard', de: 'Glurak' }, rest))
      assert.deepEqual([named, report.missed], [[], { 'no such card': 1 }])
      assert.match(report.firstMissed[0]?.card ?? '', /^Charizard/)
    }
  })

  test('join by a product id only where the product has the name, or the number beside another script', async () => {
    const ids = (...tcgplayer: number[]) => ({ thirdParty: tcgplayer.map((id) => ({ tcgplayer: id })) })
    const jungle = { set: 'Jungle', localId: '60' }
    assert.equal((await join(tcgdex({ en: 'Charizard', de: 'Glurak' }, { ...jungle, ...ids(101) }))).report.joined, 1)
    assert.deepEqual((await join(tcgdex({ en: 'Pikachu', de: 'Pika' }, { ...jungle, ...ids(101) }))).report.missed, {
      'other card under its product id': 1,
    })
    const asia = { tree: 'data-asia', set: 'SV3', ...ids(204) }
    assert.deepEqual((await join(tcgdex({ ja: 'リザードンex' }, { ...asia, localId: '066' }))).named, [
      ['ja', 'リザードンex', [204]],
    ])
    assert.equal((await join(tcgdex({ ja: 'リザードンex' }, { ...asia, localId: '067' }))).report.joined, 0)
  })

  test('of Yu-Gi-Oh! join by their English name, in no other game', async () => {
    const { named } = await join(ygojson({ en: 'Fissure', de: 'Felsspalte' }, ['66788016', '04896788', '1', 'None']))
    assert.deepEqual(named, [
      ['de', 'Felsspalte', [205]],
      ['passcode', '66788016', [205]],
      ['passcode', '04896788', [205]],
      ['passcode', '4896788', [205]],
    ])
  })

  test('of our own format name the products alone that agree with all columns', async () => {
    assert.deepEqual((await join(own({ name: 'Charizard', otherName: 'Glurak' }))).named, [
      ['de', 'Glurak', [101, 201, 202]],
    ])
    const one = { name: 'Charizard', number: '11/108', set: 'Evolutions', otherName: 'Glurak' }
    assert.deepEqual((await join(own(one))).named, [['de', 'Glurak', [201]]])
    assert.deepEqual((await join(own({ productId: '203', otherName: 'Pika' }))).named, [['de', 'Pika', [203]]])
    assert.equal((await join(own({ productId: 203, name: 'Charizard', otherName: 'Glurak' }))).report.joined, 0)
  })

  test('that several product lines know need one to be named', async () => {
    assert.deepEqual((await join(own({ name: 'Fissure', otherName: 'Felsspalte' }))).report.missed, {
      'name of several product lines': 1,
    })
    const named = own({ name: 'Fissure', category: 'yugioh', otherName: 'Felsspalte' })
    assert.deepEqual((await join(named)).named, [['de', 'Felsspalte', [205]]])
  })

  test('that cards of different names share are attached to both, and counted', async () => {
    const { named, report } = await join(
      own({ name: 'Pikachu', otherName: 'Maus' }),
      own({ name: 'Charizard ex', otherName: 'Maus' }),
    )
    assert.deepEqual(named, [
      ['de', 'Maus', [203]],
      ['de', 'Maus', [204]],
    ])
    assert.equal(report.shared, 1)
  })

  test('are written out where all other names of the language show one word for an abbreviation', async () => {
    const dragons = [
      own({ name: 'Pikachu', otherName: 'Blauäugiger w. Drache' }),
      own({ name: 'Charizard ex', otherName: 'Tiefäugiger weißer Drache' }),
    ]
    const german = async (...records: typeof dragons) => (await join(...records)).named.map(([, name]) => name)
    assert.deepEqual(await german(...dragons), [
      'Blauäugiger w. Drache',
      'Blauäugiger weißer Drache',
      'Tiefäugiger weißer Drache',
    ])
    const wild = own({ name: 'Charizard ex', otherName: 'Alter wilder Drache' })
    assert.equal((await german(...dragons, wild)).length, 3)
  })
})
