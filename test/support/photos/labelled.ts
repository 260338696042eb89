import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Encoded } from './drawn.ts'

/** What is known of one card on a picture. */
export interface LabelledCard {
  readonly name: string | null
  readonly cardNumber: string | null
  readonly numberLegible: boolean
  readonly nameLegible?: boolean
  /** Its name in English, where another is printed. */
  readonly englishName?: string
  /** Other names that count as right, such as a longer one of the catalogue. */
  readonly names?: readonly string[]
  /** Printings of the catalogue with that name and number, in the sets of pictures that tell them. */
  readonly productIds?: readonly number[]
}

/** A card among several: its box is x, y, width and height in pixels of the upright picture. */
export interface PlacedLabel extends LabelledCard {
  readonly box: readonly [x: number, y: number, width: number, height: number]
}

/** What is known of a labelled picture. */
export interface Label extends LabelledCard {
  readonly file: string
  readonly game: string | null
  readonly kind: 'scan' | 'photo'
  readonly lang: string | null
  readonly numberOnly?: boolean
  readonly nasty?: string
  readonly notes: string
  readonly source?: { readonly repo: string }
  /** Every card, on a picture of several. */
  readonly cards?: readonly PlacedLabel[]
}

/** Folders of labelled pictures. */
export const photoSets = ['photos', 'photos-more', 'photos-second', 'photos-pages'] as const
export type PhotoSet = (typeof photoSets)[number]

/**
 * Pictures of these repositories are kept unseen: only sums of them are looked at, so that they show how others are
 * read. Of `photos-second` and `photos-pages` every second repository by name, but for two that changed places, since a
 * report tells how the pages of one fail.
 */
const unseenSources: ReadonlySet<string> = new Set([
  'CorruptFun/CardStash',
  'C-HernanG/magic-lens',
  'Draxgter1001/YuGiOhWebsite',
  'esbillyjack/MTG-Scan',
  'fescofesco/MtG-OCR',
  'Gerenatian/pokemon-ocr',
  'JackAnd356/tcg-card-detection',
  'jojof0703/mtg-card-sorter',
  'lee14k/pokemon-card-scanner',
  'mobone/mtg-sorter',
  'NickThys/MTG_Card_Scanner',
  'notAvu/MtgCardRecognition',
  't-sinclair2500/pokemon-scanner',
  'TrifectaIII/MTG-Card-Reader',
  'VStahelin/tcg-card-recognition',
])

/** Whether nobody tunes the reader by this picture. */
export const isUnseen = ({ source }: Label): boolean => unseenSources.has(source?.repo.replace('github:', '') ?? '')

/** The folder of shared test inputs beside the repository, or null where it is absent. */
export const sharedFolder = (): string | null => {
  const folder = process.env.SHARED_DIR ?? fileURLToPath(new URL('../../../../shared', import.meta.url))
  return existsSync(`${folder}/photos/labels.json`) ? folder : null
}

/** The labelled pictures of a set. */
export const readLabels = (shared: string, set: PhotoSet = 'photos'): Label[] =>
  JSON.parse(readFileSync(`${shared}/${set}/labels.json`, 'utf8'))

/** The labelled photos as they are, or none where they are absent. */
export const readPhotos = (): { readonly file: string; readonly picture: Encoded }[] => {
  const shared = sharedFolder()
  if (shared === null) return []
  return readLabels(shared).map(({ file }) => ({
    file,
    picture: {
      bytes: readFileSync(`${shared}/photos/${file}`),
      type: file.endsWith('.png') ? 'image/png' : 'image/jpeg',
    },
  }))
}
