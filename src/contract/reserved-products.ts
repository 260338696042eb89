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

const outcomes: Readonly<Record<keyof typeof reservedIds, readonly [outcome: string, answer: string]>> = {
  unavailable: ['The source is unavailable on every route.', '502 `upstream_unavailable`'],
  pricesUnavailable: ['A snapshot without prices.', '200 with `marketPrices: null`'],
  historyUnavailable: ['A snapshot without history.', '200 with `marketHistory: null`'],
  listingsUnavailable: ['A snapshot without listings.', '200 with `listings: null`'],
  unobserved: ['No market observation at all.', '200 with every price `null`, an empty history and empty listings'],
  noPicture: ['No picture.', '404 `image_not_found` on the image route'],
  slow: ['The source is slow.', '200 after 3 seconds'],
  silent: ['The source never answers.', '502 `upstream_timeout`'],
  rateLimited: ['The source answers 429.', '502 `upstream_rate_limited`'],
  manyOffers: [
    'Thousands of offers, custom ones among them the cheapest.',
    '200; `featuredListing` is never a custom offer',
  ],
}

/** What a client that is tested against a reserved product meets. */
export const reservedProducts = Object.entries(outcomes).map(([name, [outcome, answer]]) => ({
  // The type of the table has no other names.
  productId: reservedIds[name as keyof typeof reservedIds],
  outcome,
  answer,
}))
