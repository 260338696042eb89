import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { createAccounts } from '../../src/accounts/accounts.ts'
import { createMeter } from '../../src/accounts/metering.ts'
import type { AgreedAllowances } from '../../src/accounts/ports.ts'
import { type Environment, readConfig } from '../../src/app/configuration/config.ts'
import { openStore } from '../../src/stores/open-store.ts'
import { type ServerProcess, startServer } from './process.ts'

/** Starts `serve` without its log, except that a defect of ours is shown: refusals are what these tests are about. */
export const serve = async (env: Environment): Promise<ServerProcess> => {
  const server = await startServer({ LOG_LEVEL: 'error', ...env })
  createInterface(server.child.stdout as Readable).on('line', (line) => {
    if (line.includes('"status":500')) process.stderr.write(`${line}\n`)
  })
  server.child.stderr?.pipe(process.stderr, { end: false })
  return server
}

/** Several processes on one store, and an operator beside them. */
export const startFleet = async (
  t: { after: (done: () => Promise<void>) => void },
  {
    env,
    processes,
    envOf = () => ({}),
  }: { env: Environment; processes: number; envOf?: (index: number) => Environment },
) => {
  const store = await openStore(await readConfig(env), Date.now)
  const accounts = createAccounts({
    store: store.accounts,
    meter: createMeter({ counter: store.counter }),
    now: store.now,
  })
  const starting = Array.from({ length: processes }, (_, index) => serve({ ...env, ...envOf(index) }))
  const members: ServerProcess[] = []
  t.after(async () => {
    // One that did not start must not leave the others running.
    const started = await Promise.allSettled(starting)
    const running = [...members, ...started.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))]
    await Promise.all(running.map(({ kill }) => kill()))
    await store.close()
  })
  members.push(...(await Promise.all(starting)))
  const issue = async (agreed: Partial<AgreedAllowances> = {}) => {
    const allowances = { requestsPerMinute: 10_000_000, monthlyRequests: 100_000_000, activeKeys: null, ...agreed }
    const { id } = await accounts.create({ name: 'Shop', plan: 'scale', agreed: allowances })
    const { key, keyId } = await accounts.issueKey({ accountId: id, label: null, expiresAt: null })
    return { accountId: id, key, keyId }
  }
  return {
    accounts,
    store,
    members,
    issue,
    /** The address of any process. */
    anyAddress: () => (members[Math.floor(Math.random() * members.length)] as ServerProcess).address,
    /**
     * Units of an account once other processes have given back what they held, which they do some milliseconds after
     * the last call.
     */
    usedInTheEnd: async (accountId: string, passed: number): Promise<number> => {
      let used = Number.POSITIVE_INFINITY
      for (let look = 0; look < 100 && used > passed; look++) {
        used = (await accounts.usageOf(accountId)).month.used
        await delay(10)
      }
      return used
    },
    /** Kills one process as a crash would, and starts another in its place. */
    crash: async (index: number) => {
      await (members[index] as ServerProcess).kill()
      members[index] = await serve({ ...env, ...envOf(index) })
    },
  }
}
