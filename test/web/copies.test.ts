import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import './console-modules.ts'

const { copyChoiceOf, copyWith, estimateOf } = await import(
  new URL('../../web/stack-view/copies.js', import.meta.url).href
)
const { rowOfList } = await import(new URL('../../web/stack/rows.js', import.meta.url).href)
const { readList } = await import('../../packages/client/src/read-list.ts')

let nextId = 1
const skuOf = (
  condition: string | null,
  marketPrice: number | null,
  variant = 'Normal',
  language: string | null = 'English',
) => ({
  skuId: nextId++,
  condition,
  variant,
  language,
  marketPrice,
})
const row = (said: object = {}, unread: readonly string[] = []) => ({
  ...rowOfList(readList('Charizard 4/102')[0], { category: '', set: '' }),
  printing: { productId: 1, name: 'Charizard', category: 'Pokemon' },
  identification: {
    ambiguous: false,
    candidates: [],
    parsed: { condition: null, variant: null, language: null, unread, ...said },
  },
})

describe('the copies of a row', () => {
  const conditions = [
    skuOf('Damaged', 1),
    skuOf('Near Mint', 10),
    skuOf('Lightly Played', null),
    skuOf('Moderately Played', 6),
  ]
  const [, nearMint, lightlyPlayed, moderatelyPlayed] = conditions

  test('are those of its finish and language, best first', () => {
    const foil = skuOf('Near Mint', 30, 'Foil')
    const { copies, variant, unclear, why } = copyChoiceOf(row(), [...conditions, foil], nearMint, {})
    assert.deepEqual(
      copies.map(({ condition }: { condition: string }) => condition),
      ['Near Mint', 'Lightly Played', 'Moderately Played', 'Damaged'],
    )
    assert.deepEqual({ variant, unclear, why }, { variant: 'Normal', unclear: null, why: null })
  })

  test('are offered with the word that was not understood, and none of them is taken', () => {
    const { copies, why } = copyChoiceOf(row({}, ['stained']), conditions, null, {})
    assert.equal(why, 'Not understood: “stained”.')
    assert.equal(copies.length, 4)
    assert.equal(copyWith(row({}, ['stained']), conditions, { variant: 'Normal' }), null)
  })

  test('wait for the finish where that is what is unclear, and one word for it is enough', () => {
    const editions = [skuOf('Near Mint', 90, '1st Edition Holofoil'), skuOf('Near Mint', 40, 'Unlimited Holofoil')]
    const { unclear, why, variants } = copyChoiceOf(row(), editions, null, {})
    assert.deepEqual(
      { unclear, why, variants },
      {
        unclear: 'variant',
        why: 'Which finish?',
        variants: ['1st Edition Holofoil', 'Unlimited Holofoil'],
      },
    )
    assert.equal(copyWith(row(), editions, { variant: 'Unlimited Holofoil' })?.marketPrice, 40)
  })

  test('of a grade are none, and finish and language stay as they were said', () => {
    const { unclear, why, copies } = copyChoiceOf(row({ condition: 'PSA 10' }), conditions, null, {})
    assert.deepEqual(
      { unclear, why, copies: copies.length },
      { unclear: 'condition', why: 'No copy is “PSA 10”.', copies: 4 },
    )
  })

  test('of a signed card are none, and the word alone that makes it so is told', () => {
    const [written] = readList('Name,Number,Condition,Signed\nCharizard,4/102,NM,yes')
    const signed = { ...row(), written }
    assert.equal(copyChoiceOf(signed, conditions, null, {}).why, 'No copy is “Signed”.')
  })

  test('of a source that prices whole printings are one a printing, and a condition is a question', () => {
    const printings = [skuOf(null, 3, 'Normal', null), skuOf(null, 9, 'Foil', null)]
    assert.equal(copyChoiceOf(row(), printings, printings[0], {}).copies.length, 2)
    const { unclear, why, copies } = copyChoiceOf(row({ condition: 'Lightly Played' }), printings, null, {})
    assert.deepEqual(
      { unclear, why, copies: copies.length },
      {
        unclear: 'condition',
        why:
          'The list says “Lightly Played”; this source prices whole printings. The till pays its percentage ' +
          'for Lightly Played of that price.',
        copies: 2,
      },
    )
  })

  test('of such a source leave nothing of what was said unsaid, and a photo is no list', () => {
    const editions = [skuOf(null, 9, '1st Edition', null), skuOf(null, 3, 'Unlimited', null)]
    const whyOf = (said: object) => copyChoiceOf(row(said), editions, null, {}).why
    assert.equal(
      whyOf({ language: 'Japanese', condition: 'Damaged' }),
      'The list says “Damaged” and “Japanese”; this source prices whole printings. The till pays its percentage ' +
        'for Damaged of that price.',
    )
    assert.equal(
      whyOf({ condition: 'Damaged' }),
      'The list says “Damaged”; this source prices whole printings. The till pays its percentage for Damaged of ' +
        'that price.',
    )
    assert.equal(whyOf({ condition: 'Near Mint', language: 'English' }), 'Which finish?')
    assert.equal(whyOf({ variant: 'Foil' }), 'No finish is certain by “Foil”.')
    const photo = { isRead: true, advice: 'take', confidence: 90, language: 'German', cards: 1 }
    assert.equal(
      copyChoiceOf({ ...row(), photo }, editions, null, {}).why,
      'The photo says “German”; this source prices whole printings.',
    )
  })

  test('of such a source keep what was said of them once one is chosen', () => {
    const printings = [skuOf(null, 3, 'Normal', null), skuOf(null, 9, 'Foil', null)]
    const noteOf = (said: object) => copyChoiceOf(row(said), printings, printings[0], {}).note
    assert.equal(
      noteOf({ condition: 'LP' }),
      'The list says “Lightly Played”; the price is of the whole printing. The till pays its percentage for ' +
        'Lightly Played of that price.',
    )
    assert.equal(
      noteOf({ condition: 'PSA 10' }),
      'The list says “PSA 10”; the price is of the whole printing. The till has no percentage for PSA 10.',
    )
    assert.equal(noteOf({ language: 'German' }), 'The list says “German”; the price is of the whole printing.')
    assert.equal(noteOf({ condition: 'NM', language: 'English' }), null)
    assert.equal(copyChoiceOf(row({ condition: 'Lightly Played' }), conditions, lightlyPlayed, {}).note, null)
  })

  test('without a price are between their neighbors, where both have one', () => {
    assert.deepEqual(estimateOf(conditions, lightlyPlayed), { low: 6, high: 10 })
    assert.equal(estimateOf(conditions, nearMint), null)
    const poorer = [nearMint, lightlyPlayed, { ...moderatelyPlayed, marketPrice: null }]
    assert.equal(estimateOf(poorer, lightlyPlayed), null)
    assert.deepEqual(estimateOf([...poorer, skuOf('Damaged', 1)], lightlyPlayed), { low: 1, high: 10 })
  })
})
