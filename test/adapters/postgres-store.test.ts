import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { test } from 'node:test'
import { Client } from 'pg'
import { createAccounts } from '../../src/accounts/accounts.ts'
import { createMeter } from '../../src/accounts/metering.ts'
import { ServiceError } from '../../src/contract/errors.ts'
import { openPostgresStore } from '../../src/stores/postgres-store.ts'
import { UnsupportedBackupError, UnusableDatabaseError } from '../../src/stores/store.ts'
import type { Hooks } from '../support/archive.ts'
import { databaseForTests, onConnection, runSql } from '../support/postgres.ts'
import { describeAccessStore, type StoreUnderTest } from './access-store.ts'
import { describeAccountStates } from './account-states.ts'

const { skip, schema, emptySchema } = await databaseForTests()

if (skip !== undefined) test('access store on PostgreSQL', { skip }, () => {})
else {
  const prepare = async (t: Hooks): Promise<StoreUnderTest> => {
    const url = await emptySchema(t)
    return {
      usesClock: false,
      open: (clock) => openPostgresStore({ url, now: clock.read }),
      runSql: (statement) => runSql(url, statement),
    }
  }
  describeAccessStore('PostgreSQL', prepare)
  describeAccountStates('PostgreSQL', prepare)

  const isUnavailable = (error: unknown): boolean =>
    error instanceof ServiceError && error.code === 'access_store_unavailable'

  const opened = async (
    t: Hooks,
    now = Date.now,
    agreed = { requestsPerMinute: 1_000, monthlyRequests: 100_000, activeKeys: 5 },
  ) => {
    const url = await emptySchema(t)
    const store = await openPostgresStore({ url, now })
    t.after(() => store.close())
    const accounts = createAccounts({
      store: store.accounts,
      meter: createMeter({ counter: store.counter }),
      now: store.now,
    })
    const { id } = await accounts.create({ name: 'Shop', plan: 'growth', agreed })
    const { key } = await accounts.issueKey({ accountId: id, label: null, expiresAt: null })
    return { url, store, accounts, id, key }
  }

  test('no refund of a burst of refused calls is lost for want of a connection', async (t) => {
    const { accounts, id, key } = await opened(t, Date.now, {
      requestsPerMinute: 10_000,
      monthlyRequests: 10_000,
      activeKeys: 5,
    })
    const callers = await Promise.all(Array.from({ length: 2_000 }, () => accounts.admit(key)))
    await Promise.all(callers.map((caller) => accounts.refund(caller)))
    assert.equal((await accounts.usageOf(id)).month.used, 0)
  })

  test('a machine whose clock is an hour off counts and lets keys expire by that of the database', async (t) => {
    const { accounts, id, key, store } = await opened(t, () => Date.now() + 3_600_000)
    const { grant } = await accounts.admit(key)
    assert.ok(Math.abs(grant.nowMs - Date.now()) < 2_000)
    assert.ok(Math.abs(store.now() - Date.now()) < 2_000)
    const inHalfAnHour = new Date(Date.now() + 1_800_000).toISOString()
    const lasting = await accounts.issueKey({ accountId: id, label: null, expiresAt: inHalfAnHour })
    assert.equal((await accounts.admit(lasting.key)).grant.outcome, 'granted')
  })

  test('eight starters at once migrate once, and a newer schema is refused', async () => {
    const url = await schema()
    const stores = await Promise.all(Array.from({ length: 8 }, () => openPostgresStore({ url, now: Date.now })))
    assert.deepEqual(
      stores.map(({ migrated }) => migrated.length).sort((a, b) => a - b),
      [0, 0, 0, 0, 0, 0, 0, stores.find(({ migrated }) => migrated.length > 0)?.migrated.length],
    )
    await Promise.all(stores.map((store) => store.close()))
    await runSql(url, `insert into kysely_migration (name, "timestamp") values ('9999-from-the-future', '2030-01-01')`)
    await assert.rejects(openPostgresStore({ url, now: Date.now }), UnusableDatabaseError)
  })

  test('opening goes on where the server lets nobody in for a moment', async (t) => {
    const url = new URL(await emptySchema(t))
    const { port, hostname } = url
    let asked = 0
    const relay = createServer((socket) => {
      asked++
      // The first connection is that of the migration.
      if (asked === 2) return socket.destroy()
      const onward = connect(Number(port), hostname)
      for (const [one, other] of [[socket, onward] as const, [onward, socket] as const])
        one.on('error', () => other.destroy()).pipe(other)
    }).listen(0, '127.0.0.1')
    await once(relay, 'listening')
    t.after(() => relay.close())
    url.hostname = '127.0.0.1'
    url.port = String((relay.address() as AddressInfo).port)
    const store = await openPostgresStore({ url: url.href, now: Date.now })
    t.after(() => store.close())
    assert.deepEqual([await store.check(), asked > 2], [['ok'], true])
  })

  test('connections that are cut are replaced', async (t) => {
    const { url, accounts, key } = await opened(t)
    await accounts.admit(key)
    await runSql(
      url,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where pid <> pg_backend_pid() and datname = current_database()`,
    )
    for (let isBack = false; !isBack; )
      isBack = await accounts.admit(key).then(
        () => true,
        (error) => {
          assert.ok(isUnavailable(error), String(error))
          return false
        },
      )
  })

  test('a lock of another is refused while it lasts, and nothing is granted', async (t) => {
    const { url, accounts, id, key } = await opened(t)
    await accounts.admit(key)
    const refusal = (client: Client) =>
      client
        .query('begin; select 1 from usage_windows for update')
        .then(() => assert.rejects(accounts.admit(key), isUnavailable))
    await onConnection(url, refusal)
    assert.equal((await accounts.usageOf(id)).month.used, 1)
    await accounts.admit(key)
    assert.equal((await accounts.usageOf(id)).month.used, 2)
  })

  test('a database that only reads is not ready, and refuses calls as unavailable', async (t) => {
    const { url, store, accounts, key } = await opened(t)
    assert.equal(await store.isReady(), true)
    const readOnly = new URL(url)
    readOnly.searchParams.set('options', `${readOnly.searchParams.get('options')} -cdefault_transaction_read_only=on`)
    const standby = await openPostgresStore({ url: readOnly.href, now: Date.now })
    t.after(() => standby.close())
    assert.equal(await standby.isReady(), false)
    const refused = createAccounts({
      store: standby.accounts,
      meter: createMeter({ counter: standby.counter }),
      now: standby.now,
    })
    await assert.rejects(refused.admit(key), isUnavailable)
    await accounts.admit(key)
  })

  test('locked accounts are refused as unavailable, whether read or changed, while the lock lasts', async (t) => {
    const { url, accounts, id } = await opened(t)
    const unlimited = { requestsPerMinute: null, monthlyRequests: null, activeKeys: null }
    await onConnection(url, async (client) => {
      await client.query('begin; lock table accounts')
      await Promise.all([
        assert.rejects(accounts.list(), isUnavailable),
        assert.rejects(accounts.changePlan(id, 'starter', unlimited), isUnavailable),
      ])
    })
    assert.equal((await accounts.show(id)).plan, 'growth')
  })

  test('a database that lost its accounts or epoch is refused in one line, one without calls is not', async (t) => {
    for (const emptying of ['truncate accounts cascade', 'delete from access_epoch']) {
      const { url, accounts, key } = await opened(t)
      await accounts.admit(key)
      await runSql(url, emptying)
      await assert.rejects(
        openPostgresStore({ url, now: Date.now }),
        (error) => error instanceof UnusableDatabaseError && /restore a dump.*begin anew/.test(error.message),
      )
    }
    const url = await schema()
    for (let round = 0; round < 2; round++) {
      const store = await openPostgresStore({ url, now: Date.now })
      assert.equal(await store.isReady(), true)
      await store.close()
    }
  })

  test('a change of an account or its keys stops the charges of that account alone, whoever makes it', async (t) => {
    const { url, store, accounts, key } = await opened(t)
    const other = await accounts.authenticate(key)
    const allowances = { units: 1, requestsPerMinute: 1_000, monthlyRequests: 1_000 }
    const { id } = await accounts.create({
      name: 'Shop',
      plan: 'growth',
      agreed: { ...other.account, activeKeys: null },
    })
    const issued = await accounts.issueKey({ accountId: id, label: null, expiresAt: null })
    for (const change of [
      `update accounts set name = 'Else' where id = '${id}'`,
      `insert into api_keys (key_id, account_id, digest, created_at) values ('k', '${id}', 'd', '2026-11-25')`,
      `update api_keys set label = 'x' where key_id = 'k'`,
      `delete from api_keys where key_id = 'k'`,
      `delete from api_keys where account_id = '${id}'; delete from accounts where id = '${id}'`,
    ]) {
      const { epoch } = await accounts.authenticate(issued.key)
      const charges = [
        { ...allowances, accountId: id, epoch },
        { ...allowances, accountId: other.account.id, epoch: other.epoch },
      ]
      assert.deepEqual(
        (await store.counter.take(charges)).map((result) => result?.granted),
        [1, 1],
      )
      await runSql(url, change)
      assert.deepEqual(
        (await store.counter.take(charges)).map((result) => result?.granted),
        [undefined, 1],
        change,
      )
    }
    await assert.rejects(accounts.admit(issued.key), { code: 'invalid_api_key' })
  })

  test('a connection that planned its batches over small tables reads no more rows when they are large', async (t) => {
    const { url, id, accounts, key } = await opened(t)
    const { epoch } = (await accounts.admit(key)).auth
    const take = `select granted
      from take_units_4(array['${id}'], array[1], array[1000], array[1000], array[${epoch}], '900ms')`
    await runSql(url, 'analyze accounts; analyze usage_windows')
    const client = new Client({ connectionString: url })
    await client.connect()
    t.after(() => client.end())
    await client.query(take)
    await runSql(
      url,
      `insert into accounts (id, name, plan, created_at)
      select 'a' || n, 'Shop', 'scale', '2026-11-25' from generate_series(1, 5000) as n;
      insert into usage_windows (account_id, "window", used) select id, '2026-10', 1 from accounts`,
    )
    await client.query('begin')
    assert.deepEqual((await client.query(take)).rows, [{ granted: 1 }])
    const { rows } = await client.query<{ read: number }>(
      `select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_user_tables
      where relname in ('accounts', 'usage_windows')`,
    )
    await client.query('commit')
    assert.ok((rows[0]?.read ?? 0) < 20, `${rows[0]?.read} rows were read`)
  })

  test('a database that cannot be reached or does not exist is unavailable', async () => {
    const absent = new URL(await schema())
    absent.pathname = '/card_market_absent'
    for (const url of ['postgres://postgres@127.0.0.1:1/none', absent.href])
      await assert.rejects(openPostgresStore({ url, now: Date.now }), isUnavailable)
  })

  test('a backup is refused, naming the tool that makes one', async (t) => {
    const { store } = await opened(t)
    await assert.rejects(
      store.backup('x'),
      (error) => error instanceof UnsupportedBackupError && error.message.includes('pg_dump'),
    )
    assert.deepEqual(await store.check(), ['ok'])
  })
}
