import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import {
  Currency,
  ErrorCodeName,
  Nullable,
  NullableUpstreamStatus,
  Ok,
  OneOf,
  observation,
  pastFields,
  Resource,
  Source,
  Timestamp,
  VariantResource,
} from './fields.ts'
import { exampleHistory, HistoryRange, HistoryResult } from './history.ts'
import { exampleListings, exampleOffer, ListingsResult, Offer, pageQuery } from './listings.ts'
import { examplePrice, Price } from './prices.ts'
import { exampleObservation, exampleProduct, Product, productErrors, productParams } from './product-details.ts'

export const SectionStatus = VariantResource(
  'SectionStatus',
  'Availability and fetch status of one section.',
  {
    status: OneOf(['ok', 'unavailable'], { description: 'Whether the section is there.' }),
    fetchedAt: Timestamp('When the source was asked, or when asking it failed.'),
    cacheHit: observation.cacheHit,
    code: Type.Union([Ok, ErrorCodeName], {
      description: '`ok`, or the error code that the section would have answered by itself.',
    }),
    upstreamStatus: NullableUpstreamStatus,
  },
  [
    { status: Ok, code: Ok },
    { status: Type.Literal('unavailable'), code: ErrorCodeName },
  ],
)
export type SectionStatus = Static<typeof SectionStatus>

export const ProductSnapshot = Resource('ProductSnapshot', 'Everything known of a product now.', {
  source: Source,
  sourceUrl: Type.String({ description: "The product's page at the source." }),
  observedAt: Timestamp('When the snapshot was put together.'),
  currency: Currency,
  product: Product,
  marketPrices: Nullable(Type.Array(Price), 'Null when the section is unavailable.'),
  marketHistory: Nullable(HistoryResult, 'Null when the section is unavailable.'),
  listings: Nullable(ListingsResult, 'Null when the section is unavailable.'),
  featuredListing: Nullable(
    Offer,
    'Offer with the lowest total among the 200 cheapest that certainly is the catalogue item, whichever page was ' +
      'requested; null when there is none, listings are unavailable, or `sections.featuredListing` says that it ' +
      'could not be looked for.',
  ),
  sections: Resource(
    'Sections',
    'Status of each section. `featuredListing` is there only when it could not be looked for although listings are.',
    {
      details: SectionStatus,
      marketPrices: SectionStatus,
      marketHistory: SectionStatus,
      listings: SectionStatus,
      featuredListing: Type.Optional(SectionStatus),
    },
  ),
})
export type ProductSnapshot = Static<typeof ProductSnapshot>

const exampleStatus = { status: 'ok', ...exampleObservation, code: 'ok', upstreamStatus: null }

export const snapshotEndpoints = {
  getProduct: {
    method: 'GET',
    path: '/v1/products/{productId}',
    access: 'key',
    tag: 'Products',
    summary: 'Combined snapshot of a product',
    description:
      'Details, market prices, history and offers at once. Each section reports its own availability in `sections`; ' +
      'one that is unavailable is null, one that succeeded without data is empty. Without details the call is ' +
      '404 or 502. ' +
      'With `asOf`, details and prices are as the single routes answer them and the history ends then; past ' +
      'offers were not kept, so listings are `not_offered_by_source`.',
    params: productParams,
    query: Type.Object({ range: HistoryRange, ...pageQuery, ...pastFields }),
    response: ProductSnapshot,
    example: {
      source: 'sandbox',
      sourceUrl: exampleProduct.sourceUrl,
      observedAt: '2026-11-21T09:30:00.120Z',
      currency: 'USD',
      product: exampleProduct,
      marketPrices: [examplePrice],
      marketHistory: exampleHistory,
      listings: exampleListings,
      featuredListing: exampleOffer,
      sections: {
        details: exampleStatus,
        marketPrices: exampleStatus,
        marketHistory: exampleStatus,
        listings: exampleStatus,
      },
    },
    cacheControl: 'private, max-age=30',
    errors: productErrors,
  },
} as const satisfies Record<string, Endpoint>
