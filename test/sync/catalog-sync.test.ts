import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { buildIndex } from '../../src/catalog/index/build/build-index.ts'
import { openIndex } from '../../src/catalog/index/catalog-index.ts'
import { readCatalogStatus } from '../../src/catalog/index/catalog-status.ts'
import type { CatalogProduct } from '../../src/catalog/ports.ts'
import { syncCatalog } from '../../src/sources/tcgcsv/sync/catalog-sync.ts'
import { judgeCatalog } from '../../src/sources/tcgcsv/sync/judge-catalog.ts'
import { hourMs } from '../../src/time/units.ts'
import { productsForTests } from '../support/catalog-products.ts'
import { listsOf, smallWorld } from '../support/mirror-site.ts'
import { tempFolder } from '../support/temp.ts'
import { openBench, userAgent } from './site.ts'

const open = async (t: TestContext) => {
  const bench = await openBench(t)
  const { site, store, clock, folder } = bench
  const file = join(folder, 'catalog.index')
  const syncCatalogOnly = (more: { category?: string } = {}) =>
    syncCatalog({
      file,
      workFolder: join(folder, 'tcgcsv'),
      baseUrl: site.publicUrl,
      userAgent,
      now: clock.read,
      ledger: store.syncLedger,
      pauseMs: 0,
      timeoutMs: 2_000,
      ...more,
    })
  return { ...bench, file, syncCatalogOnly }
}

const ready = async (file: string) => {
  const status = await readCatalogStatus(file)
  assert.ok(status.state === 'ready')
  return { fetchedAt: status.fetchedAt, products: status.products }
}

test('an index has lost nothing since itself, also what only its list of sets says', async (t) => {
  const file = join(tempFolder(t), 'catalog.index')
  const sets = Array.from({ length: 4 }, (_, at) => ({ id: at + 1, categoryId: 3, name: `Set ${at}`, code: `S${at}` }))
  const [product] = productsForTests as [CatalogProduct]
  const products = Array.from({ length: 40 }, (_, at) => ({
    ...product,
    ...{ productId: at + 1, categoryId: 3, setId: (at % 4) + 1, setName: `Set ${at % 4}`, setCode: null },
  }))
  const built = buildIndex({ sourceName: 'tcgcsv', fetchedAt: '2026-11-20T20:05:33.000Z', products, sets })
  writeFileSync(file, new Uint8Array(built))
  assert.deepEqual(await judgeCatalog(file, openIndex(built), true), [])
})

describe('catalog sync', () => {
  test('fetches everything by name, leaves out what the owner says, and replaces the index whole', async (t) => {
    const { site, file, syncCatalogOnly } = await open(t)
    const result = await syncCatalogOnly()
    assert.ok(result.status === 'synced')
    assert.deepEqual([result.report.products, result.report.fetchedAt], [45, '2026-11-20T20:05:33.000Z'])
    assert.deepEqual([...new Set(site.requests.map(({ agent }) => agent))], [userAgent])
    assert.equal(site.paths()[0], '/last-updated.txt')
    assert.ok(!site.paths().some((path) => path.startsWith('/tcgplayer/21')))
    assert.equal((await readCatalogStatus(file)).state, 'ready')
  })

  test('syncs at most once a day, and then only what is newer', async (t) => {
    const { site, clock, syncCatalogOnly } = await open(t)
    await syncCatalogOnly()
    site.requests.length = 0
    await assert.rejects(syncCatalogOnly(), { name: 'SyncError', message: /one sync a day.*2026-11-21T21:00:00/ })
    assert.deepEqual(site.paths(), [])
    clock.now += 25 * hourMs
    assert.equal((await syncCatalogOnly()).status, 'current')
    assert.deepEqual(site.paths(), ['/last-updated.txt'])
  })

  test('syncs one product line by its slug, another one without asking again for the first', async (t) => {
    const { site, syncCatalogOnly } = await open(t)
    const result = await syncCatalogOnly({ category: 'yugioh' })
    assert.ok(result.status === 'synced' && result.report.products === 15)
    site.requests.length = 0
    const other = await syncCatalogOnly({ category: 'pokemon' })
    assert.ok(other.status === 'synced' && other.report.products === 30)
    assert.ok(!site.paths().some((path) => path.includes('/2/')))
  })

  test('refuses an unknown product line by the list that is here, or by a new one after a week', async (t) => {
    const { site, clock, syncCatalogOnly } = await open(t)
    const message = /"pokemn".*Near it: pokemon/
    await assert.rejects(syncCatalogOnly({ category: 'pokemn' }), { name: 'SyncError', message })
    assert.deepEqual(site.paths(), ['/last-updated.txt', '/tcgplayer/categories'])
    site.requests.length = 0
    await assert.rejects(syncCatalogOnly({ category: 'pokemn' }), {
      name: 'SyncError',
      message: /Near it: pokemon.*nothing was fetched/,
    })
    assert.deepEqual(site.paths(), [])
    clock.now += 8 * 24 * hourMs
    await assert.rejects(syncCatalogOnly({ category: 'pokemn' }), { name: 'SyncError', message })
    assert.notDeepEqual(site.paths(), [])
    assert.equal((await syncCatalogOnly({ category: 'pokemon' })).status, 'synced')
  })

  test('shares its files and its day with market sync, so that neither asks for what the other has', async (t) => {
    const { site, sync, syncCatalogOnly } = await open(t)
    await syncCatalogOnly({ category: 'pokemon' })
    site.requests.length = 0
    const result = await sync()
    assert.ok(result?.status === 'synced' && result.prices === 45)
    assert.deepEqual(site.paths(), [])
  })

  test('refuses a build that lost most of its products, and takes an honest one', async (t) => {
    const { site, clock, renew, file, syncCatalogOnly } = await open(t)
    await syncCatalogOnly()
    const { fetchedAt } = await ready(file)
    clock.now += 25 * hourMs
    renew('2026-11-21T20:05:33+0000')
    const honest = site.lists
    const few = Object.entries(smallWorld()).map(([line, { name, sets }]) => [
      line,
      { name, sets: sets.map((set) => ({ ...set, products: set.products.slice(0, 2) })) },
    ])
    site.lists = listsOf(Object.fromEntries(few))
    await assert.rejects(syncCatalogOnly(), {
      name: 'SyncError',
      message: /2026-11-21T20:05:33.000Z was refused: Pok.*products of the last good day.*catalog import .* takes them/,
    })
    assert.deepEqual(await ready(file), { fetchedAt, products: 45 })
    clock.now += 25 * hourMs
    site.stamp = '2026-11-22T20:05:33+0000'
    site.lists = honest
    assert.equal((await syncCatalogOnly()).status, 'synced')
    assert.equal((await ready(file)).fetchedAt, '2026-11-22T20:05:33.000Z')
  })
})
