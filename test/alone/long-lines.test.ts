import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readList } from '../../packages/client/src/client.ts'
import { readCopyWords } from '../../packages/client/src/copy-words.ts'
import { readPrintedNumbers } from '../../src/cards/printed-numbers.ts'
import { readProductName } from '../../src/cards/product-name.ts'
import { bareTitle } from '../../src/photo/match/name-pieces.ts'
import { plainText } from '../../src/sources/tcgcsv/market/plain-text.ts'
import { findSlowness } from '../support/machine-speed.ts'

const length = 20_000
/** A reader in linear time takes a fifth of it at most; one in quadratic time several times as long. */
const limitMs = 100
const tries = 8

/** What a long text consists of. */
const units = [
  ...[' ', '\t', '\u00a0', '\u3000', '\f', '\u200b', '\u2028', '\n', '\r', '\0', ' \t', ' \n'],
  ...['-', '–', '_', '.', ',', ';', ':', '/', '|', '#', '*', '`', '"', "'", '(', ')', '[', '{', '<', '&', '='],
  ...['x', 'A', '1', '\u0301', 'ガ', '👨‍👩‍👧', '\u202e', '\ud800'],
  ...['1 ', 'x1 ', '1,', '1;1\t', ' - ', 'a-', '1/', ' #a', ' [', ' [a{', ' ^', ' (a) [b]', '""', 'aA', 'a_', 'of '],
  ...['OP01-001 ', 'Equipment: ', '",a","b\n', '"a\n","', '#\n', '1 a\n'],
]

/** Where it stands, with what else a reader needs to take it for more than a blank. */
const places: Readonly<Record<string, (middle: string) => string>> = {
  'between words': (middle) => `1${middle}x`,
  'behind a card': (middle) => `4 Pikachu 58/102${middle}`,
  'before a card': (middle) => `${middle}4 Pikachu 58/102`,
}

const inList: Readonly<Record<string, (text: string) => string>> = {
  'a line': (text) => text,
  'a line behind a label': (text) => `Equipment: ${text}`,
  'a line behind a bracket': (text) => `Pikachu (BS) [${text}`,
  'the head of a table': (text) => `name,quantity,${text}\nPikachu,2`,
  'the head of a table with many rows': (text) => `name,foil${text.slice(0, length / 2)}${'\na'.repeat(length / 4)}`,
  'a cell': (text) => `name;quantity\n${text};2`,
  'a quoted cell': (text) => `name;quantity\n"${text.replaceAll('"', '""')}";2`,
  'a quote that nothing closes': (text) => `name,quantity\n"${text}`,
  'a cell of each column': (text) =>
    `name,number,set,condition,foil,language,quantity,product id,game\n${`${text.slice(0, length / 9)},`.repeat(9)}`,
}

/** The service takes 120 characters at most of a card's text; any-text.test.ts measures those. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  ...Object.fromEntries(
    Object.entries(inList).map(([place, put]) => [`readList, ${place}`, (text: string) => readList(put(text))]),
  ),
  readCopyWords,
  readPrintedNumbers,
  readProductName,
  bareTitle,
  plainText,
}

/** Milliseconds of the best of some tries, as other work on the machine only adds to a time. */
const bestMs = (read: () => unknown, maxMs: number): number => {
  let best = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < tries && best > maxMs; attempt++) {
    const beganMs = performance.now()
    read()
    best = Math.min(best, performance.now() - beganMs)
  }
  return best
}

describe(`a text of ${length} characters of one kind`, () => {
  for (const [name, read] of Object.entries(readers)) {
    test(`is read in linear time by ${name}`, async (t) => {
      const maxMs = limitMs * (await findSlowness())
      const found = Object.entries(places).flatMap(([place, put]) =>
        units.map((unit) => {
          const text = put(unit.repeat(length / unit.length))
          return { of: `${JSON.stringify(unit)} ${place}`, ms: bestMs(() => read(text), maxMs) }
        }),
      )
      const slowest = Math.max(...found.map(({ ms }) => ms))
      t.diagnostic(`the slowest took ${slowest.toFixed(0)} of at most ${maxMs.toFixed(0)} ms`)
      assert.deepEqual(
        found.filter(({ ms }) => ms > maxMs).map(({ of }) => of),
        [],
      )
    })
  }
})
