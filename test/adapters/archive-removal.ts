import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import type { Segment } from '../../src/archive/ports.ts'
import {
  type ArchiveUnderTest,
  append,
  type Hooks,
  page,
  segmentAfter,
  series,
  source,
  startArchive,
  text,
} from '../support/archive.ts'

/** What every database promises of what is removed from the price archive. */
export const describeArchiveRemoval = (
  name: string,
  prepare: (t: Hooks) => ArchiveUnderTest | Promise<ArchiveUnderTest>,
) => {
  describe(`what is removed from the price archive on ${name}`, { concurrency: 3 }, () => {
    const start = (t: Hooks) => startArchive(t, prepare)

    test('to forget removes older segments and their rows, and the chain may begin anew behind the head', async (t) => {
      const { archive } = await start(t)
      const rows = { months: [page(1, 'x')], series: [series(1)], products: [{ page: 1, content: Buffer.from('x') }] }
      const first = await append(archive, segmentAfter(null), rows)
      const second = await append(archive, segmentAfter(first, { previousHash: '0'.repeat(64) }), {
        months: [page(1, 'y')],
        series: [series(1)],
      })
      await archive.forget(source, 2)
      const kept = await archive.headers(source)
      assert.deepEqual(
        kept.map(({ sequence }) => sequence),
        [2],
      )
      assert.equal((await archive.head(source))?.hash, second.hash)
      assert.equal(await archive.monthPage(source, '2026-11', 1, 1), null)
      assert.equal(text(await archive.monthPage(source, '2026-11', 1, 2)), 'y')
      assert.equal(text(await archive.productPage(source, 1, 2)), 'x')
      assert.equal((await archive.series(source, 1, 1, 2)).length, 1)
      await append(archive, segmentAfter(second))
    })

    test('the index can be dropped and written anew, and the log and product pages stay', async (t) => {
      const { archive } = await start(t)
      const rows = { months: [page(1, 'x')], series: [series(1)], products: [{ page: 1, content: Buffer.from('x') }] }
      await append(archive, segmentAfter(null), rows)
      await archive.dropIndex(source)
      assert.deepEqual(await archive.months(source, 1), [])
      assert.deepEqual(await archive.series(source, 0, 9, 1), [])
      assert.equal(text(await archive.productPage(source, 1, 1)), 'x')
      assert.equal((await archive.headers(source)).length, 1)
      await archive.stage(source, 1, { ...rows, products: [] })
      assert.equal(text(await archive.monthPage(source, '2026-11', 1, 1)), 'x')
      assert.deepEqual(await archive.series(source, 0, 9, 1), [series(1)])
    })

    test('a purge leaves no byte of a source in the files of the database, and another source whole', async (t) => {
      const { archive, store, open, filesOf } = await start(t)
      const reader = (await open()).archive
      const [name, word, content] = ['marauder', 'Xylographic', randomBytes(3_000)]
      const traces = [name, word, content.subarray(1_000, 1_040), 'secretbuild']
      const fill = async (of: string, bytes: Uint8Array, variant: string) => {
        let last: Segment | null = null
        for (let day = 0; day < 3; day++) {
          const months = Array.from({ length: 40 }, (_, number) => ({ month: '2026-11', page: number, content: bytes }))
          const segment: Segment = { ...segmentAfter(last, { content: bytes }), source: of }
          await append(archive, segment, {
            months,
            products: [{ page: 1, content: bytes }],
            series: [series(day, { variant })],
          })
          last = segment
        }
        await archive.sweep(of, Number.MAX_SAFE_INTEGER)
      }
      const lease = await store.syncLedger.acquire(name, 60_000)
      await lease?.update({ lastBuild: 'secretbuild' })
      await fill(name, content, word)
      await fill(source, Buffer.from('kept'), 'Normal')
      const found = async () => {
        const files = (await filesOf()).map((bytes) => Buffer.from(bytes))
        return traces.map((trace) => files.some((file) => file.includes(trace)))
      }
      assert.deepEqual(await found(), [true, true, true, true])
      await archive.purge(name)
      assert.deepEqual(await found(), [false, false, false, false])
      assert.deepEqual(await reader.sources(), [source])
      assert.equal(await reader.head(name), null)
      assert.deepEqual(await reader.headers(name), [])
      assert.equal(await store.syncLedger.read(name), null)
      assert.equal((await reader.headers(source)).length, 3)
      assert.equal(text(await reader.monthPage(source, '2026-11', 39, 3)), 'kept')
      assert.deepEqual((await reader.series(source, 0, 9, 3))[0]?.variant, 'Normal')
      await archive.purge(name)
      await fill(name, Buffer.from('anew'), 'Foil')
      assert.deepEqual((await reader.series(name, 0, 9, 3))[0]?.variant, 'Foil')
    })

    test('size tells what each part takes on disk', async (t) => {
      const { archive } = await start(t)
      const content = randomBytes(600_000)
      const months = Array.from({ length: 10 }, (_, number) => ({
        month: '2026-11',
        page: number,
        content: content.subarray(0, 20_000),
      }))
      await append(archive, segmentAfter(null, { content }), {
        months,
        products: [{ page: 1, content: content.subarray(0, 50_000) }],
      })
      const { log, index, products } = await archive.size(source)
      assert.ok(log > 600_000 && log < 800_000, `${log}`)
      assert.ok(index > 200_000 && index < 400_000, `${index}`)
      assert.ok(products > 50_000 && products < 200_000, `${products}`)
      assert.deepEqual(await archive.size('other'), { log: 0, index: 0, products: 0 })
    })
  })
}
