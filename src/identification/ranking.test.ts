import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { productsForTests } from '../../test/support/catalog-products.ts'
import type { Printing } from '../catalog/ports.ts'
import { parseCardText } from './card-text.ts'
import { createRanking } from './ranking.ts'

const rank = createRanking()
const [model] = productsForTests
const printing = (productId: number, name: string, number: string | null, more: Partial<Printing> = {}): Printing => ({
  ...(model as Printing),
  productId,
  name,
  number,
  ...more,
})
const order = (q: string, products: readonly Printing[], setHint: string | null = null): number[] =>
  rank({
    line: parseCardText(q),
    products,
    setHint,
    matchedSet: null,
    isHintExact: false,
    isWithinHint: false,
    mentions: [],
  }).printings.map(({ product }) => product.productId)

describe('ranking', () => {
  test('lets the plain printing win unless the qualifier is named', () => {
    const products = [
      printing(3, 'Altaria - XY46 (Prerelease) [Staff]', 'XY46'),
      printing(2, 'Altaria - XY46 (Prerelease)', 'XY46'),
      printing(9, 'Altaria - XY46', 'XY46'),
    ]
    assert.deepEqual(order('Altaria XY46', products), [9, 2, 3])
    assert.equal(order('Altaria XY46 Prerelease', products)[0], 2)
    assert.equal(order('Altaria XY46 Staff Prerelease', products)[0], 3)
  })

  test('tells printings of one number apart by a rarity in the text', () => {
    const products = ['Super Rare', 'Quarter Century Secret Rare', 'Platinum Secret Rare', 'Secret Rare'].map(
      (rarity, at) => printing(at + 1, 'Mask Change', 'RA04-EN142', { rarity, setName: 'Quarter Century Stampede' }),
    )
    for (const [at, { rarity }] of products.entries())
      assert.equal(order(`Mask Change RA04-EN142 ${rarity}`, products)[0], at + 1)
  })

  test('is ambiguous exactly where what was given does not tell the leaders apart', () => {
    const ambiguous = (q: string, products: readonly Printing[]): boolean =>
      rank({
        line: parseCardText(q),
        products,
        setHint: null,
        matchedSet: null,
        isHintExact: false,
        isWithinHint: false,
        mentions: [],
      }).ambiguous
    const forests = [printing(1, 'Forest', '380'), printing(2, 'Forest', '381')]
    assert.equal(ambiguous('Forest', forests), true)
    assert.equal(ambiguous('Forest 380', forests), false)
    assert.equal(ambiguous('Forest', forests.slice(1)), false)
    assert.equal(ambiguous('Forest', []), false)
  })

  test('keeps scores whole numbers from 0 to 100 in falling order, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (q) => {
        const { printings } = rank({
          line: parseCardText(q),
          products: productsForTests,
          setHint: null,
          matchedSet: null,
          isHintExact: false,
          isWithinHint: false,
          mentions: [],
        })
        let last = 100
        for (const { matchScore } of printings) {
          assert.ok(Number.isInteger(matchScore) && matchScore >= 0 && matchScore <= last)
          last = matchScore
        }
      }),
      { numRuns: 200 },
    )
  })

  test('never puts a conflicting number over an agreeing one of the same name', () => {
    const names = fc.constantFrom(
      'Charizard',
      'Dark Magician',
      'Porygon2',
      'Lose 1 Turn',
      'Number 39: Utopia',
      'N',
      'ガブリアス',
    )
    const number = fc.oneof(
      fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 300 })).map(([a, b]) => `${a}/${b}`),
      fc.integer({ min: 1, max: 999 }).map(String),
      fc.integer({ min: 1, max: 199 }).map((value) => `RA03-EN${String(value).padStart(3, '0')}`),
    )
    const noise = fc.constantFrom('', ' NM', ' holo', ' HP 120', ' ©2023 Pokemon')
    const typed = fc.constantFrom(
      (name: string) => name,
      (name: string) => name.toLowerCase(),
      (name: string) => `${name.slice(0, 2)}${name.slice(3)}`,
      (name: string) => name.replace('o', '0'),
    )
    fc.assert(
      fc.property(names, number, number, noise, typed, (name, agreeing, conflicting, extra, change) => {
        fc.pre(
          agreeing.split('/')[0] !== conflicting.split('/')[0] &&
            !name.includes(conflicting) &&
            !extra.includes(conflicting.split('/')[0] ?? ''),
        )
        const ids = order(`${change(name)} ${agreeing}${extra}`, [
          printing(1, name, conflicting),
          printing(2, name, agreeing),
        ])
        assert.ok(
          ids.indexOf(2) >= 0 && (ids.indexOf(1) < 0 || ids.indexOf(2) < ids.indexOf(1)),
          `${name} ${agreeing} ${conflicting}: ${ids}`,
        )
      }),
      { numRuns: 600 },
    )
  })
})
