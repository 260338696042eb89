import Type from 'typebox'
import { HistoryBucket, HistoryResult, HistoryVariant } from '../contract/history.ts'
import { Offer } from '../contract/listings.ts'
import { Price } from '../contract/prices.ts'
import { Product } from '../contract/product-details.ts'
import { answerOf, fieldsInCents, recordOf } from './answer-form.ts'
import type { ObservedMethods } from './observe.ts'
import type { ListingsRequest, MarketSource } from './ports.ts'

const listingsKey = ({ productId, offset, limit, sort, conditions, variants, languages }: ListingsRequest): string =>
  JSON.stringify([productId, offset, limit, sort, conditions, variants, languages])

const product = recordOf(fieldsInCents(Product, ['marketPrice', 'lowestPrice', 'lowestPriceWithShipping']))
const price = recordOf(fieldsInCents(Price, ['marketPrice', 'lowestPrice', 'lowSalePrice', 'highSalePrice']))
const bucket = recordOf(
  fieldsInCents(HistoryBucket, [
    'marketPrice',
    'lowSalePrice',
    'highSalePrice',
    'lowSalePriceWithShipping',
    'highSalePriceWithShipping',
  ]),
)
const series = recordOf({ ...HistoryVariant.properties, buckets: Type.Array(bucket) })
const history = recordOf({ series: Type.Array(series), recordedSince: HistoryResult.properties.recordedSince })
const offer = recordOf({
  ...fieldsInCents(Offer, ['itemPrice', 'shippingPrice', 'totalPrice']),
  custom: Type.Boolean(),
})
const offerPage = recordOf({
  total: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  offers: Type.Array(offer),
})
const skuPrice = recordOf({ productId: Type.Union([Product.properties.productId, Type.Null()]), price })

/** Key, lifetime and form of each answer of the market; the compiler holds the form against the port. */
export const marketMethods: ObservedMethods<MarketSource> = {
  details: { data: 'details', key: String, isAnswer: answerOf(product) },
  // The SKUs follow from the product, so they are no part of the key.
  prices: { data: 'prices', key: ({ productId }) => String(productId), isAnswer: answerOf(Type.Array(price)) },
  skuPrice: { data: 'prices', key: String, isAnswer: answerOf(skuPrice) },
  history: { data: 'history', key: ({ productId, range }) => `${productId}:${range}`, isAnswer: answerOf(history) },
  listings: { data: 'listings', key: listingsKey, isAnswer: answerOf(offerPage) },
  image: { data: 'image', key: String, isAnswer: answerOf(Type.String()) },
}
