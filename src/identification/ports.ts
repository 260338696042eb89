import type { NumberStrength } from '../catalog/ports.ts'
import type { imageTypes } from '../contract/identification.ts'

export type PhotoType = (typeof imageTypes)[number]

/** A picture of a card, checked for size and type. */
export interface Photo {
  readonly bytes: Uint8Array
  readonly type: PhotoType
}

/** A card as a reader made it out; `null` for what is too uncertain to be suggested. */
export interface ReadCard {
  readonly name: string | null
  /**
   * Whether the catalogue has the name, as far as the reader knows its names. A title that it lacks, as of a card in
   * another language, is given as printed.
   */
  readonly isListed: boolean
  readonly number: { readonly text: string; readonly strength: NumberStrength } | null
  /** The number brought the name, which was not read of a title. */
  readonly isByNumber?: boolean
  /**
   * Abbreviation of the set, where it is printed apart from the number, as `FDN` of `FDN · DE`, or its name on the
   * label of a graded card. It decides among cards of that number where the catalogue has the set, and contradicts
   * nothing; `null` or absent where none was read.
   */
  readonly setCode?: string | null
  /** Language of the card in English, as `German`. */
  readonly language: string | null
  /** Edition or finish that the card or its label names, as `1st Edition`. */
  readonly variant?: string | null
  /** Of a graded card, its grade as `PSA 9`, `null` where that was not read beyond doubt, and its certificate. */
  readonly slab?: { readonly grade: string | null; readonly certificate: string | null } | null
}

/** What a reader found of one card. */
export interface CardReading {
  /** All text, line by line; empty when none was found. Holds no control or bidi characters. */
  readonly text: string
  /** Chance, in hundredths, that everything in `card` is right; 0 when nothing is. */
  readonly confidence: number
  /** Chance, in hundredths, that the name is right; 0 without one. */
  readonly nameConfidence: number
  /** Chance, in hundredths, that the number is right; 0 without one. */
  readonly numberConfidence: number
  readonly card: ReadCard
  /**
   * Fingerprint of the card's picture, as an `ArtworkSource` has them of the catalogue; missing where the card's
   * outline was not found. It goes no further than the lookup.
   */
  readonly artwork?: Uint8Array
}

/** An upright rectangle in pixels of the upright picture at its full size, from its top left corner. */
export interface PictureBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** One card of several on a picture. */
export interface PlacedReading extends CardReading {
  readonly box: PictureBox
}

/**
 * What a reader found on a picture: the most prominent card, and where there are several all of them, in reading order.
 */
export interface PhotoReading extends CardReading {
  /** Empty where no more than one card was found. */
  readonly cards: readonly PlacedReading[]
  /** Cards that were seen beyond the most that are told. */
  readonly cardsOmitted: number
}

/**
 * The port of a card reader. It keeps no byte of the picture. It throws a `ServiceError` with `invalid_image`,
 * `image_too_large` or `unsupported_image_type` for a bad picture, `service_busy` when its queue is full and
 * `service_unavailable` when it is turned off.
 */
export interface CardReader {
  /** `onStart` is told once the photo has waited its turn. */
  readonly read: (photo: Photo, signal: AbortSignal, onStart?: () => void) => Promise<PhotoReading>
  readonly close: () => Promise<void>
}
