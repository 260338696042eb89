import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  binsOf,
  englishName,
  foreignCard,
  foreignName,
  hopelessBelow40,
  isPrintingRight,
  legibleNumber,
  nameAndNumber,
  rightAtSure,
  rightlyTaken,
  type Scored,
  shareByCard,
  shareOf,
} from '../../bench/photo-eval/score.ts'
import { type Candidate, exampleIdentification, type ReadingAdvice } from '../../src/contract/identification.ts'
import type { Label } from '../support/photos/labelled.ts'

const label = (known: Partial<Label> = {}): Label => ({
  file: 'one.jpg',
  game: 'pokemon',
  name: 'Luxray',
  cardNumber: '071/193',
  kind: 'photo',
  lang: 'en',
  numberLegible: true,
  notes: '',
  ...known,
})

const candidate = (productId: number, name: string, cardNumber: string): Candidate => ({
  productId,
  name,
  category: null,
  setName: null,
  setId: null,
  setCode: null,
  cardNumber,
  rarity: null,
  sealed: false,
  marketPrice: null,
  lowestPrice: null,
  listingCount: null,
  matchScore: 90,
  matchReasons: [],
})

const answer = (
  name: string | null,
  cardNumber: string | null,
  { confidence = 90, advice = 'take' as ReadingAdvice, first = null as Candidate | null } = {},
): Scored => ({
  ocr: {
    text: '',
    confidence,
    nameConfidence: confidence,
    printingConfidence: confidence,
    advice,
    evidence: [],
    suggested: { name, cardNumber, query: null, language: null, condition: null, variant: null, certificate: null },
  },
  identification: first && { ...exampleIdentification, candidates: [first] },
})

describe('the score of a photo', () => {
  test('counts a missing name as a wrong one, also where the number is right and sure', () => {
    const said = answer(null, '71/193')
    assert.equal(englishName(label(), said), false)
    assert.equal(legibleNumber(label(), said), true)
    assert.equal(nameAndNumber(label(), said), false)
    assert.equal(rightAtSure(label(), said), false)
  })

  test('asks no name of a strip with a number alone, and takes none amiss that is right', () => {
    const strip = label({ numberOnly: true })
    assert.equal(englishName(strip, answer(null, '071/193')), null)
    assert.equal(rightAtSure(strip, answer(null, '071/193')), true)
    assert.equal(rightAtSure(strip, answer('Luxray', '071/193')), true)
    assert.equal(rightAtSure(strip, answer('Shinx', '071/193')), false)
  })

  test('judges nothing that is below 80 as sure, and a wrong number from there on as wrong', () => {
    assert.equal(rightAtSure(label(), answer('Luxray', '70/193', { confidence: 79 })), null)
    assert.equal(rightAtSure(label(), answer('Luxray', '70/193', { confidence: 80 })), false)
    assert.equal(rightAtSure(label({ numberLegible: false }), answer('Luxray', '70/193')), false)
    assert.equal(rightAtSure(label(), answer('Luxray', null)), true)
  })

  test('takes the printed and the English name of a foreign card, or the right card found first', () => {
    const foreign = label({
      lang: 'fr',
      name: 'Sarcophage Doré',
      englishName: 'Gold Sarcophagus',
      cardNumber: 'SDCL-FR027',
    })
    assert.equal(englishName(foreign, answer('Gold Sarcophagus', null)), null)
    assert.equal(foreignName(foreign, answer('Sarcophage dore', null)), true)
    assert.equal(foreignCard(foreign, answer('Gold Sarcophagus', null)), true)
    const found = answer(null, 'SDCL-FR027', { first: candidate(7, 'Gold Sarcophagus (Rare)', 'SDCL-EN027') })
    assert.equal(foreignName(foreign, found), false)
    assert.equal(foreignCard(foreign, found), true)
    assert.equal(foreignCard(foreign, answer(null, null, { first: candidate(8, 'Goblin', 'X-027') })), false)
  })

  test('knows a printing by its labelled products, else by name and number, else not at all', () => {
    const first = candidate(7, 'Luxray - 071/193', '071/193')
    assert.equal(isPrintingRight(label(), answer('Luxray', null, { first })), true)
    assert.equal(isPrintingRight(label({ productIds: [8] }), answer('Luxray', null, { first })), false)
    assert.equal(isPrintingRight(label({ cardNumber: null }), answer('Luxray', null, { first })), null)
    assert.equal(isPrintingRight(label({ cardNumber: '70/193' }), answer('Luxray', null, { first })), false)
    assert.equal(rightlyTaken(label({ productIds: [8] }), answer('Luxray', null, { first, advice: 'review' })), null)
  })

  test('wants no weight given to what nobody could read', () => {
    const nothing = label({ name: null, cardNumber: null, lang: null, numberLegible: false })
    assert.equal(hopelessBelow40(nothing, answer('Luxray', null, { confidence: 39 })), true)
    assert.equal(hopelessBelow40(nothing, answer('Luxray', null, { confidence: 40 })), false)
    assert.equal(rightAtSure(nothing, answer('Luxray', null)), false)
  })

  test('counts by picture, and by card with the share of its pictures', () => {
    const judged = [
      { label: label(), answer: answer('Luxray', null) },
      { label: label({ file: 'two.jpg' }), answer: answer(null, null) },
      { label: label({ name: 'Shinx' }), answer: answer('Shinx', null) },
    ]
    assert.deepEqual(shareOf(englishName, judged), { right: 2, count: 3 })
    assert.deepEqual(shareByCard(englishName, judged), { right: 1.5, count: 2 })
  })

  test('puts every confidence into one bin', () => {
    const given = [0, 39, 40, 59, 60, 79, 80, 89, 90, 100].map((confidence) => ({
      confidence,
      right: confidence !== 89,
    }))
    assert.deepEqual(
      binsOf(given).map(({ right, count }) => `${right}/${count}`),
      ['2/2', '2/2', '2/2', '1/2', '2/2'],
    )
  })
})
