import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCsv, readCsvRows } from './csv.ts'

const quoted = (field: string): string => `"${field.replaceAll('"', '""')}"`
const isPlain = (field: string): boolean => field !== '' && !/[",\r\n]/.test(field)

test('whatever fields hold, rows written by RFC 4180 are read as they were, with either line end and a byte order mark', () => {
  const field = fc.string({ unit: fc.constantFrom('a', 'é', ' ', ',', '"', '\n', '\r\n', '👍'), maxLength: 6 })
  const rows = fc.array(fc.tuple(field, field, field), { maxLength: 5 })
  fc.assert(
    fc.property(rows, fc.constantFrom('\n', '\r\n'), fc.boolean(), fc.boolean(), (rows, lineEnd, hasMark, quotesAll) => {
      const write = (field: string): string => (quotesAll || !isPlain(field) ? quoted(field) : field)
      const lines = [['one', 'two', 'three'], ...rows].map((row) => row.map(write).join(','))
      const text = (hasMark ? '\ufeff' : '') + lines.join(lineEnd) + lineEnd
      assert.deepEqual(
        [...readCsv(text)],
        rows.map(([one, two, three]) => ({ one, two, three })),
      )
    }),
  )
})

test('a short row has empty fields, an empty line is no row, and a quote without end is an error', () => {
  assert.deepEqual(
    [...readCsv('a,b\n1\n\n2,3')],
    [
      { a: '1', b: '' },
      { a: '2', b: '3' },
    ],
  )
  assert.throws(() => [...readCsv('a,b\n"1,2')], SyntaxError)
})

test('read strictly, a quote is an error wherever RFC 4180 has none', () => {
  const strictly = (text: string) => [...readCsvRows(text, { isStrict: true })]
  assert.deepEqual(strictly('a,"b ""c"""\r\n"","d\r\ne"\r\n'), [
    ['a', 'b "c"'],
    ['', 'd\r\ne'],
  ])
  assert.deepEqual(strictly('a,b\nc,'), [
    ['a', 'b'],
    ['c', ''],
  ])
  for (const text of ['a,b"c\n', 'a,"b"c\n', '"a" ,b\n', 'a,"b\n', '"a"""b\n', '"a\nb",c "d"\n', 'a\r,b\n'])
    assert.throws(() => strictly(text), SyntaxError, text)
})
