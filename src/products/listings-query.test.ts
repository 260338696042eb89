import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sku } from '../contract/product-details.ts'
import { type ListingsQuery, readListingsQuery } from './listings-query.ts'

const page = { productId: 7, offset: 0, limit: 50, sort: 'price' } as const

/** A product with every combination of these words. */
const productOf = (variants: readonly string[], languages: readonly string[] = ['English', 'Japanese']) => ({
  name: 'Charizard',
  skus: ['Near Mint', 'Lightly Played'].flatMap((condition) =>
    variants.flatMap((variant) => languages.map((language, skuId): Sku => ({ skuId, condition, variant, language }))),
  ),
})

const read = (filters: Partial<ListingsQuery>, product = productOf(['Holofoil', 'Reverse Holofoil'])) =>
  readListingsQuery({ ...page, ...filters }, product)

test('conditions and languages are read in words and abbreviations', () => {
  for (const condition of ['NM', 'near mint', 'NEAR_MINT', 'NearMint', ' mint '])
    assert.deepEqual(read({ condition }).request.conditions, ['Near Mint'], condition)
  for (const [language, expected] of [
    ['EN', 'English'],
    ['eng', 'English'],
    ['ja', 'Japanese'],
    ['JP', 'Japanese'],
    ['japanese', 'Japanese'],
  ] as const)
    assert.deepEqual(read({ language }).request.languages, [expected], language)
})

test('a variant is the one named just so, else every one that the word fits', () => {
  const variantsOf = (variant: string, variants: readonly string[]) =>
    read({ variant }, productOf(variants)).request.variants
  const unlimited = ['1st Edition Holofoil', 'Unlimited Holofoil']
  for (const [variant, variants, expected] of [
    ['foil', ['Normal', 'Foil', 'Foil Etched'], ['Foil']],
    ['foil', ['Normal', 'Rainbow Foil', 'Cold Foil'], ['Cold Foil', 'Rainbow Foil']],
    ['foil', ['Normal', 'Holofoil', 'Reverse Holofoil'], ['Holofoil', 'Reverse Holofoil']],
    ['holo', ['Normal', 'Holofoil', 'Reverse Holofoil'], ['Holofoil']],
    ['reverse', ['Holofoil', 'Reverse Holofoil'], ['Reverse Holofoil']],
    ['1st', ['1st Edition', 'Unlimited'], ['1st Edition']],
    ['1st', unlimited, ['1st Edition Holofoil']],
    ['holo', unlimited, unlimited],
    ['unlimited', unlimited, ['Unlimited Holofoil']],
    ['nonfoil', ['Normal', 'Foil'], ['Normal']],
    ['galaxy FOIL', ['Normal', 'Galaxy Foil'], ['Galaxy Foil']],
    ['foil', ['Normal'], []],
  ] as const)
    assert.deepEqual(variantsOf(variant, variants), expected, `${variant} of ${variants.join(', ')}`)
})

test('a condition may name finish and language too, which their own filters decide over', () => {
  const { request, unmatchedFilters } = read({ condition: 'NM reverse holo ja' })
  assert.deepEqual(request.conditions, ['Near Mint'])
  assert.deepEqual([request.variants, request.languages], [['Reverse Holofoil'], ['Japanese']])
  assert.deepEqual(unmatchedFilters, [])
  const decided = read({ condition: 'NM German', language: 'EN' })
  assert.deepEqual([decided.request.languages, decided.unmatchedFilters], [['English'], []])
})

test('a filter is unmatched when no SKU has what it says, all of it', () => {
  const product = productOf(['Normal'], ['English'])
  const { skus } = product
  const played = { ...product, skus: skus.filter(({ condition }) => condition !== 'Near Mint') }
  assert.deepEqual(read({ condition: 'NM' }, played).unmatchedFilters, ['condition'])
  assert.deepEqual(read({ condition: 'NM foil' }, product).unmatchedFilters, ['condition'])
  assert.deepEqual(read({ condition: 'foil', variant: 'NM', language: 'foil' }, product).unmatchedFilters, [
    'condition',
    'variant',
    'language',
  ])
  assert.deepEqual(read({ condition: 'LP', language: 'EN' }, product).unmatchedFilters, [])
})

test('words that a source of printings has none of are unmatched', () => {
  const printing = { skuId: 1, condition: null, variant: 'Foil', language: null }
  const { request, unmatchedFilters } = read({ condition: 'NM', variant: 'foil' }, { name: 'Opt', skus: [printing] })
  assert.deepEqual([request.conditions, request.variants, unmatchedFilters], [[], ['Foil'], ['condition']])
})
