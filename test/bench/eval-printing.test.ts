import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { kinds } from '../../bench/eval-printing/kinds.ts'
import { createRows, readRowNumber } from '../../bench/eval-printing/rows.ts'
import { type AskedText, fittingRows, judge, type Reading } from '../../bench/eval-printing/truth.ts'
import { createRandom } from '../../bench/multiply.ts'
import type { CatalogProduct } from '../../src/catalog/ports.ts'
import { type Candidate, exampleIdentification } from '../../src/contract/identification.ts'
import { productsForTests } from '../support/catalog-products.ts'

const setNames: Readonly<Record<number, string>> = {
  10: 'Plasma Storm',
  11: 'Planeshift',
  12: 'SV07: Stellar Crown',
  13: 'ステラミラクル',
  14: 'Miscellaneous Cards & Products',
  15: 'Quarter Century Bonanza',
  16: 'Duel Decks: Anthology',
}

const card = (
  productId: number,
  categoryId: number,
  setId: number,
  name: string,
  number: string | null,
  rarity = 'Common',
): CatalogProduct => ({
  ...(productsForTests[0] as CatalogProduct),
  productId,
  categoryId,
  setId,
  setName: setNames[setId] ?? null,
  setCode: null,
  name,
  number,
  rarity,
  sealed: false,
})

const [magic, yugioh, pokemon, japan] = [1, 2, 3, 85] as const
const rows = createRows({
  sourceName: 'tests',
  fetchedAt: '2026-11-20T20:00:00.000Z',
  products: [
    card(1, pokemon, 10, 'Crobat', '55/135'),
    card(2, magic, 11, 'Slay', '55'),
    card(3, pokemon, 12, 'Basic Fighting Energy', '014'),
    card(4, japan, 13, 'エンニュート', '014/102'),
    card(5, pokemon, 14, 'Pikachu', '012'),
    card(6, pokemon, 14, 'Sprigatito - 012/193', '012/193'),
    card(7, pokemon, 14, 'Altaria - XY46', 'XY46'),
    card(8, pokemon, 14, 'Altaria - XY46 (Prerelease)', 'XY46'),
    card(9, yugioh, 15, 'Little Knight', 'RA03-EN049', 'Super Rare'),
    card(10, yugioh, 15, 'Little Knight (UR)', 'RA03-EN049', 'Ultra Rare'),
    card(11, yugioh, 15, 'Little Knight (Alternate Art) (UR)', 'RA03-EN049', 'Ultra Rare'),
    card(12, pokemon, 14, 'Water Energy (3)', null),
    card(13, pokemon, 14, 'Heat Factory - 2019 (Shintaro Ito)', '178/214'),
    card(14, pokemon, 10, 'Snorlax', '143/135'),
    card(15, pokemon, 10, 'Snorlax', '143/135'),
    card(18, pokemon, 14, 'Jirachi V - 299 (Staff)', 'SWSH299'),
    { ...card(16, magic, 16, 'Slay', '55'), setCode: 'PLS' },
    { ...card(17, magic, 16, 'Terminate', '56'), setCode: 'PLS' },
  ],
  categories: [
    { id: magic, name: 'Magic' },
    { id: yugioh, name: 'YuGiOh' },
    { id: pokemon, name: 'Pokemon' },
    { id: japan, name: 'Pokemon Japan' },
  ],
  sets: [
    { id: 10, categoryId: pokemon, name: 'Plasma Storm', code: 'PLS', publishedOn: null },
    { id: 11, categoryId: magic, name: 'Planeshift', code: 'PLS', publishedOn: null },
    { id: 16, categoryId: magic, name: 'Duel Decks: Anthology', code: 'DDA', publishedOn: null },
    { id: 12, categoryId: pokemon, name: 'SV07: Stellar Crown', code: null, publishedOn: null },
    { id: 13, categoryId: japan, name: 'ステラミラクル', code: 'SV7', publishedOn: null },
  ],
})

const fitting = (reading: Reading, category?: string): number[] =>
  fittingRows({ q: '', readings: [reading], ...(category !== undefined && { category }) }, rows)
    .map(({ product }) => product.productId)
    .toSorted((a, b) => a - b)

describe('which rows fit a text, for eval:printing', () => {
  test('numbers compare by head and total, without zeros and signs', () => {
    assert.deepEqual(readRowNumber('055/135'), { head: '55', total: '135' })
    assert.deepEqual(readRowNumber('TG12/TG30'), { head: 'TG12', total: 'TG30' })
    assert.deepEqual(readRowNumber('#OP01-001'), { head: 'OP1-1', total: null })
    assert.deepEqual(readRowNumber('100a'), { head: '100A', total: null })
    assert.deepEqual(readRowNumber('?/28'), { head: '?', total: '28' })
  })

  test('a name is parted by the number, the rarity and the year of its own row', () => {
    const partsOf = (id: number) => {
      const { printed, qualifiers, isRarityInName } = rows.rows.find(({ product }) => product.productId === id) ?? {}
      return { printed, qualifiers, isRarityInName }
    }
    assert.deepEqual(partsOf(6), { printed: 'Sprigatito', qualifiers: [], isRarityInName: false })
    assert.deepEqual(partsOf(8), { printed: 'Altaria', qualifiers: ['prerelease'], isRarityInName: false })
    assert.deepEqual(partsOf(18), { printed: 'Jirachi V', qualifiers: ['staff'], isRarityInName: false })
    assert.deepEqual(partsOf(11), { printed: 'Little Knight', qualifiers: ['alternate art'], isRarityInName: true })
    assert.deepEqual(partsOf(12), { printed: 'Water Energy', qualifiers: [], isRarityInName: false })
    assert.deepEqual(partsOf(13), {
      printed: 'Heat Factory',
      qualifiers: ['2019', 'shintaro ito'],
      isRarityInName: false,
    })
  })

  test('a code that two games share fits both, until total or product line decide', () => {
    assert.deepEqual(fitting({ set: 'PLS', number: '55' }), [1, 2])
    assert.deepEqual(fitting({ set: 'PLS', number: '55/135' }), [1])
    assert.deepEqual(fitting({ set: 'PLS', number: '55' }, 'magic'), [2])
    assert.deepEqual(fitting({ set: 'PLS', number: '55/140' }), [2])
    assert.deepEqual(fitting({ set: 'PLS', number: '55/140' }, 'pokemon'), [])
  })

  test('an exact code goes before one that is only alike, and a total before both', () => {
    assert.deepEqual(fitting({ set: 'SV7', number: '014' }), [4])
    assert.deepEqual(fitting({ set: 'SV07', number: '014' }), [3])
    assert.deepEqual(fitting({ set: 'SV07', number: '014/102' }), [4])
  })

  test("a product's own code counts where no set has the code", () => {
    assert.deepEqual(fitting({ set: 'DDA', number: '55' }), [16])
    assert.deepEqual(fitting({ set: 'PLS', number: '56' }), [17])
  })

  test('a number without a total fits with any, a total only its own or none', () => {
    const set = 'Miscellaneous Cards & Products'
    assert.deepEqual(fitting({ number: '012', set }), [5, 6])
    assert.deepEqual(fitting({ number: '012/193', set }), [6])
    assert.deepEqual(fitting({ number: '012/200', set }), [5])
    assert.deepEqual(fitting({ number: '012/SV-P', set }), [])
  })

  test('a qualifier tells nothing apart without a name, and a name without one means the plain printing', () => {
    assert.deepEqual(fitting({ number: 'XY46' }), [7, 8])
    assert.deepEqual(fitting({ base: 'altaria', number: 'XY46' }), [7])
    assert.deepEqual(fitting({ base: 'altaria', qualifiers: ['prerelease'], number: 'XY46' }), [8])
  })

  test('a name never tells the rarities of one code apart, a rarity does', () => {
    assert.deepEqual(fitting({ base: 'little knight', number: 'RA03-EN049' }), [9, 10])
    assert.deepEqual(fitting({ base: 'little knight', number: 'RA03-EN049', rarity: 'ultra rare' }), [10])
    assert.deepEqual(fitting({ number: 'RA03-EN049', rarity: 'ultra rare' }), [10, 11])
    assert.deepEqual(fitting({ base: 'little knight', number: 'RA03-EN049', rarity: 'ghost rare' }), [])
  })

  test('a misspelt name fits where one letter is wrong', () => {
    assert.deepEqual(fitting({ base: 'crobit', isMisspelt: true, number: '55/135' }), [1])
    assert.deepEqual(fitting({ base: 'crobit', number: '55/135' }), [])
    assert.deepEqual(fitting({ base: 'cribit', isMisspelt: true, number: '55/135' }), [])
  })

  test('rows that are equal in all fit together, and a text may be read in several ways', () => {
    assert.deepEqual(fitting({ base: 'snorlax', number: '143/135', set: 'Plasma Storm' }), [14, 15])
    const text: AskedText = { q: '', readings: [{ set: 'PLS', number: '12' }, { number: 'XY46' }, { base: 'crobat' }] }
    assert.deepEqual(
      fittingRows(text, rows).map(({ product }) => product.productId),
      [7, 8, 1],
    )
  })
})

describe('how an answer is judged, for eval:printing', () => {
  const rowOf = (id: number) => rows.rows.filter(({ product }) => product.productId === id)
  const answer = (productId: number, { ambiguous = false, matchScore = 90, unread = [] as string[] } = {}) => {
    const [example] = exampleIdentification.candidates
    return {
      ...exampleIdentification,
      ambiguous,
      parsed: { ...exampleIdentification.parsed, unread },
      candidates: [{ ...(example as Candidate), productId, matchScore }],
    }
  }

  test('certain is wrong where another row fits, none does, or several do', () => {
    assert.equal(judge(rowOf(1), answer(1)).isWrong, false)
    assert.equal(judge(rowOf(1), answer(2)).isWrong, true)
    assert.equal(judge([], answer(1)).isWrong, true)
    assert.equal(judge([...rowOf(14), ...rowOf(15)], answer(14)).isWrong, true)
  })

  test('nothing is certain that is ambiguous, below 50 or has words unread', () => {
    for (const doubt of [{ ambiguous: true }, { matchScore: 49 }, { unread: ['QCSR'] }]) {
      const { isCertain, isWrong, isNeedless } = judge(rowOf(1), answer(1, doubt))
      assert.deepEqual({ isCertain, isWrong, isNeedless }, { isCertain: false, isWrong: false, isNeedless: true })
    }
  })

  test('an answer is needless only where one row alone fits, and first right only where one does', () => {
    const several = [...rowOf(14), ...rowOf(15)]
    assert.equal(judge(several, answer(14, { ambiguous: true })).isNeedless, false)
    assert.equal(judge(several, answer(14, { ambiguous: true })).isFirstRight, true)
    assert.equal(judge([], answer(14, { ambiguous: true })).isFirstRight, null)
  })
})

test('the same seed makes the same texts', () => {
  const textsOf = (seed: number) => Object.values(kinds).map((kind) => [...kind(rows, createRandom(seed))])
  assert.deepEqual(textsOf(5), textsOf(5))
  assert.notDeepEqual(textsOf(5), textsOf(6))
})
