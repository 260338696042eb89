import type { CardReading, PhotoReading, PlacedReading } from '../identification/ports.ts'

/** One line of text as it was read, with its place in the upright picture or card. */
export interface TextLine {
  readonly text: string
  /** Mean certainty of the characters, 0 to 1. */
  readonly confidence: number
  /** Four corners in reading order from the top left, in fractions of the upright picture or card. */
  readonly box: readonly (readonly [x: number, y: number])[]
  /** Height of the line in fractions of the frame's height. */
  readonly height: number
}

/** The reading of one card, with the place of every line. */
export interface FullReading extends CardReading {
  readonly lines: readonly TextLine[]
}

/** The reading of a photo, with the place of every line of its most prominent card. */
export interface FullPhotoReading extends FullReading, PhotoReading {
  readonly cards: readonly (FullReading & PlacedReading)[]
}

/** A name of the lexicon beside how much a piece of text looks like it, 0 to 1. */
export interface NameMatch {
  readonly name: string
  readonly similarity: number
  /** The same name in the language that the text is like; missing where that is the catalogue's own. */
  readonly translation?: string
}

/** Names and collector numbers the reader may match against; absent when the catalogue is remote or missing. */
export interface CardLexicon {
  /** The names most like the text, best first; spaces, case, accents and punctuation play no part. */
  readonly nearestNames: (text: string, limit: number) => readonly NameMatch[]
  /** Collector numbers, as the catalogue writes them, of the printings that bear this name. */
  readonly numbersOf: (name: string) => readonly string[]
  /**
   * Names that bear a number in any spelling or language; a bare number needs the code of its set, and brings none
   * without.
   */
  readonly namesWith: (number: string, setCode: string | null) => readonly string[]
}
