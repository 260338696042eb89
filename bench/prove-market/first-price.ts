import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startEmulator } from '../../test/emulator/emulator.ts'
import { largeDays } from '../../test/emulator/mirror/invented-days.ts'
import { runCli, startServer } from '../../test/support/process.ts'

export interface FirstPrice {
  readonly products: number
  readonly calls: number
  /** From the start of the process to the first answer with a price, in milliseconds. */
  readonly tookMs: number
  /** Until it answered at all. */
  readonly servingMs: number
}

const readJson = async <T>(args: readonly string[], env: Readonly<Record<string, string>>): Promise<T> => {
  const { status, out, err } = await runCli([...args, '--json'], env)
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${err}`)
  return JSON.parse(out) as T
}

const maxWaitMs = 10 * 60_000

/** Starts a service with nothing, over a mirror of one product line of so many products, and waits for the first price. */
export const measureFirstPrice = async (products: number, sets: number): Promise<FirstPrice> => {
  const emulator = await startEmulator({ builds: largeDays(products, sets, Date.now()) })
  const folder = mkdtempSync(join(tmpdir(), 'card-market-first-'))
  const env = { ...emulator.mirrorEnv, DATA_DIR: folder, OCR_WORKERS: '0' }
  try {
    const { account } = await readJson<{ account: { id: string } }>(
      ['accounts', 'create', '--name', 'Shop', '--plan', 'scale'],
      env,
    )
    const { key } = await readJson<{ key: string }>(['keys', 'issue', '--account', account.id], env)
    const startedMs = performance.now()
    const server = await startServer(env)
    const servingMs = performance.now() - startedMs
    try {
      while (performance.now() - startedMs < maxWaitMs) {
        const response = await fetch(`${server.address}/v1/products/8000001/prices`, {
          headers: { authorization: `Bearer ${key}` },
        })
        const body = (await response.json()) as { prices?: readonly { readonly lowestPrice: number | null }[] }
        if (response.status === 200 && body.prices?.some(({ lowestPrice }) => lowestPrice !== null))
          return { products, calls: emulator.calls.length, tookMs: performance.now() - startedMs, servingMs }
        await delay(250)
      }
      throw new Error(`No price within ${maxWaitMs} ms: ${server.printed().slice(-2000)}`)
    } finally {
      await server.kill('SIGTERM')
    }
  } finally {
    await emulator.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
