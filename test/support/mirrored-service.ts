import { openMarketPulls, untilAnsweredFrom } from './market-pulls.ts'
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
  const pullAt = await openMarketPulls(t, env, mirror.url)

  const sync = async (day: RecordedDay, files: MirrorFiles): Promise<void> => {
    mirror.publish(files)
    await pullAt(Date.parse(takenAt(day)))
    await untilAnsweredFrom(running, builtAt(day))
  }
  return { ...running, mirror, sync }
}
