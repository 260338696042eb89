import Type, { type Static } from 'typebox'
import { type Endpoint, upstreamErrors } from './endpoint.ts'
import {
  Currency,
  ErrorCodeName,
  Nullable,
  Ok,
  OneOf,
  observation,
  ProductId,
  Resource,
  SkuId,
  Source,
  VariantResource,
} from './fields.ts'
import { examplePrice, Price } from './prices.ts'
import { exampleObservation } from './product-details.ts'

/** Different ids in one call at most. */
export const batchLimit = 100

/** Entries of one list at most, equal ones counted: enough for any list that is not cleaned up, and what a body has room for. */
const maxListLength = 1_000

/** At least one id in either list. */
const oneOrMore = ['productIds', 'skuIds'].map((list) => ({ required: [list], properties: { [list]: { minItems: 1 } } }))

const Ids = (id: typeof ProductId, { of, other, examples }: { of: string; other: string; examples: number[] }) =>
  Type.Optional(
    Type.Array(id, {
      maxItems: maxListLength,
      description: `${of}. Together with \`${other}\` at least 1 and at most ${batchLimit} different ids; one that is there more than once is answered and counted once.`,
      examples: [examples],
    }),
  )

export const PriceLookup = VariantResource(
  'PriceLookup',
  'What was found for one id of a batch.',
  {
    productId: Nullable(ProductId, 'Product of the row; null for a SKU whose product is not known.'),
    skuId: Nullable(SkuId, 'SKU of the row; null in the row of a product.'),
    status: OneOf(['ok', 'not_found', 'unavailable'], { description: 'Whether prices were found.' }),
    code: Type.Union([Ok, ErrorCodeName], { description: '`ok`, `product_not_found`, `sku_not_found` or an upstream code.' }),
    upstreamStatus: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status of the source, when known.' }),
    ...observation,
    prices: Type.Union([Type.Array(Price), Type.Null()], { description: 'Null unless `status` is `ok`.' }),
  },
  [
    { status: Ok, code: Ok, prices: Type.Array(Price) },
    { status: Type.Literal('not_found'), code: OneOf(['product_not_found', 'sku_not_found']), prices: Type.Null() },
    { status: Type.Literal('unavailable'), code: ErrorCodeName, prices: Type.Null() },
  ],
)
export type PriceLookup = Static<typeof PriceLookup>

export const PriceLookupResult = Resource('PriceLookupResult', 'Prices of many products and SKUs.', {
  source: Source,
  currency: Currency,
  ...observation,
  results: Type.Array(PriceLookup, { description: 'In request order, products first; duplicates are answered once.' }),
})
export type PriceLookupResult = Static<typeof PriceLookupResult>

export const batchEndpoints = {
  lookUpPrices: {
    method: 'POST',
    path: '/v1/prices',
    access: 'key',
    tag: 'Products',
    summary: 'Prices of many products and SKUs',
    description:
      'Up to 100 different ids in one call that costs one request. A row that failed says so by itself; the call is 502 only when the source failed for all. ' +
      'A SKU that the source knows without a price is `ok` with nulls, and so is one that it cannot tell from these. ' +
      'With a slow source, the last of many products that nobody asked for lately may be `upstream_timeout` after 8 seconds; asked for again, they are there.',
    body: Type.Object(
      {
        productIds: Ids(ProductId, { of: 'Products whose every SKU is wanted', other: 'skuIds', examples: [300004] }),
        skuIds: Ids(SkuId, { of: 'Single SKUs', other: 'productIds', examples: [30000401, 1] }),
      },
      { anyOf: oneOrMore },
    ),
    bodyLimitBytes: 64 * 1024,
    response: PriceLookupResult,
    example: {
      source: 'sandbox',
      currency: 'USD',
      ...exampleObservation,
      results: [
        {
          productId: 300004,
          skuId: null,
          status: 'ok',
          code: 'ok',
          upstreamStatus: null,
          ...exampleObservation,
          prices: [examplePrice],
        },
        {
          productId: 300004,
          skuId: 30000401,
          status: 'ok',
          code: 'ok',
          upstreamStatus: null,
          ...exampleObservation,
          prices: [examplePrice],
        },
        {
          productId: null,
          skuId: 1,
          status: 'not_found',
          code: 'sku_not_found',
          upstreamStatus: null,
          ...exampleObservation,
          prices: null,
        },
      ],
    },
    cacheControl: 'private, max-age=60',
    errors: ['invalid_body', ...upstreamErrors, 'service_busy'],
  },
} as const satisfies Record<string, Endpoint>
