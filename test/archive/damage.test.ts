import assert from 'node:assert/strict'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { after, test } from 'node:test'
import type { PriceObservation } from '../../src/archive/ports.ts'
import { recordBatch } from '../../src/archive/record-batch.ts'
import { verifyArchive } from '../../src/archive/verify-archive.ts'
import { createArchiveStore } from '../../src/stores/archive/archive-store.ts'
import { sqliteArchive } from '../../src/stores/archive/sqlite-archive.ts'
import { openSqliteStore } from '../../src/stores/sqlite-store.ts'
import { dayMs } from '../../src/time/units.ts'
import { observation } from '../support/archive.ts'
import { memoryFolder } from '../support/temp.ts'

const source = 'tcgcsv'
const startMs = Date.parse('2026-01-28T20:00:00Z')

/** A generator of whole numbers below a limit that is the same on every run (Lehmer). */
const createRandom = (seed: number) => {
  let state = seed
  return (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % limit
  }
}

const observationsOf = (random: (limit: number) => number): readonly PriceObservation[] =>
  Array.from({ length: 300 }, (_, index) => index + 1)
    .filter(() => random(20) > 0)
    .map((productId) =>
      observation({
        productId,
        skuId: 1_000_000_000_000 + productId * 1000 + 1,
        marketCents: random(6) === 0 ? null : 1 + random(4_000),
        lowestCents: 1 + random(4_000),
        midCents: 1 + random(4_000),
        highestCents: 1 + random(4_000),
      }),
    )

/** Ten days over a month's end, a correction and records of products. */
const recordDays = async (): Promise<string> => {
  const file = join(memoryFolder({ after }), 'prices.db')
  const opened = await openSqliteStore({ file, durability: 'process', now: Date.now })
  const random = createRandom(7)
  for (let day = 0; day < 11; day++)
    await recordBatch({
      store: opened.archive,
      batch: {
        source,
        observedAtMs: startMs + Math.min(day, 9) * dayMs,
        isComplete: true,
        observations: observationsOf(random),
      },
      productRecords: [{ productId: 3, record: { name: 'Charizard' } }],
      now: () => new Date(startMs + 20 * dayMs),
      onConflict: 'correct',
      keep: 'all',
    })
  await opened.archive.sweep(source, startMs + 30 * dayMs)
  await opened.close()
  return file
}

const recording = recordDays()

/** As a process of its own would, which remembers nothing. */
const verify = async (file: string) => {
  const database = new DatabaseSync(file)
  try {
    const archive = createArchiveStore(sqliteArchive(database, Date.now))
    return { sources: await archive.sources(), ...(await verifyArchive(archive, source)) }
  } finally {
    database.close()
  }
}

/** An error that names no damage is one of the database's own. */
const isFound = (file: string): Promise<boolean> =>
  verify(file).then(
    ({ sources, damageCount }) => damageCount > 0 || !sources.includes(source),
    () => true,
  )

/** A writer's bookkeeping, and keys of product records: the log holds none, and the next day's files bring them. */
const excluded = [
  ...['writer', 'staged_sequence', 'swept_sequence', 'moved_sequence'].map((column) => `price_sources.${column}`),
  ...['page', 'sequence', 'source_id', 'month'].map((column) => `product_pages.${column}`),
]

const tables = [
  ...['price_segments', 'price_heads', 'price_pages', 'price_series', 'price_kinds', 'product_pages'],
  'price_sources',
]

const flipped = (value: SQLOutputValue, random: (limit: number) => number): SQLOutputValue => {
  if (typeof value === 'number') return Number(BigInt.asIntN(54, BigInt(value) ^ (1n << BigInt(random(53)))))
  const bytes = Buffer.from(typeof value === 'string' ? value : (value as Uint8Array))
  const bit = random(bytes.length * (typeof value === 'string' ? 7 : 8))
  const perByte = typeof value === 'string' ? 7 : 8
  const at = Math.floor(bit / perByte)
  bytes[at] = (bytes[at] as number) ^ (1 << (bit % perByte))
  return typeof value === 'string' ? bytes.toString() : bytes
}

test('any flipped bit of any column of the archive is found', async (t) => {
  const file = `${await recording}.flipped`
  copyFileSync(await recording, file)
  const sound = await verify(file)
  assert.deepEqual(sound.damages, [])
  assert.equal(sound.segments, 11)
  const database = new DatabaseSync(file)
  const random = createRandom(Number(process.env.SEED ?? 11))
  const count = process.env.PROVE === '1' ? 10_000 : 150
  const tried = new Map<string, number>()
  const rows = tables.map((table) => ({
    table,
    columns: (database.prepare(`select name from pragma_table_info('${table}')`).all() as { name: string }[])
      .map(({ name }) => name)
      .filter((name) => !excluded.includes(`${table}.${name}`)),
    keys: database
      .prepare(`select ${table === 'price_series' || table === 'price_kinds' ? '*' : 'rowid'} from ${table}`)
      .all(),
  }))
  for (let done = 0; done < count; ) {
    const { table, columns, keys } = rows[random(rows.length)] as (typeof rows)[number]
    const key = Object.entries(keys[random(keys.length)] as Record<string, SQLOutputValue>)
    const column = columns[random(columns.length)] as string
    const where = key.map(([name]) => `${name} is ?`).join(' and ')
    const given = key.map(([, value]) => value as string | number)
    const [row] = database.prepare(`select "${column}" as value from ${table} where ${where}`).all(...given)
    const before = row?.value as SQLOutputValue
    if (before === null || before === undefined) continue
    const after = flipped(before, random)
    // A row of the index that names an earlier segment, or a later one that is there, is the same for every answer.
    if (after === before || (column === 'sequence' && /pages|series/.test(table) && Number(after) <= 11)) continue
    database.exec('begin')
    try {
      database.prepare(`update ${table} set "${column}" = ? where ${where}`).run(after, ...given)
    } catch {
      // The key is taken already: no such row can be.
      database.exec('rollback')
      continue
    }
    database.exec('commit')
    done += 1
    tried.set(`${table}.${column}`, (tried.get(`${table}.${column}`) ?? 0) + 1)
    const stored = database.prepare('select count(*) as count from price_segments').get()?.count
    assert.ok(
      await isFound(file),
      `${table}.${column} of ${JSON.stringify(key)} from ${before} to ${after} was not found`,
    )
    assert.equal(database.prepare('select count(*) as count from price_segments').get()?.count, stored)
    const changedKey = key.map(([name, value]) => (name === column ? after : value) as string | number)
    database.prepare(`update ${table} set "${column}" = ? where ${where}`).run(before as string, ...changedKey)
  }
  assert.deepEqual((await verify(file)).damages, [])
  t.diagnostic(`${count} flips: ${JSON.stringify(Object.fromEntries([...tried].sort()))}`)
  database.close()
})

const damageCases: Readonly<Record<string, readonly [sql: string, expected: RegExp]>> = {
  'a cut tail': ['delete from price_segments where sequence = 11', /The log ends before segment 11/],
  'a cut tail with the head moved back': [
    'delete from price_segments where sequence = 11; update price_heads set sequence = 10',
    /The head is not as segment 10/,
  ],
  'a removed beginning': ['delete from price_segments where sequence = 1', /The log begins with segment 2/],
  'a segment missing in the middle': ['delete from price_segments where sequence = 5', /Segment 4 is followed by 6/],
  'a first segment that takes the place behind the last': [
    'update price_segments set sequence = 12 where sequence = 1',
    /The log begins with segment 2/,
  ],
  'a lost head': ['delete from price_heads', /segments and no head/],
  'a lost page': ["delete from price_pages where month = '2026-01' and page = 1", /Page 1 of 2026-01 is missing/],
  'a page in the place of another': [
    `update price_pages set content = (select content from price_pages where page = 0 and month = '2026-01')
    where page = 1 and month = '2026-01'`,
    /Page 1 of 2026-01 is not what the log says/,
  ],
  'a lost series': ['delete from price_series where product_id = 17', /series of product 17/],
  'pages of a month that never was': [
    `insert into price_pages (page, sequence, source_id, month, content)
    select page, sequence, source_id, '2025-01', content from price_pages where month = '2026-01'`,
    /pages of 2025-01/,
  ],
}

for (const [name, [sql, expected]] of Object.entries(damageCases))
  test(`${name} is found, and said in words`, async () => {
    const copy = `${await recording}.damaged`
    copyFileSync(await recording, copy)
    const database = new DatabaseSync(copy)
    database.exec(sql)
    database.close()
    const { damages } = await verify(copy)
    assert.match(damages.map(({ what }) => what).join('\n'), expected)
  })
