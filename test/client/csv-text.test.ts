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
    assert.equal(written, `"Pikachu${sign.replace('"', '""')}=1+1"\r\n`, JSON.stringify(sign))
  }
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
