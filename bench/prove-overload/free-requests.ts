/**
 * `npm run prove:overload`, second part: what a paying client meets while forty others send what is not charged, as
 * fast as they are answered. Each kind is measured with one paying connection and with eight, right after the quiet
 * that it is compared with; the medians of three rounds are compared. Where the machine allows it, the service has a
 * core of its own. Prints a table; ends with 1 when a kind takes more than three times as long as quiet. `PROVE_KINDS`
 * is a pattern of the kinds to run.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startFleet } from '../../test/support/fleet.ts'
import { tempFolder } from '../../test/support/temp.ts'
import { price, unchargedRequests } from '../../test/support/uncharged-requests.ts'
import { createEndings } from '../endings.ts'
import { median, printTable } from '../figures.ts'
import type { AttackOrder, AttackResult } from './attacker.ts'
import type { LoadOrder, LoadResult } from './generator.ts'
import { runOrder } from './order.ts'

const seconds = 2
const attackSeconds = seconds + 0.5
const rounds = 3
const attackers = 40
const maxRatio = 3
/** A p99 below this is no harm, whatever its ratio: scheduling on a machine with other work takes as long. */
const harmlessMs = 2
const run = promisify(execFile)
const [generator, attacker] = ['generator.ts', 'attacker.ts'].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
) as [string, string]

await using t = createEndings()
const { issue, members } = await startFleet(t, { env: { DATA_DIR: tempFolder(t) }, processes: 1 })
const [paying, free, spent] = [await issue(), await issue(), await issue({ requestsPerMinute: 1, monthlyRequests: 1 })]
const { address, child } = members[0] as (typeof members)[number]
const port = Number(new URL(address).port)
const pinned = await run('taskset', ['-acp', '0', `${child.pid}`]).then(
  () => ['taskset', '-c', '1'],
  () => [],
)

const sender = { key: free.key, spentKey: spent.key }
const requestOf = (kind: string): string => unchargedRequests[kind]?.[1](sender) ?? ''

const start = <Result>(file: string, order: LoadOrder | AttackOrder): Promise<Result> =>
  runOrder<Result>(file, order, pinned)

interface Latency {
  readonly p50: number
  readonly p99: number
}

const pay = async (connections: number): Promise<Latency> => {
  const { byStatus } = await start<LoadResult>(generator, {
    ...{ port, target: price, key: paying.key, connections, seconds },
    ...{ isPatient: true, untimedSeconds: 0.5, settleSeconds: 0.2 },
  })
  const { p50 = Number.POSITIVE_INFINITY, p99 = Number.POSITIVE_INFINITY } = byStatus['200'] ?? {}
  return { p50, p99 }
}

const medianOf = (all: readonly Latency[]): Latency => ({
  p50: median(all.map(({ p50 }) => p50)),
  p99: median(all.map(({ p99 }) => p99)),
})

const isHarmless = (beside: number, quiet: number) => beside <= Math.max(maxRatio * quiet, harmlessMs)

/** The code of the protocol and the pages are loaded with the first who asks. */
const warmUp = async () => {
  for (const kind of ['an MCP list of tools', 'the reference', 'a file of the console'] as const) {
    const request = requestOf(kind)
    await start<AttackResult>(attacker, { port, request, connections: 1, seconds: 1 })
  }
  await pay(8)
}

/** Rounds of quiet and attack in turn, since a machine with other work changes within seconds. */
const measure = async (request: string, connections: number) => {
  const quiet: Latency[] = []
  const beside: Latency[] = []
  const answers: Record<string, number> = {}
  for (let round = 0; round < rounds; round++) {
    quiet.push(await pay(connections))
    const attack = start<AttackResult>(attacker, { port, request, connections: attackers, seconds: attackSeconds })
    beside.push(await pay(connections))
    for (const [status, count] of Object.entries((await attack).byStatus))
      answers[status] = (answers[status] ?? 0) + count / rounds / attackSeconds
  }
  return { quiet: medianOf(quiet), beside: medianOf(beside), answers }
}

await warmUp()
const rows: string[][] = []
const harmful: string[] = []
for (const kind of Object.keys(unchargedRequests)) {
  if (!new RegExp(process.env.PROVE_KINDS ?? '').test(kind)) continue
  const request = requestOf(kind)
  for (const connections of [1, 8]) {
    const { quiet, beside, answers } = await measure(request, connections)
    const ratios = [beside.p50 / quiet.p50, beside.p99 / quiet.p99] as const
    const name = `${kind} (${connections})`
    if (ratios[0] > maxRatio || !isHarmless(beside.p99, quiet.p99)) harmful.push(name)
    rows.push([
      name,
      ...[quiet, beside].map(({ p50, p99 }) => `${p50.toFixed(2)} / ${p99.toFixed(2)}`),
      ratios.map((ratio) => ratio.toFixed(1)).join(' / '),
      Object.entries(answers)
        .map(([status, count]) => `${status}: ${count.toFixed(0)}`)
        .join(', '),
    ])
  }
}
printTable(['kind (paying connections)', 'quiet p50 / p99 ms', 'beside p50 / p99 ms', 'times', 'answers/s'], rows)
process.stdout.write(
  harmful.length === 0 ? 'kept   all within three times of quiet\n' : `MISSED ${harmful.join('; ')}\n`,
)
if (harmful.length > 0) process.exitCode = 1
