import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Environment, readConfig } from '../../src/app/configuration/config.ts'
import type { RequestCount, RequestCountStore } from '../../src/statistics/ports.ts'
import { openStore } from '../../src/stores/open-store.ts'
import { openConnections, untimedQueries } from '../../src/stores/postgres-database.ts'
import { openSqlite, sqliteQueries } from '../../src/stores/sqlite-database.ts'
import type { Tables } from '../../src/stores/tables.ts'
import { engines } from '../support/engines.ts'
import { ended, spawned } from '../support/process.ts'
import { scaled } from '../support/scaled.ts'

const adding = fileURLToPath(new URL('../support/add-request-counts.ts', import.meta.url))

const count = (changes: Partial<RequestCount> = {}): RequestCount => ({
  day: '2026-10-21',
  accountId: 'acc_a',
  keyId: 'key_a',
  operation: 'getPrices',
  outcome: 'ok',
  code: null,
  requests: 1,
  ...changes,
})

/** A database as somebody with its own shell sees it. */
const queriesOf = async (env: Environment): Promise<Kysely<Tables>> => {
  const { database } = await readConfig(env)
  return database.kind === 'sqlite'
    ? sqliteQueries(await openSqlite({ file: database.file, durability: 'process' }))
    : untimedQueries(openConnections(database.url, { max: 1 }))
}

const opened = async (t: TestContext, env: Environment): Promise<RequestCountStore> => {
  const store = await openStore(await readConfig(env), Date.now)
  t.after(() => store.close())
  return store.requestCounts
}

const total = (counts: readonly { readonly requests: number }[]) =>
  counts.reduce((sum, { requests }) => sum + requests, 0)

/** Kinds of requests whose days do not add up to their month. */
const differences = async (env: Environment) => {
  const queries = await queriesOf(env)
  try {
    const { rows } = await sql`
      select * from request_months as sums left join (
        select account_id as account, substr(day, 1, 7) as in_month, key_id as one_key,
          operation as one_operation, outcome as one_outcome, sum(requests) as added, max(day) as latest
        from request_counts group by account_id, substr(day, 1, 7), key_id, operation, outcome
      ) as days on account = account_id and in_month = month and one_key = key_id
        and one_operation = operation and one_outcome = outcome
      where added is null or added <> requests or latest <> last_day`.execute(queries)
    const { rows: sums } = await sql<{ requests: number }>`select requests from request_months`.execute(queries)
    return { wrong: rows, requests: total(sums) }
  } finally {
    await queries.destroy()
  }
}

for (const { name, skip, prepare } of await engines())
  describe(`requests by month in ${name}`, { skip: skip ?? false, concurrency: 3 }, () => {
    test('a month is the sum of its days, and stays when they are removed', async (t) => {
      const store = await opened(t, await prepare(t))
      assert.equal(await store.firstMonth(), null)
      const counts = [
        count(),
        count({ day: '2026-10-30', requests: 2 ** 40 }),
        count({ day: '2026-11-01', requests: 5 }),
        count({ outcome: 'refused', code: 'rate_limited', requests: 2 }),
        count({ outcome: 'refused', code: 'product_not_found', requests: 3 }),
        count({ accountId: 'acc_b', keyId: 'key_b' }),
        count({ accountId: null, keyId: null, outcome: 'refused', code: 'invalid_api_key' }),
      ]
      await store.add({ writer: 'w', sequence: 1, counts })
      await store.add({ writer: 'w', sequence: 1, counts })
      await store.add({ writer: 'w', sequence: 2, counts: [count({ day: '2026-10-22', requests: 7 })] })
      const october = await store.readMonth('2026-10', 'acc_a')
      assert.deepEqual(
        october.map(({ outcome, requests }) => [outcome, requests]),
        [
          ['ok', 2 ** 40 + 8],
          ['refused', 5],
        ],
      )
      assert.equal((await store.readMonth('2026-10')).length, 3)
      assert.deepEqual([...(await store.lastDays('acc_a'))], [['key_a', '2026-11-01']])
      await store.removeBefore('2026-12-01')
      assert.equal(await store.firstDay(), null)
      assert.deepEqual(await store.readMonth('2026-10', 'acc_a'), october)
      assert.deepEqual([await store.firstMonth(), total(await store.readMonth('2026-11'))], ['2026-10', 5])
      assert.deepEqual([...(await store.lastDays('acc_a'))], [['key_a', '2026-11-01']])
    })

    test('processes that are killed while they add leave months that are the sums of their days', async (t) => {
      const env = await prepare(t)
      await opened(t, env)
      for (let round = 0; round < scaled(2, 8); round++) {
        const children = await Promise.all(
          ['a', 'b'].map(async (writer) => {
            const child = spawned(process.execPath, [adding, `${writer}${round}`], env)
            await once(child.stdout as NodeJS.ReadableStream, 'data')
            return child
          }),
        )
        await delay(150 + 50 * round)
        for (const child of children) child.kill('SIGKILL')
        await Promise.all(children.map(ended))
      }
      const { wrong, requests } = await differences(env)
      assert.deepEqual(wrong, [])
      assert.ok(requests > 0 && requests % 45 === 0, `${requests} are not whole batches`)
      t.diagnostic(`${requests} requests`)
    })

    test('processes that add the same kinds at once wait for each other and never block each other', async (t) => {
      const env = await prepare(t)
      const stores = await Promise.all([opened(t, env), opened(t, env), opened(t, env)])
      const codes = Array.from({ length: 150 }, (_, i) => `code_${String(i).padStart(3, '0')}`)
      for (let sequence = 1; sequence <= 15; sequence++)
        await Promise.all(
          stores.map((store, index) => {
            const own = codes.filter((_, at) => (at + sequence) % (index + 1) === 0)
            const counts = own.map((code) => count({ outcome: 'refused', code }))
            return store.add({ writer: `w${index}`, sequence, counts })
          }),
        )
      const { wrong, requests } = await differences(env)
      assert.deepEqual([wrong, requests], [[], 15 * (150 + 75 + 50)])
    })
  })
