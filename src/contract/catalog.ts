import Type, { type Static } from 'typebox'
import { type Endpoint, upstreamErrors } from './endpoint.ts'
import {
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
  Source,
  Text,
} from './fields.ts'
import { exampleObservation } from './product-details.ts'

export const Category = Resource('Category', 'A product line: one game.', {
  id: Type.Integer({ minimum: 0, description: 'Identifier.' }),
  name: Type.String({ description: 'Display name.' }),
  slug: Type.String({ description: 'URL-safe identifier used as the `category` parameter.' }),
})
export type Category = Static<typeof Category>

export const CardSet = Resource('Set', 'A release within a product line.', {
  name: Type.String({ description: 'Display name.' }),
  slug: Type.String({ description: 'URL-safe identifier.' }),
  count: Type.Integer({ minimum: 0, description: 'Catalogue products in the set, as the source counts.' }),
})
export type CardSet = Static<typeof CardSet>

export const productSummaryFields = {
  productId: ProductId,
  name: Type.String({ description: 'Name of the product.' }),
  category: NullableText('Display name of the product line.'),
  setName: NullableText('Display name of the set.'),
  setId: Nullable(Type.Integer(), 'Identifier of the set.'),
  setCode: NullableText('Abbreviation of the set; null when the source gives none.'),
  cardNumber: NullableText('Collector number as printed on the card.'),
  rarity: NullableText('Rarity.'),
  sealed: Type.Boolean({ description: 'True for a sealed product, false for a single card.' }),
  marketPrice: NullableUsd("The source's market price."),
  lowestPrice: NullableUsd('Lowest price offered now.'),
  listingCount: NullableCount('Current listings.'),
}

export const ProductSummary = Resource('ProductSummary', 'A catalogue entry as search lists it.', productSummaryFields)
export type ProductSummary = Static<typeof ProductSummary>

export const CategoryList = Resource('CategoryList', 'The product lines of the source.', {
  source: Source,
  ...observation,
  categories: Type.Array(Category, { description: 'Product lines.' }),
})
export type CategoryList = Static<typeof CategoryList>

export const SetList = Resource('SetList', 'The sets of a product line with their counts.', {
  source: Source,
  category: Type.String({ description: 'Slug of the product line.' }),
  ...observation,
  total: Type.Integer({ minimum: 0, description: 'Number of sets.' }),
  sets: Type.Array(CardSet, { description: 'Newest release first where the source knows it, else by name.' }),
})
export type SetList = Static<typeof SetList>

export const searchSorts = ['relevance', 'name'] as const

export const SearchResult = Resource('SearchResult', 'One page of catalogue products.', {
  source: Source,
  ...observation,
  query: Type.String({ description: 'The text searched for, trimmed; empty when none was given.' }),
  category: NullableText('Slug of the product line searched in.'),
  set: NullableText('Set searched in, as given.'),
  total: Type.Integer({ minimum: 0, description: 'Products that match in all; true also beyond 10,000.' }),
  offset: Type.Integer({ minimum: 0, description: 'Products skipped.' }),
  limit: Type.Integer({ minimum: 1, description: 'Products requested at most.' }),
  sort: OneOf(searchSorts, { description: 'Ordering applied.' }),
  products: Type.Array(ProductSummary, { description: 'The page.' }),
})
export type SearchResult = Static<typeof SearchResult>

/** A product as examples show it; the sandbox's numbers. */
export const exampleSummary = {
  productId: 300004,
  name: 'Charizard',
  category: 'Pokemon',
  setName: 'Base Set',
  setId: 3001,
  setCode: 'BS',
  cardNumber: '004/102',
  rarity: 'Holo Rare',
  sealed: false,
  marketPrice: 412.5,
  lowestPrice: 238.99,
  listingCount: 37,
}

export const CategorySlug = Text(120, 'Product line slug from GET /v1/categories.', ['pokemon'])

export const catalogEndpoints = {
  listCategories: {
    method: 'GET',
    path: '/v1/categories',
    access: 'key',
    tag: 'Catalogue',
    summary: 'Product lines',
    description: 'All product lines of the source.',
    response: CategoryList,
    example: { source: 'sandbox', ...exampleObservation, categories: [{ id: 3, name: 'Pokemon', slug: 'pokemon' }] },
    cacheControl: 'private, max-age=3600',
    errors: [...upstreamErrors, 'service_unavailable'],
  },
  listSets: {
    method: 'GET',
    path: '/v1/categories/{category}/sets',
    access: 'key',
    tag: 'Catalogue',
    summary: 'Sets of a product line',
    description: 'All sets of one product line that have products, with the number of catalogue products in each.',
    params: Type.Object({ category: CategorySlug }),
    response: SetList,
    example: {
      source: 'sandbox',
      category: 'pokemon',
      ...exampleObservation,
      total: 1,
      sets: [{ name: 'Base Set', slug: 'base-set', count: 105 }],
    },
    cacheControl: 'private, max-age=3600',
    errors: ['invalid_parameter', 'unknown_category', ...upstreamErrors, 'service_unavailable'],
  },
  searchProducts: {
    method: 'GET',
    path: '/v1/search',
    access: 'key',
    tag: 'Catalogue',
    summary: 'Search the catalogue',
    description:
      'Products that have all words of `q` in name, set or collector number; beside such a word, rarity and ' +
      'product line count too. ' +
      'Where none has them all, words that are begun or misspelt count, then products that have the most of the ' +
      'words, unless that is little. ' +
      'Pages are stable: ties break by name, then product id. ' +
      'Paging ends at 10,000 products; `total` stays the true total. An unknown set answers no products.',
    query: Type.Object({
      q: Type.Optional(Text(120, 'Text to search for; may include a collector number.', ['charizard 4/102'])),
      category: Type.Optional(CategorySlug),
      set: Type.Optional(Text(120, 'Set name or slug.', ['base-set'])),
      offset: Offset,
      limit: Limit(50, 24),
      sort: OneOf(searchSorts, {
        default: 'relevance',
        description: 'Ordering. Without `q`, relevance is the order of the source.',
      }),
    }),
    response: SearchResult,
    example: {
      source: 'sandbox',
      ...exampleObservation,
      query: 'charizard 4/102',
      category: 'pokemon',
      set: 'base-set',
      total: 1,
      offset: 0,
      limit: 24,
      sort: 'relevance',
      products: [exampleSummary],
    },
    cacheControl: 'private, max-age=60',
    errors: ['invalid_parameter', 'unknown_category', ...upstreamErrors, 'service_unavailable'],
  },
} as const satisfies Record<string, Endpoint>

export const NullableSet = Nullable(CardSet, 'Set that the hint was resolved to; null when there is none.')
