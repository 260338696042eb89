import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { photoReading } from '../../test/support/photos/reading.ts'
import { exampleSummary } from '../contract/catalog.ts'
import { type Candidate, exampleIdentification, type IdentifyResult } from '../contract/identification.ts'
import { toOcr } from './ocr.ts'
import type { ReadCard } from './ports.ts'

const candidate = (given: Partial<Candidate> = {}): Candidate => ({
  ...exampleSummary,
  matchScore: 95,
  matchReasons: ['number_exact', 'name_exact'],
  ...given,
})
const otherSet = { setName: 'Another Set' }

const lookup = (candidates: readonly Candidate[], ambiguous = false): IdentifyResult => ({
  ...exampleIdentification,
  ambiguous,
  candidates: [...candidates],
})

const number = { text: '4/102', strength: 'fraction' } as const
const named: Partial<ReadCard> = { name: 'Charizard', number }
const nameless: Partial<ReadCard> = { name: null, number }

/** Advice and confidence in the printing of a reading, of 90 unless said otherwise. */
const judge = (card: Partial<ReadCard>, identification: IdentifyResult | null, confidence = 90) => {
  const { advice, printingConfidence } = toOcr(photoReading({ confidence, card }), identification)
  return [advice, printingConfidence]
}

describe('what a printing rests on', () => {
  const restsOn = (card: Partial<ReadCard>, matchReasons: Candidate['matchReasons']) =>
    toOcr(photoReading({ confidence: 90, card }), lookup([candidate({ matchReasons })])).evidence

  test('is what was read of the card and agrees with the printing', () => {
    assert.deepEqual(restsOn(named, ['number_exact', 'name_exact']), ['title', 'number'])
    assert.deepEqual(restsOn(named, ['number_conflict', 'name_exact', 'artwork_match']), ['title', 'art'])
    const code = { text: 'LOB-DE001', strength: 'code' } as const
    assert.deepEqual(restsOn({ name: null, number: code }, ['number_other_language']), ['code'])
    assert.deepEqual(restsOn({ ...named, setCode: 'FDN' }, ['number_exact', 'set_exact']), ['number', 'set_line'])
    const slab = { grade: 'PSA 9', certificate: null }
    assert.deepEqual(restsOn({ ...named, slab }, ['name_exact', 'set_exact']), ['title', 'label'])
  })

  test('is not the title where the number brought the name, and nothing without a printing', () => {
    assert.deepEqual(restsOn({ ...named, isByNumber: true }, ['number_exact', 'name_exact']), ['number'])
    assert.deepEqual(toOcr(photoReading({ confidence: 90, card: named }), null).evidence, [])
  })
})

describe('what to do with a reading', () => {
  test('name and number that fit one printing are taken', () => {
    assert.deepEqual(judge(named, lookup([candidate()])), ['take', 90])
    const elsewhere = candidate({ ...otherSet, matchScore: 46, matchReasons: ['number_conflict', 'name_exact'] })
    assert.deepEqual(judge(named, lookup([candidate(), elsewhere])), ['take', 90])
  })

  test('a name with one printing is taken without its number', () => {
    const only = candidate({ matchReasons: ['name_exact'] })
    assert.deepEqual(judge({ name: 'Charizard' }, lookup([only])), ['take', 90])
  })

  test('a graded card is not taken while its grade or, where printings differ by it, its edition is unread', () => {
    const printings = lookup([candidate(), candidate({ setName: `${exampleSummary.setName} (Shadowless)` })])
    const slab = { grade: 'PSA 9', certificate: null }
    assert.deepEqual(judge({ ...named, slab }, printings), ['show_printings', 45])
    assert.deepEqual(judge({ ...named, slab, variant: 'Holo' }, printings), ['show_printings', 45])
    assert.deepEqual(judge({ ...named, slab, variant: 'Shadowless' }, printings), ['take', 90])
    const stamped = lookup([candidate(), candidate({ ...otherSet, name: 'Charizard (Prerelease)', matchScore: 93 })])
    const reading = (text: string) => photoReading({ text, confidence: 90, card: { ...named, slab } })
    assert.equal(toOcr(reading('Holo-Prerelease'), stamped).advice, 'show_printings')
    assert.equal(toOcr(reading('Holo'), stamped).advice, 'take')
    assert.deepEqual(judge({ ...named, slab }, lookup([candidate()])), ['take', 90])
    assert.deepEqual(judge({ ...named, slab: { ...slab, grade: null } }, lookup([candidate()])), ['show_printings', 79])
  })

  test('a name with several printings shows them, and no single one is likely', () => {
    const printings = [1, 2, 3].map((at) =>
      candidate({ setName: `Set ${at}`, matchScore: 93, matchReasons: ['name_exact'] }),
    )
    assert.deepEqual(judge({ name: 'Charizard' }, lookup(printings, true)), ['show_printings', 30])
  })

  test('the rarities of one code are shown, also where one of them bears the plain name', () => {
    const rarities = Array.from({ length: 7 }, (_, at) => candidate({ matchScore: at === 0 ? 97 : 93 }))
    assert.deepEqual(judge(named, lookup(rarities)), ['show_printings', 13])
  })

  test('printings of one number that their pictures told apart are taken', () => {
    const compared = candidate({ matchReasons: ['number_exact', 'name_exact', 'artwork_match'] })
    assert.deepEqual(judge(named, lookup([compared, candidate()])), ['take', 90])
    assert.deepEqual(judge(named, lookup([compared, candidate()], true)), ['show_printings', 45])
  })

  test('a stamped copy in another set does not keep the plain printing from being taken', () => {
    assert.deepEqual(judge(named, lookup([candidate(), candidate({ ...otherSet, matchScore: 93 })])), ['take', 90])
  })

  test('a number alone is taken where one card bears it, and shows the cards where several do', () => {
    const best = candidate({ matchScore: 77, matchReasons: ['number_exact'] })
    const other = candidate({ ...otherSet, name: 'Mew', matchScore: 71, matchReasons: ['number_normalized'] })
    assert.deepEqual(judge(nameless, lookup([best])), ['take', 90])
    assert.deepEqual(judge(nameless, lookup([best, other])), ['show_printings', 45])
    const inSet = { ...best, matchReasons: ['number_exact', 'set_inferred'] as Candidate['matchReasons'] }
    assert.deepEqual(judge(nameless, lookup([inSet, other])), ['take', 90])
  })

  test('a name whose number no printing of it bears is never taken', () => {
    const conflicting = candidate({ matchScore: 46, matchReasons: ['number_conflict', 'name_exact'] })
    assert.deepEqual(judge(named, lookup([conflicting])), ['show_printings', 46])
    const ofAnother = candidate({ matchScore: 60, matchReasons: ['number_exact', 'name_conflict'] })
    assert.deepEqual(judge(named, lookup([ofAnother])), ['review', 49])
  })

  test('a title that the catalogue lacks is reviewed, though a whole code tells its printing', () => {
    const foreign = { name: 'Glurak', isListed: false, number: { text: 'LOB-DE001', strength: 'code' } } as const
    const found = lookup([candidate({ matchScore: 88, matchReasons: ['number_other_language'] })])
    const reading = photoReading({ confidence: 55, numberConfidence: 92, card: foreign })
    const { advice, printingConfidence } = toOcr(reading, found)
    assert.deepEqual([advice, printingConfidence], ['review', 92])
    assert.deepEqual(judge({ ...foreign, number }, found, 55), ['review', 55])
  })

  test('what nothing was found for is reviewed, and what was hardly read asks for another photo', () => {
    assert.deepEqual(judge(named, null), ['review', 0])
    assert.deepEqual(judge(named, lookup([])), ['review', 0])
    assert.deepEqual(judge(named, lookup([candidate()]), 39), ['retry', 39])
    assert.deepEqual(judge({}, null, 0), ['retry', 0])
  })

  test('of several cards on one picture the reading of one is no advice to take it', () => {
    const reading = photoReading({ confidence: 35, nameConfidence: 97, numberConfidence: 97, card: named })
    assert.equal(toOcr(reading, lookup([candidate()])).advice, 'retry')
  })

  test('below 80 the name is taken and the printings are shown, below 60 both are reviewed', () => {
    assert.deepEqual(judge(named, lookup([candidate()]), 79), ['show_printings', 79])
    assert.deepEqual(judge(named, lookup([candidate()]), 59), ['review', 59])
  })
})
