import type { Environment } from '../../src/app/configuration/config.ts'
import { type Emulator, type EmulatorOptions, startEmulator } from '../emulator/emulator.ts'
import { type RunningService, startService } from '../support/service.ts'

interface Ends {
  after: (done: () => Promise<void> | void) => void
}

/** Starts an emulator that ends with the test. */
export const startLiveEmulator = async (t: Ends, options: EmulatorOptions = {}): Promise<Emulator> => {
  const emulator = await startEmulator(options)
  t.after(emulator.close)
  return emulator
}

/** Starts the real service on the live market, pointed at an emulator of its own. */
export const startLive = async (t: Ends, env: Environment = {}): Promise<RunningService & { emulator: Emulator }> => {
  const emulator = await startLiveEmulator(t)
  const running = await startService(t, { env: { ...emulator.env, ...env } })
  return { ...running, emulator }
}

/** Cards that the emulator sells, none of which shares an answer with another. */
export const someProducts = [300001, 300002, 300004, 300005, 300006, 300007, 300009, 300010] as const
