/** Products of the sandbox that act out an outcome; they win over a catalogue entry with the same id. */
export const reservedIds = {
  unavailable: 990_001,
  pricesUnavailable: 990_002,
  historyUnavailable: 990_003,
  listingsUnavailable: 990_004,
  unobserved: 990_005,
  noPicture: 990_006,
  slow: 990_007,
  silent: 990_008,
  rateLimited: 990_009,
  manyOffers: 990_010,
} as const

/** What a client that is tested against a reserved product meets. */
export interface ReservedProduct {
  readonly productId: number
  readonly outcome: string
  readonly answer: string
}

export const reservedProducts: readonly ReservedProduct[] = [
  {
    productId: reservedIds.unavailable,
    outcome: 'The source is unavailable on every route.',
    answer: '502 `upstream_unavailable`',
  },
  { productId: reservedIds.pricesUnavailable, outcome: 'A snapshot without prices.', answer: '200 with `marketPrices: null`' },
  { productId: reservedIds.historyUnavailable, outcome: 'A snapshot without history.', answer: '200 with `marketHistory: null`' },
  { productId: reservedIds.listingsUnavailable, outcome: 'A snapshot without listings.', answer: '200 with `listings: null`' },
  {
    productId: reservedIds.unobserved,
    outcome: 'No market observation at all.',
    answer: '200 with every price `null`, an empty history and empty listings',
  },
  { productId: reservedIds.noPicture, outcome: 'No picture.', answer: '404 `image_not_found` on the image route' },
  { productId: reservedIds.slow, outcome: 'The source is slow.', answer: '200 after 3 seconds' },
  { productId: reservedIds.silent, outcome: 'The source never answers.', answer: '502 `upstream_timeout`' },
  { productId: reservedIds.rateLimited, outcome: 'The source answers 429.', answer: '502 `upstream_rate_limited`' },
  {
    productId: reservedIds.manyOffers,
    outcome: 'Thousands of offers, custom ones among them the cheapest.',
    answer: '200; `featuredListing` is never a custom offer',
  },
]
