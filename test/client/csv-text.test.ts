import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeText } from '../../packages/client/src/decode-text.ts'
import { readCsv } from '../../packages/client/src/read-csv.ts'
import { writeCsv } from '../../packages/client/src/write-csv.ts'

test('what is written is read the same, unknown is empty, and no cell becomes a formula', () => {
  assert.equal(
    writeCsv([
      ['a', 'b'],
      ['x, "y"', null],
      ['=1+1', -2],
      ['@now', 'two\nlines'],
    ]),
    'a,b\r\n"x, ""y""",\r\n\'=1+1,-2\r\n\'@now,"two\nlines"\r\n',
  )
})

test('nothing but a number begins with a sign that a spreadsheet takes for a formula', () => {
  const formulas = [
    ...['-1+1+cmd|calc!A0', '-2-3', '-', '--1', '+1', '@SUM(1)', '\t=1', ' =1+1', '\u0000=1', '＝1+1', '＋1', '－1'],
    ...['＠x', '-1e3', '-1\n=2'],
  ]
  for (const text of formulas) assert.match(writeCsv([[text]]), /^"?'/, JSON.stringify(text))
  for (const plain of ['-2', '-2.50', -2.5, '2-1', 'a=b', '1+1', 'Nidoran -F-'])
    assert.equal(writeCsv([[plain]]), `${plain}\r\n`)
  assert.match(writeCsv([['\r=1']]), /^"'\r/)
})

test('a cell that some program would part is quoted', () => {
  for (const sign of [',', ';', '|', '\t', '"', '\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029']) {
    const written = writeCsv([[`Pikachu${sign}=1+1`]])
    const mark = /[,"]/.test(sign) ? '' : "'"
    assert.equal(written, `"Pikachu${sign.replace('"', '""')}${mark}=1+1"\r\n`, JSON.stringify(sign))
  }
})

/** Cells as a program has them that parts lines by a sign of its own; quotes count at the start of a cell, or never. */
const cellsBy = (separator: string, written: string, heedsQuotes: boolean): readonly string[] => {
  if (!heedsQuotes) return written.split(/[\r\n\v\f\u0085\u2028\u2029]/).flatMap((line) => line.split(separator))
  const sign = separator === '|' ? '\\|' : separator
  return [...written.matchAll(RegExp(`(?:"((?:[^"]|"")*)")?([^${sign}\r\n]*)(?:${sign}|\r?\n|\r|$)`, 'g'))].map(
    ([, quoted = '', rest = '']) => quoted.replaceAll('""', '"') + rest,
  )
}

test('no part of a cell becomes a formula in a program that parts lines by another sign', () => {
  const piece = fc.constantFrom(...',;\t|"\n\r\v\f\u0085\u2028', "'", '""', ' ', '=1+1', '+1', '-2', '@x', '＝1', 'Mew')
  const cell = fc.array(piece, { maxLength: 8 }).map((pieces) => `Evil${pieces.join('')}x`)
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }), (rows) => {
      const written = writeCsv(rows)
      for (const [separator, quotes] of [
        [',', true],
        ...[';', '\t', '|'].flatMap((one) => [
          [one, true],
          [one, false],
        ]),
      ])
        for (const part of cellsBy(String(separator), written, quotes === true))
          assert.doesNotMatch(part, /^[\s\p{Cc}"]*[=+\-@＝＋－＠]/u, JSON.stringify([separator, written]))
      const read = readCsv(written.replaceAll('\r\n', '\n'), ',')
      const same = rows.map((cells) => cells.map((one) => one.replaceAll('\r\n', '\n')))
      assert.deepEqual(
        read.map(({ cells }) => cells),
        same,
      )
    }),
    { numRuns: 2_000 },
  )
})

test('long gaps between words are written and read in linear time', () => {
  const long = `Evil${';\t "'.repeat(200_000)}x`
  assert.ok(readCsv(writeCsv([[long]]).trimEnd(), ',')[0]?.cells[0] === long)
})

test('lines behind quotes that do not pair are read as if they came first', () => {
  const piece = fc.constantFrom('"', '""', ',', '\n', 'a', ' ', '",a","b\n')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const lines = pieces.join('').split('\n')
      const records = readCsv(lines.join('\n'), ',')
      for (const [at, { line }] of records.entries()) {
        const rest = readCsv(lines.slice(line - 1).join('\n'), ',')
        assert.deepEqual(
          records.slice(at),
          rest.map((record) => ({ ...record, line: record.line + line - 1 })),
        )
      }
    }),
    { numRuns: 500 },
  )
})

test('a file is read in the encodings that spreadsheets save', () => {
  const utf16 = Buffer.from('\ufeffFlabébé', 'utf16le')
  const files = [Buffer.from('Flabébé'), Buffer.from('Flabébé', 'latin1'), utf16, Buffer.from(utf16).swap16()]
  assert.deepEqual(
    files.map((bytes) => decodeText(bytes)),
    Array(4).fill('Flabébé'),
  )
})
