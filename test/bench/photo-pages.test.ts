import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { dealCards } from '../../bench/photo-pages/make-page.ts'
import { overlapOf, pairCards, scorePage, wronglyNamed } from '../../bench/photo-pages/score-page.ts'
import type { PlacedCard } from '../../src/contract/identification.ts'
import type { PlacedLabel } from '../support/photos/labelled.ts'
import { createRandom } from '../support/photos/random.ts'

const labelAt = (x: number, name: string, cardNumber: string | null = null): PlacedLabel => ({
  name,
  cardNumber,
  numberLegible: cardNumber !== null,
  box: [x, 0, 60, 84],
})
const cardAt = (x: number, name: string | null, confidence = 90, cardNumber: string | null = null): PlacedCard => ({
  box: { x, y: 0, width: 60, height: 84 },
  ocr: {
    text: '',
    confidence,
    nameConfidence: confidence,
    printingConfidence: 0,
    advice: 'review',
    evidence: [],
    suggested: { name, cardNumber, query: null, language: null, condition: null, variant: null, certificate: null },
  },
  identification: null,
})

describe('the score of a page', () => {
  test('measures how much a box lies over a card', () => {
    assert.equal(overlapOf({ x: 0, y: 0, width: 60, height: 84 }, [0, 0, 60, 84]), 1)
    assert.equal(overlapOf({ x: 60, y: 0, width: 60, height: 84 }, [0, 0, 60, 84]), 0)
    assert.ok(Math.abs(overlapOf({ x: 30, y: 0, width: 60, height: 84 }, [0, 0, 60, 84]) - 1 / 3) < 1e-9)
  })

  test('counts no box for two cards and no card for two boxes', () => {
    const labels = [labelAt(0, 'Luxray'), labelAt(100, 'Shinx')]
    const cards = [cardAt(8, 'Luxio'), cardAt(2, 'Luxray')]
    const pairs = pairCards(labels, cards)
    assert.equal(pairs.size, 1)
    assert.equal(pairs.get(labels[0] as PlacedLabel)?.ocr.suggested.name, 'Luxray')
  })

  test('takes a card that was not found for unread, and one that is wrong at 80 for wrong', () => {
    const labels = [labelAt(0, 'Luxray', '71/193'), labelAt(100, 'Shinx'), labelAt(200, 'Luxio')]
    const cards = [cardAt(0, 'Luxray', 90, '17/193'), cardAt(100, 'Shinx', 90), cardAt(400, 'Pikachu', 90)]
    assert.deepEqual(
      scorePage(labels, cards, () => true),
      {
        cards: 3,
        found: 2,
        strange: 1,
        names: 3,
        namesRight: 2,
        numbers: 1,
        numbersRight: 0,
        sure: 2,
        sureWrong: 1,
        named: 3,
        namedWrong: 1,
      },
    )
  })

  test('takes the name of a card twice, of another card and of none for wrong from 60 on', () => {
    const labels = [labelAt(0, 'Luxray'), labelAt(100, 'Shinx')]
    const wrong = (...cards: PlacedCard[]) => wronglyNamed(labels, cards).map(({ ocr }) => ocr.suggested.name)
    assert.deepEqual(wrong(cardAt(0, 'Luxray'), cardAt(60, 'Shinx')), [])
    assert.deepEqual(wrong(cardAt(0, 'Luxray'), cardAt(40, 'Luxray')), ['Luxray'])
    assert.deepEqual(wrong(cardAt(0, 'Shinx', 60), cardAt(100, 'Luxray', 59)), ['Shinx'])
    assert.deepEqual(wrong(cardAt(300, 'Luxray')), ['Luxray'])
  })

  test('deals cards mostly of one game, none twice, and the same with the same seed', () => {
    const raster = { data: new Uint8Array(0), width: 0, height: 0 }
    const cards = Array.from({ length: 40 }, (_, i) => {
      const { box, ...label } = labelAt(0, `Card ${i % 35}`)
      return { label, game: i < 20 ? 'pokemon' : 'magic', raster }
    })
    const names = (seed: number) => dealCards(createRandom(seed), cards, 9).map(({ label }) => label.name)
    assert.deepEqual(names(1), names(1))
    assert.equal(new Set(names(1)).size, 9)
    const games = Object.values(Object.groupBy(dealCards(createRandom(2), cards, 9), ({ game }) => game ?? ''))
    assert.ok(Math.max(...games.map((of) => of?.length ?? 0)) >= 6)
  })
})
