import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createAccounts } from '../../src/accounts/accounts.ts'
import { createMeter } from '../../src/accounts/metering.ts'
import type { AgreedAllowances } from '../../src/accounts/ports.ts'
import { type Environment, readConfig } from '../../src/app/config.ts'
import { openStore } from '../../src/stores/open-store.ts'

/** Whether the long proofs run (`npm run prove:stores`) rather than their short forms. */
export const isLong = process.env.PROVE === '1'

/** How often or how long something is done: little in `npm test`, much in a proof. */
export const scaled = (short: number, long: number): number => (isLong ? long : short)

const root = fileURLToPath(new URL('../..', import.meta.url))
const quiet = { PORT: '0', METRICS_PORT: '0', OCR_WORKERS: '0', LOG_LEVEL: 'error' }

const children = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts a child process; one that still runs when this process ends is killed. */
export const spawned = (command: string, args: readonly string[], env: Environment): ChildProcess => {
  const child = spawn(command, [...args], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  return child
}

/** Resolves once a child process has ended. */
export const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()))

/** A real serving process. */
export interface ServingProcess {
  readonly address: string
  readonly child: ChildProcess
  readonly kill: (signal?: NodeJS.Signals) => Promise<void>
}

/** Starts `serve` and waits until it listens. */
export const serve = async (env: Environment): Promise<ServingProcess> => {
  const child = spawned(process.execPath, ['src/cli/main.ts', 'serve'], { ...quiet, ...env })
  const lines = createInterface(child.stdout as Readable)
  const address = await new Promise<string>((resolve, reject) => {
    lines.once('line', (line) => resolve(JSON.parse(line).address))
    child.once('exit', (code) => reject(new Error(`serve ended with ${code}`)))
  })
  // A defect of ours says what it is; refusals are what these tests are about.
  lines.on('line', (line) => {
    if (line.includes('"status":500')) process.stderr.write(`${line}\n`)
  })
  return {
    address,
    child,
    kill: (signal = 'SIGKILL') => {
      child.kill(signal)
      return ended(child)
    },
  }
}

/** Several processes on one store, and an operator beside them. */
export const startFleet = async (
  t: { after: (done: () => Promise<void>) => void },
  { env, processes, envOf = () => ({}) }: { env: Environment; processes: number; envOf?: (index: number) => Environment },
) => {
  const store = await openStore(await readConfig(env), Date.now)
  const accounts = createAccounts({ store: store.accounts, meter: createMeter({ counter: store.counter }), now: store.now })
  const starting = Array.from({ length: processes }, (_, index) => serve({ ...env, ...envOf(index) }))
  const members: ServingProcess[] = []
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
    anyAddress: () => (members[Math.floor(Math.random() * members.length)] as ServingProcess).address,
    /** Kills one process as a crash would, and starts another in its place. */
    crash: async (index: number) => {
      await (members[index] as ServingProcess).kill()
      members[index] = await serve({ ...env, ...envOf(index) })
    },
  }
}
