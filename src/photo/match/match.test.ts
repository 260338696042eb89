import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { columnsOf, madeLine as line } from '../../../test/support/photos/made-line.ts'
import { align, joinColumns } from '../text/alignment.ts'
import type { PlacedLine } from '../text/placed-line.ts'
import { openLexicon, packLexicon } from './lexicon.ts'
import { matchCard } from './match.ts'
import { isOutOfPlace } from './name-pieces.ts'

const lexicon = openLexicon(
  packLexicon([
    { name: 'Luxray', number: '071/193' },
    { name: 'Luxray', number: '7/130' },
    { name: 'Luxray V', number: '050/172' },
    { name: "Iono's Voltorb", number: '047/159' },
    { name: 'Voltorb', number: '85/142' },
    { name: 'Refuse', number: '156' },
    { name: 'Refute', number: '48' },
    { name: 'Wild Charge', number: '12' },
    { name: 'Charizard', number: '3/110' },
    { name: 'Charizard', number: '4/102' },
    { name: 'Surface', number: '9' },
    { name: 'Counterspell', number: '54' },
    { name: 'Elsa - Snow Queen', number: '42/204' },
    { name: 'Shanks', number: 'OP09-004' },
    { name: 'EN Shuffle', number: 'BLCR-EN008' },
    { name: 'Poker', number: 'OP12-091' },
    { name: 'Life', number: '130' },
    { name: 'Magneton', number: '159' },
    { name: 'Magneton', number: '8/64' },
    { name: 'Red-Eyes', number: 'BP01-EN081' },
    { name: 'Mewtwo', number: '14/53' },
    { name: 'Mewtwo', number: '10/102' },
  ]),
)
const read = (...lines: PlacedLine[]) => {
  const match = matchCard(lines, lexicon)
  return [match.name, match.number?.text ?? null]
}

describe('matching', () => {
  test('a title and a number', () => {
    assert.deepEqual(
      read(
        line('Luxray', 0.2, 0.06),
        line('HP150', 0.7, 0.06),
        line('Wild Charge', 0.3, 0.6),
        line('071/193', 0.1, 0.95, 0.02),
      ),
      ['Luxray', '071/193'],
    )
  })
  test('a stage before the title and hit points behind it', () => {
    assert.deepEqual(read(line('STAGE2Luxray150HP', 0.05, 0.06)), ['Luxray', null])
  })
  test('a title on two lines, and one in two boxes', () => {
    assert.equal(read(line("Iono's", 0.2, 0.03, 0.025), line('Voltorb', 0.2, 0.065))[0], "Iono's Voltorb")
    assert.equal(read(line("Iono's", 0.1, 0.06), line('Voltorb', 0.29, 0.06))[0], "Iono's Voltorb")
    assert.equal(read(line('ELSA', 0.1, 0.56, 0.05), line('Snow Queen', 0.1, 0.61, 0.03))[0], 'Elsa - Snow Queen')
  })
  test('of two names one letter off, that whose letter came second', () => {
    assert.equal(read(line('Refure', 0.1, 0.06, 0.04, { doubts: { 4: 't' } }))[0], 'Refute')
    assert.equal(read(line('Refure', 0.1, 0.06, 0.04, { doubts: { 4: 's' } }))[0], 'Refuse')
  })
  test('the number tells names apart', () => {
    assert.deepEqual(read(line('Luxray', 0.1, 0.06), line('050/172', 0.1, 0.95, 0.02)), ['Luxray V', '050/172'])
  })
  test('a number that is nearly one of the name’s is taken for it', () => {
    assert.deepEqual(
      read(line('Charizard', 0.2, 0.06), line('31110', 0.8, 0.96, 0.02, { confidence: 0.7, doubts: { 1: '/' } })),
      ['Charizard', '3/110'],
    )
    assert.deepEqual(read(line('Shanks', 0.4, 0.88), line('OP09-00', 0.7, 0.95, 0.02)), ['Shanks', 'OP09-004'])
  })
  test('three digits at the lower left are a number where the name has just those, and nothing anywhere else', () => {
    const title = line('Magneton', 0.2, 0.06)
    assert.deepEqual(read(title, line('159', 0.1, 0.95, 0.02)), ['Magneton', '159'])
    assert.deepEqual(read(title, line('158', 0.1, 0.95, 0.02)), ['Magneton', null])
    assert.deepEqual(read(title, line('159', 0.8, 0.95, 0.02)), ['Magneton', null])
    assert.deepEqual(read(line('159', 0.1, 0.95, 0.02)), [null, null])
  })
  test('two digits in the corner on the right are the number of one of the first promotions of Pokémon', () => {
    const title = line('Mewtwo', 0.2, 0.06)
    assert.deepEqual(read(title, line('14', 0.94, 0.97, 0.02)), ['Mewtwo', '14'])
    assert.deepEqual(read(title, line('10', 0.94, 0.97, 0.02)), ['Mewtwo', null])
    assert.deepEqual(read(title, line('14', 0.94, 0.9, 0.02)), ['Mewtwo', null])
    assert.deepEqual(read(title, line('14', 0.1, 0.97, 0.02)), ['Mewtwo', null])
    assert.deepEqual(read(line('14', 0.94, 0.97, 0.02)), [null, null])
  })
  test('a code whose letters were taken for others that look alike is that of the name, in its own language', () => {
    const title = line('Red-Eyes', 0.2, 0.06)
    assert.deepEqual(read(title, line('BPOL-EN081', 0.7, 0.72, 0.02)), ['Red-Eyes', 'BP01-EN081'])
    assert.deepEqual(read(title, line('BPOL-DE081', 0.7, 0.72, 0.02)), ['Red-Eyes', 'BP01-DE081'])
  })
  test('a clean number that the catalogue lacks stays as it was read', () => {
    assert.deepEqual(read(line('Luxray', 0.2, 0.06), line('099/210', 0.1, 0.95, 0.02)), ['Luxray', '099/210'])
  })
  test('words of slabs and frames lose to a title', () => {
    assert.equal(read(line('COUNTERSPELLUB', 0.3, 0.06), line('SURFACE', 0.5, 0.1))[0], 'Counterspell')
  })
  test('a word that many cards bear is a name only as a title with its number', () => {
    assert.equal(read(line('LIFE', 0.1, 0.06))[0], null)
    assert.equal(read(line('LIFE', 0.3, 0.75), line('130', 0.1, 0.95, 0.02))[0], null)
    assert.deepEqual(read(line('Life', 0.1, 0.06), line('130', 0.1, 0.95, 0.02)), ['Life', '130'])
  })
  test('a name that stands within a sentence, or is nearly a word on every card, is no title', () => {
    const rules = matchCard([line('your hand. Then, shuffle your deck.', 0.1, 0.15)], lexicon)
    assert.ok(!rules.known || rules.similarity < 0.8)
    const imprint = matchCard([line('Poke', 0.3, 0.9), line('Charizard', 0.2, 0.06)], lexicon)
    assert.equal(imprint.name, 'Charizard')
    assert.ok(matchCard([line('Poke', 0.3, 0.9)], lexicon).score < 0.34)
  })
  test('a word in small letters below the top, or anything where no game has its title, is out of place', () => {
    assert.ok(isOutOfPlace([line('said', 0.4, 0.6)]))
    assert.ok(isOutOfPlace([line('Said', 0.4, 0.75)]))
    assert.ok(!isOutOfPlace([line('Said', 0.4, 0.6)]))
    assert.ok(!isOutOfPlace([line('uxray', 0.1, 0.06)]))
    assert.ok(!isOutOfPlace([line('Elsa', 0.4, 0.56), line('of Arendelle', 0.4, 0.61)]))
  })
  test('a clear title that the catalogue lacks stays as printed, however near a name is', () => {
    const lacking = openLexicon(packLexicon([{ name: 'Refuse', number: '156' }]))
    const match = (...lines: PlacedLine[]) => matchCard(lines, lacking)
    const clear = match(line('Refute', 0.1, 0.06), line('C0048', 0.1, 0.95, 0.02))
    assert.deepEqual([clear.name, clear.known, clear.number?.text], ['Refute', false, '0048'])
    const alone = match(line('Refute', 0.1, 0.06))
    assert.deepEqual([alone.name, alone.known], ['Refute', false])
    // Where the network doubts the letter, the title is unclear or the number is the name's, the name is only misread.
    assert.ok(match(line('Refute', 0.1, 0.06, 0.04, { doubts: { 4: 's' } })).known)
    assert.ok(match(line('Refute', 0.1, 0.06, 0.04, { confidence: 0.8 })).known)
    assert.ok(match(line('Refute', 0.1, 0.06), line('R0156', 0.1, 0.95, 0.02)).known)
  })
  test('a title that the catalogue lacks begins with a capital: a small l there is a capital i', () => {
    assert.equal(read(line('lan Malcolm', 0.1, 0.06), line('R0013', 0.1, 0.95, 0.02))[0], 'Ian Malcolm')
    assert.equal(read(line("l'Attaque Kaminari", 0.1, 0.06))[0], "l'Attaque Kaminari")
  })
  test('a title whose nearest name is far off stays as printed, and a label never is a title', () => {
    const match = matchCard([line('Wächter des Kreislaufs', 0.05, 0.05), line('U0125', 0.02, 0.96, 0.02)], lexicon)
    assert.deepEqual([match.name, match.known, match.number?.text], ['Wächter des Kreislaufs', false, '0125'])
    assert.equal(matchCard([line('TRAINER', 0.05, 0.05), line('Instant', 0.05, 0.1)], lexicon).name, null)
  })
  test('without a title on top, one in the middle of the foot stays as printed; a line beside it never does', () => {
    const title = (...lines: PlacedLine[]) => matchCard(lines, lexicon).name
    assert.equal(title(line('Kano, Dracai de Eter', 0.22, 0.88)), 'Kano, Dracai de Eter')
    assert.equal(title(line('Anson Maddocks', 0.05, 0.88)), null)
    assert.equal(title(line('Wächter', 0.05, 0.05), line('Kano, Dracai de Eter', 0.22, 0.88)), 'Wächter')
  })
  test('a long name that was read well counts anywhere, a short one does not', () => {
    const score = (text: string, y: number) => matchCard([line(text, 0.1, y)], lexicon).score
    assert.ok(score('Counterspell', 0.4) > 0.8 * score('Counterspell', 0.06))
    assert.ok(score('Luxray', 0.4) < 0.5 * score('Luxray', 0.06))
    assert.ok(score('Countersqexx', 0.4) < 0.5 * score('Counterspell', 0.06))
  })
  test('two titles are rivals', () => {
    const match = matchCard([line('Luxray', 0.1, 0.06), line('Charizard', 0.1, 0.16)], lexicon)
    assert.ok(match.rival > 0.8 * match.score)
  })
  test('a second title in the row of the first is another card', () => {
    const amongOthers = (...lines: PlacedLine[]) => matchCard(lines, lexicon).amongOthers
    assert.ok(amongOthers(line('Charizard', 0.05, 0.06), line('Counterspell', 0.55, 0.07)))
    assert.ok(amongOthers(line('Charizard', 0.55, 0.06), line('Counterspell', 0.05, 0.06)))
    assert.ok(amongOthers(line('Charizard', 0.05, 0.06), line('Charizard', 0.55, 0.06)))
  })
  test('what stands below the title, is smaller or belongs to its name is no other card', () => {
    const amongOthers = (...lines: PlacedLine[]) => matchCard(lines, lexicon).amongOthers
    assert.ok(!amongOthers(line('Charizard', 0.05, 0.06), line('Wild Charge', 0.05, 0.6)))
    assert.ok(!amongOthers(line('Charizard', 0.05, 0.06), line('Wild Charge', 0.55, 0.06, 0.02)))
    assert.ok(!amongOthers(line("Iono's", 0.1, 0.06), line('Voltorb', 0.29, 0.06)))
    assert.ok(!amongOthers(line('Charizard', 0.05, 0.06), line('Charizard', 0.06, 0.06)))
  })
  test('without a lexicon the tallest words near the top are the name', () => {
    const match = matchCard(
      [line('BASIC', 0.05, 0.05, 0.02), line('Luxray', 0.2, 0.06), line('071/193', 0.1, 0.95, 0.02)],
      null,
    )
    assert.deepEqual([match.name, match.known, match.number?.text], ['Luxray', false, '071/193'])
  })
  test('nothing from nothing', () => {
    assert.deepEqual(read(), [null, null])
    assert.deepEqual(read(line('??', 0.1, 0.5)), [null, null])
  })
})

describe('alignment', () => {
  test('what was read costs nothing, what was nearly read little', () => {
    assert.equal(align(columnsOf('071/193'), '071/193'), 0)
    const doubt = align(columnsOf('071/193', { 2: '4' }), '074/193')
    assert.ok(doubt < 0 && doubt > -1)
    assert.ok(align(columnsOf('071/193'), '074/193') < -5)
  })
  test('a number is not the tail of a longer one', () => {
    assert.ok(align(columnsOf('14/102'), '4/102') < -2)
    assert.equal(align(columnsOf('04/102'), '4/102'), 0)
  })
  test('a name may stand across two lines', () => {
    assert.equal(align(joinColumns([columnsOf("Iono's"), columnsOf('Voltorb')]), 'ionosvoltorb'), 0)
  })
})

describe('a number', () => {
  const own = openLexicon(
    packLexicon([
      { name: 'Gold Sarcophagus', number: 'SDCL-EN027' },
      { name: 'Wardens of the Cycle', number: '125', setCode: 'FDN' },
      { name: 'Deathcoil Wurm', number: '125', setCode: 'MH1' },
      { name: 'Charizard', number: '4/102' },
      { name: 'Dark Alakazam', number: '4/102' },
      { name: 'Luxray', number: '071/193' },
    ]),
  )
  const read = (...lines: PlacedLine[]) => {
    const { name, known, isByNumber } = matchCard(lines, own)
    return known ? [name, isByNumber] : [name]
  }
  test('of a foreign code names its one card, whatever the title', () => {
    assert.deepEqual(read(line('Sarcophage Doré', 0.1, 0.06), line('SDCL-FR027', 0.6, 0.7, 0.02)), [
      'Gold Sarcophagus',
      true,
    ])
  })
  test('of an English code names no card whose title is clearly another', () => {
    assert.deepEqual(read(line('Blue Zephyr', 0.1, 0.06), line('SDCL-EN027', 0.6, 0.7, 0.02)), ['Blue Zephyr'])
  })
  test('with the code of its set names a foreign card, alone it never does', () => {
    const title = line('Wächter des Kreislaufs', 0.05, 0.05)
    const number = line('U0125', 0.02, 0.95, 0.02)
    assert.deepEqual(read(title, number, line('FDN·DE', 0.02, 0.98, 0.02)), ['Wardens of the Cycle', true])
    assert.deepEqual(read(title, number, line('DMU·DE', 0.02, 0.98, 0.02)), ['Wächter des Kreislaufs'])
    assert.deepEqual(read(title, number), ['Wächter des Kreislaufs'])
    for (const printed of ['125/281', '125'])
      for (const set of ['FDN·DE', 'FDN DE', 'FDN DE Artist'])
        assert.deepEqual(
          read(title, line(printed, 0.02, 0.95, 0.02), line(set, 0.02, 0.98, 0.02)),
          ['Wardens of the Cycle', true],
          `${printed} ${set}`,
        )
    assert.deepEqual(read(title, line('125', 0.02, 0.95, 0.02), line('MH1JP', 0.02, 0.98, 0.02)), [
      'Deathcoil Wurm',
      true,
    ])
    assert.deepEqual(read(number, line('Hexe', 0.3, 0.5)), [null])
  })
  test('that several cards bear names the one that a piece of the title fits', () => {
    const piece = line('izard', 0.3, 0.06, 0.04, { confidence: 0.6 })
    assert.deepEqual(read(piece, line('4/102', 0.8, 0.96, 0.02)), ['Charizard', true])
    assert.deepEqual(read(line('Xyq', 0.3, 0.06, 0.04, { confidence: 0.6 }), line('4/102', 0.8, 0.96, 0.02)), [null])
    assert.deepEqual(read(line('4/102', 0.8, 0.96, 0.02)), [null])
  })
  test('of one card names it where no title can be read, and not against a clear one', () => {
    const number = line('071/193', 0.1, 0.95, 0.02)
    assert.deepEqual(read(number), ['Luxray', true])
    assert.deepEqual(read(line('Bisasam', 0.1, 0.06), number), ['Bisasam'])
    assert.deepEqual(read(line('071/193', 0.1, 0.95, 0.02, { confidence: 0.6 })), [null])
  })
})
