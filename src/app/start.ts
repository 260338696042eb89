import type { Config } from './configuration/config.ts'
import type { StartOutput } from './lifecycle/greeting.ts'

/**
 * Starts the service and returns once it serves; SIGTERM or SIGINT ends the process, a second one at once. Run by npm,
 * it also ends with npm. Each kind of process loads no more than it runs: a parent has no use for what answers calls.
 */
export const startService = async (config: Config, output: StartOutput): Promise<void> => {
  if (config.role === 'calls') return (await import('./processes/worker.ts')).startWorker(config)
  if (config.role === 'photos') return (await import('./processes/photo-process.ts')).startPhotoReader(config)
  if (config.workers > 1) return (await import('./processes/serve-workers.ts')).startWorkers(config, output)
  return (await import('./processes/serve-alone.ts')).startAlone(config, output)
}
