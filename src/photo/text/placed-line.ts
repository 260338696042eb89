import type { TextLine } from '../reading.ts'
import type { Columns } from './alignment.ts'

/** A line of text with the measures that matching weighs. */
export interface PlacedLine extends TextLine {
  /** Middle of the line in fractions of the card, or of the picture where no card was found. */
  middle: readonly [x: number, y: number]
  left: number
  right: number
  columns: Columns
}
