import { join } from 'node:path'
import { type Environment, readConfig } from '../../src/app/configuration/config.ts'
import { openPriceArchive } from '../../src/archive/open-price-archive.ts'
import type { PriceArchive } from '../../src/archive/price-archive.ts'
import { type MarketSyncResult, syncMarket } from '../../src/sources/tcgcsv/sync/sync-market.ts'
import { openStore } from '../../src/stores/open-store.ts'
import type { AccessStore } from '../../src/stores/store.ts'
import { dayMs } from '../../src/time/units.ts'
import { type Emulator, type EmulatorOptions, startEmulator } from '../emulator/emulator.ts'
import type { HappeningName } from '../emulator/mirror/happenings.ts'
import { largeDays } from '../emulator/mirror/invented-days.ts'
import { type FakeClock, fakeClock, tempFolder } from '../support/temp.ts'

interface Ends {
  after: (done: () => Promise<void> | void) => void
}

/** A mirror, a database beside it, and the sync between them, in this process. */
export interface Daily {
  readonly emulator: Emulator
  readonly clock: FakeClock
  readonly env: Environment
  readonly store: AccessStore
  /** Opens what was kept for reading. */
  readonly openArchive: () => Promise<PriceArchive>
  /** Brings the mirror's next build, a day later. */
  readonly nextDay: (happens?: readonly HappeningName[]) => Promise<void>
  /** Pulls and takes over what the mirror holds now; `null` when another process is at it. */
  readonly sync: (options?: { readonly accept?: boolean }) => Promise<MarketSyncResult | null>
}

export interface DailyOptions extends EmulatorOptions {
  readonly env?: Environment
  /** Product lines by slug or id. */
  readonly lines?: string
  readonly clock?: FakeClock
}

/** Starts a mirror and opens a database that knows nothing of it yet. The clock is that of all three. */
export const startDaily = async (
  t: Ends,
  { env = {}, lines = 'pokemon', clock = fakeClock('2026-11-22T21:00:00Z'), ...options }: DailyOptions = {},
): Promise<Daily> => {
  const emulator = await startEmulator({ now: clock.read, ...options })
  t.after(emulator.close)
  const full = { DATA_DIR: tempFolder(t), MARKET_SYNC: 'off', TCGCSV_CATEGORIES: lines, ...emulator.mirrorEnv, ...env }
  const config = await readConfig(full)
  const store = await openStore(config, clock.read)
  t.after(store.close)
  return {
    emulator,
    clock,
    env: full,
    store,
    openArchive: async () => {
      const archive = await openPriceArchive({ store: store.archive, source: 'tcgcsv', pollMs: 5_000 })
      t.after(archive.close)
      return archive
    },
    nextDay: async (happens) => {
      await emulator.mirror.advance(happens)
      clock.now += dayMs
    },
    sync: ({ accept = false } = {}) =>
      syncMarket({
        baseUrl: config.tcgcsvUrl,
        userAgent: 'Test/1.0',
        now: clock.read,
        // The mirror's clock is the true one.
        isClockAccepted: true,
        words: config.tcgcsvCategories,
        ledger: store.syncLedger,
        archive: store.archive,
        workFolder: join(config.dataDir, 'market'),
        catalogFile: config.catalogFile,
        keepsHistory: config.priceArchive,
        accept,
        timeoutMs: 2_000,
      }),
  }
}

/** A line of few sets, since each day is pulled whole, and of so many rows that a quarter of them is missed. */
export const startSmallDaily = (t: Ends): Promise<Daily> => {
  const clock = fakeClock('2026-11-22T21:00:00Z')
  return startDaily(t, { clock, builds: largeDays(240, 4, clock.now) })
}
