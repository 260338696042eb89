import { setImmediate as nextIteration } from 'node:timers/promises'
import { createSingleFlight } from '../../../concurrency/single-flight.ts'
import type { Delay } from '../../source-module.ts'

/** Loads values by id; calls of one moment share a request. */
export type Batcher<T> = (ids: readonly number[], signal: AbortSignal) => Promise<ReadonlyMap<number, T>>

interface Batch {
  readonly key: string
  readonly ids: Set<number>
}

/**
 * Creates a batcher, known as a data loader: ids of one `batchWindowMs` go out together, each once, at most `batchSize`
 * in a request; where no more are expected, those of one iteration of the event loop. It is aborted when all callers
 * have left.
 */
export const createBatcher = <T>({
  fetchBatch,
  batchWindowMs,
  batchSize,
  areMoreExpected,
  delay,
}: {
  readonly fetchBatch: (ids: readonly number[], signal: AbortSignal) => Promise<ReadonlyMap<number, T>>
  readonly batchWindowMs: number
  readonly batchSize: number
  readonly areMoreExpected: () => boolean
  readonly delay: Delay
}): Batcher<T> => {
  const flights = createSingleFlight<ReadonlyMap<number, T>>()
  let open: Batch | null = null
  let opened = 0

  const place = (id: number): Batch => {
    if (open?.ids.has(id)) return open
    if (open === null || open.ids.size >= batchSize) open = { key: String(opened++), ids: new Set() }
    open.ids.add(id)
    return open
  }

  const answer = (batch: Batch, signal: AbortSignal): Promise<ReadonlyMap<number, T>> =>
    flights.run(
      batch.key,
      async (shared) => {
        try {
          await (areMoreExpected() ? delay(batchWindowMs, shared) : nextIteration())
        } finally {
          if (open === batch) open = null
        }
        return fetchBatch([...batch.ids], shared)
      },
      signal,
    )

  return async (ids, signal) => {
    signal.throwIfAborted()
    const batches = new Set(ids.map(place))
    const answers = await Promise.all([...batches].map((batch) => answer(batch, signal)))
    const wanted = new Set(ids)
    return new Map(answers.flatMap((answer) => [...answer].filter(([id]) => wanted.has(id))))
  }
}
