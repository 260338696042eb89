import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '../../src/app/configuration/config.ts'
import type { Overview } from '../../src/operator/overview.ts'
import { openStore } from '../../src/stores/open-store.ts'
import { engines } from '../support/engines.ts'
import { hostileName, showOperatorPage, startOperatorService } from '../support/operator-page.ts'
import { startService } from '../support/service.ts'
import { tempFolder } from '../support/temp.ts'

const close = { connection: 'close' }

const statusOf = async (page: string, query = ''): Promise<Overview> => {
  const response = await fetch(`${page}/status.json${query}`, { headers: close })
  assert.equal(response.status, 200)
  return (await response.json()) as Overview
}

const pageOf = async (page: string, query = ''): Promise<string> => {
  const response = await fetch(page + query, { headers: close })
  assert.equal(response.status, 200)
  return response.text()
}

for (const { name, skip, prepare } of await engines())
  test(`the page tells requests by day, account, key, operation and code, and of one account alone (${name})`, {
    skip: skip ?? false,
  }, async (t) => {
    const { page, call, accountId, keyId, key, hostile } = await startOperatorService(t, { env: await prepare(t) })
    for (let i = 0; i < 3; i++) await call('/v1/products/300004/prices')
    await call('/v1/products/5/prices')
    await call('/healthz')
    const { requests, accounts, checks, service, databaseBytes, unavailable } = await statusOf(page)
    assert.deepEqual(unavailable, [])
    assert.ok(requests && accounts)
    // A day more when midnight comes meanwhile.
    assert.ok([20, 21].includes(requests.byDay.length))
    assert.ok(Math.abs(Date.parse(requests.observedAt) - Date.now()) < 60_000)
    const own = requests.byAccount.rows.find((row) => row.accountId === accountId)
    const sum = requests.byDay.reduce((all, day) => all + day.ok + day.refused + day.failed, 0)
    assert.equal(sum, requests.total.ok + requests.total.refused + requests.total.failed)
    assert.equal(own?.name, 'Card shop')
    assert.ok(requests.byKey.rows.some((row) => row.keyId === hostile.keyId && row.label === hostileName))
    assert.ok(requests.byCode.some(({ code, requests: count }) => code === 'product_not_found' && count === 1))
    assert.ok(requests.byOperation.rows.every(({ operation }) => operation !== 'healthz'))
    assert.equal(accounts.find(({ account }) => account.id === accountId)?.month.used, 4)
    assert.ok((databaseBytes ?? 0) > 0)
    assert.equal(service.marketSource, 'sandbox')
    assert.deepEqual(
      checks.map((check) => check.name),
      ['Source', 'Catalogue', 'Database'],
    )

    const week = await statusOf(page, `?days=7&account=${accountId}`)
    assert.deepEqual([week.requests?.days, week.requests?.account], [7, { id: accountId, name: 'Card shop' }])
    assert.deepEqual(
      week.requests?.byKey.rows.map((row) => row.keyId),
      [keyId],
    )
    const without = await statusOf(page, '?account=none')
    assert.deepEqual(
      without.requests?.byOperation.rows.map(({ operation }) => operation),
      ['console', null],
    )
    assert.deepEqual((await statusOf(page, "?account=x'--&days=12")).requests?.days, 30)
    assert.deepEqual((await statusOf(page, '?account=acc_nobody')).requests?.total, { ok: 0, refused: 0, failed: 0 })

    for (const text of [await pageOf(page), JSON.stringify(await statusOf(page))]) {
      assert.ok(!text.includes(key) && !text.includes(key.split('_')[2] as string), 'no secret of a key')
    }
  })

test('hostile names stand on the page as text', async (t) => {
  const { page, hostile } = await startOperatorService(t)
  for (const query of ['', `?account=${hostile.accountId}`, '?account=%3Cscript%3E&days=%22%3E%3Cscript%3E']) {
    const text = await pageOf(page, `/${query}`)
    assert.equal(text.match(/<script/g)?.length, 1)
    assert.ok(!text.includes('<img'))
    assert.ok(!/\sstyle=|\son\w+=/.test(text.replaceAll(/&\w+;|&#39;/g, '').replaceAll('onerror=', '')))
    assert.ok(
      text.includes('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&quot;&amp;&lt;/td&gt;') ||
        query.includes('script'),
    )
  }
})

test('the page may be asked for by nobody else: its headers forbid frames, other hosts and keeping', async (t) => {
  const { page } = await startOperatorService(t)
  for (const path of ['/', '/status.json', '/style.css', '/refresh.js']) {
    const { status, headers } = await fetch(page + path, { headers: close })
    assert.equal(status, 200, path)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(headers.get('access-control-allow-origin'), null)
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; .*frame-ancestors 'none'$/)
    assert.ok(!/unsafe|https?:|\*/.test(headers.get('content-security-policy') ?? ''))
  }
})

test('a store that does not answer leaves its parts unknown; the page comes in time', async (t) => {
  const folder = tempFolder(t)
  const { page, call } = await startOperatorService(t, { env: { DATA_DIR: folder } })
  const before = (await statusOf(page)).requests?.total.ok ?? 0
  await call('/v1/plans')
  const intruder = new DatabaseSync(join(folder, 'accounts.db'))
  intruder.exec('begin immediate')
  const startedMs = performance.now()
  // Another question each time, as an answer is kept for some time.
  const status = await statusOf(page, '?days=7')
  // The write that the figures wait for goes on for ten seconds.
  assert.ok(performance.now() - startedMs < 9_000)
  assert.deepEqual([status.requests, status.unavailable], [null, ['requests']])
  assert.equal(status.checks.find(({ name }) => name === 'Database')?.state, 'attention')
  assert.match(await pageOf(page, '/?days=90'), /The database did not answer in time/)
  intruder.exec('rollback')
  intruder.close()
  let after = 0
  for (const until = performance.now() + 60_000; after <= before && performance.now() < until; await delay(500))
    after = (await statusOf(page, '?days=365')).requests?.total.ok ?? 0
  assert.equal(after, before + 1)
})

test('counts of too many keys, of a missing account and of a day to come are shown or left out', async (t) => {
  const env = { DATA_DIR: tempFolder(t) }
  const page = await showOperatorPage(t, await startService(t, { env, now: Date.now }))
  const store = await openStore(await readConfig(env), Date.now)
  t.after(() => store.close())
  const dayOfNow = (laterMs = 0) => new Date(Date.now() + laterMs).toISOString().slice(0, 10)
  let sequence = 0
  const add = (day: string, accountId: string) =>
    store.requestCounts.add({
      writer: 'w',
      sequence: ++sequence,
      counts: [{ day, accountId, keyId: accountId, operation: 'getPrices', outcome: 'ok', code: null, requests: 7 }],
    })
  // The clock was ahead when the first request came.
  await add(dayOfNow(5 * 86_400_000), 'acc_early')
  assert.match(await pageOf(page), /<strong>0<\/strong> requests/)
  await add(dayOfNow(), 'other')
  await add(dayOfNow(), 'acc_gone')
  const { requests } = await statusOf(page, '?days=7')
  assert.deepEqual(
    requests?.byKey.rows.map(({ accountId, accountName, label, ok }) => [accountId, accountName, label, ok]).sort(),
    [
      ['acc_gone', null, null, 7],
      ['other', null, null, 7],
    ],
  )
  assert.equal((await statusOf(page, '?account=acc_gone')).requests?.total.ok, 7)
})

test('before anything was counted the page says so, and shows no figure as 0 that is not known', async (t) => {
  const page = await showOperatorPage(t, await startService(t, { now: Date.now }))
  const text = await pageOf(page)
  assert.match(text, /No request was counted yet\./)
  assert.match(text, /<dt>Requests<\/dt><dd>–/)
  assert.match(text, /<dt>Failed<\/dt><dd>–/)
})
