import type { NumberStrength } from '../catalog/ports.ts'

/** Media types of the pictures that are read. */
export type PhotoType = 'image/png' | 'image/jpeg' | 'image/webp'

/** A picture of a card, checked for size and type. */
export interface Photo {
  readonly bytes: Uint8Array
  readonly type: PhotoType
}

/** A card as a reader made it out; `null` for what is too uncertain to be suggested. */
export interface ReadCard {
  readonly name: string | null
  readonly number: { readonly text: string; readonly strength: NumberStrength } | null
}

/** What a reader found on a picture. */
export interface CardReading {
  /** All text, line by line; empty when none was found. Holds no control or bidi characters. */
  readonly text: string
  /** Chance, in hundredths, that everything in `card` is right; 0 when nothing is. */
  readonly confidence: number
  readonly card: ReadCard
}

/**
 * The port of a card reader. It keeps no byte of the picture. It throws a `ServiceError` with `invalid_image`, `image_too_large` or `unsupported_image_type` for
 * a bad picture, `service_busy` when its queue is full and `service_unavailable` when it is turned off.
 */
export interface CardReader {
  readonly read: (photo: Photo, signal: AbortSignal) => Promise<CardReading>
  readonly close: () => Promise<void>
}
