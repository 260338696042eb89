import type { TextLine } from '../reading.ts'
import type { Columns } from './alignment.ts'

/**
 * A line of text with the measures that matching weighs, in fractions of the card, or of the picture where no card was
 * found.
 */
export interface PlacedLine extends TextLine {
  readonly middle: readonly [x: number, y: number]
  readonly left: number
  readonly right: number
  readonly columns: Columns
}
