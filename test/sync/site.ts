import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { openPriceArchive } from '../../src/archive/open-price-archive.ts'
import { type MarketSyncOptions, type MarketSyncResult, syncMarket } from '../../src/sources/tcgcsv/sync/sync-market.ts'
import { openStore } from '../../src/stores/open-store.ts'
import type { AccessStore } from '../../src/stores/store.ts'
import { listsOf, type MirrorSite, type SiteWorld, smallWorld, startMirrorSite } from '../support/mirror-site.ts'
import { databaseForTests } from '../support/postgres.ts'
import { type FakeClock, fakeClock, tempFolder } from '../support/temp.ts'

export const userAgent = 'CardMarketData/1.0.0'

export interface Bench {
  readonly site: MirrorSite
  readonly store: AccessStore
  readonly folder: string
  /** Our clock; the mirror's goes with it unless `skewMs` says otherwise. */
  readonly clock: FakeClock
  readonly skew: { ms: number }
  /** One sync at the public address, without a pause between calls. */
  readonly sync: (options?: Partial<MarketSyncOptions>) => Promise<MarketSyncResult | null>
  /** Another stamp and other prices. */
  readonly renew: (stamp: string, world?: SiteWorld) => void
}

/** Without an address the database is a file. */
export interface BenchOptions {
  readonly databaseUrl?: string
}

/** Both kinds of database, for the tests of one file: its name, why they are left out, and how to open one. */
export const engines = async () => {
  const database = await databaseForTests()
  return [
    ['sqlite', undefined, async (): Promise<BenchOptions> => ({})],
    ['postgres', database.skip, async (): Promise<BenchOptions> => ({ databaseUrl: await database.schema() })],
  ] as const
}

/** An instant as the mirror writes the time of a build. */
export const stampAt = (atMs: number): string => new Date(atMs).toISOString().replace(/\.\d+Z$/, '+0000')

/** What the archive says of the first card of the small world. */
export const priceNow = async ({ store }: Bench, knownAtMs: number | null = null) => {
  const reader = await openPriceArchive({ store: store.archive, source: 'tcgcsv', pollMs: 60_000 })
  const prices = await reader.prices(1000, { asOfMs: null, knownAtMs })
  const record = (await reader.productRecord(1000)) as { readonly name: string } | null
  reader.close()
  return { cents: prices[0]?.price?.marketCents, name: record?.name }
}

/** A mirror, a database and clocks that the test moves. */
export const openBench = async (t: TestContext, { databaseUrl }: BenchOptions = {}): Promise<Bench> => {
  const folder = tempFolder(t)
  const clock = fakeClock('2026-11-20T21:00:00Z')
  const skew = { ms: 0 }
  const site = await startMirrorSite(smallWorld())
  site.now = () => clock.now + skew.ms
  t.after(site.close)
  const database =
    databaseUrl === undefined
      ? ({ kind: 'sqlite', file: join(folder, 'accounts.db') } as const)
      : ({ kind: 'postgres', url: databaseUrl } as const)
  const store = await openStore({ database, durability: 'process' }, clock.read)
  t.after(store.close)
  return {
    site,
    store,
    folder,
    clock,
    skew,
    renew: (stamp, world = smallWorld(1.1)) => {
      site.stamp = stamp
      site.lists = listsOf(world)
    },
    sync: (options = {}) =>
      syncMarket({
        baseUrl: site.publicUrl,
        userAgent,
        now: clock.read,
        words: ['pokemon'],
        ledger: store.syncLedger,
        archive: store.archive,
        workFolder: join(folder, 'tcgcsv'),
        catalogFile: join(folder, 'catalog.index'),
        keepsHistory: true,
        pauseMs: 0,
        timeoutMs: 2_000,
        ...options,
      }),
  }
}
