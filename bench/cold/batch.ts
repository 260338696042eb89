import { setTimeout as delay } from 'node:timers/promises'
import { openSandboxCatalog } from '../../src/market/sources/sandbox/sandbox-catalog.ts'
import { printTable } from '../measure.ts'
import { type KeptConnection, openKeptConnection } from './kept-connection.ts'
import { withService } from './served.ts'
import { type SlowSource, startSource } from './source.ts'

const concurrency = 8
const productIds = Array.from({ length: 100 }, (_, at) => 300_001 + at)
/** A product that is in no batch. */
const single = 990_001
/** What a paced batch may take at most, in parts of the least that pace, concurrency and the source allow; without a pace it is the machine's own speed that tells. */
const targetRatio = 1.1
/** How long a price may take that is asked for while batches wait. */
const targetSingleMs = 500
/** A client waits no longer for a source. */
const clientWaitsMs = 8_000

const { findProduct } = openSandboxCatalog(Date.now)

/** The same products as lines of a list. */
const cards = productIds.map((productId) => {
  const product = findProduct(productId)
  return { q: `${product?.name} ${product?.number ?? ''}`.trim() }
})

interface Row {
  readonly status: string
}

const askBatch = async (client: KeptConnection, list: object) => {
  const { status, ms, body } = await client.ask('/v1/prices', { body: list })
  if (status !== 200) throw new Error(`${status} ${body}`)
  const { results } = JSON.parse(body.toString()) as { results: readonly Row[] }
  return { ms, told: results.filter(({ status }) => status !== 'unavailable').length }
}

/** The least that so many calls to one host take: the last waits for its token or for a slot, and is then answered. */
const leastMs = (calls: number, perSecond: number, latencyMs: number): number => {
  const burst = Math.max(concurrency, perSecond)
  const byPace = perSecond === 0 ? 0 : (Math.max(0, calls - burst) * 1_000) / perSecond + latencyMs
  return Math.max(byPace, Math.ceil(calls / concurrency) * latencyMs)
}

/** Serves with nothing cached and all tokens there. */
const withCold = async (
  source: SlowSource,
  { perSecond, latencyMs }: { readonly perSecond: number; readonly latencyMs: number },
  work: (clients: readonly [KeptConnection, KeptConnection, KeptConnection]) => Promise<void>,
): Promise<void> => {
  const pace = { UPSTREAM_CALLS_PER_SECOND: String(perSecond), UPSTREAM_CONCURRENCY: String(concurrency) }
  await withService({ ...source.env, ...pace }, async ({ address, key }) => {
    const open = () => openKeptConnection(address, key)
    const clients = [await open(), await open(), await open()] as const
    await source.slowDown(0)
    // Code that never ran is no part of what is measured.
    for (const target of ['/v1/products/990002', '/v1/products/990002/prices', '/v1/search?q=pikachu'])
      await clients[0].ask(target)
    if (perSecond > 0) await delay(1_000)
    await source.slowDown(latencyMs)
    await source.takeCalls()
    await work(clients)
    for (const client of clients) client.close()
  })
}

/** Batches by themselves, against the least that is possible. @returns whether each is whole and quick enough */
const measureWhole = async (source: SlowSource): Promise<boolean> => {
  const rows: (string | number)[][] = []
  let isMet = true
  const cases = [
    [20, 50],
    [20, 300],
    [20, 500],
    [0, 50],
    [0, 300],
  ] as const
  for (const [what, list] of [
    ['products', { productIds }],
    ['cards', { cards }],
  ] as const) {
    for (const [perSecond, latencyMs] of cases) {
      await withCold(source, { perSecond, latencyMs }, async ([client]) => {
        const { ms, told } = await askBatch(client, list)
        const calls = Object.groupBy(await source.takeCalls(), ({ route }) => route)
        const toOneHost = (calls.details?.length ?? 0) + (calls.search?.length ?? 0)
        // The last details are followed by a call for prices, at another host.
        const least = leastMs(toOneHost, perSecond, latencyMs) + latencyMs
        const isPossible = least < clientWaitsMs
        const isInTime = perSecond === 0 || ms <= least * targetRatio
        const isWell = told === productIds.length && isInTime
        if (isPossible && !isWell) isMet = false
        const verdict = isPossible ? (isWell ? 'met' : 'MISSED') : 'no time'
        const figures = [told, ms.toFixed(0), least.toFixed(0), (ms / least).toFixed(2), calls.prices?.length ?? 0]
        rows.push([what, perSecond || 'none', latencyMs, ...figures, verdict])
      })
    }
  }
  const head = ['100 cold', 'calls/s', 'source, ms', 'rows told', 'took, ms', 'least, ms', 'ratio', 'calls for prices']
  printTable([...head, `at most ${targetRatio}`], rows)
  return isMet
}

/** Two batches and a single price at once. @returns whether the price came soon */
const measureShares = async (source: SlowSource): Promise<boolean> => {
  const rows: (string | number)[][] = []
  let isMet = true
  for (const perSecond of [20, 0]) {
    await withCold(source, { perSecond, latencyMs: 100 }, async ([one, other, third]) => {
      const batches = [
        askBatch(one, { productIds: productIds.slice(0, 50) }),
        askBatch(other, { productIds: productIds.slice(50) }),
      ]
      await delay(200)
      const { ms } = await third.ask(`/v1/products/${single}/prices`)
      const told = (await Promise.all(batches)).map((batch) => `${batch.told} in ${batch.ms.toFixed(0)} ms`)
      if (ms > targetSingleMs) isMet = false
      rows.push([perSecond || 'none', ...told, ms.toFixed(0), ms > targetSingleMs ? 'MISSED' : 'met'])
    })
  }
  printTable(['calls/s', 'a batch of 50', 'another beside it', 'a price beside both, ms', `at most ${targetSingleMs}`], rows)
  return isMet
}

/** Times cold batches. @returns whether every target is met */
export const measureBatches = async (): Promise<boolean> => {
  const source = await startSource()
  try {
    const isWhole = await measureWhole(source)
    return (await measureShares(source)) && isWhole
  } finally {
    source.close()
  }
}
