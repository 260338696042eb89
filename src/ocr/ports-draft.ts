/** One line of text as it was read, with its place in the upright picture or card. */
export interface TextLine {
  text: string
  /** Mean certainty of the characters, 0 to 1. */
  confidence: number
  /** Four corners in reading order from the top left, in fractions of the upright picture or card. */
  box: readonly (readonly [x: number, y: number])[]
  /** Height of the line in fractions of the frame's height. */
  height: number
}

/** What a photo says: its text, what it seems to be, and how sure that is. */
export interface CardReading {
  text: string
  /** The chance, in hundredths, that everything in `suggested` is right; 0 when nothing is suggested. */
  confidence: number
  lines: readonly TextLine[]
  suggested: { name: string | null; cardNumber: string | null; query: string | null }
}

/** A name of the lexicon beside how much a piece of text looks like it, 0 to 1. */
export interface NameMatch {
  name: string
  similarity: number
}

/** Names and collector numbers the reader may match against; absent when the catalogue is remote or missing. */
export interface CardLexicon {
  /** The names most like the text, best first; spaces, case, accents and punctuation play no part. */
  nearestNames(text: string, limit: number): readonly NameMatch[]
  /** Collector numbers, as the catalogue writes them, of the printings that bear this name. */
  numbersOf(name: string): readonly string[]
}

/** A photo as it came: the bytes, and the type that was declared and checked for them. */
export interface Photo {
  bytes: Uint8Array
  type: 'image/png' | 'image/jpeg' | 'image/webp'
}

/** Reads one photo of a card; `ready` is true once a picture would be read without a cold start. */
export interface CardReader {
  read(photo: Photo, signal?: AbortSignal): Promise<CardReading>
  close(): Promise<void>
  readonly ready: boolean
}

/** The codes a reader may answer with. */
export type ReaderErrorCode =
  | 'invalid_image'
  | 'image_too_large'
  | 'unsupported_image_type'
  | 'service_busy'
  | 'service_unavailable'

/** A refusal with a code from the table of errors. */
export class ServiceError extends Error {
  readonly code: ReaderErrorCode
  readonly retryAfterSeconds: number | undefined
  constructor(code: ReaderErrorCode, message: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}
