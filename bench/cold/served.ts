import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCli, stop } from '../http/processes.ts'
import { environmentOf, issueKey, startService } from '../http/service.ts'

/** The service in a process of its own, with a customer whom nothing limits. */
export interface Served {
  readonly address: string
  readonly key: string
  readonly dataFolder: string
}

/** Serves what the settings say from a temporary folder, which `prepare` may fill by commands, for as long as `work` takes. */
export const withService = async (
  settings: Record<string, string>,
  work: (served: Served) => Promise<void>,
  prepare: (cli: (...args: string[]) => Promise<unknown>) => Promise<unknown> = async () => {},
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'card-market-bench-'))
  const service = { checkout: join(import.meta.dirname, '../..'), folder, env: settings }
  const env = environmentOf(service)
  try {
    await prepare((...args) => runCli(service.checkout, args, env))
    const key = await issueKey(service)
    const { child, address } = await startService(service)
    try {
      await work({ address, key, dataFolder: env.DATA_DIR })
    } finally {
      await stop(child)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
