import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { madeLine } from '../../../test/support/photos/made-line.ts'
import type { Quad } from '../image/geometry.ts'
import { openLexicon, packLexicon } from '../match/lexicon.ts'
import { matchCard } from '../match/match.ts'
import type { PlacedLine } from '../text/placed-line.ts'
import { type PlacedLook, toldOf } from './told-cards.ts'

const lexicon = openLexicon(
  packLexicon([
    { name: 'Luxray', number: '071/193' },
    { name: 'Shinx', number: '069/193' },
    { name: 'Luxio', number: '070/193' },
    { name: 'Vigilance', number: '12' },
    { name: 'Trafalgar Law', number: 'OP05-069' },
    { name: 'Azalea, Ace in the Hole', number: 'ARC039' },
    { name: 'Greninja ex', number: '106/167' },
    { name: 'Voltorb', number: '100/165' },
    { name: 'Raichu', number: '14/102' },
    { name: 'Shining Raichu', number: '111/105' },
    { name: 'Alakazam', number: '1/102' },
    { name: 'Alakazam ex', number: '065/165' },
    { name: 'Opt', number: '60' },
    { name: 'Refuse', number: '39' },
  ]),
)

const boxAt = (x: number): Quad => [
  [x, 0],
  [x + 60, 0],
  [x + 60, 84],
  [x, 84],
]

const lookAt = (
  x: number,
  lines: readonly PlacedLine[],
  sides = 0.9,
  isInRow = true,
  isDoubtful = false,
): PlacedLook => {
  const quad = boxAt(x)
  const place = { quad, visible: quad, shownBy: 'title' as const, sides, isInRow, isDoubtful }
  return { place, look: { quad, isCard: true, amongOthers: false, lines, match: matchCard(lines, lexicon) } }
}
const title = (text: string, y = 0.07, height = 0.05) => madeLine(text, 0.1, y, height)
const others = [lookAt(100, [title('Shinx')]), lookAt(200, [title('Luxio')])]

/** The first look's name as it is told among two others, and whether it may be taken. */
const toldAs = (first: PlacedLook) => {
  const [told] = toldOf([first, ...others], lexicon)
  return told && [told.look.match.name, told.look.match.known && told.look.match.isDoubtful !== true]
}

describe('of cards among several', () => {
  test('a name in the place of its game’s titles is told', () => {
    assert.deepEqual(toldAs(lookAt(0, [title('Luxray')])), ['Luxray', true])
    assert.deepEqual(toldAs(lookAt(0, [title('Trafalgar Law', 0.88)])), ['Trafalgar Law', true])
    assert.deepEqual(toldAs(lookAt(0, [title('Azalea, Ace in the Hole', 0.84)])), ['Azalea, Ace in the Hole', true])
  })

  test('a name in the rules or at the foot of the box is none, and the title is told as it is printed', () => {
    assert.deepEqual(toldAs(lookAt(0, [title('Alacrian Jaguar'), title('Vigilance', 0.62)])), [
      'Alacrian Jaguar',
      false,
    ])
    assert.deepEqual(toldAs(lookAt(0, [title('Luxray', 0.88)])), [null, false])
  })

  test('a name far lower than the titles of the others is none', () => {
    assert.deepEqual(toldAs(lookAt(0, [title('Luxray', 0.07, 0.022)])), ['Luxray', false])
  })

  test('a name that is a piece of a longer title is not that card’s', () => {
    assert.deepEqual(toldAs(lookAt(0, [title('Mega Shining Greninja ex')]))?.[1], false)
  })

  test('a number that was read well speaks against a name that has it not, a power and toughness does not', () => {
    const numbered = (number: string) => toldAs(lookAt(0, [title('Voltorb'), madeLine(number, 0.1, 0.95, 0.025)]))
    assert.deepEqual(numbered('047/159'), ['Voltorb', false])
    assert.deepEqual(numbered('12/12'), ['Voltorb', true])
    assert.deepEqual(numbered('100/165'), ['Voltorb', true])
  })

  test('a box without edges, number and neighbors is no card that could be named', () => {
    assert.deepEqual(toldAs(lookAt(0, [title('Luxray')], 0.3, false)), ['Luxray', false])
    assert.deepEqual(toldAs(lookAt(0, [title('Luxray')], 0.3, true)), ['Luxray', true])
    const numbered = [title('Luxray'), madeLine('071/193', 0.1, 0.95, 0.025)]
    assert.deepEqual(toldAs(lookAt(0, numbered, 0.3, false)), ['Luxray', true])
  })

  test('a name that was not read well is for review without its number', () => {
    assert.deepEqual(toldAs(lookAt(0, [title('Luxroy')]))?.[1], false)
    assert.deepEqual(toldAs(lookAt(0, [title('Luxroy'), madeLine('071/193', 0.1, 0.95, 0.025)])), ['Luxray', true])
  })

  test('a name with a word as tall before it in its row is for review', () => {
    const after = (word: string) =>
      toldAs(lookAt(0, [madeLine(word, 0.1, 0.07, 0.05), madeLine('Luxray', 0.5, 0.07, 0.05)]))?.[1]
    assert.equal(after('Basic'), true)
    assert.equal(after('Hisuian'), false)
    assert.equal(after('Creature'), false)
  })

  test('a name that may be a longer one, whose other word is drawn, is for review without its number', () => {
    const named = (name: string, number: string) =>
      toldAs(lookAt(0, [title(name), madeLine(number, 0.1, 0.95, 0.025)]))?.[1]
    assert.deepEqual([named('Raichu', ''), named('Raichu', '14/102'), named('Luxray', '')], [false, true, true])
    assert.deepEqual([named('Alakazam', ''), named('Alakazam', '1/102')], [false, true])
  })

  test('a name with lines of rules right below it is for review, as a type of creature is', () => {
    const above = (...rules: string[]) =>
      toldAs(lookAt(0, [title('Luxray'), ...rules.map((text, i) => title(text, 0.13 + 0.05 * i, 0.045))]))?.[1]
    assert.deepEqual([above('Haste for a turn', 'from exile'), above('Evolves from Luxio')], [false, true])
  })

  test('a number that is hardly one, such as one in the picture, bears no name out', () => {
    const numberedAt = (y: number) => toldAs(lookAt(0, [title('Raichu'), madeLine('14/102', 0.1, y, 0.025)]))?.[1]
    assert.deepEqual([numberedAt(0.5), numberedAt(0.95)], [false, true])
  })

  test('a box over another card, out of step with all rows, or that something speaks against is for review', () => {
    assert.equal(toldAs(lookAt(60, [title('Luxray')]))?.[1], false)
    assert.equal(toldAs(lookAt(0, [title('Luxray')], 0.9, false))?.[1], false)
    assert.equal(toldAs(lookAt(0, [title('Luxray')], 0.9, true, true))?.[1], false)
  })

  test('a short name that is not clear, or one in the middle of a sentence, is for review', () => {
    const read = (text: string, confidence: number) =>
      toldAs(lookAt(0, [madeLine(text, 0.1, 0.07, 0.05, { confidence })]))?.[1]
    assert.deepEqual([read('Opt', 0.97), read('Opt', 0.8), read('Luxray', 0.8)], [true, false, true])
    assert.equal(read('refuse', 0.97), false)
  })

  test('two boxes over each other with one name are one card, two beside each other are two', () => {
    const named = (x: number, sides: number) => lookAt(x, [title('Luxray')], sides)
    assert.equal(toldOf([named(0, 0.9), named(40, 0.8)], lexicon).length, 1)
    assert.equal(toldOf([named(0, 0.9), named(60, 0.8)], lexicon).length, 2)
  })
})
