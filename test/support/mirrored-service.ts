import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '../../src/app/config.ts'
import { syncMarket } from '../../src/market/sources/tcgcsv/sync/market-sync.ts'
import { openStore } from '../../src/stores/open-store.ts'
import { type FileMirror, type MirrorFiles, startFileMirror } from './mirror-files.ts'
import { builtAt, type RecordedDay } from './recorded-mirror-days.ts'
import { type RunningService, startService } from './service.ts'
import { tempFolder } from './temp.ts'

/** When the service learnt of a day, by the clock of its sync. */
export const takenAt = (day: RecordedDay): string => `${day}T20:31:00.000Z`

/** A service on the daily files of a mirror that a test fills. */
export interface MirroredService extends RunningService {
  readonly mirror: FileMirror
  /** Publishes a day, pulls it, and waits until the service answers from it. */
  readonly sync: (day: RecordedDay, files: MirrorFiles) => Promise<void>
}

export const startMirroredService = async (t: {
  after: (done: () => Promise<void> | void) => void
}): Promise<MirroredService> => {
  const mirror = await startFileMirror(t)
  const env = {
    DATA_DIR: tempFolder(t),
    MARKET_SOURCE: 'tcgcsv',
    MARKET_SYNC: 'off',
    TCGCSV_URL: mirror.url,
    TCGCSV_CATEGORIES: 'all',
  }
  const running = await startService(t, { env })
  const config = await readConfig(env)
  const store = await openStore(config, Date.now)
  t.after(store.close)

  const isAnsweredFrom = async (day: RecordedDay): Promise<boolean> => {
    const { body } = await running.call('/capabilities')
    return body.data.prices.asOf === builtAt(day) && body.data.search.asOf === builtAt(day)
  }

  const sync = async (day: RecordedDay, files: MirrorFiles): Promise<void> => {
    mirror.publish(files)
    const result = await syncMarket({
      baseUrl: mirror.url,
      userAgent: 'Test/1.0.0',
      now: () => Date.parse(takenAt(day)),
      words: null,
      ledger: store.syncLedger,
      archive: store.archive,
      workFolder: `${config.dataDir}/work`,
      catalogFile: config.catalogFile,
      keepsHistory: true,
      pauseMs: 0,
    })
    assert.equal(result?.status, 'synced')
    const deadlineMs = performance.now() + 20_000
    while (!(await isAnsweredFrom(day))) {
      assert.ok(performance.now() < deadlineMs, 'the day was never seen')
      await delay(50)
    }
  }
  return { ...running, mirror, sync }
}
