import { setTimeout as delay } from 'node:timers/promises'
import { createAccounts } from '../../src/accounts/accounts.ts'
import { createMeter } from '../../src/accounts/metering.ts'
import { openPostgresStore } from '../../src/stores/postgres-store.ts'
import { ownDatabase } from '../../test/support/postgres.ts'
import { printTable, quantile } from '../measure.ts'

const shape = { processes: 4, accounts: 400, callers: 16, seconds: 3 }

/** A process of the service as far as it meters, whose look-ups of keys are counted. */
const openMetered = async (url: string) => {
  const store = await openPostgresStore({ url, now: Date.now })
  let lookUps = 0
  const counted = {
    ...store.accounts,
    findAuthContext: (digest: string) => {
      lookUps++
      return store.accounts.findAuthContext(digest)
    },
  }
  const accounts = createAccounts({ store: counted, meter: createMeter({ counter: store.counter }), now: store.now })
  return { accounts, close: store.close, lookUps: () => lookUps }
}

/** What keys that are issued meanwhile cost those who call with keys of other accounts. */
export const measureChanges = async (serverUrl: string): Promise<void> => {
  const database = ownDatabase(serverUrl)
  await database.create()
  try {
    const processes = await Promise.all(Array.from({ length: shape.processes }, () => openMetered(database.url)))
    const [operator] = processes
    if (operator === undefined) return
    const agreed = { requestsPerMinute: 1e9, monthlyRequests: 1e12, activeKeys: 10_000 }
    const keys: string[] = []
    const create = () => operator.accounts.create({ name: 'Shop', plan: 'scale', agreed })
    const issue = (accountId: string) => operator.accounts.issueKey({ accountId, label: null, expiresAt: null })
    while (keys.length < shape.accounts) keys.push((await issue((await create()).id)).key)
    const { id: changed } = await create()
    const measure = async (changesPerSecond: number) => {
      let isOver = false
      const timesMs: number[] = []
      const changeMs: number[] = []
      const call = async ({ accounts }: (typeof processes)[number]) => {
        while (!isOver) {
          const startedMs = performance.now()
          await accounts.admit(keys[Math.floor(Math.random() * keys.length)] as string)
          timesMs.push(performance.now() - startedMs)
        }
      }
      const change = async () => {
        while (!isOver) {
          const startedMs = performance.now()
          await issue(changed)
          changeMs.push(performance.now() - startedMs)
          await delay(1_000 / changesPerSecond)
        }
      }
      const before = processes.reduce((sum, { lookUps }) => sum + lookUps(), 0)
      const running = [...processes.flatMap((one) => Array.from({ length: shape.callers }, () => call(one)))]
      if (changesPerSecond > 0) running.push(change())
      await delay(shape.seconds * 1_000)
      isOver = true
      await Promise.all(running)
      const lookUps = processes.reduce((sum, one) => sum + one.lookUps(), 0) - before
      return [
        ...[changesPerSecond, (timesMs.length / shape.seconds).toFixed(0), (lookUps / shape.seconds).toFixed(0)],
        `${quantile(timesMs, 0.5).toFixed(1)} / ${quantile(timesMs, 0.99).toFixed(1)}`,
        changeMs.length === 0 ? '' : `${quantile(changeMs, 0.5).toFixed(1)} / ${quantile(changeMs, 0.99).toFixed(1)}`,
      ]
    }
    await measure(0)
    const rows = []
    for (const rate of [0, 1, 10, 100]) rows.push(await measure(rate))
    await Promise.all(processes.map(({ close }) => close()))
    process.stdout.write(
      `\n${shape.processes} processes, ${shape.accounts} accounts, ${shape.processes * shape.callers} callers; keys of another account are issued\n`,
    )
    printTable(['keys issued/s at most', 'calls/s', 'keys looked up/s', 'call p50 / p99 ms', 'issuing a key p50 / p99 ms'], rows)
  } finally {
    await database.drop()
  }
}
