import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import {
  Currency,
  Limit,
  Nullable,
  NullableCount,
  NullableText,
  NullableUsd,
  Offset,
  OneOf,
  observation,
  ProductId,
  Resource,
  SkuId,
  Source,
  Text,
} from './fields.ts'
import { exampleObservation, productErrors, productParams, skuFields } from './product-details.ts'

export const Seller = Resource('Seller', 'Who sells.', {
  id: NullableText('Identifier at the source.'),
  name: NullableText('Name.'),
  ratingPercent: Nullable(Type.Number({ minimum: 0, maximum: 100 }), 'Share of good ratings, 0 to 100.'),
  sales: NullableText('Number of sales as the source writes it, such as 10000+.'),
  direct: Type.Boolean({ description: 'True when the seller takes part in direct fulfilment by the source.' }),
  verified: Type.Boolean({ description: 'True when the source marks the seller as verified.' }),
})
export type Seller = Static<typeof Seller>

export const Offer = Resource('Offer', 'What a seller asks now.', {
  listingId: Type.Integer({ format: 'int64', minimum: 0, description: 'Identifier of the listing.' }),
  skuId: Nullable(SkuId, 'SKU offered.'),
  seller: Seller,
  condition: skuFields.condition,
  variant: skuFields.variant,
  language: skuFields.language,
  quantity: NullableCount('Copies offered.'),
  itemPrice: NullableUsd('Price of one copy.'),
  shippingPrice: NullableUsd('Shipping; 0 is free shipping.'),
  totalPrice: NullableUsd('Item and shipping, rounded to cents; null when either is unknown.'),
  currency: Currency,
  custom: Type.Boolean({
    description:
      'True when the seller shows the copy with photos or a title of their own, so that it may not be ' +
      'exactly the catalogue item.',
  }),
})
export type Offer = Static<typeof Offer>

export const listingSorts = ['price', 'none'] as const
export const ListingSort = OneOf(listingSorts, {
  default: 'price',
  description: 'By item price, so that totals after shipping can be out of order; or the order of the source.',
})
export type ListingSort = (typeof listingSorts)[number]

export const ListingsResult = Resource('ListingsResult', 'Current offers for a product.', {
  source: Source,
  productId: ProductId,
  total: NullableCount('Offers that match in all.'),
  offset: Type.Integer({ minimum: 0, description: 'Offers skipped.' }),
  limit: Type.Integer({ minimum: 1, description: 'Offers requested at most.' }),
  sort: OneOf(listingSorts, { description: 'Ordering applied.' }),
  offers: Type.Array(Offer, { description: 'The page.' }),
  unmatchedFilters: Type.Array(OneOf(['condition', 'variant', 'language']), {
    description: 'Filters whose word no SKU of the product has, so that no offer can: a misspelt one, or a wrong copy.',
  }),
  ...observation,
})
export type ListingsResult = Static<typeof ListingsResult>

export const exampleOffer = {
  listingId: 3000040101,
  skuId: 30000401,
  seller: {
    id: 'sandbox-17',
    name: 'Harbour Cards',
    ratingPercent: 99.6,
    sales: '10000+',
    direct: false,
    verified: true,
  },
  condition: 'Near Mint',
  variant: 'Holofoil',
  language: 'English',
  quantity: 1,
  itemPrice: 401.0,
  shippingPrice: 0,
  totalPrice: 401.0,
  currency: 'USD',
  custom: false,
}
export const exampleListings = {
  source: 'sandbox',
  productId: 300004,
  total: 37,
  offset: 0,
  limit: 50,
  sort: 'price',
  offers: [exampleOffer],
  unmatchedFilters: [],
  ...exampleObservation,
}

export const pageQuery = { offset: Offset, limit: Limit(100, 50), sort: ListingSort }

export const listingEndpoints = {
  getListings: {
    method: 'GET',
    path: '/v1/products/{productId}/listings',
    access: 'key',
    tag: 'Products',
    summary: 'Current offers for a product',
    description:
      'What sellers ask now, seller-defined offers included. Filters take the words of the source and those of ' +
      'sellers. A word that fits no offer is an empty list, never an error; `unmatchedFilters` names the filters ' +
      'whose word no SKU of the product has.',
    params: productParams,
    query: Type.Object({
      ...pageQuery,
      condition: Type.Optional(
        Text(
          80,
          'Only this condition, as the source names it or as sellers write it: `NM`, `LP`, `MP`, `HP` and `DMG`, ' +
            'or `excellent` for `Lightly Played`. A finish and a language may follow, as in `NM Foil German`.',
          ['Near Mint'],
        ),
      ),
      variant: Type.Optional(
        Text(
          80,
          'Only this variant, as the prices of the product name it or as sellers write it: `holo`, `foil` for every ' +
            'foil where none is named just so, `1st` for the first edition in each finish.',
          ['Unlimited Holofoil'],
        ),
      ),
      language: Type.Optional(
        Text(80, 'Only this language, as the prices of the product name it or abbreviated: `EN`, `ja`, `deutsch`.', [
          'English',
        ]),
      ),
    }),
    response: ListingsResult,
    example: exampleListings,
    cacheControl: 'private, max-age=30',
    errors: [...productErrors, 'not_offered_by_source'],
  },
} as const satisfies Record<string, Endpoint>
