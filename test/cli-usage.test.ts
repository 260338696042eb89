import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { createAccounts } from '../src/accounts/accounts.ts'
import { createMeter } from '../src/accounts/metering.ts'
import { readConfig } from '../src/app/configuration/config.ts'
import { openSqliteStore } from '../src/stores/sqlite-store.ts'
import { assertRefused, runCommand } from './support/run-command.ts'
import { fakeClock, tempFolder } from './support/temp.ts'

const asPlan = { requestsPerMinute: null, monthlyRequests: null, activeKeys: null }

/** A database in which three accounts were used in May 2020, and one of them deleted since. */
const withMay = async (t: TestContext) => {
  const env = { DATA_DIR: tempFolder(t) }
  const { database } = await readConfig(env)
  if (database.kind !== 'sqlite') throw new Error('no file')
  const clock = fakeClock('2020-05-15T09:30:00.000Z')
  const store = await openSqliteStore({ file: database.file, durability: 'process', now: clock.read })
  const accounts = createAccounts({
    store: store.accounts,
    meter: createMeter({ counter: store.counter }),
    now: clock.read,
  })
  const customer = async (name: string, label: string, calls: number) => {
    const { id } = await accounts.create({ name, plan: 'starter', agreed: asPlan })
    const { key, keyId } = await accounts.issueKey({ accountId: id, label, expiresAt: null })
    for (let i = 0; i < calls; i++) await accounts.admit(key)
    const count = { day: '2020-05-15', accountId: id, keyId, operation: 'getPrices', code: null } as const
    return { id, keyId, counts: calls > 0 ? [{ ...count, outcome: 'ok' as const, requests: calls }] : [] }
  }
  const shop = await customer('=Shop, "Corner"', 'till', 7)
  const stall = await customer('Stall', 'app', 2)
  const gone = await customer('Gone', 'gone', 3)
  const idle = await customer('Idle', 'none', 0)
  const refused = {
    day: '2020-05-16',
    accountId: shop.id,
    keyId: shop.keyId,
    operation: 'identify',
    outcome: 'refused',
    code: 'rate_limited',
    requests: 4,
  } as const
  const nobody = { ...refused, accountId: null, keyId: null, code: 'invalid_api_key' }
  const counts = [...shop.counts, ...stall.counts, ...gone.counts, refused, nobody]
  await store.requestCounts.add({ writer: 'w', sequence: 1, counts })
  await accounts.suspend(stall.id, null)
  await accounts.close(gone.id)
  await accounts.delete(gone.id)
  clock.now = Date.parse('2020-06-02T00:00:00.000Z')
  await customer('Later', 'new', 0)
  await store.close()
  const run = async (...args: string[]) => {
    const { status, out, err } = await runCommand(['usage', ...args], env)
    assert.equal(status, 0, err)
    return out
  }
  return { env, run, shop, stall, gone, idle }
}

describe('usage of past months on the command line', () => {
  test('a bill has every account of that month with its units, deleted ones without a name', async (t) => {
    const { run, shop, stall, gone, idle } = await withMay(t)
    const bill = JSON.parse(await run('--all', '--month', '2020-05', '--json'))
    const { rows, ...head } = bill as { rows: readonly { accountId: string }[] }
    assert.deepEqual(head, { month: '2020-05', isOver: true, by: 'account', figures: 'exact' })
    const rowOf = (id: string) => rows.find(({ accountId }) => accountId === id)
    for (const [{ id }, name, state, plan, units] of [
      [shop, '=Shop, "Corner"', 'open', 'starter', 7],
      [stall, 'Stall', 'suspended', 'starter', 2],
      [idle, 'Idle', 'open', 'starter', 0],
      [gone, null, 'deleted', null, 3],
    ] as const)
      assert.deepEqual(rowOf(id), { accountId: id, name, state, plan, units })
    assert.equal(rows.length, 4)
    assert.deepEqual(JSON.parse(await run('--account', shop.id, '--month', '2020-05', '--json')).rows, [rowOf(shop.id)])
    assert.match(
      await run('--all', '--month', '2020-05'),
      /^2020-05\naccount +name +state +plan +units\n[\s\S]*exact, for bills\.\n$/,
    )
    assert.deepEqual(JSON.parse(await run('--all', '--month', '2020-04', '--json')).rows, [])
  })

  test('CSV is safe for a spreadsheet, with the month in every row', async (t) => {
    const { run, shop, gone } = await withMay(t)
    const lines = (await run('--all', '--month', '2020-05', '--csv')).split('\r\n')
    assert.equal(lines[0], 'month,account,name,state,plan,units')
    assert.ok(lines.includes(`2020-05,${shop.id},"'=Shop, ""Corner""",open,starter,7`), lines.join('\n'))
    assert.ok(lines.includes(`2020-05,${gone.id},,deleted,,3`))
    const byKey = (await run('--all', '--month', '2020-05', '--by', 'key', '--csv')).split('\r\n')
    assert.equal(byKey[0], 'month,account,name,key,label,requests,refused,failed')
    assert.ok(byKey.includes(`2020-05,${shop.id},"'=Shop, ""Corner""",${shop.keyId},till,11,4,0`), byKey.join('\n'))
    assert.ok(byKey.includes(`2020-05,${gone.id},,${gone.keyId},,3,0,0`))
  })

  test('requests by key and operation say that they are statistics, and leave out who had no account', async (t) => {
    const { run, shop } = await withMay(t)
    const operations = JSON.parse(await run('--account', shop.id, '--month', '2020-05', '--by', 'operation', '--json'))
    assert.deepEqual([operations.figures, operations.countedSince], ['statistics', '2020-05'])
    const who = { accountId: shop.id, name: '=Shop, "Corner"' }
    assert.deepEqual(operations.rows, [
      { ...who, operation: 'getPrices', ok: 7, refused: 0, failed: 0 },
      { ...who, operation: 'identify', ok: 0, refused: 4, failed: 0 },
    ])
    assert.match(
      await run('--all', '--month', '2020-05', '--by', 'key'),
      /Requests are statistics, counted since 2020-05/,
    )
    assert.equal(JSON.parse(await run('--all', '--month', '2020-05', '--by', 'key', '--json')).rows.length, 3)
  })

  test('keys list says on which day each key was last used', async (t) => {
    const { env, shop, idle } = await withMay(t)
    const list = async (id: string) =>
      JSON.parse((await runCommand(['keys', 'list', '--account', id, '--json'], env)).out).keys
    assert.equal((await list(shop.id))[0].lastUsedAt, '2020-05-16')
    assert.equal((await list(idle.id))[0].lastUsedAt, null)
    assert.match((await runCommand(['keys', 'list', '--account', shop.id], env)).out, /last used.*\n.* 2020-05-16 /)
  })

  test('mistyped use says what is allowed', async (t) => {
    const { env, shop } = await withMay(t)
    await assertRefused(
      [
        ['usage', 2, /--account ID, or --all/],
        ['usage --month 2020-05', 2, /--account ID, or --all/],
        ['usage --all --month 2026-13', 2, /2026-10.*"2026-13"/],
        ['usage --all --month May', 2, /2026-10.*"May"/],
        ['usage --all --month 2999-01', 2, /not begun yet.*"2999-01"/],
        [`usage --all --account ${shop.id}`, 2, /--all and --account/],
        ['usage --all --csv --json', 2, /--csv and --json/],
        [`usage --account ${shop.id} --csv --json`, 2, /--csv and --json/],
        ['usage --all --by day', 2, /account, key, operation here; it is "day"/],
        [`usage --account ${shop.id} --by account`, 2, /day, key, operation, code here/],
        ['usage --all --days 3', 2, /--days/],
        ['usage --account acc_none --month 2020-05', 1, /no account acc_none/],
        ['usage --account acc_none', 1, /no account acc_none/],
      ],
      env,
    )
  })
})
