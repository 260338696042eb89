import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { madeLine } from '../../../test/support/photos/made-line.ts'
import { nameOnLabel, printedEdition } from './label-words.ts'
import { type LabelLine, readLabel } from './read-label.ts'

/** A line that ends at `right`, as those of a column do. */
const ending = (text: string, right: number, y: number, height = 0.026): LabelLine => {
  const width = text.length * height * 0.5
  return { ...madeLine(text, right - width, y, height), left: right - width, right, middle: [right - width / 2, y] }
}
const at = (text: string, left: number, y: number, height = 0.026): LabelLine =>
  ending(text, left + text.length * height * 0.5, y, height)

/** PSA names itself in a hologram that is seldom read. */
const psa = (words: string, grade: string, more: readonly LabelLine[] = []): LabelLine[] => [
  at('1999 POKEMON GAME', 0.12, 0.07),
  at('CHARIZARD-HOLO', 0.12, 0.09),
  ending('#4', 0.87, 0.07),
  ending(words, 0.87, 0.09),
  ending(grade, 0.87, 0.115),
  ending('41498448', 0.87, 0.145),
  ...more,
]
const beckett = (grade: string, words: string): LabelLine[] => [
  at('1993 ALPHA', 0.28, 0.05),
  at('COUNTERSPELL U B', 0.28, 0.07),
  ...['CENTERING', 'CORNERS', 'EDGES', 'SURFACE'].flatMap((part, i) => [
    at(part, i % 2 ? 0.54 : 0.28, i < 2 ? 0.143 : 0.17),
    at(i === 0 ? '7' : '8', i % 2 ? 0.69 : 0.44, i < 2 ? 0.143 : 0.17),
  ]),
  at(grade, 0.78, 0.087, 0.095),
  at(words, 0.78, 0.138),
  at('0010538585', 0.79, 0.17),
]
const told = (lines: readonly LabelLine[]) => {
  const label = readLabel(lines)
  return label && [label.company, label.grade, label.certificate]
}

describe('the label of a graded card', () => {
  test('of PSA is known by its columns, with grade, certificate, number and edition', () => {
    assert.deepEqual(readLabel(psa('NM', '7', [at('SHADOWLESS', 0.12, 0.115)])), {
      company: 'PSA',
      grade: '7',
      certificate: '41498448',
      variant: 'Shadowless',
      set: 'Base Set Shadowless',
    })
    for (const [words, grade] of [
      ['GEM MT', '10'],
      ['MINT', '9'],
      ['NM-MT+', '8.5'],
      ['EX - MT', '6'],
    ] as const)
      assert.deepEqual(told(psa(words, grade)), ['PSA', grade, '41498448'])
  })

  test('of Beckett has its grade as the figure above the words, and never one of the parts', () => {
    assert.deepEqual(told(beckett('7.5', 'NEAR MINT+')), ['BGS', '7.5', '0010538585'])
    assert.deepEqual(told(beckett('75', 'NEAR MINT+')), ['BGS', '7.5', '0010538585'])
    const withoutFigure = beckett('7.5', 'NEAR MINT+').filter(({ text }) => text !== '7.5')
    assert.deepEqual(told(withoutFigure), ['BGS', null, '0010538585'])
  })

  test('of any company is read with its name, its spaces lost or not', () => {
    const cgc = [
      at('CGCUNIVERSALGRADE', 0.17, 0.05),
      at('NM/Mint', 0.21, 0.1),
      at('8', 0.24, 0.15, 0.07),
      at('Fossil-1st Edition1/62', 0.43, 0.14),
    ]
    assert.deepEqual(readLabel(cgc), {
      company: 'CGC',
      grade: '8',
      certificate: null,
      variant: '1st Edition',
      set: null,
    })
    const named = (name: string, certificate: string) => [
      at(name, 0.05, 0.1, 0.05),
      at('10', 0.8, 0.1, 0.07),
      at('GEM MINT', 0.78, 0.17),
      at(certificate, 0.25, 0.18),
    ]
    assert.deepEqual(told(named('SGC', '7654321')), ['SGC', '10', '7654321'])
    assert.deepEqual(told(named('ACE GRADING', 'Cert#6977566')), ['ACE', '10', '6977566'])
    assert.deepEqual(told(named('TAG', 'F3433301')), ['TAG', '10', 'F3433301'])
    assert.deepEqual(told(named('AGS', '12345678')), ['AGS', '10', '12345678'])
    assert.deepEqual(told(named('QUALITY CARD GRADERS', '12345678')), ['Graded', '10', '12345678'])
  })

  test('whose words and number do not agree, or that adds a qualifier, tells no grade', () => {
    assert.deepEqual(told([...psa('NM', '9'), at('PSA', 0.5, 0.12)]), ['PSA', null, '41498448'])
    assert.deepEqual(told([...psa('MINT', '9'), ending('(OC)', 0.8, 0.115)])?.[1], null)
    assert.deepEqual(told([at('PSA', 0.5, 0.1), at('AUTHENTIC', 0.7, 0.09), at('41498448', 0.7, 0.14)]), [
      'PSA',
      null,
      '41498448',
    ])
  })

  test('of two cards side by side tells the grade of neither', () => {
    const other = psa('MINT', '9').map((line) => ({ ...line, middle: [line.middle[0], line.middle[1] + 0.5] as const }))
    assert.equal(readLabel([...psa('NM', '7'), ...other])?.grade, null)
  })
})

test('nothing that a card prints is a label', () => {
  for (const lines of [
    [at('Mint', 0.1, 0.05), at('10', 0.8, 0.05), at('9/9', 0.8, 0.95)],
    [at('EX', 0.7, 0.05), at('5', 0.75, 0.05), at('HP90', 0.8, 0.05)],
    [at('ACE', 0.1, 0.05), at('SPEC', 0.2, 0.05), at('9', 0.1, 0.08)],
    [at('TAG TEAM', 0.1, 0.05), at('TAG', 0.1, 0.1), at('GX', 0.3, 0.1), at('10', 0.1, 0.12)],
    [at('89631139', 0.05, 0.97), at('1st Edition', 0.1, 0.75), at('NM', 0.8, 0.97)],
    [at('$45', 0.5, 0.05), at('9', 0.5, 0.09), at('MINT', 0.5, 0.12)],
    [at('PSA 10?', 0.4, 0.02), at('4/102', 0.8, 0.95)],
    [at('Surface', 0.1, 0.4), at('8', 0.3, 0.4), at('2021', 0.1, 0.97)],
  ])
    assert.equal(readLabel(lines), null, lines.map(({ text }) => text).join(' · '))
})

test('a card prints its edition in a line of its own', () => {
  assert.equal(printedEdition([at('1st Edition', 0.1, 0.75)]), '1st Edition')
  assert.equal(printedEdition([at('First among equals, 1st Edition of none', 0.1, 0.75)]), null)
})

test('a name on a label is read without edition and finish, and never from the line of year and set', () => {
  assert.equal(nameOnLabel('CHARIZARD-HOLO'), 'CHARIZARD')
  assert.equal(nameOnLabel("GIOVANNI'S GYARADOS"), "GIOVANNI'S GYARADOS")
  assert.equal(nameOnLabel('1993ALPHA'), '')
  assert.equal(nameOnLabel('サカキのギャラドス'), 'サカキのギャラドス')
})
