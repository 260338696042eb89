import { dayMs } from '../../src/time/units.ts'
import { startEmulator } from '../emulator/emulator.ts'
import { inventedDays } from '../emulator/mirror/invented-days.ts'
import { createWorld } from '../emulator/world.ts'
import { openMarketPulls, untilAnsweredFrom } from './market-pulls.ts'
import { type RunningService, startService } from './service.ts'
import { tempFolder } from './temp.ts'

/** A day is pulled this long after it was built. */
const pullDelayMs = 25 * 60_000

/** A service on the emulated daily mirror. */
export interface EmulatedDailyService extends RunningService {
  /** Pulls the newest build that there is by the clock, and waits until the service answers from it. */
  readonly pullNewest: () => Promise<void>
}

/**
 * Starts the service on the emulated mirror, of which it has pulled the build of so many days ago and the one before
 * the newest, each in its time.
 */
export const startEmulatedDailyService = async (
  t: { after: (done: () => Promise<void> | void) => void },
  { daysAgo, env = {} }: { readonly daysAgo: number; readonly env?: Readonly<Record<string, string>> },
): Promise<EmulatedDailyService> => {
  const emulator = await startEmulator({ builds: inventedDays(createWorld(Date.now), Date.now() - daysAgo * dayMs) })
  t.after(emulator.close)
  const settings = {
    DATA_DIR: tempFolder(t),
    MARKET_SYNC: 'off',
    ...emulator.mirrorEnv,
    TCGCSV_CATEGORIES: 'all',
    ...env,
  }
  const pullAt = await openMarketPulls(t, settings, emulator.urls.tcgcsv)
  const pull = async () => {
    const { builtAtMs } = await emulator.mirror.day()
    await pullAt(builtAtMs + pullDelayMs)
    return new Date(builtAtMs).toISOString()
  }
  await pull()
  for (let day = daysAgo - 1; day > 0; day--) await emulator.mirror.advance()
  await pull()
  const service = await startService(t, { env: settings, now: Date.now })
  return {
    ...service,
    pullNewest: async () => {
      await emulator.mirror.advance()
      await untilAnsweredFrom(service, await pull())
    },
  }
}
