import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Segment } from '../../src/archive/ports.ts'
import { WriterReplacedError } from '../../src/stores/archive/archive-staging.ts'
import { dayMs } from '../../src/time/units.ts'
import {
  type ArchiveUnderTest,
  append,
  collect,
  type Hooks,
  noRows,
  page,
  segmentAfter,
  series,
  source,
  startArchive,
  startMs,
  text,
} from '../support/archive.ts'

/** The promises that the price archive keeps in every database. `prepare` makes an empty one. */
export const describeArchiveStore = (
  name: string,
  prepare: (t: Hooks) => ArchiveUnderTest | Promise<ArchiveUnderTest>,
) => {
  describe(`price archive on ${name}`, { concurrency: 3 }, () => {
    const start = (t: Hooks) => startArchive(t, prepare)

    test('an empty archive has no source, head, segment, month, page or series', async (t) => {
      const { archive } = await start(t)
      assert.deepEqual(await archive.sources(), [])
      assert.equal(await archive.head(source), null)
      assert.deepEqual(await archive.headers(source), [])
      assert.equal(await archive.newest(source, 9, { asOfMs: null, knownAtMs: null }), null)
      assert.equal(await archive.firstObservedAtMs(source), null)
      assert.equal(await archive.segment(source, 1), null)
      assert.deepEqual(await archive.months(source, 9), [])
      assert.equal(await archive.monthPage(source, '2026-11', 0, 9), null)
      assert.deepEqual(await archive.monthsOfPage(source, ['2026-11'], 0, 9), new Map())
      assert.deepEqual(await collect(archive.monthPages(source, '2026-11', 9)), [])
      assert.deepEqual(await archive.series(source, 0, Number.MAX_SAFE_INTEGER, 9), [])
      assert.equal(await archive.productPage(source, 0, 9), null)
      assert.deepEqual(await collect(archive.productPages(source, 9)), [])
      assert.deepEqual(await archive.size(source), { log: 0, index: 0, products: 0 })
      await archive.discardStaged(source)
      await archive.sweep(source, Date.now())
      await archive.dropIndex(source)
    })

    test('a page of several months is read at once, in its newest version that is asked for', async (t) => {
      const { archive } = await start(t)
      const months = [page(1, 'october', '2026-10'), page(1, 'old'), page(2, 'other')]
      const first = await append(archive, segmentAfter(null), { months })
      await append(archive, segmentAfter(first), { months: [page(1, 'new'), page(1, 'december', '2026-12')] })
      const read = async (months: readonly string[], upTo: number) =>
        [...(await archive.monthsOfPage(source, months, 1, upTo))].map(([month, content]) => [month, text(content)])
      const all = ['2026-09', '2026-10', '2026-11', '2026-12']
      assert.deepEqual((await read(all, 1)).sort(), [
        ['2026-10', 'october'],
        ['2026-11', 'old'],
      ])
      assert.deepEqual((await read(all.slice(2), 2)).sort(), [
        ['2026-11', 'new'],
        ['2026-12', 'december'],
      ])
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

    test('a page is read as the given segment left it, until a sweep removes what was replaced long ago', async (t) => {
      const { archive } = await start(t)
      const first = await append(archive, segmentAfter(null), {
        months: [page(1, 'one'), page(2, 'alone')],
        series: [series(7)],
        products: [{ page: 3, content: Buffer.from('one') }],
      })
      const second = await append(archive, segmentAfter(first), {
        months: [page(1, 'two')],
        series: [series(7, { firstObservedAtMs: startMs - dayMs })],
        products: [{ page: 3, content: Buffer.from('two') }],
      })
      const third = await append(archive, segmentAfter(second), { months: [page(1, 'three')] })
      const versions = async () => {
        const of = (upTo: number) =>
          Promise.all([archive.monthPage(source, '2026-11', 1, upTo), archive.productPage(source, 3, upTo)])
        return (await Promise.all([1, 2, 3].map(of))).map((contents) => contents.map(text))
      }
      const firstTimes = async () => {
        const found = await Promise.all([1, 2, 3].map((upTo) => archive.series(source, 7, 7, upTo)))
        return found.map((rows) => rows.map(({ firstObservedAtMs }) => (firstObservedAtMs - startMs) / dayMs))
      }
      const all = [
        ['one', 'one'],
        ['two', 'two'],
        ['three', 'two'],
      ]
      assert.deepEqual(await versions(), all)
      await archive.sweep(source, second.recordedAtMs)
      assert.deepEqual(await versions(), all)
      assert.deepEqual(await firstTimes(), [[0], [-1], [-1]])
      await archive.sweep(source, third.recordedAtMs)
      assert.deepEqual(await versions(), [[null, null], ...all.slice(1)])
      assert.deepEqual(await firstTimes(), [[], [-1], [-1]])
      await archive.sweep(source, third.recordedAtMs + 1)
      assert.deepEqual(await versions(), [
        [null, null],
        [null, 'two'],
        ['three', 'two'],
      ])
      assert.equal(text(await archive.monthPage(source, '2026-11', 2, 3)), 'alone')
      assert.equal(text((await archive.segment(source, 1))?.content ?? null), 'segment 1')
    })

    test('what a rebuild wrote for the head itself stays when the next writer begins', async (t) => {
      const { archive: rebuilt, open } = await start(t)
      const next = (await open()).archive
      const first = await append(rebuilt, segmentAfter(null), { months: [page(1, 'old')], series: [series(1)] })
      await rebuilt.discardStaged(source)
      await rebuilt.stage(source, 1, { ...noRows, months: [page(1, 'anew'), page(2, 'anew')], series: [series(2)] })
      await next.discardStaged(source)
      const second = await append(next, segmentAfter(first), { months: [page(1, 'later')] })
      assert.equal(second.sequence, 2)
      const pages = await Promise.all([1, 2].map((number) => next.monthPage(source, '2026-11', number, 1)))
      assert.deepEqual(pages.map(text), ['anew', 'anew'])
      assert.deepEqual(
        (await next.series(source, 1, 2, 1)).map(({ productId }) => productId),
        [1, 2],
      )
    })

    test('what a writer that died had staged is discarded by the next one, and never becomes valid', async (t) => {
      const { archive: died, open } = await start(t)
      const next = (await open()).archive
      const first = await append(died, segmentAfter(null), { months: [page(1, 'old')], series: [series(1)] })
      const lost = {
        months: [page(1, 'lost'), page(5, 'lost', '2026-10')],
        products: [{ page: 1, content: Buffer.from('lost') }],
      }
      await died.stage(source, 2, { ...lost, series: [series(2), series(1, { firstObservedAtMs: 1 })] })
      await assert.rejects(next.stage(source, 2, { ...noRows, months: [page(9, 'x')] }), WriterReplacedError)
      assert.equal(await next.commit(segmentAfter(first)), false)
      await next.discardStaged(source)
      await next.stage(source, 2, { ...noRows, months: [page(3, 'new')] })
      // It was not dead after all, only slow.
      await assert.rejects(died.stage(source, 2, { ...noRows, months: [page(4, 'late')] }), WriterReplacedError)
      assert.equal(await died.commit(segmentAfter(first)), false)
      assert.equal(await next.commit(segmentAfter(first)), true)
      const seen = (await collect(next.monthPages(source, '2026-11', 2))).map((one) => [one.page, text(one.content)])
      assert.deepEqual(seen, [
        [1, 'old'],
        [3, 'new'],
      ])
      assert.deepEqual(await next.months(source, 2), ['2026-11'])
      assert.equal(await next.productPage(source, 1, 2), null)
      assert.deepEqual(await next.series(source, 0, 9, 2), [series(1)])
      assert.equal(await died.commit(segmentAfter(segmentAfter(first))), false)
    })

    test('a writer that was replaced between staging and commit commits nothing', async (t) => {
      const { archive: slow, open } = await start(t)
      const next = (await open()).archive
      await slow.stage(source, 1, { ...noRows, months: [page(1, 'slow')] })
      await next.discardStaged(source)
      assert.equal(await slow.commit(segmentAfter(null)), false)
      assert.equal(await next.head(source), null)
      await append(slow, segmentAfter(null), { months: [page(1, 'again')] })
      assert.equal(text(await next.monthPage(source, '2026-11', 1, 1)), 'again')
    })

    test('months, pages and series come in order, whatever the order in which they were written', async (t) => {
      const { archive } = await start(t)
      const numbers = Array.from({ length: 700 }, (_, index) => (index * 389) % 700)
      const months = numbers.map((number) => page(number, `page ${number}`))
      const others = ['2027-01', '2025-12', '2026-02'].map((month) => page(1, month, month))
      const ids = numbers.map((number) => series(number, { skuId: 5_000 - number }))
      const several = [series(900, { skuId: 3 }), series(900, { skuId: 1 }), series(900, { skuId: 2 })]
      await append(archive, segmentAfter(null), { months: [...months, ...others], series: [...ids, ...several] })
      const pages = await collect(archive.monthPages(source, '2026-11', 1))
      assert.deepEqual(
        pages.map((one) => [one.page, text(one.content)]),
        [...numbers].sort((a, b) => a - b).map((number) => [number, `page ${number}`]),
      )
      assert.deepEqual(await archive.months(source, 1), ['2025-12', '2026-02', '2026-11', '2027-01'])
      assert.deepEqual(await archive.months(source, 0), [])
      const within = await archive.series(source, 10, 12, 1)
      assert.deepEqual(
        within.map(({ productId }) => productId),
        [10, 11, 12],
      )
      assert.deepEqual(
        (await archive.series(source, 900, 900, 1)).map(({ skuId }) => skuId),
        [1, 2, 3],
      )
      assert.equal((await archive.series(source, 0, Number.MAX_SAFE_INTEGER, 1)).length, 703)
    })

    test('headers come in order of sequence, of the times that are asked for, both ends included', async (t) => {
      const { archive } = await start(t)
      let last: Segment | null = null
      const times = [5, 3, 9, 3, 7].map((day) => startMs + day * dayMs)
      for (const observedAtMs of times) {
        last = await append(archive, segmentAfter(last, { observedAtMs, isComplete: observedAtMs !== times[2] }))
      }
      const found = async (fromMs?: number, toMs?: number) =>
        (await archive.headers(source, { ...(fromMs && { fromMs }), ...(toMs && { toMs }) })).map(
          ({ sequence }) => sequence,
        )
      assert.deepEqual(await found(), [1, 2, 3, 4, 5])
      assert.deepEqual(await found(times[1], times[0]), [1, 2, 4])
      assert.deepEqual(await found(times[4]), [3, 5])
      assert.deepEqual(await found(undefined, (times[1] as number) - 1), [])
      const { content: _, ...header } = last as Segment
      assert.deepEqual((await archive.headers(source)).at(-1), header)
      assert.deepEqual(await archive.head(source), header)
      assert.equal((await archive.headers(source))[2]?.isComplete, false)
    })

    test('the newest segment of a moment is found by both times, of one time the one recorded last', async (t) => {
      const { archive } = await start(t)
      let last: Segment | null = null
      const times = [5, 3, 9, 5, 7].map((day) => startMs + day * dayMs)
      for (const observedAtMs of times) {
        const recordedAtMs = startMs + 20 * dayMs + (last?.sequence ?? 0)
        last = await append(archive, segmentAfter(last, { observedAtMs, recordedAtMs }))
      }
      const found = async (asOfMs: number | null, knownAtMs: number | null = null, upTo = 5) =>
        (await archive.newest(source, upTo, { asOfMs, knownAtMs }))?.sequence ?? null
      const [fifth, third, ninth] = times as [number, number, number]
      assert.deepEqual([await found(null), await found(ninth), await found(ninth - 1)], [3, 3, 5])
      assert.deepEqual(
        [await found(fifth), await found(fifth, startMs + 20 * dayMs + 2), await found(fifth, null, 3)],
        [4, 1, 1],
      )
      assert.deepEqual([await found(third), await found(third - 1), await found(null, startMs)], [2, null, null])
      assert.deepEqual(
        await archive.newest(source, 5, { asOfMs: ninth, knownAtMs: null }),
        (await archive.headers(source))[2],
      )
      assert.equal(await archive.firstObservedAtMs(source), third)
    })

    test('the largest ids, times and contents, and every word, come back as they were', async (t) => {
      const { archive } = await start(t)
      const max = Number.MAX_SAFE_INTEGER
      const words = ['', ' ', 'O\'Brien "x" \\ %_', '日本語 🃏 é', 'a\u0000b', '\ud800', null, 'null', '0']
      const kept = words.map((word, index) =>
        series(max - 10 + index, {
          skuId: max - index,
          condition: word,
          variant: words.at(-1 - index) ?? null,
          language: word,
        }),
      )
      const large = series(max, { firstObservedAtMs: max, firstRecordedAtMs: max, skuId: max })
      // More than is written at once to either database.
      const content = randomBytes(2_500_000)
      const segment = segmentAfter(null, { content, observedAtMs: max, recordedAtMs: max, observationCount: max })
      await append(archive, segment, {
        months: [{ month: '2026-11', page: Math.floor(max / 128), content }, page(0, '')],
        products: [{ page: Math.floor(max / 64), content }],
        series: [...kept, large],
      })
      assert.deepEqual(await archive.series(source, 0, max, max), [...kept, large])
      const found = await archive.segment(source, 1)
      assert.ok(Buffer.from(found?.content ?? []).equals(content))
      assert.equal(found?.observationCount, max)
      for (const bytes of [
        await archive.monthPage(source, '2026-11', Math.floor(max / 128), max),
        await archive.productPage(source, Math.floor(max / 64), max),
        (await collect(archive.productPages(source, max)))[0]?.content,
      ])
        assert.ok(bytes && Buffer.from(bytes).equals(content))
      assert.equal(text(await archive.monthPage(source, '2026-11', 0, 1)), '')
    })

    test('a row that is staged again replaces the one before it', async (t) => {
      const { archive } = await start(t)
      const staged = (word: string, firstObservedAtMs: number) =>
        archive.stage(source, 1, {
          months: [page(1, word)],
          products: [{ page: 1, content: Buffer.from(word) }],
          series: [series(1, { firstObservedAtMs, variant: word })],
        })
      await staged('before', 5)
      await staged('after', 3)
      assert.equal(await archive.commit(segmentAfter(null)), true)
      assert.equal(text(await archive.monthPage(source, '2026-11', 1, 1)), 'after')
      assert.equal(text(await archive.productPage(source, 1, 1)), 'after')
      assert.deepEqual(await archive.series(source, 1, 1, 1), [series(1, { firstObservedAtMs: 3, variant: 'after' })])
    })
  })
}
