import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { toProductSummary } from '../../src/catalog/product-summary.ts'
import { ProductSummary } from '../../src/contract/catalog.ts'
import { ServiceError } from '../../src/contract/errors.ts'
import { HistoryVariant } from '../../src/contract/history.ts'
import { Offer } from '../../src/contract/listings.ts'
import { Price } from '../../src/contract/prices.ts'
import { Product } from '../../src/contract/product-details.ts'
import { centsOf, usdOf } from '../../src/market/money.ts'
import { readNumber } from '../../src/sources/json-values.ts'
import { mapSearchPage } from '../../src/sources/tcgplayer/catalog/map-search.ts'
import { createWorld } from '../emulator/world.ts'
import { mapDetails, mapHistory, mapListingsPage, mapPriceRows } from './in-dollars.ts'

const productId = 300004
const world = createWorld(() => Date.parse('2026-11-21T12:00:00Z'))
const details = world.details(productId)
assert.ok(details)
const skuIds = details.skus.map(({ sku }) => sku)

/** What may stand where something else stood. `undefined` takes the key away. */
const stranger = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    0,
    -0,
    '0',
    '',
    'NaN',
    Number.POSITIVE_INFINITY,
    '1e309',
    -4.25,
    '-4.25',
    true,
    [],
    {},
    [[[]]],
    '€12,50',
    '12,50',
    '1,147.24',
    'EUR',
    2_147_483_648,
    300003,
    '__proto__',
  ),
  fc.double(),
  fc.integer(),
  fc.string({ maxLength: 30, unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Every place in a value, as the keys that lead there. */
const placesOf = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, field]) => placesOf(field, [...path, key]))]
    : [path]

const put = (value: unknown, [key, ...rest]: readonly string[], replacement: unknown): unknown => {
  if (key === undefined) return replacement
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value }
  const field = copy as Record<string, unknown>
  const changed = put(field[key], rest, replacement)
  if (changed === undefined && !Array.isArray(copy)) delete field[key]
  else field[key] = changed
  return copy
}

/** One to six places of an answer, replaced by strangers. */
const mutationsOf = (wire: unknown) => {
  const places = placesOf(wire)
  return fc
    .array(fc.tuple(fc.constantFrom(...places), stranger), { minLength: 1, maxLength: 6 })
    .map((changes) => changes.reduce((value, [place, replacement]) => put(value, place, replacement), wire))
}

const amountFields =
  /^(?:marketPrice|lowestPrice|lowestPriceWithShipping|itemPrice|shippingPrice|(?:low|high)SalePrice(?:WithShipping)?)$/

/** Every number of an answer, to the cent. */
const numbersIn = (value: unknown, found = new Set<number>()): Set<number> => {
  if (typeof value === 'object' && value !== null) for (const field of Object.values(value)) numbersIn(field, found)
  const number = readNumber(value)
  if (number !== null) found.add(usdOf(centsOf(number)))
  return found
}

/** Fails for an amount that the source did not send, or one that stands for nothing. */
const checkAmounts = (value: unknown, sent: ReadonlySet<number>): void => {
  if (typeof value !== 'object' || value === null) return
  for (const [key, field] of Object.entries(value)) {
    if (!amountFields.test(key)) checkAmounts(field, sent)
    else if (field !== null) {
      assert.ok(sent.has(field as number), `${key} ${field} was never sent`)
      assert.ok((field as number) > 0 || (key === 'shippingPrice' && Object.is(field, 0)), `${key} ${field}`)
    }
  }
}

const runs = { numRuns: 2_000 }

const property = (wire: unknown, schema: TSchema, map: (json: unknown) => readonly unknown[]) => {
  const validator = Compile(schema)
  fc.assert(
    fc.property(mutationsOf(wire), (mutated) => {
      let records: readonly unknown[]
      try {
        records = map(mutated)
      } catch (error) {
        assert.ok(error instanceof ServiceError && error.code === 'upstream_invalid_response', String(error))
        return
      }
      const sent = numbersIn(mutated)
      for (const record of records) {
        const served: unknown = JSON.parse(JSON.stringify(record))
        assert.ok(validator.Check(served), JSON.stringify(validator.Errors(served).slice(0, 2)))
        if (typeof served === 'object' && served !== null && 'attributes' in served) delete served.attributes
        checkAmounts(served, sent)
      }
    }),
    runs,
  )
}

describe('answers with anything in any place: refused, or right and null where unknown', () => {
  test('details', () => {
    property(details, Product, (json) => {
      const found = mapDetails(json, productId)
      if (found) assert.equal(found.product.productId, productId)
      return found ? [found.product] : []
    })
  })

  test('prices', () => {
    const sku = { condition: null, variant: null, language: null }
    property(world.prices(skuIds), Price, (json) =>
      [...mapPriceRows(json, new Set(skuIds))].map(([skuId, facts]) => {
        assert.ok(skuIds.includes(skuId))
        return { skuId, ...sku, ...facts }
      }),
    )
  })

  test('history', () => {
    const wire = world.history(productId, 'month')
    assert.ok(wire)
    const short = { ...wire, result: wire.result.map((series) => ({ ...series, buckets: series.buckets.slice(0, 4) })) }
    property(short, HistoryVariant, mapHistory)
  })

  test('listings', () => {
    const page = world.listings(productId, { from: 0, size: 8, sort: 'price', term: {} })
    property({ errors: [], results: [page] }, Offer, (json) => mapListingsPage(json, productId).offers)
  })

  test('search', async () => {
    const question = { q: 'charizard', line: null, sets: [], from: 0, size: 5, countSets: true }
    const page = await world.search({ ...question, sort: 'relevance' })
    property({ errors: [], results: [page] }, ProductSummary, (json) =>
      mapSearchPage(json).products.map(toProductSummary),
    )
  })
})
