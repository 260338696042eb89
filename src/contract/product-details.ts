import Type, { type Static } from 'typebox'
import { type Endpoint, upstreamErrors } from './endpoint.ts'
import {
  Nullable,
  NullableCount,
  NullableText,
  NullableUsd,
  observation,
  ProductId,
  pastFields,
  Resource,
  SkuId,
  Source,
} from './fields.ts'

export const skuFields = {
  skuId: SkuId,
  condition: NullableText('Condition, such as Near Mint.'),
  variant: NullableText('Printing finish, such as Normal or Foil.'),
  language: NullableText('Language of the card.'),
}

export const Sku = Resource('Sku', 'One product in one condition, variant and language.', skuFields)
export type Sku = Static<typeof Sku>

export const Product = Resource('Product', 'Details of a catalogue product.', {
  productId: ProductId,
  sourceUrl: Type.String({ description: "The product's page at the source." }),
  name: Type.String({ description: 'Name of the product.' }),
  category: Resource('ProductCategory', 'The product line.', {
    id: Nullable(Type.Integer(), 'Identifier of the product line.'),
    name: NullableText('Display name of the product line.'),
    slug: NullableText('Slug of the product line.'),
  }),
  group: Resource('ProductGroup', 'The set.', {
    id: Nullable(Type.Integer(), 'Identifier of the set.'),
    name: NullableText('Display name of the set.'),
    slug: NullableText('Slug of the set.'),
    code: NullableText('Abbreviation of the set.'),
    publishedOn: NullableText('Release date, YYYY-MM-DD.'),
  }),
  productType: NullableText('Kind of product, such as Cards or Sealed Products.'),
  sealed: Type.Boolean({ description: 'True for a sealed product, false for a single card.' }),
  cardNumber: NullableText('Collector number as printed on the card.'),
  rarity: NullableText('Rarity.'),
  attributes: Type.Record(Type.String(), Type.Unknown(), { description: "The source's structured attributes." }),
  formattedAttributes: Type.Record(Type.String(), Type.String(), {
    description: "The source's attributes as texts for display.",
  }),
  skus: Type.Array(Sku, { description: 'Every SKU of the product.' }),
  marketPrice: NullableUsd("The source's market price of the product."),
  lowestPrice: NullableUsd('Lowest price offered now, without shipping.'),
  lowestPriceWithShipping: NullableUsd('Lowest price offered now, with shipping.'),
  listingCount: NullableCount('Current listings.'),
  sellerCount: NullableCount('Sellers with a current listing.'),
  imageUrl: NullableText('Verified picture at the source; null when there is none.'),
})
export type Product = Static<typeof Product>

export const DetailsResult = Resource('DetailsResult', 'Details of a product.', {
  source: Source,
  productId: ProductId,
  ...observation,
  product: Product,
})
export type DetailsResult = Static<typeof DetailsResult>

export const exampleSku = { skuId: 30000401, condition: 'Near Mint', variant: 'Holofoil', language: 'English' }

export const exampleObservation = { fetchedAt: '2026-11-21T09:30:00.000Z', cacheHit: false }
export const exampleProduct = {
  productId: 300004,
  sourceUrl: 'http://127.0.0.1:8787/sandbox/products/300004',
  name: 'Charizard',
  category: { id: 3, name: 'Pokemon', slug: 'pokemon' },
  group: { id: 3001, name: 'Base Set', slug: 'base-set', code: 'BS', publishedOn: '1999-01-09' },
  productType: 'Cards',
  sealed: false,
  cardNumber: '004/102',
  rarity: 'Holo Rare',
  attributes: { number: '004/102' },
  formattedAttributes: { 'Card Number / Rarity': '004/102 / Holo Rare' },
  skus: [exampleSku],
  marketPrice: 412.5,
  lowestPrice: 238.99,
  lowestPriceWithShipping: 239.98,
  listingCount: 37,
  sellerCount: 31,
  imageUrl: 'http://127.0.0.1:8787/sandbox/images/300004.svg',
}

export const productParams = Type.Object({ productId: ProductId })
export const productErrors = [
  'invalid_parameter',
  'product_not_found',
  ...upstreamErrors,
  'service_unavailable',
] as const

export const detailsEndpoints = {
  getDetails: {
    method: 'GET',
    path: '/v1/products/{productId}/details',
    access: 'key',
    tag: 'Products',
    summary: 'Details of a product',
    description:
      'Catalogue details, SKUs and product-level prices. With `asOf`, SKUs and prices are those of then, and ' +
      'counts, which nobody kept, null; name, set and the other facts of the catalogue are those of now and may ' +
      'be corrected later, so that no such answer is immutable.',
    params: productParams,
    query: Type.Object(pastFields),
    response: DetailsResult,
    example: { source: 'sandbox', productId: 300004, ...exampleObservation, product: exampleProduct },
    cacheControl: 'private, max-age=60',
    errors: productErrors,
  },
} as const satisfies Record<string, Endpoint>
