import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { ArchivedSeries, ArchiveStore, MonthPage, Segment, StagedRows } from '../../src/archive/ports.ts'
import type { AccessStore } from '../../src/stores/store.ts'

/** A fresh database to test, which each call of `open` opens once more, as another process would. */
export interface ArchiveUnderTest {
  readonly open: () => Promise<AccessStore>
  /** Runs a statement beside the store. */
  readonly runSql: (statement: string) => Promise<unknown>
  /** Every byte that the database keeps of its tables. */
  readonly filesOf: () => Promise<readonly Uint8Array[]>
}

interface Hooks {
  readonly after: (done: () => void | Promise<void>) => void
}

export const source = 'tcgcsv'
const dayMs = 86_400_000
const startMs = Date.parse('2026-11-01T20:00:00Z')

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

const text = (bytes: Uint8Array | null): string | null => bytes && Buffer.from(bytes).toString()

const collect = async <T>(entries: AsyncIterable<T>): Promise<readonly T[]> => {
  const all: T[] = []
  for await (const entry of entries) all.push(entry)
  return all
}

const append = async (archive: ArchiveStore, segment: Segment, rows: Partial<StagedRows> = {}): Promise<Segment> => {
  await archive.discardStaged(segment.source)
  await archive.stage(segment.source, segment.sequence, { ...noRows, ...rows })
  assert.equal(await archive.commit(segment), true)
  return segment
}

/** The promises that the price archive keeps in every database. `prepare` makes an empty one. */
export const describeArchiveStore = (name: string, prepare: (t: Hooks) => ArchiveUnderTest | Promise<ArchiveUnderTest>) => {
  describe(`price archive on ${name}`, () => {
    const start = async (t: Hooks) => {
      const under = await prepare(t)
      const opened: AccessStore[] = []
      t.after(async () => {
        for (const store of opened) await store.close()
      })
      const open = async () => {
        const store = await under.open()
        opened.push(store)
        return store
      }
      const store = await open()
      return { ...under, open, store, archive: store.archive }
    }

    test('an empty archive has no source, head, segment, month, page or series', async (t) => {
      const { archive } = await start(t)
      assert.deepEqual(await archive.sources(), [])
      assert.equal(await archive.head(source), null)
      assert.deepEqual(await archive.headers(source), [])
      assert.equal(await archive.segment(source, 1), null)
      assert.deepEqual(await archive.months(source, 9), [])
      assert.equal(await archive.monthPage(source, '2026-11', 0, 9), null)
      assert.deepEqual(await collect(archive.monthPages(source, '2026-11', 9)), [])
      assert.deepEqual(await archive.series(source, 0, Number.MAX_SAFE_INTEGER, 9), [])
      assert.equal(await archive.productPage(source, 0, 9), null)
      assert.deepEqual(await collect(archive.productPages(source, 9)), [])
      assert.deepEqual(await archive.size(source), { log: 0, index: 0, products: 0 })
      await archive.discardStaged(source)
      await archive.sweep(source, Date.now())
      await archive.dropIndex(source)
    })

    test('what is staged is seen by nobody before its segment is committed, and then by all at once', async (t) => {
      const { archive, open } = await start(t)
      const other = (await open()).archive
      const first = await append(archive, segmentAfter(null), { months: [page(1, 'old')], series: [series(1)] })
      const second = segmentAfter(first)
      const rows = {
        months: [page(1, 'new'), page(2, 'two')],
        products: [{ page: 0, content: Buffer.from('p') }],
        series: [series(2)],
      }
      await archive.stage(source, 2, rows)
      for (const reader of [archive, other]) {
        assert.equal((await reader.head(source))?.sequence, 1)
        assert.equal(text(await reader.monthPage(source, '2026-11', 1, 1)), 'old')
        assert.equal(await reader.monthPage(source, '2026-11', 2, 1), null)
        assert.equal(await reader.productPage(source, 0, 1), null)
        assert.equal((await reader.series(source, 0, 99, 1)).length, 1)
        assert.equal((await collect(reader.monthPages(source, '2026-11', 1))).length, 1)
      }
      assert.equal(await archive.commit(second), true)
      const { content: _, ...header } = second
      for (const reader of [archive, other]) {
        assert.deepEqual(await reader.head(source), header)
        assert.equal(text(await reader.monthPage(source, '2026-11', 1, 2)), 'new')
        assert.equal(text(await reader.productPage(source, 0, 2)), 'p')
        assert.deepEqual(await reader.series(source, 0, 99, 2), [series(1), series(2)])
        // Whoever has not seen the new head goes on reading what he knew.
        assert.equal(text(await reader.monthPage(source, '2026-11', 1, 1)), 'old')
        assert.equal(text((await reader.segment(source, 2))?.content ?? null), 'segment 2')
      }
    })

    test('of two writers that commit on the same head exactly one wins, and the other changes nothing', async (t) => {
      const { archive, open } = await start(t)
      const other = (await open()).archive
      let head: Segment | null = null
      for (let round = 0; round < 20; round++) {
        const candidates: readonly Segment[] = [segmentAfter(head), segmentAfter(head)]
        const won = await Promise.all(candidates.map((segment, index) => (index ? other : archive).commit(segment)))
        assert.deepEqual([...won].sort(), [false, true])
        head = candidates[won.indexOf(true)] as Segment
        assert.equal((await archive.head(source))?.hash, head.hash)
      }
      assert.equal((await other.headers(source)).length, 20)
      assert.equal(await archive.commit(segmentAfter(null)), false)
      assert.equal(await archive.commit({ ...segmentAfter(head), previousHash: '1'.repeat(64) }), false)
    })
  })
}
