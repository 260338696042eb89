import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { productsForTests } from '../../test/support/catalog-products.ts'
import { call, catalogOf, identificationOf, pixelUrl } from '../../test/support/identification.ts'
import { readerOf } from '../../test/support/photos/reading.ts'
import type { CatalogProduct } from '../catalog/ports.ts'

const [template] = productsForTests as readonly [CatalogProduct]

/** Cards of another game, one in each of 300 sets, that all bear the bare number 58. */
const others = Array.from({ length: 300 }, (_, at) => ({
  ...template,
  productId: 10_000 + at,
  name: `Spell of the ${at}th day`,
  categoryId: 1,
  categoryName: 'Magic',
  setId: 5000 + at,
  setName: `Chapter ${at}`,
  setCode: null,
  number: '58',
}))

/** Names that all hold the word of one that stands in a set of its own. */
const dragons = Array.from({ length: 90 }, (_, at) => ({
  ...template,
  productId: 20_000 + at,
  name: `Dragon ${String.fromCodePoint(97 + (at % 26), 97 + ((at * 7) % 26), 97 + Math.floor(at / 26))}`,
  setId: 6000,
  setName: 'Scales',
  number: null,
}))
const lastDragon = {
  ...template,
  productId: 30_000,
  name: 'Oldest Dragon',
  setId: 6001,
  setName: 'Claws',
  number: null,
}

const { identify, identifyImage } = identificationOf({
  catalog: catalogOf([...productsForTests, ...others, ...dragons, lastDragon]),
  reader: readerOf({ confidence: 90, card: { number: { text: '58', strength: 'bare' } } }),
})
const ask = (q: string, set?: string) => identify({ q, limit: 24, ...(set === undefined ? {} : { set }) }, call)

describe('a number and a set', () => {
  test('find the card of that set, however many other sets have the number', async () => {
    for (const q of ['58', '#58', '058', 'No. 58', '58/102']) {
      const { candidates, matchedSet } = await ask(q, 'base-set')
      assert.equal(matchedSet?.name, 'Base Set', q)
      assert.deepEqual([candidates.length, candidates[0]?.productId], [1, 102], q)
      assert.ok((candidates[0]?.matchScore ?? 0) >= 50, q)
    }
    assert.equal((await ask('58', 'chapter-299')).candidates[0]?.productId, 10_299)
  })

  test('do so also where a photo shows the number alone', async () => {
    const { identification } = await identifyImage({ imageDataUrl: pixelUrl, setHint: 'base-set' }, call)
    assert.equal(identification?.candidates[0]?.productId, 102)
  })

  test('are enough in one text, where the set leaves no name to be missed', async () => {
    for (const q of ['58/102 base set', 'Base Set 58/102', '58 Base Set', 'base set #58']) {
      const { candidates, parsed } = await ask(q)
      assert.equal(candidates[0]?.productId, 102, q)
      assert.ok((candidates[0]?.matchScore ?? 0) >= 50, `${q}: ${candidates[0]?.matchScore}`)
      assert.deepEqual([parsed.name, parsed.setHint], [null, 'Base Set'], q)
      assert.ok(!candidates[0]?.matchReasons.includes('name_conflict'), q)
    }
  })

  test('say how many products bear a number, and that not all were inspected', async () => {
    const { searchedCount, totalSearchResults, truncated } = await ask('58')
    assert.deepEqual([searchedCount, totalSearchResults, truncated], [200, 302, true])
    const inSet = await ask('58', 'base-set')
    assert.deepEqual([inSet.searchedCount, inSet.totalSearchResults, inSet.truncated], [1, 1, false])
  })
})

describe('a name', () => {
  test('counts every near name, also those beyond what is inspected', async () => {
    const { searchedCount, totalSearchResults, truncated } = await ask('Dragon')
    assert.ok(searchedCount < 91 && totalSearchResults >= 90 && truncated, `${searchedCount} of ${totalSearchResults}`)
  })

  test('is looked for within the set before names are cut off', async () => {
    assert.equal((await ask('Dragon', 'Claws')).candidates[0]?.productId, 30_000)
  })
})

describe('a number in unusual writing', () => {
  test('is found, and no part of it is taken for a name', async () => {
    for (const q of [
      'Charizard No.4/102',
      'Charizard No. 4/102',
      'Charizard_4/102',
      'Charizard №4/102',
      'charizard nr. 4/102',
    ]) {
      const { candidates, parsed } = await ask(q)
      assert.ok([101, 135].includes(candidates[0]?.productId ?? 0), q)
      assert.ok((candidates[0]?.matchScore ?? 0) >= 90, `${q}: ${candidates[0]?.matchScore}`)
      assert.deepEqual([parsed.name?.toLowerCase(), parsed.cardNumber], ['charizard', '4/102'], q)
    }
    for (const q of ['XY 46', 'XY_46', 'xy46'])
      assert.deepEqual(
        [(await ask(q)).candidates[0]?.productId, ((await ask(q)).candidates[0]?.matchScore ?? 0) >= 84],
        [131, true],
        q,
      )
    for (const q of ['OP01_001', 'op01001', 'OP01 001', 'OP01-001']) {
      const { candidates } = await ask(q)
      assert.deepEqual([candidates[0]?.productId, (candidates[0]?.matchScore ?? 0) >= 85], [401, true], q)
    }
  })

  test('says no less with its total than without', async () => {
    const score = async (q: string) => (await ask(q)).candidates[0]?.matchScore ?? 0
    assert.ok((await score('TG12/TG30')) >= (await score('TG12')))
  })

  test('leaves names alone that hold a number with such a sign', async () => {
    for (const [q, productId] of [
      ['Number 39: Utopia', 304],
      ['Harpie Lady 1', 305],
    ] as const)
      assert.equal((await ask(q)).candidates[0]?.productId, productId, q)
    const names = ['No. 1 Trainer', 'No. 2 Trainer', 'Trainer', 'No.39: Utopia', 'Dr. No']
    const named = names.map((name, at) => ({ ...template, productId: at + 1, name, number: null }))
    const { identify } = identificationOf({ catalog: catalogOf(named) })
    for (const [q, productId] of [
      ['No. 1 Trainer', 1],
      ['no.1 trainer', 1],
      ['No. 2 Trainer', 2],
      ['No.39 Utopia', 4],
      ['No. 39: Utopia', 4],
      ['Dr. No', 5],
    ] as const)
      assert.equal((await identify({ q, limit: 3 }, call)).candidates[0]?.productId, productId, q)
  })
})
