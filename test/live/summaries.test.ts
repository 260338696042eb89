import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildIndex } from '../../src/catalog/index/build/build-index.ts'
import type { ProductSummary } from '../../src/contract/catalog.ts'
import { writeFileAtomically } from '../../src/files/write-file-atomically.ts'
import { productsForTests } from '../support/catalog-products.ts'
import { startEmulatedDailyService } from '../support/emulated-daily.ts'
import { type RunningService, startService } from '../support/service.ts'
import { fakeClock, tempFolder } from '../support/temp.ts'
import { startLive } from './live-service.ts'

const figuresOf = ({ marketPrice, lowestPrice, listingCount }: ProductSummary) => [
  marketPrice,
  lowestPrice,
  listingCount,
]

/** What search and identify say of some cards. */
const summariesOf = async ({ call }: RunningService): Promise<readonly ProductSummary[]> => [
  ...(await call('/v1/search?q=charizard&limit=10')).body.products,
  ...(await call('/v1/identify?q=Pikachu&limit=5')).body.candidates,
]

/** A summary says what the details say, and each does say it of some card. */
const assertAgrees = async (service: RunningService) => {
  const summaries = await summariesOf(service)
  assert.ok(summaries.some(({ marketPrice }) => marketPrice !== null))
  for (const summary of summaries) {
    const { product } = (await service.call(`/v1/products/${summary.productId}/details`)).body
    assert.deepEqual(figuresOf(summary), figuresOf(product), summary.name)
  }
}

type Ends = Parameters<typeof tempFolder>[0]

/** An imported catalogue, of whose products each second one came with a price. */
const importedIn = async (t: Ends): Promise<Record<string, string>> => {
  const file = join(tempFolder(t), 'catalog.index')
  const products = productsForTests.map((product) => ({
    ...product,
    productId: product.productId + 299_900,
    marketPriceCents: product.productId % 2 === 0 ? product.marketPriceCents : null,
  }))
  const fetchedAt = '2026-11-20T20:05:33.000Z'
  await writeFileAtomically(file, new Uint8Array(buildIndex({ sourceName: 'local', fetchedAt, products })))
  return { CATALOG_SOURCE: 'local', CATALOG_FILE: file }
}

test('over either catalogue of the sandbox a summary says what the details say, on the next day too', async (t) => {
  for (const env of [{}, await importedIn(t)]) {
    const clock = fakeClock('2026-11-26T23:59:00Z')
    const service = await startService(t, { env, now: clock.read })
    await assertAgrees(service)
    clock.now += 120_000
    await assertAgrees(service)
  }
})

test('with the live market and its own catalogue, and with the daily files, they agree', async (t) => {
  await assertAgrees(await startLive(t, { CATALOG_SOURCE: 'tcgplayer', UPSTREAM_CALLS_PER_SECOND: '0' }))
  await assertAgrees(await startEmulatedDailyService(t, { daysAgo: 2 }))
})

test('with the live market an imported catalogue says no price of its own, and asks for none', async (t) => {
  const service = await startLive(t, await importedIn(t))
  for (const summary of await summariesOf(service)) assert.deepEqual(figuresOf(summary), [null, null, null])
  assert.deepEqual(service.emulator.calls, [])
})
