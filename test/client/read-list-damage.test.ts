import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readList } from '../../packages/client/src/read-list.ts'
import { startProcessorTimer } from '../support/processor-time.ts'

const names = (text: string): unknown[] => readList(text).map(({ entry }) => entry?.q ?? null)

const head = 'Name,Set,Number,Condition,Quantity'

test('byte order marks, line ends of every kind, spaces that do not break and blank lines change nothing', () => {
  const rows = [
    { line: 2, q: 'Mew 8' },
    { line: 4, q: 'Opt 60' },
  ]
  for (const end of ['\n', '\r\n', '\r']) {
    const text = ['\ufeffName,Number', ' Mew\u00a0, 8 ', ',', 'Opt,60,,,', '', ''].join(end)
    assert.deepEqual(
      readList(text).map(({ line, entry }) => ({ line, q: entry?.q })),
      rows,
      JSON.stringify(end),
    )
  }
})

test('quotes hold separators and line ends, and two of them are one', () => {
  const [row] = readList('sep=;\r\nname;set;qty\r\n"Jace; the\nMind ""Sculptor""" ;Worldwake;3\r\n')
  assert.deepEqual([row?.line, row?.quantity, row?.entry], [3, 3, { q: 'Jace; the Mind "Sculptor"', set: 'Worldwake' }])
})

test('a quote that never closes spoils its own line only', () => {
  assert.deepEqual(names('name,qty\n"Pikachu,2\nMew,1\n"Jace, the ""Mind""",3'), ['Pikachu', 'Mew', 'Jace, the "Mind"'])
  assert.deepEqual(names('"Pikachu\nMew'), ['"Pikachu', 'Mew'])
})

test('a row whose cells cannot be told apart is left to a person, never priced by shifted cells', () => {
  assert.deepEqual(names(`${head}\n"Kongming, "Sleeping Dragon"",PTK,9,LP,1\nMew,Base Set,8,NM,1`), [null, 'Mew 8'])
})

test('rows that are too short or too long, blank cells and rows that stand twice are read', () => {
  assert.deepEqual(names(`${head}\nMew\nMew,,8\nMew,Base Set,8,NM,1,,,\nMew,Base Set,8,NM,1,more\nMew\n,,,,`), [
    'Mew',
    'Mew 8',
    'Mew 8',
    'Mew 8',
    'Mew',
  ])
  assert.deepEqual(names(`${head}\nSideboard,,,,\n// later\nMew,,,,`), ['Mew'])
})

test('prices with a comma for the point do not count as copies or shift what is before them', () => {
  const [row] = readList('Anzahl;Name;Zustand;Preis\n2;Mew;LP;1,50')
  assert.deepEqual([row?.quantity, row?.entry], [2, { q: 'Mew', condition: 'LP' }])
})

test('a row that says nothing of a card but more than a blank one is shown, not dropped', () => {
  assert.deepEqual(names(`${head}\n,Base Set,,NM,1`), [null])
})

test('ten thousand rows of a table or of lines are read in a moment', (t) => {
  const rows = Array.from({ length: 10_000 }, (_, index) => `"Card ${index}, the ""Great""",Base Set,${index},NM,2`)
  const lines = Array.from({ length: 10_000 }, (_, index) => `4 Card ${index} (M10) ${index} [Ramp] #tag`)
  const broken = Array.from({ length: 10_000 }, (_, index) => `"Card ${index},Base Set,${index},NM,2`)
  for (const text of [[head, ...rows], lines, [head, ...broken]].map((all) => all.join('\n'))) {
    const spentMs = startProcessorTimer()
    assert.equal(readList(text).length, 10_000)
    const ms = spentMs()
    t.diagnostic(`${ms.toFixed(0)} ms`)
    assert.ok(ms < 1_000)
  }
})

test('any text is read without an error, and what is asked for is no longer than the service takes', () => {
  const words = fc.constantFrom(
    'Name',
    'Quantity',
    'Mew',
    '4',
    ',',
    ';',
    '\t',
    '"',
    '\n',
    '\r\n',
    'sep=,',
    'Deck',
    '[',
    '^',
    '#',
    '(',
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(words, fc.string({ unit: 'grapheme', maxLength: 200 })), { maxLength: 40 }),
      (parts) => {
        for (const { entry, quantity } of readList(parts.join(''))) {
          assert.ok((entry?.q.length ?? 0) <= 120)
          assert.ok((entry?.set?.length ?? 0) <= 80)
          assert.ok(quantity === null || Number.isInteger(quantity))
        }
      },
    ),
    { numRuns: 300 },
  )
})
