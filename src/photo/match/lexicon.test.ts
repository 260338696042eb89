import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { printSimilarity } from '../../cards/edit-distance.ts'
import { readProductName } from '../../cards/product-name.ts'
import { openLexicon, packLexicon } from './lexicon.ts'

const lexicon = openLexicon(
  packLexicon([
    { name: 'Luxray', number: '071/193' },
    { name: 'Luxray V', number: '050/172' },
    { name: 'Luxray (Cosmos Holo)', number: '071/193' },
    { name: 'Flabébé', number: '83/146' },
    { name: 'Refute', number: null },
    { name: 'Refuse', number: '156' },
    { name: 'Neglected Heirloom // Ashmouth Blade', number: '260' },
    { name: 'ミミッキュV', number: '233/184' },
    { name: 'Monkey.D.Luffy', number: 'OP05-119' },
  ]),
)

describe('a lexicon', () => {
  test('finds names whatever their spaces, case, accents and points', () => {
    for (const [text, name] of [
      ['LUXRAY', 'Luxray'],
      ['luxrayv', 'Luxray V'],
      ['Flabebe', 'Flabébé'],
      ['MonkeyDLuffy', 'Monkey.D.Luffy'],
      ['ミミッキュV', 'ミミッキュV'],
    ] as const) {
      assert.deepEqual(lexicon.nearestNames(text, 1), [{ name, similarity: 1 }])
    }
  })
  test('finds names through misread letters, best first', () => {
    assert.equal(lexicon.nearestNames('Luxrey', 2)[0]?.name, 'Luxray')
    assert.equal(lexicon.nearestNames('M0nkey.D.Lufty', 1)[0]?.name, 'Monkey.D.Luffy')
  })
  test('knows both faces of a double card', () => {
    assert.equal(lexicon.nearestNames('Ashmouth Blade', 1)[0]?.name, 'Ashmouth Blade')
    assert.deepEqual(lexicon.numbersOf('Neglected Heirloom'), ['260'])
  })
  test('gathers the numbers of all printings of a name', () => {
    assert.deepEqual(lexicon.numbersOf('Luxray'), ['071/193'])
    assert.deepEqual(lexicon.numbersOf('Refute'), [])
    assert.deepEqual(lexicon.numbersOf('Nobody'), [])
  })
  test('finds a card by its name in another language, where that means but one', () => {
    const translated = openLexicon(
      packLexicon([
        { name: 'Charizard', number: '4/102', otherNames: ['Glurak', 'リザードン', '리자몽', '09411399'] },
        { name: 'Crow', number: '1', otherNames: ['Rabe', 'Luxray'] },
        { name: 'Raven', number: '2', otherNames: ['Rabe'] },
        { name: 'Luxray', number: '071/193' },
      ]),
    )
    const nearest = (text: string) => translated.nearestNames(text, 1)[0]
    for (const translation of ['Glurak', 'リザードン'])
      assert.deepEqual(nearest(translation), { name: 'Charizard', similarity: 1, translation })
    assert.deepEqual(nearest('Luxray'), { name: 'Luxray', similarity: 1 })
    for (const text of ['Rabe', '리자몽', '09411399']) assert.notEqual(nearest(text)?.similarity, 1)
    assert.deepEqual(translated.numbersOf('Charizard'), ['4/102'])
  })
  test('finds nothing for nothing, and nothing in an empty one', () => {
    assert.deepEqual(lexicon.nearestNames('', 3), [])
    assert.deepEqual(openLexicon(packLexicon([])).nearestNames('Luxray', 3), [])
  })
})

test('numbers without a total get the highest of their set, where that set has no others', () => {
  const magic = Array.from({ length: 165 }, (_, i) => ({ name: `Card ${i + 1}`, number: `${i + 1}`, set: 7 }))
  const promotions = Array.from({ length: 12 }, (_, i) => ({ name: `Promo ${i + 1}`, number: `${i + 1}`, set: 8 }))
  const pokemon = Array.from({ length: 60 }, (_, i) => ({ name: `Other ${i + 1}`, number: `${i + 1}/102`, set: 9 }))
  const packed = openLexicon(packLexicon([...magic, ...promotions, ...pokemon, { name: 'Loose', number: '12' }]))
  assert.deepEqual(packed.numbersOf('Card 158'), ['158', '158/165'])
  assert.deepEqual(packed.numbersOf('Promo 3'), ['3'])
  assert.deepEqual(packed.numbersOf('Other 4'), ['4/102'])
  assert.deepEqual(packed.numbersOf('Loose'), ['12'])
})

test('a printed name is the product’s without the catalogue’s qualifiers', () => {
  for (const [product, printed] of [
    ['Regieleki - 060/203', 'Regieleki'],
    ['Altaria - XY46 (Prerelease)', 'Altaria'],
    ['Melmetal VMAX (Secret)', 'Melmetal VMAX'],
    ['Solosis (74)', 'Solosis'],
    ['Head Jab (Red)', 'Head Jab'],
    ['Gigalith 53/98', 'Gigalith'],
    ['Cynthia - 155/S-P', 'Cynthia'],
    ['Elsa - Snow Queen', 'Elsa - Snow Queen'],
    ['Porygon2', 'Porygon2'],
    ['Number 39: Utopia', 'Number 39: Utopia'],
  ] as const) {
    assert.equal(readProductName(product).printed, printed)
  }
})

test('likeness: lookalikes cost little, hit points behind a name less than letters', () => {
  assert.equal(printSimilarity('luxray', 'luxray'), 1)
  assert.ok(printSimilarity('1uxray', 'luxray') > printSimilarity('kuxray', 'luxray'))
  assert.ok(printSimilarity('luxray150', 'luxray') > printSimilarity('luxrayabc', 'luxray'))
  assert.ok(printSimilarity('', 'luxray') === 0)
})
