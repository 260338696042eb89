import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { segmentAfter } from '../../../../test/support/archive.ts'
import { tempFolder } from '../../../../test/support/temp.ts'
import type { ObservationBatch, SegmentHeader } from '../../../archive/ports.ts'
import { type ImportArchive, type ImportBuildsOptions, importBuilds } from './import-builds.ts'
import { listKeptFiles } from './list-kept-files.ts'

const row = (productId: number, marketPrice: number, subTypeName = 'Normal') => ({
  productId,
  lowPrice: 1,
  midPrice: 2,
  highPrice: 3,
  marketPrice,
  directLowPrice: null,
  subTypeName,
})
const body = (...results: readonly unknown[]): string => JSON.stringify({ success: true, errors: [], results })
const twinOf = (...lines: readonly string[]): string =>
  ['productId,name,lowPrice,midPrice,highPrice,marketPrice,directLowPrice,subTypeName', ...lines].join('\r\n')

/** An archive in memory. */
const createArchive = () => {
  const batches: ObservationBatch[] = []
  const headerOf = ({ source, observedAtMs, isComplete }: ObservationBatch, at: number): SegmentHeader =>
    segmentAfter(null, { source, sequence: at + 1, observedAtMs, isComplete })
  const archive: ImportArchive = {
    segmentsOf: async (day) =>
      batches.map(headerOf).filter(({ observedAtMs }) => new Date(observedAtMs).toISOString().startsWith(day)),
    observationsOf: async ({ sequence }) => batches[sequence - 1]?.observations ?? [],
    record: async (batch) => void batches.push(batch),
  }
  return { archive, batches }
}

const setUp = (t: TestContext) => {
  const { archive, batches } = createArchive()
  const root = tempFolder(t)
  const keep = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const run = async (path: string, options: Partial<ImportBuildsOptions> = {}) => {
    const { builds } = await listKeptFiles([join(root, path)])
    const all = {
      archive,
      source: 'tcgcsv',
      now: () => new Date('2026-11-23T02:00:00Z'),
      isCorrecting: false,
      isDryRun: false,
      syncedMs: null,
    }
    return Array.fromAsync(importBuilds(builds, { ...all, onProgress: () => {}, ...options }))
  }
  const statuses = async (...given: Parameters<typeof run>) => (await run(...given)).map(({ status }) => status)
  const stored = (at: number) =>
    (batches[at]?.observations ?? [])
      .map(({ productId, variant, marketCents }) => `${productId} ${variant} ${marketCents}`)
      .sort()
  return { keep, run, statuses, batches, stored }
}

test('a day is one complete batch of all its files, plain and gzipped, at 20:00 UTC of it', async (t) => {
  const { keep, run, batches, stored } = setUp(t)
  keep('2025-10-16/62/1/prices', body(row(1, 1.5)))
  keep('2025-10-16/62/2/prices.json.gz', gzipSync(body(row(2, 2.5, 'Foil'))))
  keep('2025-10-16/62/1/ProductsAndPrices.csv', twinOf('1,A,1.0,2.0,3.0,1.5,,Normal', '3,"C, c",,,,,,'))
  keep('2025-10-16/62/4/prices', '')
  const [report] = await run('')
  assert.deepEqual(
    [batches[0]?.isComplete, new Date(batches[0]?.observedAtMs ?? 0).toISOString()],
    [true, '2025-10-16T20:00:00.000Z'],
  )
  assert.deepEqual(stored(0), ['1 Normal 150', '2 Foil 250'])
  assert.equal(report?.status, 'stored')
  assert.deepEqual([report?.files, report?.emptyFiles, report?.observations, report?.added], [4, 1, 2, 2])
})

test('a day that is there is known, whatever time of it the archive has, and is not stored again', async (t) => {
  const { keep, run, batches, statuses } = setUp(t)
  keep('synced/last-updated.txt', '2025-10-16T20:05:33+0000')
  keep('synced/62/1/prices', body(row(1, 1.5), row(2, 2.5)))
  keep('kept/2025-10-16/62/1/prices', body(row(1, 1.5), row(2, 2.5)))
  assert.deepEqual(await statuses('synced'), ['stored'])
  for (const path of ['synced', 'kept']) {
    const [report] = await run(path)
    assert.deepEqual([report?.status, report?.same, report?.observedAt], ['known', 2, '2025-10-16T20:05:33.000Z'], path)
  }
  assert.equal(batches.length, 1)
})

test('two builds of one day that bear their instants are two, and one that was not renewed is one', async (t) => {
  const { keep, batches, statuses } = setUp(t)
  keep('2025-10-16/last-updated.txt', '2025-10-16T20:05:33+0000')
  keep('2025-10-16/62/1/prices', body(row(1, 1.5)))
  keep('2025-10-17/last-updated.txt', '2025-10-16T20:05:33+0000')
  keep('2025-10-17/62/1/prices', body(row(1, 1.5)))
  keep('later/last-updated.txt', '2025-10-16T23:30:00+0000')
  keep('later/62/1/prices', body(row(1, 9)))
  assert.deepEqual(await statuses(''), ['stored', 'stored'])
  assert.equal(batches.length, 2)
})

test('other product lines of a day that is there are added to it, and nothing vanishes', async (t) => {
  const { keep, run, stored, statuses } = setUp(t)
  keep('a/2025-10-16/62/1/prices', body(row(1, 1.5)))
  keep('b/2025-10-16/3/1/prices', body(row(2, 2.5)))
  keep('c/2025-10-16/62/1/prices', body(row(1, 1.5)))
  await run('a')
  const [report] = await run('b')
  assert.deepEqual([report?.status, report?.added, report?.different], ['added', 1, 0])
  assert.deepEqual(stored(1), ['1 Normal 150', '2 Normal 250'])
  assert.deepEqual(await statuses('c'), ['known'])
})

test('a day that contradicts is told with examples and not stored, unless it is to correct', async (t) => {
  const { keep, run, batches, stored, statuses } = setUp(t)
  keep('a/2025-10-16/62/1/prices', body(row(1, 1.5), row(2, 2.5)))
  keep('b/2025-10-16/62/1/prices', body(row(1, 1.75), row(3, 3.5)))
  await run('a')
  const [report] = await run('b')
  assert.deepEqual([report?.status, report?.different, report?.added, batches.length], ['contradicts', 1, 1, 1])
  assert.deepEqual(
    report?.differences.map(({ sku, recorded, given }) => [
      sku.productId,
      sku.variant,
      recorded.marketCents,
      given.marketCents,
    ]),
    [[1, 'Normal', 150, 175]],
  )
  assert.deepEqual(await statuses('b', { isCorrecting: true }), ['corrected'])
  assert.deepEqual(stored(1), ['1 Normal 175', '2 Normal 250', '3 Normal 350'])
  assert.equal(batches[1]?.observedAtMs, batches[0]?.observedAtMs)
})

test('a dry run says what would be and stores nothing', async (t) => {
  const { keep, batches, statuses } = setUp(t)
  keep('2025-10-16/62/1/prices', body(row(1, 1.5)))
  assert.deepEqual(await statuses('', { isDryRun: true }), ['stored'])
  assert.equal(batches.length, 0)
})

test('a day with a file that cannot be read is refused whole, naming the file; the others are stored', async (t) => {
  const { keep, run, batches } = setUp(t)
  const packed = gzipSync(body(row(1, 1)))
  for (const [day, content, reason] of [
    ['2025-10-01', body(row(1, 1)).slice(0, -3), /62\/1\/prices: not valid JSON, or cut off$/],
    ['2025-10-02', packed.subarray(0, -6), /prices: cannot be unpacked/],
    ['2025-10-03', Buffer.from([0x7b, 0xff, 0xfe]), /prices: is not UTF-8 text$/],
    ['2025-10-04', '{"success":false,"errors":["x"],"results":[]}', /reports a failure/],
    ['2025-10-05', body(), /holds no price at all/],
    [
      '2025-10-06',
      body(...Array.from({ length: 30 }, (_, at) => row(at < 12 ? -1 : at, 1))),
      /12 of 30 rows cannot be read, such as .*prices:1: productId/,
    ],
  ] as const) {
    keep(`${day}/62/1/prices`, content)
    if (day === '2025-10-01') keep(`${day}/62/2/prices`, body(row(2, 2)))
    const [report] = await run(day)
    assert.equal(report?.status, 'refused', day)
    assert.match(report?.reasons.join('\n') ?? '', reason)
    assert.doesNotMatch(report?.reasons.join('') ?? '', /\n/)
    assert.deepEqual([report?.added, report?.same], [0, 0])
  }
  assert.equal(batches.length, 0)
  keep('2025-10-07/62/1/prices', body(row(1, 1), row(-1, 1)))
  const reports = await run('')
  assert.deepEqual([reports.length, reports.at(-1)?.status, reports.at(-1)?.rejected.total], [7, 'stored', 1])
})

test('a day newer than what was synced is refused, since it would be served with whatever it lacks', async (t) => {
  const { batches, keep, run } = setUp(t)
  keep('2025-10-16/62/1/prices', body(row(1, 1)))
  const syncedMs = Date.parse('2025-10-15T20:05:33Z')
  assert.match(
    (await run('', { syncedMs }))[0]?.reasons[0] ?? '',
    /is newer than the last build that was synced \(2025-10-15T20:05:33/,
  )
  assert.equal(batches.length, 0)
  assert.equal((await run('', { syncedMs: syncedMs + 86_400_000 }))[0]?.status, 'stored')
})

test('a day that is yet to come is refused, also today before the mirror makes its build', async (t) => {
  const { keep, run } = setUp(t)
  keep('2026-11-23/62/1/prices', body(row(1, 1)))
  assert.match(
    (await run(''))[0]?.reasons[0] ?? '',
    /lies in the future; the mirror makes the build of a day about 20:00 UTC/,
  )
})
