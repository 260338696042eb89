import { setTimeout as delay } from 'node:timers/promises'
import { type SharedWork, shareWork } from '../../../upstream/shared-work.ts'

/** Asks for the prices of SKUs; calls of one moment share their questions to the source. */
export type GatherPrices<T> = (skuIds: readonly number[], signal: AbortSignal) => Promise<ReadonlyMap<number, T>>

interface Batch<T> {
  readonly ids: Set<number>
  readonly work: SharedWork<ReadonlyMap<number, T>>
}

/**
 * Creates a gatherer: ids asked for within `momentMs` go out together, each once, at most `batchSize` a question. A question is dropped when all who asked have left.
 */
export const createPriceGatherer = <T>({
  fetchBatch,
  momentMs,
  batchSize,
}: {
  fetchBatch: (skuIds: readonly number[], signal: AbortSignal) => Promise<ReadonlyMap<number, T>>
  momentMs: number
  batchSize: number
}): GatherPrices<T> => {
  let open: Batch<T> | null = null

  const openBatch = (): Batch<T> => {
    const ids = new Set<number>()
    const batch: Batch<T> = {
      ids,
      work: shareWork(async (signal) => {
        await delay(momentMs, undefined, { signal })
        if (open === batch) open = null
        return fetchBatch([...ids], signal)
      }),
    }
    return batch
  }

  const place = (skuId: number): Batch<T> => {
    if (open?.work.isAbandoned()) open = null
    if (open?.ids.has(skuId)) return open
    if (open === null || open.ids.size >= batchSize) open = openBatch()
    open.ids.add(skuId)
    return open
  }

  return async (skuIds, signal) => {
    const batches = new Set(skuIds.map(place))
    const answers = await Promise.all([...batches].map(({ work }) => work.join(signal)))
    const wanted = new Set(skuIds)
    return new Map(answers.flatMap((answer) => [...answer].filter(([skuId]) => wanted.has(skuId))))
  }
}
