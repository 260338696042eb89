import { setTimeout as delay } from 'node:timers/promises'
import { printTable, quantile } from '../measure.ts'
import { openKeptConnection } from './kept-connection.ts'
import { withService } from './served.ts'
import { startSource } from './source.ts'

/** What a snapshot may take beyond the slowest of its sections, at the median. */
const targetMs = 10
/** Lifetimes of one second: a product is cold again when its turn comes round. */
const keptSeconds = Object.fromEntries(
  ['DETAILS', 'PRICES', 'HISTORY', 'LISTINGS', 'NOT_FOUND'].map((kind) => [`CACHE_TTL_${kind}_SECONDS`, '1']),
)
const products = Array.from({ length: 100 }, (_, at) => 300_001 + at)
const rounds = 20
const warmUp = 100

const latencies: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '20 ms each': { details: 20, prices: 20, history: 20, listings: 20 },
  '50 ms each': { details: 50, prices: 50, history: 50, listings: 50 },
  '100 ms each': { details: 100, prices: 100, history: 100, listings: 100 },
  'history slowest, 150 ms': { details: 20, prices: 50, history: 150, listings: 80 },
  'listings slowest, 120 ms': { details: 10, prices: 20, history: 50, listings: 120 },
}

const sections = ['details', 'prices', 'history?range=quarter', 'listings']

/** Times cold snapshots against what the source took for the slowest section, and against that section asked for alone. @returns whether every median meets the target */
export const measureSnapshots = async (): Promise<boolean> => {
  const source = await startSource()
  const rows: (string | number)[][] = []
  let isMet = true
  try {
    await withService({ ...source.env, ...keptSeconds, UPSTREAM_CALLS_PER_SECOND: '0' }, async ({ address, key }) => {
      const client = await openKeptConnection(address, key)
      let next = 0
      const askNext = async (path: string) => {
        const productId = products[next++ % products.length]
        const { status, ms } = await client.ask(`/v1/products/${productId}${path}`, { headers: ['accept-encoding: gzip, br'] })
        if (status !== 200) throw new Error(`product ${productId}: ${status}`)
        return ms
      }
      for (let call = 0; call < warmUp; call++) await askNext(call % 2 ? '' : `/${sections[(call >> 1) % sections.length]}`)
      await delay(1_100)
      for (const [name, latency] of Object.entries(latencies)) {
        await source.slowDown(latency)
        const over: number[] = []
        const whole: number[] = []
        const startedWithin: number[] = []
        const alone = new Map(sections.map((section) => [section, [] as number[]]))
        for (let round = 0; round < rounds; round++) {
          for (const [section, times] of alone) times.push(await askNext(`/${section}`))
          await source.takeCalls()
          const ms = await askNext('')
          const calls = await source.takeCalls()
          const took = new Map(calls.map(({ route, at, doneAt }) => [route, (doneAt ?? at) - at]))
          const of = (route: string) => took.get(route) ?? 0
          const starts = calls.filter(({ route }) => route !== 'prices').map(({ at }) => at)
          startedWithin.push(Math.max(...starts) - Math.min(...starts))
          whole.push(ms)
          // Prices need the SKUs of the details, so their section takes two calls.
          over.push(ms - Math.max(of('details') + of('prices'), of('history'), of('listings')))
        }
        const slowestAlone = Math.max(...[...alone.values()].map((times) => quantile(times, 0.5)))
        const p50 = quantile(over, 0.5)
        if (p50 > targetMs) isMet = false
        const figures = [quantile(whole, 0.5), slowestAlone, quantile(startedWithin, 0.5), p50, quantile(over, 0.9)]
        rows.push([name, ...figures.map((ms) => ms.toFixed(1)), p50 > targetMs ? 'MISSED' : 'met'])
      }
      client.close()
    })
  } finally {
    source.close()
  }
  printTable(
    [
      'source',
      'snapshot p50, ms',
      'its slowest section alone p50',
      'sections begun within p50',
      "over the source's time p50",
      'p90',
      `at most ${targetMs}`,
    ],
    rows,
  )
  return isMet
}
