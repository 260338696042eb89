import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { readCatalogStatus } from '../../src/catalog/index/catalog-status.ts'
import { readPrintings } from '../../src/sources/tcgcsv/sync/archive-day.ts'
import { hourMs } from '../../src/time/units.ts'
import { smallWorld } from '../support/mirror-site.ts'
import { type Bench, engines, openBench, userAgent } from './site.ts'

const firstBuild = '2026-11-20T20:05:33.000Z'
const secondStamp = '2026-11-21T20:04:10+0000'
const secondBuild = '2026-11-21T20:04:10.000Z'

const priceOf = async ({ store }: Bench, build: string, productId: number, variant = 'Holofoil') =>
  (await readPrintings(store.archive, build))?.get(productId)?.find((printing) => printing.variant === variant)
    ?.marketCents

for (const [engine, skip, options] of await engines()) {
  const open = async (t: TestContext) => openBench(t, await options())
  describe(`market sync, ${engine}`, { skip }, () => {
    test('brings prices and catalogue of the chosen lines, by name and last-updated.txt first', async (t) => {
      const bench = await open(t)
      const result = await bench.sync()
      assert.ok(result?.status === 'synced')
      assert.deepEqual([result.build, result.lines, result.products, result.prices], [firstBuild, ['pokemon'], 30, 45])
      assert.equal(bench.site.paths()[0], '/last-updated.txt')
      assert.equal(bench.site.paths().at(-1), '/last-updated.txt')
      assert.deepEqual([...new Set(bench.site.requests.map(({ agent }) => agent))], [userAgent])
      assert.ok(!bench.site.paths().some((path) => /\/(2|21)\//.test(path)))
      assert.equal(result.requests, bench.site.requests.length)
      assert.equal(await priceOf(bench, firstBuild, 1000), 1000)
      const status = await readCatalogStatus(join(bench.folder, 'catalog.index'))
      assert.ok(status.state === 'ready')
      assert.deepEqual(
        [status.products, status.fetchedAt, status.categories.map(({ slug }) => slug)],
        [30, firstBuild, ['pokemon']],
      )
      const record = await bench.store.syncLedger.read('tcgcsv')
      assert.deepEqual(
        [record?.lastBuild, record?.failure, record?.progress, record?.lines],
        [firstBuild, null, null, [{ categoryId: 3, rows: 45, marketPrices: 45 }]],
      )
    })

    test('pulls at most once a day, then only what is newer, and records it as another day', async (t) => {
      const bench = await open(t)
      await bench.sync()
      bench.renew(secondStamp)
      bench.site.requests.length = 0
      bench.clock.now += 23 * hourMs
      const early = await bench.sync()
      assert.ok(early?.status === 'current')
      assert.equal(early.nextAt, '2026-11-21T21:00:00.000Z')
      assert.deepEqual(bench.site.paths(), [])
      bench.clock.now += hourMs
      const later = await bench.sync()
      assert.ok(later?.status === 'synced')
      assert.equal(later.build, secondBuild)
      assert.equal(await priceOf(bench, firstBuild, 1000), 1000)
      assert.equal(await priceOf(bench, secondBuild, 1000), 1100)
    })

    test('a word that has the number of another, of an earlier day, is left out and not told as that', async (t) => {
      const bench = await open(t)
      // Both have the number 850.
      const [first, second] = ['Foo Foil 12', 'Foo Foil 35']
      const worldOf = (word: string, price: number) => {
        const products = [{ productId: 1000, name: 'Card', prices: { Normal: 1, [word]: price } }]
        return { 3: { name: 'Pokemon', sets: [{ groupId: 11, name: 'Set', products }] } }
      }
      bench.renew('2026-11-20T20:05:33+0000', worldOf(first, 70))
      await bench.sync()
      bench.clock.now += 24 * hourMs
      bench.renew(secondStamp, worldOf(second, 95))
      const result = await bench.sync()
      assert.ok(result?.status === 'synced')
      assert.deepEqual(result.refusedRows, { 'the number of its unknown printing is taken': 1 })
      assert.equal(await priceOf(bench, secondBuild, 1000, 'Normal'), 100)
      assert.deepEqual(await Promise.all([first, second].map((word) => priceOf(bench, secondBuild, 1000, word))), [
        undefined,
        undefined,
      ])
    })

    test('keeping the newest day alone never removes the days that were kept before', async (t) => {
      const bench = await open(t)
      await bench.sync()
      bench.clock.now += 24 * hourMs
      bench.renew(secondStamp)
      await bench.sync()
      bench.clock.now += 24 * hourMs
      bench.renew('2026-11-22T20:04:10+0000')
      await assert.rejects(bench.sync({ keepsHistory: false }), /would remove every day that was kept before/)
      assert.equal(await priceOf(bench, firstBuild, 1000), 1000)
    })

    test('a build that cannot be recorded is put aside, so that the next one is asked for', async (t) => {
      const bench = await open(t)
      const { archive } = bench.store
      const broken = { ...archive, commit: () => Promise.reject(new RangeError('too large')) }
      await assert.rejects(bench.sync({ archive: broken }), /was refused: it cannot be recorded \(too large\)/)
      bench.clock.now += 24 * hourMs
      bench.renew(secondStamp)
      assert.equal((await bench.sync())?.status, 'synced')
    })

    test('an unchanged stamp is no new day, whatever the calendar says', async (t) => {
      const bench = await open(t)
      await bench.sync()
      bench.clock.now += 50 * hourMs
      bench.site.requests.length = 0
      const result = await bench.sync()
      assert.ok(result?.status === 'current')
      assert.deepEqual(bench.site.paths(), ['/last-updated.txt'])
      assert.equal((await bench.store.archive.headers('tcgcsv')).length, 1)
    })

    test('of two at once one pulls, and the other says that it does', async (t) => {
      const bench = await open(t)
      const results = await Promise.all([bench.sync(), bench.sync()])
      assert.deepEqual(results.map((result) => result?.status ?? 'busy').sort(), ['busy', 'synced'])
      assert.equal(bench.site.paths().filter((path) => path.endsWith('/prices')).length, 2)
    })

    test('a refused build is kept aside, the last good day serves on, and it is taken after a look', async (t) => {
      const bench = await open(t)
      await bench.sync()
      const whole = smallWorld(1.1)
      const products = whole[3]?.sets[0]?.products.slice(0, 5) ?? []
      bench.renew(secondStamp, {
        ...whole,
        3: { name: 'Pokemon', sets: [{ groupId: 10, name: 'Base Set', products }] },
      })
      bench.clock.now += 25 * hourMs
      await assert.rejects(bench.sync(), {
        name: 'SyncError',
        message: /refused: product line 3: 8 prices, 45 the day before.*--accept/,
      })
      assert.equal((await bench.store.archive.headers('tcgcsv')).length, 1)
      const refused = (await bench.store.syncLedger.read('tcgcsv'))?.refused
      assert.equal(refused?.build, secondBuild)
      assert.ok(existsSync(refused?.folder ?? ''))
      bench.site.requests.length = 0
      bench.clock.now += 25 * hourMs
      const again = await bench.sync()
      assert.ok(again?.status === 'current' && /was refused/.test(again.reason))
      assert.deepEqual(bench.site.paths(), ['/last-updated.txt'])
      const accepted = await bench.sync({ accept: true })
      assert.ok(accepted?.status === 'synced' && accepted.build === secondBuild && accepted.requests === 0)
      assert.equal(await priceOf(bench, secondBuild, 1000), 1100)
      assert.equal((await bench.store.syncLedger.read('tcgcsv'))?.refused, null)
      await assert.rejects(bench.sync({ accept: true }), /no refused build/)
    })

    test('a product line that is added comes without waiting a day, and only its lists are asked for', async (t) => {
      const bench = await open(t)
      await bench.sync()
      bench.clock.now += hourMs
      bench.site.requests.length = 0
      const result = await bench.sync({ words: ['pokemon', '2'] })
      assert.ok(result?.status === 'synced')
      assert.deepEqual(bench.site.paths(), [
        '/last-updated.txt',
        '/tcgplayer/2/groups',
        '/tcgplayer/2/20/products',
        '/tcgplayer/2/20/prices',
        '/last-updated.txt',
      ])
      assert.deepEqual(result.lines, ['yugioh', 'pokemon'])
      assert.equal(await priceOf(bench, firstBuild, 1000), 1000)
      assert.equal(await priceOf(bench, firstBuild, 2000), 2000)
      bench.site.requests.length = 0
      assert.equal((await bench.sync({ words: ['2'] }))?.status, 'current')
      assert.deepEqual(bench.site.paths(), [])
    })

    test('a machine that did not pull builds its catalogue from the database', async (t) => {
      const bench = await open(t)
      await bench.sync()
      bench.site.requests.length = 0
      const other = join(bench.folder, 'other')
      const syncThere = () =>
        bench.sync({ workFolder: join(other, 'tcgcsv'), catalogFile: join(other, 'catalog.index') })
      const result = await syncThere()
      assert.ok(result?.status === 'current' && result.catalogueBuilt)
      assert.deepEqual(bench.site.paths(), [])
      const statuses = await Promise.all(
        [bench.folder, other].map((folder) => readCatalogStatus(join(folder, 'catalog.index'))),
      )
      const [mine, its] = statuses.map((status) => ({ ...status, file: '', importedAt: '' }))
      assert.deepEqual(its, mine)
      assert.equal((await syncThere())?.catalogueBuilt, false)
    })

    test('without history only the newest day stays', async (t) => {
      const bench = await open(t)
      // The archive waits for its readers before it forgets a day; here there are none.
      await bench.sync({ keepsHistory: false, graceMs: 0 })
      bench.renew(secondStamp)
      bench.clock.now += 25 * hourMs
      await bench.sync({ keepsHistory: false, graceMs: 0 })
      assert.equal(await priceOf(bench, firstBuild, 1000), undefined)
      assert.equal(await priceOf(bench, secondBuild, 1000), 1100)
      const status = await readCatalogStatus(join(bench.folder, 'catalog.index'))
      assert.ok(status.state === 'ready' && status.fetchedAt === secondBuild)
    })

    test('the newest two refused builds are kept', async (t) => {
      const bench = await open(t)
      await bench.sync()
      for (const day of [21, 22, 23]) {
        bench.renew(`2026-11-${day}T20:04:10+0000`, { 3: { name: 'Pokemon', sets: [] } })
        bench.clock.now += 25 * hourMs
        await assert.rejects(bench.sync(), /refused/)
      }
      const folders = readdirSync(join(bench.folder, 'tcgcsv')).filter((name) => name.startsWith('refused-'))
      assert.deepEqual(folders, ['refused-2026-11-22T200410Z', 'refused-2026-11-23T200410Z'])
    })
  })
}
