import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { parquetReadObjects } from 'hyparquet'
import type { Environment } from '../src/app/configuration/config.ts'
import { openSqliteStore } from '../src/stores/sqlite-store.ts'
import { engines } from './support/engines.ts'
import { assertRefused, runCommand } from './support/run-command.ts'
import { tempFolder } from './support/temp.ts'

const row = (productId: number, marketPrice: number | null, subTypeName = 'Normal') => ({
  productId,
  lowPrice: 0.5,
  midPrice: 2,
  highPrice: 999.99,
  marketPrice,
  directLowPrice: null,
  subTypeName,
})
const body = (...results: readonly unknown[]): string => JSON.stringify({ success: true, errors: [], results })

const open = (t: TestContext, env: Environment) => {
  const files = tempFolder(t)
  const keep = (path: string, content: string): string => {
    mkdirSync(dirname(join(files, path)), { recursive: true })
    writeFileSync(join(files, path), content)
    return join(files, path)
  }
  const run = async (...args: string[]) => {
    const { status, out, err } = await runCommand(['archive', ...args], env)
    return { status, out: out.trimEnd(), err: err.trimEnd() }
  }
  const json = async (...args: string[]) => {
    const { out, status, err } = await run(...args, '--json')
    assert.equal(status, 0, err)
    return JSON.parse(out)
  }
  return { files, keep, run, json }
}

const onSqlite = (t: TestContext) => {
  const dataDir = tempFolder(t)
  return { dataDir, database: join(dataDir, 'accounts.db'), ...open(t, { DATA_DIR: dataDir }) }
}

for (const { name, prepare, skip } of await engines())
  test(`kept days go in, are shown, verified and exported, and leave no trace, on ${name}`, { skip }, async (t) => {
    const { files, keep, run, json } = open(t, await prepare(t))
    keep('2025-10-14/62/1/prices', body(row(1, 1.5), row(2, null, 'Cold Foil')))
    keep('2025-10-16/62/1/prices', body(row(1, 1.75), row(2, 3, 'Cold Foil')))
    const { days } = await json('import', files)
    assert.partialDeepStrictEqual(days, [
      { day: '2025-10-14', status: 'stored', observations: 2 },
      { day: '2025-10-16', status: 'stored', observations: 2 },
    ])
    assert.equal(days.length, 2)

    const [status] = (await json('status')).sources
    assert.partialDeepStrictEqual(status, {
      source: 'tcgcsv',
      days: 2,
      firstObservedAt: '2025-10-14T20:00:00.000Z',
      lastObservedAt: '2025-10-16T20:00:00.000Z',
      observations: 4,
      series: 2,
      gaps: [{ from: '2025-10-15', to: '2025-10-15' }],
    })
    assert.equal(status.gaps.length, 1)
    assert.ok(Date.now() - Date.parse(status.lastRecordedAt) < 60_000 && status.bytes.log > 0)
    assert.match(
      (await run('status')).out,
      /days missing: 2025-10-15\n.*the newest day is \d+ hours old: run market sync\n.*archive import brings in/,
    )

    assert.match((await run('verify')).out, /^tcgcsv: 2 segments, 4 observations, 2 series: sound$/)
    assert.deepEqual((await json('rebuild')).sources, ['tcgcsv'])
    assert.equal((await run('verify')).status, 0)

    const csv = join(files, 'out.csv')
    assert.equal((await json('export', '--from', '2025-10-14', '--to', '2025-10-15', csv)).rows, 2)
    const [heads, first, second, ...rest] = readFileSync(csv, 'utf8').split('\r\n')
    assert.match(heads ?? '', /^source,observedAt,/)
    assert.match(
      first ?? '',
      /^tcgcsv,2025-10-14T20:00:00\.000Z,20[^,]*Z,1,1,1000000001001,,Normal,,1\.50,0\.50,2\.00,999\.99,$/,
    )
    assert.match(second ?? '', /^tcgcsv,.*,2,1000000002012,,Cold Foil,,,0\.50,2\.00,999\.99,$/)
    assert.deepEqual(rest, [''])
    const parquet = join(files, 'out.parquet')
    await json('export', '--from', '2025-10-14', '--to', '2025-10-16', parquet)
    const rows = await parquetReadObjects({
      file: new Uint8Array(readFileSync(parquet)).buffer,
      compressors: { ZSTD: (input) => zstdDecompressSync(input) },
    })
    const seen = rows.map((one) => [
      one.observedAt.toISOString(),
      one.sequence,
      one.productId,
      one.variant,
      one.marketPrice,
    ])
    assert.deepEqual(seen, [
      ['2025-10-14T20:00:00.000Z', 1n, 1n, 'Normal', 1.5],
      ['2025-10-14T20:00:00.000Z', 1n, 2n, 'Cold Foil', null],
      ['2025-10-16T20:00:00.000Z', 2n, 1n, 'Normal', 1.75],
      ['2025-10-16T20:00:00.000Z', 2n, 2n, 'Cold Foil', 3],
    ])
    assert.ok(!readdirSync(files).some((file) => file.includes('tmp')))

    const { status: refusal, err } = await run('purge', '--source', 'tcgcsv')
    assert.deepEqual([refusal, err], [2, 'archive purge removes 2 segments of tcgcsv for ever; add --yes to do it'])
    const purged = await run('purge', '--source', 'tcgcsv', '--yes')
    assert.equal(purged.status, 0, purged.err)
    assert.match(
      purged.out,
      /Removed 2 segments of tcgcsv .*\nBackups of the database made before, exports, .* still hold it/,
    )
    assert.match((await run('status')).out, /^Nothing is kept yet/)
    assert.match((await run('verify')).out, /^Nothing is kept yet/)
  })

test('a day that contradicts fails with examples; --correct stores it beside what was known', async (t) => {
  const { files, keep, run, json } = onSqlite(t)
  keep('a/2025-10-16/62/1/prices', body(row(1, 1.5)))
  const other = dirname(keep('b/2025-10-16/62/1/prices', body(row(1, 1.75))))
  await json('import', join(files, 'a'))
  const { status, out, err } = await run('import', join(other, '../..'))
  assert.deepEqual([status, err], [1, '1 of 1 days were not stored.'])
  assert.match(
    out,
    /2025-10-16 {2}NOT stored: 1 prices contradict .*\n {2}product 1 Normal: market price 1\.50 is there, 1\.75 given/,
  )
  assert.match((await run('import', join(other, '../..'), '--correct')).out, /1 prices corrected, 0 added/)
  const csv = join(files, 'both.csv')
  await json('export', '--from', '2025-10-16', '--to', '2025-10-16', csv)
  assert.deepEqual(
    [...readFileSync(csv, 'utf8').matchAll(/,Normal,,([\d.]+),/g)].map(([, price]) => price),
    ['1.50', '1.75'],
  )
  assert.match((await run('import', join(files, 'b'))).out, /known, all 1 prices/)
})

test('each mistyped use is one line that says what is wanted', async (t) => {
  const { run, keep, files, dataDir } = onSqlite(t)
  keep('2025-10-16/62/1/prices', body(row(1, 1.5)))
  assert.equal((await run('import', files)).status, 0)
  const day = 'export --from 2025-10-16 --to 2025-10-16'
  await assertRefused(
    [
      ['archive export', 2, /archive export needs --from DAY --to DAY/],
      ['archive export out.csv', 2, /--from is required/],
      ['archive export --from 2025-10-16 out.csv', 2, /--to is required/],
      [
        'archive export --from 16.10.2025 --to 2025-10-16 out.csv',
        2,
        /--from must be a UTC day such as 2026-10-31; it is "16\.10\.2025"/,
      ],
      ['archive export --from 2025-02-30 --to 2025-10-16 out.csv', 2, /--from must be a UTC day/],
      ['archive export --from 2025-10-17 --to 2025-10-16 out.csv', 2, /--from must not lie after --to/],
      [`archive ${day} --format xml out`, 2, /--format must be csv or parquet; it is "xml"/],
      [`archive ${day} x.txt`, 2, /x\.txt ends neither in \.csv nor in \.parquet; .*--format/],
      [`archive ${day} --format parquet -`, 2, /Parquet goes to a file/],
      [`archive ${day} --json -`, 2, /cannot both go to standard output/],
      [`archive ${day} ${files}`, 2, /is a folder$/],
      [`archive ${day} --source mine out.csv`, 2, /nothing is kept of "mine"; what is kept is of tcgcsv/],
      ['archive status --source mine', 2, /nothing is kept of "mine"/],
      ['archive import', 2, /archive import needs PATH\.\.\./],
      ['archive import . --source tcgplayer', 2, /--source can only be tcgcsv/],
      ['archive purge', 2, /--source is required/],
      ['archive purge tcgcsv', 2, /archive purge does not take "tcgcsv"/],
      ['archive verify now', 2, /archive verify does not take "now"/],
      ['archive prune', 2, /"archive prune" is no command; there are archive status, archive verify/],
      ['archive import /none/here', 1, /^\/none\/here is not there\.$/],
      ['archive export --from 2024-01-01 --to 2024-01-02 out.csv', 1, /Nothing was observed in these days/],
      [`archive ${day} /none/here/out.csv`, 1, /there is no such folder/],
      [`archive ${day} /proc/out.csv`, 1, /\/proc\/out\.csv: /],
      ['archive purge --source mine --yes', 1, /Nothing is kept of "mine"/],
    ],
    { DATA_DIR: dataDir },
  )
})

test('nothing is imported, rebuilt or purged while another process syncs', async (t) => {
  const { run, keep, files, database } = onSqlite(t)
  keep('2025-10-16/62/1/prices', body(row(1, 1.5)))
  assert.equal((await run('import', files)).status, 0)
  const store = await openSqliteStore({ file: database, durability: 'process', now: Date.now })
  const lease = await store.syncLedger.acquire('tcgcsv', 60_000)
  for (const line of [['import', files], ['rebuild'], ['purge', '--source', 'tcgcsv', '--yes']]) {
    const { status, err } = await run(...line)
    assert.deepEqual([status, /synced or imported by another process; try again/.test(err)], [1, true], line.join(' '))
  }
  await lease?.release()
  await store.close()
  assert.equal((await run('import', files)).status, 0)
})

test('damage to the log says to restore a backup, damage to the index to rebuild it', async (t) => {
  const { run, keep, files, database } = onSqlite(t)
  keep('2025-10-15/62/1/prices', body(row(1, 1.5)))
  keep('2025-10-16/62/1/prices', body(row(1, 1.75)))
  assert.equal((await run('import', files)).status, 0)
  const sql = (statement: string): void => {
    const connection = new DatabaseSync(database)
    connection.exec(statement)
    connection.close()
  }
  sql('delete from price_pages')
  const index = await run('verify')
  assert.deepEqual([index.status, index.err], [1, 'What is kept of tcgcsv is damaged.'])
  assert.match(index.out, /The log is sound, and the index follows from it: archive rebuild writes it anew\.$/)
  assert.equal((await run('rebuild')).status, 0)
  assert.equal((await run('verify')).status, 0)
  sql('update price_segments set recorded_at_ms = recorded_at_ms + 1 where sequence = 2')
  const log = await run('verify', '--json')
  assert.equal(log.status, 1)
  assert.equal(JSON.parse(log.out).sources[0].isSound, false)
  assert.match((await run('verify')).out, /Restore the database from a backup that archive verify finds sound/)
})

test('purge removes the catalogue and the fetched files of its source too, and nothing else', async (t) => {
  const { run, keep, files, dataDir } = onSqlite(t)
  keep('2025-10-16/62/1/prices', body(row(1, 1.5)))
  assert.equal((await run('import', files)).status, 0)
  mkdirSync(join(dataDir, 'tcgcsv/refused-20251017T200500Z'), { recursive: true })
  writeFileSync(join(dataDir, 'catalog.index'), 'damaged')
  writeFileSync(join(dataDir, 'catalog.index.names'), 'of it')
  writeFileSync(join(dataDir, 'mine.txt'), 'mine')
  assert.match(
    (await run('purge', '--source', 'tcgcsv')).err,
    /removes 1 segment of tcgcsv, .*catalog\.index, .*tcgcsv for ever/,
  )
  assert.ok(existsSync(join(dataDir, 'tcgcsv')))
  assert.equal((await run('purge', '--source', 'tcgcsv', '--yes')).status, 0)
  const left = readdirSync(dataDir).filter((file) => !file.startsWith('accounts.db'))
  assert.deepEqual(left, ['mine.txt'])
})

test('an export to standard output is the rows alone, and one that cannot be written is status 1', async (t) => {
  const { run, keep, files, dataDir } = onSqlite(t)
  keep('2025-10-16/62/1/prices', body(...Array.from({ length: 2_000 }, (_, at) => row(at + 1, 1.5))))
  assert.equal((await run('import', files)).status, 0)
  const args = ['src/cli/main.ts', 'archive', 'export', '--from', '2025-10-16', '--to', '2025-10-16', '-']
  const cwd = join(import.meta.dirname, '..')
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
  const { status, stdout } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' })
  assert.deepEqual([status, stdout.split('\r\n').length], [0, 2_002])
  if (existsSync('/dev/full')) {
    const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const
    const full = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8', stdio: [...stdio] })
    assert.deepEqual([full.status, /standard output/i.test(full.stderr)], [1, true], full.stderr)
  }
  const file = join(files, 'old.csv')
  writeFileSync(file, 'old')
  assert.equal((await run('export', '--from', '2025-10-16', '--to', '2025-10-16', file)).status, 0)
  assert.ok(statSync(file).size > 2_000 && (statSync(file).mode & 0o077) === 0)
})
