/** A product of the sandbox that acts out one outcome, so that a client can be tested against it. */
export interface ReservedProduct {
  readonly productId: number
  readonly outcome: string
  readonly answer: string
}

/** The products that the sandbox keeps for tests of a client. */
export const reservedProducts: readonly ReservedProduct[] = [
  { productId: 990001, outcome: 'The source is unavailable on every route.', answer: '502 `upstream_unavailable`' },
  { productId: 990002, outcome: 'A snapshot without prices.', answer: '200 with `marketPrices: null`' },
  { productId: 990003, outcome: 'A snapshot without history.', answer: '200 with `marketHistory: null`' },
  { productId: 990004, outcome: 'A snapshot without listings.', answer: '200 with `listings: null`' },
  {
    productId: 990005,
    outcome: 'No market observation at all.',
    answer: '200 with every price `null`, an empty history and empty listings',
  },
  { productId: 990006, outcome: 'No picture.', answer: '404 `image_not_found` on the image route' },
  { productId: 990007, outcome: 'The source is slow.', answer: '200 after 3 seconds' },
  { productId: 990008, outcome: 'The source never answers.', answer: '502 `upstream_timeout`' },
  { productId: 990009, outcome: 'The source answers 429.', answer: '502 `upstream_rate_limited`' },
  {
    productId: 990010,
    outcome: 'Thousands of offers, custom ones among them the cheapest.',
    answer: '200; `featuredListing` is never a custom offer',
  },
]
