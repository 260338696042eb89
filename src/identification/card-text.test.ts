import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { scaled } from '../../test/support/scaled.ts'
import { readCollectorNumber, relateNumbers } from '../cards/collector-number.ts'
import { parseCardText } from './card-text.ts'

const firstOf = (line: string) => parseCardText(line).text.readings[0]

describe('parseCardText', () => {
  test('parts name and number in every usual notation', () => {
    for (const [line, name, cardNumber] of [
      ['Charizard 4/102', 'Charizard', '4/102'],
      ['4/102 Charizard', 'Charizard', '4/102'],
      ['Charizard - 004 / 102', 'Charizard', '004/102'],
      ['Charizard #4', 'Charizard', '4'],
      ['Charizard', 'Charizard', null],
      ['Mimikyu TG12/TG30', 'Mimikyu', 'TG12/TG30'],
      ['Unown !/28', 'Unown', '!/28'],
      ['Unown A/28', 'Unown', 'A/28'],
      ['Dark Magician LOB-005', 'Dark Magician', 'LOB-005'],
      ['ra03-en003', null, 'ra03-en003'],
      ['OP01 001 Zoro', 'Zoro', 'OP01-001'],
      ['GLD1 EN044', null, 'GLD1-EN044'],
      ['Choose Your Demise 4★', 'Choose Your Demise', '4★'],
      ['Land 96†', 'Land', '96†'],
      ['kingdra gx sm155', 'kingdra gx', 'sm155'],
      ["Tohoku's Pikachu - 88/SM-P", "Tohoku's Pikachu", '88/SM-P'],
      ['ガブリアスex 076/062', 'ガブリアスex', '076/062'],
      ['Charizard ４／１０２', 'Charizard', '4/102'],
    ] as const) {
      assert.deepEqual(firstOf(line), { name, cardNumber }, line)
    }
  })

  test('reads look-alike letters as digits where digits belong', () => {
    for (const [line, cardNumber] of [
      ['Sylveon 92/l45', '92/145'],
      ['Ursula S9/2O4', '59/204'],
      ['Mimikyu TG1O/TG3O', 'TG10/TG30'],
      ['Pikachu 1O2', '102'],
    ] as const) {
      assert.equal(firstOf(line)?.cardNumber, cardNumber, line)
    }
  })

  test('leaves out measures, grades, credits and type lines', () => {
    for (const [line, name, cardNumber] of [
      ['Gordie 149/203 HP 120', 'Gordie', '149/203'],
      ['Mew PSA 9 Evolves from 29/124 weakness x2', 'Mew', '29/124'],
      ['Suicune NM holo 20/101 BASIC', 'Suicune', '20/101'],
      ['©2023 Pokemon Ralts 74/100 Stage 2', 'Ralts', '74/100'],
      ['Stealth Bird [Spellcaster/Effect] GLD1-EN017 NM', 'Stealth Bird', 'GLD1-EN017'],
      ['Illus. Rebecca Guay Holy Armor 29', 'Holy Armor', '29'],
    ] as const) {
      assert.deepEqual(firstOf(line), { name, cardNumber }, line)
    }
  })

  test('keeps a reading without a number, for names that end in digits', () => {
    for (const line of ['Porygon2', 'Harpie Lady 1', 'Armed Dragon LV7', 'Number 39: Utopia', 'Deskbot 006']) {
      assert.deepEqual(parseCardText(line).text.readings.at(-1), { name: line, cardNumber: null })
    }
  })

  test('never throws, and reads what it read the same way again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (line) => {
        const parsed = parseCardText(line)
        const { text } = parsed
        assert.deepEqual(parseCardText(text.line), parsed)
        assert.ok(text.readings.length >= 1)
        for (const { from, to } of text.numbers) assert.ok(0 <= from && from <= to && to <= text.words.length)
      }),
      { numRuns: scaled(30, 300) },
    )
  })

  const notation = fc.oneof(
    fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 999 })).map(([a, b]) => `${a}/${b}`),
    fc
      .tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 999 }))
      .map(([a, b]) => `${String(a).padStart(3, '0')}/${String(b).padStart(3, '0')}`),
    fc.integer({ min: 1, max: 9999 }).map(String),
    fc.integer({ min: 1, max: 999 }).map((number) => `${number}★`),
    fc.integer({ min: 1, max: 99 }).map((number) => `TG${number}/TG30`),
    fc
      .tuple(fc.constantFrom('LOB-EN', 'RA03-EN', 'OP01-', 'ST12-', 'P-', 'SDY-E'), fc.integer({ min: 1, max: 199 }))
      .map(([set, number]) => set + String(number).padStart(3, '0')),
    fc
      .tuple(fc.constantFrom('SWSH', 'SM', 'XY', 'MON', 'EVR'), fc.integer({ min: 10, max: 399 }))
      .map(([set, number]) => set + String(number).padStart(3, '0')),
  )

  test('finds the number it was given in every notation, before or after the name', () => {
    const names = fc.constantFrom('Charizard', 'Dark Magician', 'Professor Oak', 'Forest', 'Gol D Roger')
    fc.assert(
      fc.property(names, notation, fc.boolean(), fc.boolean(), (name, number, before, lower) => {
        const line = before ? `${number} ${name}` : `${name} ${number}`
        const given = readCollectorNumber(number)
        const { numbers } = parseCardText(lower ? line.toLowerCase() : line).text
        assert.ok(
          given !== null && numbers.some((found) => relateNumbers(found.number, given) === 'same'),
          `${line}: ${JSON.stringify(numbers)}`,
        )
      }),
      { numRuns: 500 },
    )
  })
})
