import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../../telemetry/log.ts'
import type { Service } from '../composition/compose.ts'
import { stopGracefully } from './listen.ts'

/** What closing the stores and writing out the log may take each, when the grace time has gone to the requests. */
const minStepMs = 100
/** How long the end waits for the reader of the log at most. */
export const maxFlushMs = 1_000

/**
 * Finishes what was begun and ends the process; a store that is silent, or a log that nobody reads, must not outlast
 * the grace time. `alongside` closes what answers no calls.
 */
export const finish = async (
  { api, close }: Pick<Service, 'api' | 'close'>,
  {
    reason,
    graceMs,
    log,
    alongside,
  }: { readonly reason: string; readonly graceMs: number; readonly log: Log; readonly alongside: () => Promise<void> },
): Promise<never> => {
  const endsAtMs = performance.now() + graceMs
  const remainingMs = () => Math.max(minStepMs, endsAtMs - performance.now())
  log.logger.info({ reason }, 'stopping')
  const isClean = await stopGracefully(api, graceMs)
  await alongside()
  await Promise.race([close(), delay(remainingMs() / 2)])
  log.logger.info({ isClean }, 'stopped')
  await log.flush(Math.min(maxFlushMs, remainingMs() / 2))
  process.exit(0)
}
