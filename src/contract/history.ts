import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import {
  Nullable,
  NullableCount,
  NullableText,
  NullableUsd,
  OneOf,
  observation,
  ProductId,
  Resource,
  Source,
} from './fields.ts'
import { exampleObservation, exampleSku, productErrors, productParams, skuFields } from './product-details.ts'

export const HistoryBucket = Resource('HistoryBucket', 'One day, or the days up to the next bucket.', {
  date: NullableText('First day of the bucket, YYYY-MM-DD.'),
  marketPrice: NullableUsd('Market price in the bucket.'),
  quantitySold: NullableCount('Copies sold.'),
  transactionCount: NullableCount('Sales.'),
  lowSalePrice: NullableUsd('Lowest sale.'),
  highSalePrice: NullableUsd('Highest sale.'),
  lowSalePriceWithShipping: NullableUsd('Lowest sale with shipping.'),
  highSalePriceWithShipping: NullableUsd('Highest sale with shipping.'),
})
export type HistoryBucket = Static<typeof HistoryBucket>

export const HistoryVariant = Resource('HistoryVariant', 'Price and sales history of one SKU.', {
  ...skuFields,
  averageDailyQuantitySold: Nullable(Type.Number({ minimum: 0 }), 'Copies sold per day, over the range.'),
  totalQuantitySold: NullableCount('Copies sold in the range.'),
  buckets: Type.Array(HistoryBucket, { description: 'Oldest first.' }),
})
export type HistoryVariant = Static<typeof HistoryVariant>

export const historyRanges = ['month', 'quarter', 'semi-annual', 'annual'] as const
export const HistoryRange = OneOf(historyRanges, {
  default: 'quarter',
  description: 'One, three, six or twelve months of history.',
})
export type HistoryRange = (typeof historyRanges)[number]

export const HistoryResult = Resource('HistoryResult', 'Price and sales history of a product.', {
  source: Source,
  productId: ProductId,
  range: OneOf(historyRanges, { description: 'Range of the history.' }),
  ...observation,
  recordedSince: NullableText(
    'First day that this service has observed the product, YYYY-MM-DD: from here on its own record answers. ' +
      "Null when the history is the source's own.",
  ),
  variants: Type.Array(HistoryVariant, { description: 'One chronological series per SKU with sales or market data.' }),
})
export type HistoryResult = Static<typeof HistoryResult>

export const exampleHistory = {
  source: 'sandbox',
  productId: 300004,
  range: 'quarter',
  ...exampleObservation,
  recordedSince: null,
  variants: [
    {
      ...exampleSku,
      averageDailyQuantitySold: 0.4,
      totalQuantitySold: 36,
      buckets: [
        {
          date: '2026-11-18',
          marketPrice: 410.2,
          quantitySold: 1,
          transactionCount: 1,
          lowSalePrice: 405.0,
          highSalePrice: 405.0,
          lowSalePriceWithShipping: 405.0,
          highSalePriceWithShipping: 405.0,
        },
      ],
    },
  ],
}

export const historyEndpoints = {
  getHistory: {
    method: 'GET',
    path: '/v1/products/{productId}/history',
    access: 'key',
    tag: 'Products',
    summary: 'Price and sales history of a product',
    description: 'One chronological series per SKU. Sale prices of a bucket without sales are null.',
    params: productParams,
    query: Type.Object({ range: HistoryRange }),
    response: HistoryResult,
    example: exampleHistory,
    cacheControl: 'private, max-age=300',
    errors: productErrors,
  },
} as const satisfies Record<string, Endpoint>
