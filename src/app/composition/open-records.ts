import { createAccounts } from '../../accounts/accounts.ts'
import { createMeter } from '../../accounts/metering.ts'
import { createRequestStatistics } from '../../statistics/request-statistics.ts'
import { openStore } from '../../stores/open-store.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Config } from '../configuration/config.ts'
import { openMarketSync } from '../sync/market-sync.ts'
import { openKeptPrices } from './open-archive.ts'

/**
 * What a process of the service knows from its database: accounts, counts of requests, kept prices and how the daily
 * pull stands.
 */
export type Records = Awaited<ReturnType<typeof openRecords>>

/**
 * Opens the database and what is read from it. What was opened is closed again when a later step throws. `now` is in
 * milliseconds since the epoch.
 */
export const openRecords = async (config: Config, { log, now }: { readonly log: Log; readonly now: () => number }) => {
  await using opened = new AsyncDisposableStack()
  const store = await openStore(config, now, {
    // One process for all workers.
    upkeep: config.role === 'calls' ? 'elsewhere' : 'thread',
    onMigrationWait: (reason) => log.logger.warn({ reason }, 'migration waits'),
  })
  opened.defer(store.close)
  const accounts = createAccounts({
    store: store.accounts,
    meter: createMeter({ counter: store.counter }),
    now: store.now,
  })
  const statistics = createRequestStatistics({
    store: store.requestCounts,
    now: store.now,
    onWritten: (err) => {
      if (err === null) log.logger.info('request counts are written again')
      else log.logger.warn({ err }, 'request counts not written; they are kept for the next time')
    },
  })
  opened.defer(statistics.close)
  const kept = await openKeptPrices(config, { store, log: log.logger, now })
  opened.defer(kept.close)
  const sync = await openMarketSync(config, {
    ledger: store.syncLedger,
    log: log.logger,
    now: store.now,
    onRecorded: () => void kept.archive?.refresh().catch(() => {}),
  })
  opened.defer(() => sync?.close())
  const closing = opened.move()
  return { store, accounts, statistics, kept, sync, close: () => closing.disposeAsync() }
}
