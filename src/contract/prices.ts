import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import {
  Currency,
  NullableCount,
  NullableText,
  NullableUsd,
  observation,
  ProductId,
  pastFields,
  Resource,
  Source,
} from './fields.ts'
import { exampleObservation, exampleSku, productErrors, productParams, skuFields } from './product-details.ts'

export const Price = Resource('Price', 'Market price of one SKU.', {
  ...skuFields,
  marketPrice: NullableUsd("The source's market price."),
  lowestPrice: NullableUsd('Lowest current listing of this SKU or printing, without shipping, where the source tells.'),
  lowSalePrice: NullableUsd('Lowest sale the calculation used.'),
  highSalePrice: NullableUsd('Highest sale the calculation used.'),
  sampleSize: NullableCount('Observations the source used for its calculation.'),
  calculatedAt: NullableText('When the source calculated the price, ISO 8601.'),
})
export type Price = Static<typeof Price>

export const PricesResult = Resource('PricesResult', 'Market price of every SKU of a product.', {
  source: Source,
  productId: ProductId,
  currency: Currency,
  ...observation,
  prices: Type.Array(Price, {
    description: 'One row per SKU of the product; a row of nulls where the source has no observation.',
  }),
})
export type PricesResult = Static<typeof PricesResult>

export const examplePrice = {
  ...exampleSku,
  marketPrice: 412.5,
  lowestPrice: 401.0,
  lowSalePrice: 389.0,
  highSalePrice: 449.99,
  sampleSize: 18,
  calculatedAt: '2026-11-21T06:00:00.000Z',
}

export const priceEndpoints = {
  getPrices: {
    method: 'GET',
    path: '/v1/products/{productId}/prices',
    access: 'key',
    tag: 'Products',
    summary: 'Market price of every SKU of a product',
    description:
      'One row per SKU; a SKU without an observation is a row of nulls. ' +
      'With `asOf`, the rows are what was observed last by then, each with its own time in `calculatedAt`, nulls ' +
      'before the first; `fetchedAt` is when this service learnt the newest of them, or the moment asked for ' +
      'where there is none. ' +
      'An answer whose `asOf` is past, and whose `knownAt` by ten minutes or more, never changes and is `immutable`.',
    params: productParams,
    query: Type.Object(pastFields),
    response: PricesResult,
    example: { source: 'sandbox', productId: 300004, currency: 'USD', ...exampleObservation, prices: [examplePrice] },
    cacheControl: 'private, max-age=60',
    finalCacheControl: 'private, max-age=31536000, immutable',
    errors: productErrors,
  },
} as const satisfies Record<string, Endpoint>
