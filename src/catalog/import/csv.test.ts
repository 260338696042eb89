import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCsvRows } from './csv.ts'

const quoted = (field: string): string => `"${field.replaceAll('"', '""')}"`
const isPlain = (field: string): boolean => field !== '' && !/[",\r\n]/.test(field)

test('rows written by RFC 4180 are read as they were, with either line end and a byte order mark', () => {
  const field = fc.string({ unit: fc.constantFrom('a', 'é', ' ', ',', '"', '\n', '\r\n', '👍'), maxLength: 6 })
  const rows = fc.array(fc.tuple(field, field, field), { maxLength: 5 })
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.boolean(),
      (rows, lineEnd, hasMark, quotesAll) => {
        const write = (field: string): string => (quotesAll || !isPlain(field) ? quoted(field) : field)
        const lines = [['one', 'two', 'three'], ...rows].map((row) => row.map(write).join(','))
        const text = (hasMark ? '\ufeff' : '') + lines.join(lineEnd) + lineEnd
        assert.deepEqual([...readCsvRows(text)], [['one', 'two', 'three'], ...rows])
      },
    ),
  )
})

test('a quote is an error wherever RFC 4180 has none', () => {
  const strictly = (text: string) => [...readCsvRows(text)]
  assert.deepEqual(strictly('a,"b ""c"""\r\n"","d\r\ne"\r\n'), [
    ['a', 'b "c"'],
    ['', 'd\r\ne'],
  ])
  assert.deepEqual(strictly('a,b\nc,'), [
    ['a', 'b'],
    ['c', ''],
  ])
  for (const text of [
    ...['a,b\n"1,2', 'a,b"c\n', 'a,"b"c\n', '"a" ,b\n', 'a,"b\n', '"a"""b\n', '"a\nb",c "d"\n', 'a\r,b\n'],
  ])
    assert.throws(() => strictly(text), SyntaxError, text)
})
