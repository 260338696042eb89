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

export const batchLimit = 100

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
      'Up to 100 ids in one call that costs one request. A row that failed says so by itself; the call is 502 only when the source failed for all.',
    body: Type.Object({
      productIds: Type.Optional(
        Type.Array(ProductId, {
          description: 'Products whose every SKU is wanted. Together with `skuIds` at least 1 and at most 100 ids.',
          examples: [[300004]],
        }),
      ),
      skuIds: Type.Optional(
        Type.Array(SkuId, {
          description: 'Single SKUs. Together with `productIds` at least 1 and at most 100 ids.',
          examples: [[30000401, 1]],
        }),
      ),
    }),
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
