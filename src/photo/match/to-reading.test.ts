import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlacedLine } from '../text/placed-line.ts'
import { withoutRereadings } from './to-reading.ts'

const line = (text: string, left: number, right: number, y: number, confidence = 0.9): PlacedLine => ({
  text,
  confidence,
  box: [],
  height: 0.04,
  middle: [(left + right) / 2, y],
  left,
  right,
  columns: { count: 0, values: new Float32Array() },
})
const left = (...lines: PlacedLine[]) => withoutRereadings(lines).map(({ text }) => text)

test('of lines read twice the one that says most stays, in the order of the card', () => {
  assert.deepEqual(left(line('Luxray', 0.2, 0.5, 0.06), line('Luxra', 0.21, 0.5, 0.061), line('071/193', 0.1, 0.3, 0.95)), [
    'Luxray',
    '071/193',
  ])
  assert.deepEqual(left(line('/2500', 0.8, 0.9, 0.91), line('ATK/3000 DEF/2500', 0.5, 0.9, 0.91)), ['ATK/3000 DEF/2500'])
  assert.deepEqual(left(line('Pi##chu', 0.2, 0.5, 0.06, 0.3), line('Pikachu', 0.2, 0.5, 0.06)), ['Pikachu'])
})

test('lines beside and below one another all stay', () => {
  const texts = ['Luxray', '150HP', 'Evolves from Luxio']
  assert.deepEqual(
    left(line('Luxray', 0.2, 0.5, 0.06), line('150HP', 0.7, 0.9, 0.06), line('Evolves from Luxio', 0.2, 0.5, 0.1)),
    texts,
  )
})
