import { setTimeout as delay } from 'node:timers/promises'
import { createSingleFlight } from '../../../../concurrency/single-flight.ts'

/** Asks for the prices of SKUs; calls of one moment share their questions to the source. */
export type Batcher<T> = (skuIds: readonly number[], signal: AbortSignal) => Promise<ReadonlyMap<number, T>>

interface Batch {
  readonly key: string
  readonly ids: Set<number>
}

/**
 * Creates a gatherer: ids asked for within `batchWindowMs` go out together, each once, at most `batchSize` a question. A question is dropped when all who asked have left.
 */
export const createBatcher = <T>({
  fetchBatch,
  batchWindowMs,
  batchSize,
}: {
  fetchBatch: (skuIds: readonly number[], signal: AbortSignal) => Promise<ReadonlyMap<number, T>>
  batchWindowMs: number
  batchSize: number
}): Batcher<T> => {
  const flights = createSingleFlight<ReadonlyMap<number, T>>()
  let open: Batch | null = null
  let opened = 0

  const place = (skuId: number): Batch => {
    if (open?.ids.has(skuId)) return open
    if (open === null || open.ids.size >= batchSize) open = { key: String(opened++), ids: new Set() }
    open.ids.add(skuId)
    return open
  }

  const answer = (batch: Batch, signal: AbortSignal): Promise<ReadonlyMap<number, T>> =>
    flights.run(
      batch.key,
      async (shared) => {
        try {
          await delay(batchWindowMs, undefined, { signal: shared })
        } finally {
          if (open === batch) open = null
        }
        return fetchBatch([...batch.ids], shared)
      },
      signal,
    )

  return async (skuIds, signal) => {
    signal.throwIfAborted()
    const batches = new Set(skuIds.map(place))
    const answers = await Promise.all([...batches].map((batch) => answer(batch, signal)))
    const wanted = new Set(skuIds)
    return new Map(answers.flatMap((answer) => [...answer].filter(([skuId]) => wanted.has(skuId))))
  }
}
