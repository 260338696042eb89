import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { MirrorPrice, MirrorProduct } from '../emulator/mirror/mirror-day.ts'
import type { MirrorFiles } from './mirror-files.ts'

const root = new URL('../../../shared/', import.meta.url)
const samples = new URL('upstream/samples/', root)
const raw = new URL('catalog/raw/', root)

/** Why tests of the recorded files do not run; `undefined` when they do. */
export const skipWithoutFiles =
  existsSync(samples) && existsSync(raw) ? undefined : 'recorded files of the mirror are not beside the project'

const read = (file: URL): string =>
  file.pathname.endsWith('.gz') ? gunzipSync(readFileSync(file)).toString() : readFileSync(file, 'utf8')

/** A price row as the mirror wrote it, in dollars. */
export type RecordedPriceRow = Pick<MirrorPrice, 'productId' | 'lowPrice' | 'marketPrice' | 'subTypeName'>

/** A product as the mirror wrote it. */
export interface RecordedFileProduct extends Omit<MirrorProduct, 'cleanName'> {
  readonly imageUrl: string
  readonly url: string
}

/**
 * Days of which the prices of one set of Yu-Gi-Oh! were recorded; the sets of Pokemon beside it have one recording
 * each.
 */
export const recordedDays = ['2025-10-31', '2025-11-10', '2025-11-22'] as const
export type RecordedDay = (typeof recordedDays)[number]

const yugiohSet = 23656

const pokemonPrices = { 23821: 'tcgcsv-prices-3-23821-sealed', 3170: 'tcgcsv-prices-3-3170-two-subtypes' } as const
const pokemonProducts = { 23821: 'tcgcsv-products-3-23821-sealed', 3170: 'tcgcsv-products-3-3170-card' } as const

/** The product of the recorded prices with two printings, whose own record was not kept. */
const twoPrintings: RecordedFileProduct = {
  productId: 451784,
  name: 'A card of two printings',
  imageUrl: 'https://tcgplayer-cdn.tcgplayer.com/product/451784_200w.jpg',
  url: 'https://www.tcgplayer.com/product/451784/a-card-of-two-printings',
  imageCount: 0,
  groupId: 3170,
  categoryId: 3,
  presaleInfo: { isPresale: true, releasedOn: '2027-01-15T00:00:00', note: 'Ships in January.' },
  extendedData: [
    { name: 'Number', displayName: 'Card Number', value: '001/195' },
    { name: 'Rarity', displayName: 'Rarity', value: 'Rare' },
  ],
}

const rowsOf = <T>(body: string): readonly T[] => (JSON.parse(body) as { results: T[] }).results

const yugiohPrices = (day: RecordedDay): string => read(new URL(`tcgcsv-2-${yugiohSet}-prices.${day}.json.gz`, raw))
const yugiohProducts = (): string => read(new URL(`tcgcsv-2-${yugiohSet}-products.2025-11-22.json.gz`, raw))
const sample = (name: string): string => read(new URL(`${name}.json`, samples))

const pokemonRows = (groupId: keyof typeof pokemonProducts): readonly RecordedFileProduct[] => [
  ...rowsOf<RecordedFileProduct>(sample(pokemonProducts[groupId])),
  ...(groupId === twoPrintings.groupId ? [twoPrintings] : []),
]

/** When a day was built, by `last-updated.txt`. */
export const builtAt = (day: RecordedDay): string => `${day}T20:05:33.000Z`

/** What the mirror served on a day: the recorded bodies, and lists that name their sets. */
export const recordedFiles = (day: RecordedDay): MirrorFiles => {
  const pokemon = rowsOf<object>(sample('tcgcsv-categories-one'))
  const yugioh = { categoryId: 2, name: 'YuGiOh', displayName: 'YuGiOh', modifiedOn: '2025-11-19T15:58:35.27' }
  const bonanza = {
    groupId: yugiohSet,
    name: 'Quarter Century Bonanza',
    abbreviation: 'RA03',
    isSupplemental: false,
    publishedOn: '2024-11-08T00:00:00',
    modifiedOn: '2025-02-24T18:39:16.353',
    categoryId: 2,
  }
  const envelope = (results: readonly object[]): string =>
    JSON.stringify({ totalItems: results.length, success: true, errors: [], results })
  return {
    '/last-updated.txt': `${day}T20:05:33+0000\n`,
    '/tcgplayer/categories': envelope([yugioh, ...pokemon]),
    '/tcgplayer/2/groups': envelope([bonanza]),
    // Whoever recorded these kept the rows alone.
    [`/tcgplayer/2/${yugiohSet}/products`]: envelope(rowsOf<object>(yugiohProducts())),
    [`/tcgplayer/2/${yugiohSet}/prices`]: envelope(rowsOf<object>(yugiohPrices(day))),
    '/tcgplayer/3/groups': sample('tcgcsv-groups-3'),
    ...Object.fromEntries(
      ([23821, 3170] as const).flatMap((groupId) => [
        [`/tcgplayer/3/${groupId}/products`, envelope(pokemonRows(groupId))],
        [`/tcgplayer/3/${groupId}/prices`, sample(pokemonPrices[groupId])],
      ]),
    ),
  }
}

/** All products that the files name, whatever the day. */
export const recordedProducts = (): readonly RecordedFileProduct[] => [
  ...rowsOf<RecordedFileProduct>(yugiohProducts()),
  ...pokemonRows(23821),
  ...pokemonRows(3170),
]

/** All price rows of a day. */
export const recordedRows = (day: RecordedDay): readonly RecordedPriceRow[] => [
  ...rowsOf<RecordedPriceRow>(yugiohPrices(day)),
  ...Object.values(pokemonPrices).flatMap((name) => rowsOf<RecordedPriceRow>(sample(name))),
]
