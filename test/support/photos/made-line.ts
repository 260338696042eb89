import { type Columns, symbolCount, symbolOf } from '../../../src/photo/text/alignment.ts'
import type { PlacedLine } from '../../../src/photo/text/placed-line.ts'

/**
 * Columns as a recognizer gives them for a text: a column for each character, a blank between, and doubts where told.
 */
export const columnsOf = (text: string, doubts: Record<number, string> = {}): Columns => {
  const values = new Float32Array(text.length * 2 * symbolCount).fill(-9)
  for (const [i, character] of [...text].entries()) {
    const kind = symbolOf(character)
    if (kind >= 0) values[i * 2 * symbolCount + kind] = 0
    const second = doubts[i]
    if (second !== undefined) values[i * 2 * symbolCount + symbolOf(second)] = -0.5
    values[(i * 2 + 1) * symbolCount] = 0
  }
  return { count: text.length * 2, values }
}

/** A line as it would be read of a card, from its left end and middle height on. */
export const madeLine = (
  text: string,
  x: number,
  y: number,
  height = 0.04,
  options: { confidence?: number; doubts?: Record<number, string> } = {},
): PlacedLine => {
  const right = x + text.length * height * 0.7
  return {
    text,
    confidence: options.confidence ?? 0.97,
    box: [
      [x, y - height / 2],
      [right, y - height / 2],
      [right, y + height / 2],
      [x, y + height / 2],
    ],
    height,
    middle: [(x + right) / 2, y],
    left: x,
    right,
    columns: columnsOf(text, options.doubts),
  }
}
