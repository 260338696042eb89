import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { madeLine } from '../../../test/support/photos/made-line.ts'
import { wholeOf } from '../image/raster.ts'
import type { CardLexicon } from '../reading.ts'
import type { PlacedLine } from '../text/placed-line.ts'
import { openLexicon, packLexicon } from './lexicon.ts'
import { matchCard } from './match.ts'
import { toReading, withoutRereadings } from './to-reading.ts'

const line = (text: string, left: number, right: number, y: number, confidence = 0.9): PlacedLine => ({
  text,
  confidence,
  box: [],
  height: 0.04,
  middle: [(left + right) / 2, y],
  left,
  right,
  columns: { count: 0, values: new Float32Array() },
})
const left = (...lines: PlacedLine[]) => withoutRereadings(lines).map(({ text }) => text)

test('of lines read twice the one that says most stays, in the order of the card', () => {
  assert.deepEqual(
    left(line('Luxray', 0.2, 0.5, 0.06), line('Luxra', 0.21, 0.5, 0.061), line('071/193', 0.1, 0.3, 0.95)),
    ['Luxray', '071/193'],
  )
  assert.deepEqual(left(line('/2500', 0.8, 0.9, 0.91), line('ATK/3000 DEF/2500', 0.5, 0.9, 0.91)), [
    'ATK/3000 DEF/2500',
  ])
  assert.deepEqual(left(line('Pi##chu', 0.2, 0.5, 0.06, 0.3), line('Pikachu', 0.2, 0.5, 0.06)), ['Pikachu'])
})

test('lines beside and below one another all stay', () => {
  const texts = ['Luxray', '150HP', 'Evolves from Luxio']
  assert.deepEqual(
    left(line('Luxray', 0.2, 0.5, 0.06), line('150HP', 0.7, 0.9, 0.06), line('Evolves from Luxio', 0.2, 0.5, 0.1)),
    texts,
  )
})

describe('a reading', () => {
  const lexicon = openLexicon(
    packLexicon([
      { name: 'Counterspell', number: '54' },
      { name: 'Luxray', number: '071/193' },
      { name: 'Gold Sarcophagus', number: 'SDCL-EN027', otherNames: ['Sarcophage Doré'] },
    ]),
  )
  const read = (lines: readonly PlacedLine[], isCard = true, width = 63, names: CardLexicon | null = lexicon) => {
    const quad = wholeOf({ width, height: 88 })
    return toReading({ lines, quad, isCard, amongOthers: false, match: matchCard(lines, names) }, names)
  }
  const title = madeLine('Soldat du Lustre Noir', 0.1, 0.06)
  const number = madeLine('071/193', 0.1, 0.95, 0.02)

  test('tells what the label above a card says, and of an ungraded card the edition that it prints', () => {
    const label = [
      madeLine('PSA', 0.5, -0.2),
      madeLine('MINT', 0.8, -0.26),
      madeLine('9', 0.85, -0.23),
      madeLine('1999 GAME 1ST EDITION', 0, -0.24, 0.02),
      madeLine('12345678', 0.75, -0.18, 0.02),
    ]
    const { card, text } = read([madeLine('Luxray', 0.1, 0.06), number, ...label])
    assert.deepEqual(card.slab, { grade: 'PSA 9', certificate: '12345678' })
    assert.deepEqual([card.variant, card.name, card.number?.text], ['1st Edition', 'Luxray', '071/193'])
    assert.ok(text.startsWith('MINT'))
    const plain = read([madeLine('Luxray', 0.1, 0.06), number, madeLine('1st Edition', 0.1, 0.75)])
    assert.deepEqual([plain.card.slab, plain.card.variant], [null, '1st Edition'])
  })

  test('keeps a title that the catalogue lacks, for review beside a number and below that without', () => {
    const both = read([title, madeLine('SYE-FR024', 0.6, 0.7, 0.02)])
    assert.deepEqual([both.card.name, both.card.isListed], ['Soldat du Lustre Noir', false])
    assert.equal(both.card.number?.text, 'SYE-FR024')
    assert.ok(both.confidence >= 40 && both.confidence < 60)
    const alone = read([title])
    assert.deepEqual([alone.card.name, alone.card.isListed, alone.card.number], ['Soldat du Lustre Noir', false, null])
    assert.ok(alone.confidence > 0 && alone.confidence <= 35)
  })
  test('without the names of the catalogue no title counts as lacking in it', () => {
    const { card } = read([madeLine('Charizard', 0.1, 0.06), number], true, 63, null)
    assert.deepEqual([card.name, card.isListed], ['Charizard', true])
  })

  test('gives the name of a translated title in English, and does not call the card English for it', () => {
    const { card } = read([madeLine('Sarcophage Dore', 0.1, 0.06)])
    assert.deepEqual([card.name, card.isListed, card.language], ['Gold Sarcophagus', true, null])
  })
  test('is not sure of a name where its game prints no title', () => {
    const at = (y: number) => read([madeLine('Counterspell', 0.1, y)]).confidence
    assert.ok(at(0.06) >= 60)
    for (const y of [0.58, 0.75, 0.87]) assert.ok(at(y) < 40, `${y}`)
  })
  test('keeps a doubtful name below 60, whatever number agrees with it', () => {
    const lines = [madeLine('Luxray', 0.1, 0.06), number]
    const look = { lines, quad: wholeOf({ width: 63, height: 88 }), isCard: true, amongOthers: false }
    const match = { ...matchCard(lines, lexicon), isDoubtful: true }
    assert.equal(toReading({ ...look, match }, lexicon).nameConfidence, 59)
  })
  test('tells the code of the set that stands beside the language', () => {
    assert.equal(read([title, number, madeLine('FDN·DE', 0.02, 0.98, 0.02)]).card.setCode, 'FDN')
    assert.equal(read([title, number]).card.setCode, null)
  })
  test('makes no title of blurred letters, nor of words where no card was found', () => {
    assert.equal(read([madeLine('Soldat du Lustre Noir', 0.1, 0.06, 0.04, { confidence: 0.8 })]).card.name, null)
    assert.equal(read([title], false).card.name, null)
  })
  test('is sure of a name with its number, and of a number alone only on a strip', () => {
    assert.ok(read([madeLine('Luxray', 0.2, 0.06), number]).confidence >= 80)
    assert.ok(read([number]).confidence < 80)
    assert.ok(read([number], false, 400).confidence >= 80)
  })
})
