import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Recorded answers of the source, kept beside the repository and not in it. */
const folder = new URL('../../../shared/upstream/samples/', import.meta.url)

export const hasSamples = existsSync(folder)
if (!hasSamples) process.stdout.write('# recorded samples are not here; their mapping is not tested\n')

/** The samples by the test file that reads them; those of addresses that the adapter does not use are left out. */
export const sampleNames = {
  products: [
    ...['details-535813-magic', 'details-593355-sealed', 'details-687314-yugioh-partial'],
    ...['details-pokemon-variants-projection', 'details-set-1367-projection', 'price-history-593355-quarter-sealed'],
    ...['price-history-624679-month-sealed', 'price-history-712953-month-outliers', 'price-history-vilemaw-month'],
    ...['sku-marketprice-8355061', 'sku-marketprice-9102084'],
  ],
  lists: [
    ...['listings-230101-derived', 'listings-535813-standard', 'listings-593355-sealed'],
    ...['listings-696683-custom-first', 'listings-empty', 'productlines-three', 'search-dark-flareon'],
    ...['search-empty', 'search-row-540213-starwars', 'setnames-3-projection'],
  ],
  unused: [
    'autocomplete-alice-golden',
    'buylist-672434-null',
    'latestsales-ragavan',
    'priceguide-set-1367-projection',
    'pricepoints-1334-null-foil',
    'volatility-9102084',
  ],
} as const

export type SampleName = (typeof sampleNames)['products' | 'lists'][number]

// biome-ignore lint/suspicious/noExplicitAny: recorded answers are looked into field by field
export const sample = (name: SampleName): any => JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))

/** Every recorded answer of TCGplayer itself. */
export const recordedNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.json') && !file.startsWith('tcgcsv-'))
    .map((file) => file.replace('.json', ''))

export const pictureOf = (productId: number) =>
  `https://tcgplayer-cdn.tcgplayer.com/product/${productId}_in_1000x1000.jpg`
export const nearMint = { condition: 'Near Mint', language: 'English' }

/** Reads samples and keeps which. */
export const createSampleReader = () => {
  const used = new Set<string>()
  const use: typeof sample = (name) => {
    used.add(name)
    return sample(name)
  }
  return { use, used }
}
