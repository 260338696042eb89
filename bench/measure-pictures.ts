/**
 * What fingerprints of the catalogue's pictures lift, on the labelled pictures that anybody may look at:
 * `node bench/measure-pictures.ts [parts of file names]`. No picture of the catalogue is here, so others stand in: a
 * second labelled picture of a printing, or the card straightened out of the photo itself, which is then read spoiled.
 * Other printings of its name get the artwork of other labelled cards of the game.
 */
import { readFileSync } from 'node:fs'
import { foldLetters } from '../src/cards/fold.ts'
import { readProductName } from '../src/cards/product-name.ts'
import { createIndexSource } from '../src/catalog/index/index-source.ts'
import type { CatalogProduct } from '../src/catalog/ports.ts'
import { type ArtworkSource, clearlyMostAlike, correlationOf } from '../src/identification/artwork.ts'
import { createIdentification } from '../src/identification/identification.ts'
import type { PhotoReading } from '../src/identification/ports.ts'
import { decode } from '../src/photo/image/decode.ts'
import { fingerprintOf, fingerprintOfWhole } from '../src/photo/image/fingerprint.ts'
import type { Picture } from '../src/photo/image/raster.ts'
import { openLexicon, packLexicon } from '../src/photo/match/lexicon.ts'
import { loadModels } from '../src/photo/model/models.ts'
import { readCard } from '../src/photo/read-card.ts'
import {
  isUnseen,
  type Label,
  type LabelledCard,
  type PlacedLabel,
  photoSets,
  readLabels,
  sharedFolder,
} from '../test/support/photos/labelled.ts'
import { openEvalCatalog } from './photo-eval/catalog.ts'
import { disguises } from './photo-eval/disguises.ts'
import { isPrintingRight } from './photo-eval/score.ts'
import { acceptedNames } from './photo-set.ts'

const print = (line: string): boolean => process.stdout.write(`${line}\n`)
const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ' +
  'AAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A labelled picture of one card, and what was read of it. */
interface Shown {
  readonly label: Label
  readonly file: string
  /** Right ones of the catalogue. */
  readonly printings: ReadonlySet<number>
  readonly reading: PhotoReading
}

/** A card's name, number and fingerprint: of a whole scan, as its outline has it, or of its labelled box. */
interface Artwork {
  readonly file: string
  readonly game: string | null
  readonly card: LabelledCard
  readonly fingerprint: Uint8Array
}

const shared = sharedFolder()
if (shared === null) throw new Error('There is no shared folder beside the repository.')
const index = await openEvalCatalog()
const lexicon = openLexicon(packLexicon(index.entries()))
const models = await loadModels(2)
const byName = new Map<string, CatalogProduct[]>()
for (const product of index.products()) {
  const key = foldLetters(readProductName(product.name).printed)
  byName.set(key, [...(byName.get(key) ?? []), product])
}

/** The printings that a label tells, by their ids or by name and number; none where it tells neither. */
const printingsOf = (label: Label): ReadonlySet<number> => {
  const named = [...new Set(acceptedNames(label))].flatMap((name) => byName.get(name) ?? [])
  const right = named.filter(({ productId, name, number: cardNumber }) => {
    const candidate = { productId, name, cardNumber }
    return isPrintingRight(label, { identification: { candidates: [candidate] } } as never) === true
  })
  return new Set(label.productIds ?? right.map(({ productId }) => productId))
}

const artworkOfBox = (picture: Picture, { box: [x, y, width, height] }: PlacedLabel): Uint8Array => {
  const scale = picture.width / picture.sent.width
  const [left, top, right, bottom] = [x, y, x + width, y + height].map((at) => at * scale) as [
    number,
    number,
    number,
    number,
  ]
  return fingerprintOf(picture, [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ])
}

const only = process.argv.slice(2)
const shown: Shown[] = []
const artworks: Artwork[] = []
for (const set of photoSets)
  for (const label of readLabels(shared, set)) {
    if (isUnseen(label) || label.numberOnly || (label.name === null && label.cards === undefined)) continue
    if (only.length > 0 && !only.some((part) => label.file.includes(part))) continue
    const { game, kind } = label
    const file = `${shared}/${set}/${label.file}`
    const picture = await decode(readFileSync(file))
    for (const card of label.cards ?? []) artworks.push({ file, game, card, fingerprint: artworkOfBox(picture, card) })
    if (label.cards) continue
    const reading = await readCard({ models, lexicon }, picture)
    const shape = picture.width / picture.height
    const isWhole = kind === 'scan' && shape > 0.67 && shape < 0.74
    const fingerprint = isWhole ? fingerprintOfWhole(picture) : reading.artwork
    if (fingerprint) artworks.push({ file, game, card: label, fingerprint })
    shown.push({ label, file, printings: printingsOf(label), reading })
  }

const nameOf = ({ englishName, name }: LabelledCard): string | null => englishName ?? name
const sorted = (values: readonly number[]): string =>
  values
    .toSorted((a, b) => a - b)
    .map((value) => value.toFixed(2))
    .join(' ')

/** A card on two labelled pictures: each is the photo once, and the other its picture in the catalogue. */
const measurePairs = (): void => {
  const counts = { photos: 0, pairs: 0, first: 0, wrong: 0, ofAnother: 0 }
  const own: number[] = []
  for (const { label, file, reading } of shown) {
    const { artwork } = reading
    if (artwork === undefined || label.cardNumber === null) continue
    const ofGame = artworks.filter((one) => one.game === label.game && one.file !== file)
    const isTwin = ({ card }: Artwork) => nameOf(card) === nameOf(label) && card.cardNumber === label.cardNumber
    const others = ofGame.filter((one) => !isTwin(one)).map(({ fingerprint }) => ({ of: 'another', fingerprint }))
    const twins = ofGame.filter(isTwin)
    for (const { fingerprint } of twins) {
      own.push(correlationOf(artwork, fingerprint))
      const chosen = clearlyMostAlike(artwork, [{ of: 'own', fingerprint }, ...others])
      counts.pairs++
      if (chosen === 'own') counts.first++
      if (chosen === 'another') counts.wrong++
    }
    if (twins.length === 0) continue
    counts.photos++
    if (clearlyMostAlike(artwork, others) !== null) counts.ofAnother++
  }
  print(`\nTwo pictures of a printing, among all of the game: ${JSON.stringify(counts)}; alike by ${sorted(own)}`)
}

/** Printings of one name whose numbers differ. */
const measureNamesakes = (): void => {
  const alike = artworks.flatMap((one, at) =>
    artworks
      .slice(at + 1)
      .filter(
        ({ game, card }) =>
          game === one.game &&
          nameOf(card) === nameOf(one.card) &&
          card.cardNumber !== null &&
          one.card.cardNumber !== null &&
          card.cardNumber !== one.card.cardNumber,
      )
      .map(({ fingerprint }) => correlationOf(fingerprint, one.fingerprint)),
  )
  print(`\n${alike.length} pairs of printings of one name with other numbers: alike by ${sorted(alike)}`)
}

/** The catalogue's pictures for one photo: its own, if `own` is one, and those of other cards for all others. */
const picturesFor = ({ printings, label }: Shown, own: Uint8Array | null): ArtworkSource => {
  const pool = artworks.filter(({ game, card }) => game === label.game && nameOf(card) !== nameOf(label))
  return {
    fingerprintsOf: async (productIds) => {
      const found = new Map<number, Uint8Array>()
      for (const productId of productIds) {
        const other = pool[productId % Math.max(1, pool.length)]?.fingerprint ?? null
        const fingerprint = printings.has(productId) ? own : other
        if (fingerprint) found.set(productId, fingerprint)
      }
      return found
    },
  }
}

/** Whether the right printing comes first, whether for certain, and whether by its picture. */
const lookUp = async ({ printings }: Shown, reading: PhotoReading, artwork: ArtworkSource | null) => {
  const reader = { read: async () => ({ ...reading, cards: [] }), close: async () => {} }
  const parts = { catalog: createIndexSource(() => index), sourceName: 'bench', reader, ...(artwork && { artwork }) }
  const call = { signal: new AbortController().signal }
  const { identification } = await createIdentification(parts).identifyImage({ imageDataUrl: onePixel }, call)
  const best = identification?.candidates[0]
  const isFirst = best !== undefined && printings.has(best.productId)
  const isByArtwork = best?.matchReasons.includes('artwork_match') ?? false
  return { isFirst, isCertain: isFirst && identification?.ambiguous === false, isByArtwork }
}

const withoutNumber = (reading: PhotoReading): PhotoReading => ({
  ...reading,
  numberConfidence: 0,
  card: { ...reading.card, number: null },
})

type Looked = Awaited<ReturnType<typeof lookUp>>

/** One picture without fingerprints, with them, and with its own missing. */
type Row = Readonly<Record<'before' | 'after' | 'absent', Looked>> & { readonly hasOutline: boolean }

/** Reads every picture of a known printing, looks it up with and without fingerprints, and prints a row of a table. */
const measureLookups = async (disguise: string): Promise<void> => {
  const known = shown.filter(({ printings }) => printings.size > 0)
  const readings: PhotoReading[] = []
  for (const { file, reading } of known)
    readings.push(
      disguise === 'none'
        ? reading
        : await readCard({ models, lexicon }, await (disguises[disguise] ?? decode)(readFileSync(file))),
    )
  for (const [title, change] of [
    ['as read', (reading: PhotoReading) => reading],
    ['number covered', withoutNumber],
  ] as const) {
    const rows: Row[] = []
    for (const [at, photo] of known.entries()) {
      const reading = change(readings[at] as PhotoReading)
      const own = artworks.find(({ file }) => file === photo.file)?.fingerprint ?? null
      const before = await lookUp(photo, reading, null)
      const after = await lookUp(photo, reading, picturesFor(photo, own))
      const absent = await lookUp(photo, reading, picturesFor(photo, null))
      rows.push({ before, after, absent, hasOutline: reading.artwork !== undefined })
    }
    const count = (is: (row: Row) => boolean): number => rows.filter(is).length
    print(
      `| ${disguise}, ${title} | ${rows.length}, ${count(({ hasOutline }) => hasOutline)} ` +
        `| ${count(({ before }) => before.isFirst)} (${count(({ before }) => before.isCertain)}) ` +
        `| ${count(({ after }) => after.isFirst)} (${count(({ after }) => after.isCertain)}) ` +
        `| ${count(({ before, after }) => before.isFirst && !after.isFirst)} ` +
        `| ${count(({ after }) => after.isByArtwork && !after.isFirst)} ` +
        `| ${count(({ absent }) => absent.isByArtwork)} |`,
    )
  }
}

measurePairs()
measureNamesakes()
print(
  '\n| disguise | pictures, outline found | right first (certain) | with fingerprints | lost | wrong | own missing |',
)
print('|---|---|---|---|---|---|---|')
for (const disguise of Object.keys(disguises)) await measureLookups(disguise)
