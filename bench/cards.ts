/**
 * `npm run bench:cards`: lists of a hundred different lines in one call, inside the service: every line identified anew in the shared development catalogue, every copy picked, the
 * answer written as JSON. Prices cost nothing here. Exits with 1 when the target is missed.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buildIndex } from '../src/catalog/index/build/build-index.ts'
import { openIndex } from '../src/catalog/index/catalog-index.ts'
import { batchLimit, type CardQuery } from '../src/contract/price-batch.ts'
import type { Sku } from '../src/contract/product-details.ts'
import type { MarketProduct, ObservedMarket } from '../src/market/ports.ts'
import { createProducts } from '../src/products/products.ts'
import { createUncachedIdentification, quantile } from './measure.ts'
import { createRandom } from './multiply.ts'
import { hasSharedCatalog, labelledLines, labelledQueries, readCases, readSharedCatalog } from './shared-catalog.ts'

const warmUpLists = 20
const lists = 300
const targetMs = 150

const skus: readonly Sku[] = ['Normal', 'Foil'].flatMap((variant) =>
  ['English', 'German', 'French', 'Japanese'].flatMap((language) =>
    ['Near Mint', 'Lightly Played', 'Moderately Played', 'Heavily Played', 'Damaged'].map((condition, at) => ({
      skuId: at + 1,
      condition,
      variant,
      language,
    })),
  ),
)

const observed = <T>(value: T) => ({ value, fetchedAt: '2026-11-22T10:00:00.000Z', cacheHit: true })

/** A market that answers at once, with forty SKUs of every product. */
const market = {
  details: (productId: number) => observed({ productId, skus } as unknown as MarketProduct),
  prices: () => observed([]),
} as unknown as ObservedMarket

if (hasSharedCatalog()) {
  const index = openIndex(buildIndex(await readSharedCatalog()))
  const { identify } = createUncachedIdentification(index)
  const { lookUpPrices } = createProducts({ market, archive: null, source: 'bench', now: Date.now, identify })
  const cases = [...(await readCases(labelledLines)), ...(await readCases(labelledQueries))]
  const all = cases.map(({ query, setHint }): CardQuery => ({ q: query.slice(0, 120), ...(setHint && { set: setHint }) }))
  const random = createRandom(14)
  /** A hundred different lines by chance. */
  const nextList = (): CardQuery[] => {
    const rest = [...all]
    return Array.from({ length: batchLimit }, () => rest.splice(random(rest.length), 1)[0] as CardQuery)
  }
  const call = { signal: new AbortController().signal }
  const price = async () => {
    const cards = nextList()
    const [began, cpuBefore] = [performance.now(), process.cpuUsage()]
    const result = await lookUpPrices({ cards }, call)
    const bytes = JSON.stringify(result).length
    const { user, system } = process.cpuUsage(cpuBefore)
    const certain = result.results.filter(({ status }) => status === 'ok').length
    return { tookMs: performance.now() - began, cpuMs: (user + system) / 1_000, bytes, certain }
  }
  for (let list = 0; list < warmUpLists; list++) await price()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const measured = []
  for (let list = 0; list < lists; list++) measured.push(await price())
  delay.disable()
  const times = measured.map(({ tookMs }) => tookMs)
  const cpuTimes = measured.map(({ cpuMs }) => cpuMs)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const p99 = quantile(times, 0.99)
  process.stdout.write(
    `${lists} lists of ${batchLimit} lines over ${index.productCount} products: p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (target ${targetMs}); ` +
      `processor p50 ${quantile(cpuTimes, 0.5).toFixed(1)} ms, p99 ${quantile(cpuTimes, 0.99).toFixed(1)} ms; ` +
      `event loop delayed p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, at most ${(delay.max / 1e6).toFixed(1)} ms; ` +
      `${Math.round(mean(measured.map(({ bytes }) => bytes)) / 1024)} KiB an answer, ${Math.round(mean(measured.map(({ certain }) => certain)))} lines certain\n`,
  )
  if (p99 > targetMs) process.exitCode = 1
}
