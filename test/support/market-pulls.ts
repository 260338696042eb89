import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '../../src/app/configuration/config.ts'
import { syncMarket } from '../../src/sources/tcgcsv/sync/sync-market.ts'
import { openStore } from '../../src/stores/open-store.ts'
import type { RunningService } from './service.ts'

const maxWaitMs = 120_000

/**
 * Opens the data of a service that runs beside, or will, with these settings. The answer pulls the build that its
 * mirror has, by a clock of its own.
 */
export const openMarketPulls = async (
  t: { after: (done: () => Promise<void> | void) => void },
  env: Readonly<Record<string, string>>,
  mirrorUrl: string,
): Promise<(atMs: number) => Promise<void>> => {
  const config = await readConfig(env)
  const store = await openStore(config, Date.now)
  t.after(store.close)
  return async (atMs) => {
    const result = await syncMarket({
      baseUrl: mirrorUrl,
      userAgent: 'Test/1.0.0',
      now: () => atMs,
      // The mirror's clock is the true one.
      isClockAccepted: true,
      words: null,
      ledger: store.syncLedger,
      archive: store.archive,
      workFolder: `${config.dataDir}/work`,
      catalogFile: config.catalogFile,
      keepsHistory: true,
      pauseMs: 0,
    })
    assert.equal(result?.status, 'synced')
  }
}

/** Waits until prices and search are answered from the build of this ISO instant. */
export const untilAnsweredFrom = async (service: Pick<RunningService, 'call'>, build: string): Promise<void> => {
  const deadlineMs = performance.now() + maxWaitMs
  const isAnsweredFrom = async () => {
    const { data } = (await service.call('/capabilities')).body
    return data.prices.asOf === build && data.search.asOf === build
  }
  while (!(await isAnsweredFrom())) {
    assert.ok(performance.now() < deadlineMs, `${build} was never answered from`)
    await delay(50)
  }
}
