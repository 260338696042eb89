import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type {
  ArchivedSeries,
  ArchiveStore,
  MonthPage,
  PriceObservation,
  Segment,
  StagedRows,
} from '../../src/archive/ports.ts'
import type { AccessStore } from '../../src/stores/store.ts'
import { dayMs } from '../../src/time/units.ts'

/** A fresh database to test, which each call of `open` opens once more, as another process would. */
export interface ArchiveUnderTest {
  readonly open: (now?: () => number) => Promise<AccessStore>
  /** Whether the store goes by the clock that `open` is given; else by its own. */
  readonly usesClock: boolean
  /** Runs a statement beside the store. */
  readonly runSql: (statement: string) => Promise<unknown>
  /** Every byte that the database keeps of its tables. */
  readonly filesOf: () => Promise<readonly Uint8Array[]>
}

export interface Hooks {
  readonly after: (done: () => void | Promise<void>) => void
}

export const source = 'tcgcsv'
export const startMs = Date.parse('2026-11-01T20:00:00Z')

export const noRows: StagedRows = { months: [], products: [], series: [] }

export const page = (number: number, text: string, month = '2026-11'): MonthPage => ({
  month,
  page: number,
  content: Buffer.from(text),
})

export const series = (productId: number, more: Partial<ArchivedSeries> = {}): ArchivedSeries => ({
  productId,
  skuId: 1_000_000_000_000 + productId * 1000 + 1,
  condition: null,
  variant: 'Normal',
  language: null,
  firstObservedAtMs: startMs,
  firstRecordedAtMs: startMs + 5_000,
  ...more,
})

/** The segment that follows another; its content names it. */
export const segmentAfter = (previous: Segment | null, more: Partial<Segment> = {}): Segment => {
  const sequence = (previous?.sequence ?? 0) + 1
  const header = {
    source: previous?.source ?? source,
    sequence,
    observedAtMs: startMs + sequence * dayMs,
    recordedAtMs: startMs + sequence * dayMs + 3_600_000,
    isComplete: true,
    baseSequence: previous?.sequence ?? null,
    observationCount: 3,
    previousHash: previous?.hash ?? '0'.repeat(64),
    content: Buffer.from(`segment ${sequence}`),
    ...more,
  }
  return { hash: hash('sha256', JSON.stringify({ ...header, at: Math.random() }), 'hex'), ...header }
}

/** One printing of product 42, of which nothing is known unless a test says so. */
export const observation = (fields: Partial<PriceObservation> = {}): PriceObservation => ({
  productId: 42,
  skuId: 1_000_000_042_001,
  condition: null,
  variant: 'Normal',
  language: null,
  marketCents: null,
  lowestCents: null,
  midCents: null,
  highestCents: null,
  directLowestCents: null,
  ageMs: 0,
  ...fields,
})

export const text = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString()

export const collect = async <T>(entries: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = []
  for await (const entry of entries) all.push(entry)
  return all
}

export const append = async (
  archive: ArchiveStore,
  segment: Segment,
  rows: Partial<StagedRows> = {},
): Promise<Segment> => {
  await archive.discardStaged(segment.source)
  await archive.stage(segment.source, segment.sequence, { ...noRows, ...rows })
  assert.equal(await archive.commit(segment), true)
  return segment
}

/** Opens a fresh database, which is closed after the test. */
export const startArchive = async (
  t: Hooks,
  prepare: (t: Hooks) => ArchiveUnderTest | Promise<ArchiveUnderTest>,
  now?: () => number,
) => {
  const under = await prepare(t)
  const opened: AccessStore[] = []
  t.after(async () => {
    for (const store of opened) await store.close()
  })
  const open = async (now?: () => number) => {
    const store = await under.open(now)
    opened.push(store)
    return store
  }
  const store = await open(now)
  return { ...under, open, store, archive: store.archive }
}
