import { parentPort, workerData } from 'node:worker_threads'
import { ArchiveDamagedError } from './damage.ts'
import { createWordTable } from './format/series-table.ts'
import type { MonthPage, Segment } from './ports.ts'
import { replayMonth } from './replay.ts'
import { createReplayedPages, createReplayedSeries, type SeriesColumns } from './replayed-index.ts'

/** The `workerData` of a thread: sequences of the segments that were not withdrawn. */
export type MonthThreadStart = ReadonlySet<number>

/** A month of the log to build pages of, in order of sequence, or `series`: those of all months that it was given. */
export type MonthThreadTask = { readonly month: string; readonly segments: readonly Segment[] } | 'series'

export interface PagesReply {
  readonly pages: readonly MonthPage[]
}

export interface SeriesReply {
  readonly series: SeriesColumns
}

/** The message of an `ArchiveDamagedError`: the class of an error is lost between threads. */
export interface DamageReply {
  readonly damage: string
}

const words = createWordTable()
const series = createReplayedSeries(words, workerData as MonthThreadStart)

const answer = async (task: MonthThreadTask): Promise<PagesReply | SeriesReply> => {
  if (task === 'series') return { series: series.columns() }
  const { month, segments } = task
  const bySequence = new Map(segments.map((segment) => [segment.sequence, segment]))
  const store = { segment: async (_: string, sequence: number) => bySequence.get(sequence) ?? null }
  const { pages, add } = createReplayedPages(month)
  for await (const segment of replayMonth(segments, { store, words })) {
    add(segment)
    series.add(segment)
  }
  const last = segments.at(-1) as Segment
  const ordered = [...pages].sort(([a], [b]) => a - b)
  return { pages: ordered.map(([page, builder]) => ({ month, page, content: builder.pack(last) })) }
}

parentPort?.on('message', async (task: MonthThreadTask) => {
  try {
    parentPort?.postMessage(await answer(task))
  } catch (error) {
    if (!(error instanceof ArchiveDamagedError)) throw error
    parentPort?.postMessage({ damage: error.message } satisfies DamageReply)
  }
})
