import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeText } from '../../packages/client/src/decode-text.ts'
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
    '-1+1+cmd|calc!A0',
    '-2-3',
    '-',
    '--1',
    '+1',
    '@SUM(1)',
    '\t=1',
    ' =1+1',
    '\u0000=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    '-1e3',
    '-1\n=2',
  ]
  for (const text of formulas) assert.match(writeCsv([[text]]), /^"?'/, JSON.stringify(text))
  for (const plain of ['-2', '-2.50', -2.5, '2-1', 'a=b', '1+1', 'Nidoran -F-'])
    assert.equal(writeCsv([[plain]]), `${plain}\r\n`)
  assert.match(writeCsv([['\r=1']]), /^"'\r/)
})

test('a file is read in the encodings that spreadsheets save', () => {
  const utf16 = Buffer.from('\ufeffFlabébé', 'utf16le')
  const files = [Buffer.from('Flabébé'), Buffer.from('Flabébé', 'latin1'), utf16, Buffer.from(utf16).swap16()]
  assert.deepEqual(
    files.map((bytes) => decodeText(bytes)),
    Array(4).fill('Flabébé'),
  )
})
