import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readPrintedNumbers } from './printed-numbers.ts'

describe('numbers in a line of print', () => {
  const lines: [line: string, number: string][] = [
    ['071/193★', '071/193'],
    ['GPALEN071/193', '071/193'],
    ['SSPEN 062 / 191', '062/191'],
    ['LLC182/249 C', '182/249'],
    ['O71/I93', '071/193'],
    ['3/110', '3/110'],
    ['TG12/TG30', 'TG12/TG30'],
    ['GG01/GG70', 'GG01/GG70'],
    ['CROWN GG44/GG70', 'GG44/GG70'],
    ['SV49/SV94', 'SV49/SV94'],
    ['046/269 R', '046/269'],
    ['221/204 · EN · 1', '221/204'],
    ['007a/298', '007A/298'],
    ['™ & © 2014 Wizards of the Coast 158/165', '158/165'],
    ['©1995, 96, 98 Nintendo ©1999-2000 Wizards. 58/102', '58/102'],
    ['©2023 25/185', '25/185'],
    ['R 0123', '0123'],
    ['C0048', '0048'],
    ['OP05-119', 'OP05-119'],
    ['0P09-OO4 SR', 'OP09-004'],
    ['OPO4095', 'OP04-095'],
    ['P-001', 'P-001'],
    ['SDCL-FR027', 'SDCL-FR027'],
    ['LOB-001', 'LOB-001'],
    ['RA03-EN053', 'RA03-EN053'],
    ['EN | HNT122', 'HNT122'],
    ['SWSH001', 'SWSH001'],
    ['No.130', 'No.130'],
    ['159', '159'],
    ['SVP EN 159', '159'],
    ['196 U', '196'],
    ['24', '24'],
  ]
  for (const [line, number] of lines) {
    test(`${line} → ${number}`, () => {
      const read = readPrintedNumbers(line)
      assert.ok(
        read.some(({ text }) => text === number),
        `read ${JSON.stringify(read)}`,
      )
      assert.equal(read.toSorted((a, b) => b.fit - a.fit)[0]?.text, number)
    })
  }
  test('power, toughness, years, weights and rules are no numbers of cards', () => {
    for (const line of [
      ...['2/2', '3/3', '©1995, 96, 98 Nintendo', '©1999–2000 Wizards', 'Regionals 11/2004'],
      ...['©1996 KAZUKI TAKAHASHI', 'Length: 5\' 7", Weight: 200 lbs.', 'ATK/3000', 'Draw 2 cards.', 'HP 150'],
    ]) {
      assert.deepEqual(readPrintedNumbers(line), [], line)
    }
  })
  test('a slash that was lost leaves a guess', () => {
    assert.deepEqual(readPrintedNumbers('0711193'), [{ text: '071/193', kind: 'guess', fit: 0.3 }])
  })
})
