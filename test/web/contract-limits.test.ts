import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Candidate, ListRow, Price, PriceLookup } from '../../packages/client/src/client.ts'
import { priceList } from '../../packages/client/src/price-list.ts'
import { readList } from '../../packages/client/src/read-list.ts'
import { settle } from '../../packages/client/src/settle-row.ts'
import { batchLimit } from '../../src/contract/price-batch.ts'
import './console-modules.ts'

const { maxRowsPerRequest } = await import(new URL('../../web/stack/open-work.js', import.meta.url).href)
const { lookUpProducts } = await import(new URL('../../web/stack/prices.js', import.meta.url).href)

const document = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
const { schemas } = document.components
const batch = document.paths['/v1/prices'].post
const { productIds, skuIds } = batch.requestBody.content['application/json'].schema.properties
const identifyLimits = Object.fromEntries(
  document.paths['/v1/identify'].get.parameters.map(({ name, schema }: { name: string; schema: object }) => [name, schema]),
)

const onlyRow = (text: string): ListRow => readList(text)[0] as ListRow

test('a row of a list is cut where the contract ends, and no sooner', () => {
  const long = 'x'.repeat(500)
  const { entry } = onlyRow(`Name,Set,Condition,Finish,Language\n${Array(5).fill(long).join(',')}`)
  for (const field of ['q', 'set', 'condition', 'variant', 'language'] as const)
    assert.equal(entry?.[field]?.length, schemas.CardQuery.properties[field].maxLength, field)
  for (const field of ['q', 'set'] as const) assert.equal(entry?.[field]?.length, identifyLimits[field].maxLength, field)
  const { setName } = onlyRow(`Name,Set Code,Set Name\nMew,x,${long}`)
  assert.equal(setName?.length, schemas.CardQuery.properties.set.maxLength)
  const line = 'x'.repeat(schemas.CardQuery.properties.q.maxLength)
  assert.deepEqual([onlyRow(line).entry?.q, onlyRow(`${line}x`).entry], [line, null])
})

test('an id of a list is read up to the last that the contract takes', () => {
  const idsOf = (productId: number | bigint, skuId: number | bigint): unknown[] => {
    const row = onlyRow(`Name,Product ID,SKU\nMew,${productId},${skuId}`)
    return [row.productId, row.skuId]
  }
  const [last, lastSku] = [productIds.items.maximum, skuIds.items.maximum]
  assert.deepEqual(idsOf(last, lastSku), [last, lastSku])
  assert.deepEqual(idsOf(last + 1, BigInt(lastSku) + 1n), [null, null])
})

test('command line and console ask for as many cards or products at once as one request takes', async () => {
  assert.match(batch.description, new RegExp(`up to ${batchLimit} different`))
  const sizes: number[] = []
  const client = {
    lookUpPrices: async ({ cards = [] }: { cards?: readonly object[] }) => {
      sizes.push(cards.length)
      return { data: { results: cards.map(() => ({ status: 'not_found', code: 'product_not_found', identification: null })) } }
    },
  }
  const rows = readList(Array.from({ length: batchLimit + 1 }, (_, at) => `1 Mew ${at}`).join('\n'))
  await priceList(client as unknown as Parameters<typeof priceList>[0], rows, { category: null, onProgress: () => {} })
  assert.deepEqual(sizes, [batchLimit, 1])
  assert.equal(maxRowsPerRequest, batchLimit)
  const products: number[] = []
  const lookUp = async ({ productIds }: { productIds: readonly number[] }) => {
    products.push(productIds.length)
    return { results: [] }
  }
  await lookUpProducts(
    Array.from({ length: batchLimit + 1 }, (_, at) => at + 1),
    lookUp,
    () => {},
  )
  assert.deepEqual(products, [batchLimit, 1])
})

test('an id that is not among the candidates is believed only where the service may have named no more', () => {
  const limit = schemas.CardIdentification.properties.candidates.maxItems
  const price = { skuId: 21, condition: 'Near Mint', variant: 'Normal', language: 'English', marketPrice: 1 } as Price
  const codeAmong = (count: number) => {
    const candidates = Array.from({ length: count }, (_, at) => ({ productId: at + 10, matchScore: 96 }) as Candidate)
    const identification = { productId: 10, matchScore: 96, ambiguous: true, candidates }
    const byWords = { status: 'needs_review', code: 'unclear_printing', productId: null, price: null, identification }
    const byId = { status: 'ok', code: 'ok', productId: 2, prices: [price], price: null, identification: null }
    return settle(onlyRow('Name,SKU\nMew,21'), byWords as unknown as PriceLookup, byId as unknown as PriceLookup)?.code
  }
  assert.deepEqual([codeAmong(limit), codeAmong(limit - 1)], ['ok', 'unclear_printing'])
})
