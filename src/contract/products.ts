import Type, { type Static } from 'typebox'
import { type Endpoint, upstreamErrors } from './endpoint.ts'
import {
  Currency,
  ErrorCodeName,
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
  Timestamp,
  VariantResource,
} from './fields.ts'

const skuFields = {
  skuId: SkuId,
  condition: NullableText('Condition, such as Near Mint.'),
  variant: NullableText('Printing finish, such as Normal or Foil.'),
  language: NullableText('Language of the card.'),
}

/** One product in one condition, variant and language. */
export const Sku = Resource('Sku', 'One product in one condition, variant and language.', skuFields)
export type Sku = Static<typeof Sku>

/** Product details. */
export const Product = Resource('Product', 'Details of a catalogue product.', {
  productId: ProductId,
  sourceUrl: Type.String({ description: "The product's page at the source." }),
  name: Type.String({ description: 'Name of the product.' }),
  category: Resource('ProductCategory', 'The product line.', {
    id: Type.Union([Type.Integer(), Type.Null()], { description: 'Identifier of the product line.' }),
    name: NullableText('Display name of the product line.'),
    slug: NullableText('Slug of the product line.'),
  }),
  group: Resource('ProductGroup', 'The set.', {
    id: Type.Union([Type.Integer(), Type.Null()], { description: 'Identifier of the set.' }),
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

/** Market price of one SKU. */
export const Price = Resource('Price', 'Market price of one SKU.', {
  ...skuFields,
  marketPrice: NullableUsd("The source's market price."),
  lowSalePrice: NullableUsd('Lowest sale the calculation used.'),
  highSalePrice: NullableUsd('Highest sale the calculation used.'),
  sampleSize: NullableCount('Observations the source used for its calculation.'),
  calculatedAt: NullableText('When the source calculated the price, ISO 8601.'),
})
export type Price = Static<typeof Price>

/** One bucket of a price history. */
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

/** Price and sales history of one SKU. */
export const HistoryVariant = Resource('HistoryVariant', 'Price and sales history of one SKU.', {
  ...skuFields,
  averageDailyQuantitySold: Type.Union([Type.Number({ minimum: 0 }), Type.Null()], {
    description: 'Copies sold per day, over the range.',
  }),
  totalQuantitySold: NullableCount('Copies sold in the range.'),
  buckets: Type.Array(HistoryBucket, { description: 'Oldest first.' }),
})
export type HistoryVariant = Static<typeof HistoryVariant>

/** Who sells. */
export const Seller = Resource('Seller', 'Who sells.', {
  id: NullableText('Identifier at the source.'),
  name: NullableText('Name.'),
  ratingPercent: Type.Union([Type.Number({ minimum: 0, maximum: 100 }), Type.Null()], {
    description: 'Share of good ratings, 0 to 100.',
  }),
  sales: NullableText('Number of sales as the source writes it, such as 10000+.'),
  direct: Type.Boolean({ description: 'True when the seller takes part in direct fulfilment by the source.' }),
  verified: Type.Boolean({ description: 'True when the source marks the seller as verified.' }),
})
export type Seller = Static<typeof Seller>

/** What a seller asks now. */
export const Offer = Resource('Offer', 'What a seller asks now.', {
  listingId: Type.Integer({ minimum: 0, description: 'Identifier of the listing.' }),
  skuId: Type.Union([SkuId, Type.Null()], { description: 'SKU offered.' }),
  seller: Seller,
  condition: skuFields.condition,
  variant: skuFields.variant,
  language: skuFields.language,
  quantity: NullableCount('Copies offered.'),
  itemPrice: NullableUsd('Price of one copy.'),
  shippingPrice: NullableUsd('Shipping; 0 is free shipping.'),
  totalPrice: NullableUsd('Item and shipping, rounded to cents; null when either is unknown.'),
  currency: Currency,
})
export type Offer = Static<typeof Offer>

/** How much history. */
export const historyRanges = ['month', 'quarter', 'semi-annual', 'annual'] as const
export const HistoryRange = OneOf(historyRanges, {
  default: 'quarter',
  description: 'One, three, six or twelve months of history.',
})
export type HistoryRange = (typeof historyRanges)[number]

/** How offers can be ordered. */
export const listingSorts = ['price', 'none'] as const
export const ListingSort = OneOf(listingSorts, {
  default: 'price',
  description: 'By item price, so that totals after shipping can be out of order; or the order of the source.',
})
export type ListingSort = (typeof listingSorts)[number]

/** Answer of GET /v1/products/{productId}/details. */
export const DetailsResult = Resource('DetailsResult', 'Details of a product.', {
  source: Source,
  productId: ProductId,
  ...observation,
  product: Product,
})
export type DetailsResult = Static<typeof DetailsResult>

/** Answer of GET /v1/products/{productId}/prices. */
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

/** Answer of GET /v1/products/{productId}/history. */
export const HistoryResult = Resource('HistoryResult', 'Price and sales history of a product.', {
  source: Source,
  productId: ProductId,
  range: OneOf(historyRanges, { description: 'Range of the history.' }),
  ...observation,
  variants: Type.Array(HistoryVariant, { description: 'One chronological series per SKU with sales or market data.' }),
})
export type HistoryResult = Static<typeof HistoryResult>

/** Answer of GET /v1/products/{productId}/listings. */
export const ListingsResult = Resource('ListingsResult', 'Current offers for a product.', {
  source: Source,
  productId: ProductId,
  total: NullableCount('Offers that match in all.'),
  offset: Type.Integer({ minimum: 0, description: 'Offers skipped.' }),
  limit: Type.Integer({ minimum: 1, description: 'Offers asked for at most.' }),
  sort: OneOf(listingSorts, { description: 'Ordering applied.' }),
  offers: Type.Array(Offer, { description: 'The page.' }),
  ...observation,
})
export type ListingsResult = Static<typeof ListingsResult>

/** Answer of GET /v1/products/{productId}/image. */
export const ImageResult = Resource('ImageResult', 'Verified picture of a product.', {
  source: Source,
  productId: ProductId,
  ...observation,
  imageUrl: Type.String({ description: 'Verified picture at the source. The service returns the address only.' }),
})
export type ImageResult = Static<typeof ImageResult>

const Ok = Type.Literal('ok')

/** Availability and fetch status of one section of a snapshot. */
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
    upstreamStatus: Type.Union([Type.Integer(), Type.Null()], { description: 'HTTP status of the source, when known.' }),
  },
  [
    { status: Ok, code: Ok },
    { status: Type.Literal('unavailable'), code: ErrorCodeName },
  ],
)
export type SectionStatus = Static<typeof SectionStatus>

/** Answer of GET /v1/products/{productId}: all sections side by side. */
export const ProductSnapshot = Resource('ProductSnapshot', 'Everything known of a product now.', {
  source: Source,
  sourceUrl: Type.String({ description: "The product's page at the source." }),
  observedAt: Timestamp('When the snapshot was put together.'),
  currency: Currency,
  product: Product,
  marketPrices: Type.Union([Type.Array(Price), Type.Null()], { description: 'Null when the section is unavailable.' }),
  marketHistory: Nullable(HistoryResult, 'Null when the section is unavailable.'),
  listings: Nullable(ListingsResult, 'Null when the section is unavailable.'),
  featuredListing: Nullable(
    Offer,
    'Offer with the lowest total that certainly is the catalogue item, whatever page was asked for; null when there is none or listings are unavailable.',
  ),
  sections: Resource('Sections', 'Status of each section.', {
    details: SectionStatus,
    marketPrices: SectionStatus,
    marketHistory: SectionStatus,
    listings: SectionStatus,
  }),
})
export type ProductSnapshot = Static<typeof ProductSnapshot>

/** Most ids that one batch takes. */
export const batchLimit = 100

/** One row of a batch. */
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

/** Answer of POST /v1/prices. */
export const PriceLookupResult = Resource('PriceLookupResult', 'Prices of many products and SKUs.', {
  source: Source,
  currency: Currency,
  ...observation,
  results: Type.Array(PriceLookup, { description: 'In request order, products first; duplicates are answered once.' }),
})
export type PriceLookupResult = Static<typeof PriceLookupResult>

const exampleSku = { skuId: 30000401, condition: 'Near Mint', variant: 'Holofoil', language: 'English' }
const examplePrice = {
  ...exampleSku,
  marketPrice: 412.5,
  lowSalePrice: 389.0,
  highSalePrice: 449.99,
  sampleSize: 18,
  calculatedAt: '2026-11-21T06:00:00.000Z',
}
const exampleObservation = { fetchedAt: '2026-11-21T09:30:00.000Z', cacheHit: false }
const exampleProduct = {
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
const exampleHistory = {
  source: 'sandbox',
  productId: 300004,
  range: 'quarter',
  ...exampleObservation,
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
const exampleOffer = {
  listingId: 3000040101,
  skuId: 30000401,
  seller: { id: 'sandbox-17', name: 'Harbour Cards', ratingPercent: 99.6, sales: '10000+', direct: false, verified: true },
  condition: 'Near Mint',
  variant: 'Holofoil',
  language: 'English',
  quantity: 1,
  itemPrice: 401.0,
  shippingPrice: 0,
  totalPrice: 401.0,
  currency: 'USD',
}
const exampleListings = {
  source: 'sandbox',
  productId: 300004,
  total: 37,
  offset: 0,
  limit: 50,
  sort: 'price',
  offers: [exampleOffer],
  ...exampleObservation,
}
const exampleStatus = { status: 'ok', ...exampleObservation, code: 'ok', upstreamStatus: null }

const productParams = Type.Object({ productId: ProductId })
const productErrors = ['invalid_parameter', 'product_not_found', ...upstreamErrors] as const
const pageQuery = { offset: Offset, limit: Limit(100, 50), sort: ListingSort }

/** Endpoints of products, in the order of the documentation. */
export const productEndpoints = {
  getProduct: {
    method: 'GET',
    path: '/v1/products/{productId}',
    access: 'key',
    tag: 'Products',
    summary: 'Combined snapshot of a product',
    description:
      'Details, market prices, history and offers at once. Each section reports its own availability in `sections`; ' +
      'one that is unavailable is null, one that succeeded without data is empty. Without details the call is 404 or 502.',
    params: productParams,
    query: Type.Object({ range: HistoryRange, ...pageQuery }),
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
      sections: { details: exampleStatus, marketPrices: exampleStatus, marketHistory: exampleStatus, listings: exampleStatus },
    },
    cacheControl: 'private, max-age=30',
    errors: productErrors,
  },
  getDetails: {
    method: 'GET',
    path: '/v1/products/{productId}/details',
    access: 'key',
    tag: 'Products',
    summary: 'Details of a product',
    description: 'Catalogue details, SKUs and product-level prices.',
    params: productParams,
    response: DetailsResult,
    example: { source: 'sandbox', productId: 300004, ...exampleObservation, product: exampleProduct },
    cacheControl: 'private, max-age=300',
    errors: productErrors,
  },
  getPrices: {
    method: 'GET',
    path: '/v1/products/{productId}/prices',
    access: 'key',
    tag: 'Products',
    summary: 'Market price of every SKU of a product',
    description: 'One row per SKU; a SKU without an observation is a row of nulls.',
    params: productParams,
    response: PricesResult,
    example: { source: 'sandbox', productId: 300004, currency: 'USD', ...exampleObservation, prices: [examplePrice] },
    cacheControl: 'private, max-age=60',
    errors: productErrors,
  },
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
  getListings: {
    method: 'GET',
    path: '/v1/products/{productId}/listings',
    access: 'key',
    tag: 'Products',
    summary: 'Current offers for a product',
    description: 'What sellers ask now, seller-defined offers included. Filters are compared without regard to case.',
    params: productParams,
    query: Type.Object({
      ...pageQuery,
      condition: Type.Optional(Text(80, 'Only this condition.', ['Near Mint'])),
      variant: Type.Optional(Text(80, 'Only this variant.', ['Unlimited Holofoil'])),
      language: Type.Optional(Text(80, 'Only this language.', ['English'])),
    }),
    response: ListingsResult,
    example: exampleListings,
    cacheControl: 'private, max-age=30',
    errors: productErrors,
  },
  getImage: {
    method: 'GET',
    path: '/v1/products/{productId}/image',
    access: 'key',
    tag: 'Products',
    summary: 'Verified picture of a product',
    description: 'The address of the picture at the source; the service serves no picture bytes itself.',
    params: productParams,
    paramsError: 'product_not_found',
    response: ImageResult,
    example: { source: 'sandbox', productId: 300004, ...exampleObservation, imageUrl: exampleProduct.imageUrl },
    cacheControl: 'private, max-age=300',
    errors: ['product_not_found', 'image_not_found', ...upstreamErrors],
  },
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
    errors: ['invalid_body', ...upstreamErrors],
  },
} as const satisfies Record<string, Endpoint>
