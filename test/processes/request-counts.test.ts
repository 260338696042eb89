import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { readConfig } from '../../src/app/configuration/config.ts'
import { createRequestStatistics } from '../../src/statistics/request-statistics.ts'
import type { OutcomeSums } from '../../src/statistics/sum-requests.ts'
import { openStore } from '../../src/stores/open-store.ts'
import { engines } from '../support/engines.ts'
import { startFleet } from '../support/fleet.ts'
import { runCli } from '../support/process.ts'

const price = '/v1/products/300004/prices'

const sumsOf = async (env: Record<string, string | undefined>, accountId?: string | null) => {
  const store = await openStore(await readConfig(env), Date.now)
  const statistics = createRequestStatistics({ store: store.requestCounts, now: store.now })
  try {
    return await statistics.read({ days: 2, ...(accountId === undefined ? {} : { accountId }) })
  } finally {
    await statistics.close()
    await store.close()
  }
}

for (const { name, skip, prepare } of await engines())
  describe(`request counts of processes on ${name}`, { skip: skip ?? false }, () => {
    test('two processes that end add up, by key, operation and code, and probes are not counted', async (t) => {
      const env = await prepare(t)
      const fleet = await startFleet(t, { env, processes: 2 })
      const one = await fleet.issue()
      const other = await fleet.issue({ requestsPerMinute: 5 })
      const call = async (path: string, key: string | null, member: number) => {
        const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` }
        const response = await fetch(`${fleet.members[member]?.address}${path}`, { headers })
        await response.arrayBuffer()
        return response.status
      }
      for (let i = 0; i < 20; i++) {
        await call(price, one.key, i % 2)
        await call('/v1/products/5/prices', one.key, i % 2)
        await call('/healthz', null, i % 2)
        await call('/v1/search?q=pikachu', null, i % 2)
      }
      const statuses = []
      for (let i = 0; i < 12; i++) statuses.push(await call(price, other.key, i % 2))
      const limited = statuses.filter((status) => status === 429).length
      await Promise.all(fleet.members.map(({ kill }) => kill('SIGTERM')))

      const ofOne = await sumsOf(env, one.accountId)
      assert.deepEqual(ofOne.total, { ok: 20, refused: 20, failed: 0 })
      assert.deepEqual(ofOne.byKey, [{ accountId: one.accountId, keyId: one.keyId, ok: 20, refused: 20, failed: 0 }])
      assert.deepEqual(ofOne.byOperation, [{ operation: 'getPrices', ok: 20, refused: 20, failed: 0 }])
      const ofAll = await sumsOf(env)
      const codes = Object.fromEntries(ofAll.byCode.map(({ code, requests }) => [code, requests]))
      assert.deepEqual(codes, {
        missing_api_key: 20,
        product_not_found: 20,
        ...(limited > 0 ? { rate_limited: limited } : {}),
      })
      assert.deepEqual(ofAll.total, { ok: 20 + 12 - limited, refused: 40 + limited, failed: 0 })
    })

    test('usage tells the requests of an account by what it is asked for', async (t) => {
      const env = await prepare(t)
      const fleet = await startFleet(t, { env, processes: 1 })
      const { key, keyId, accountId } = await fleet.issue()
      const call = (path: string) =>
        fetch(fleet.members[0]?.address + path, { headers: { authorization: `Bearer ${key}` } })
      for (const path of [price, price, '/v1/products/5/prices', '/v1/usage']) await (await call(path)).arrayBuffer()
      await fleet.members[0]?.kill('SIGTERM')
      const tables: readonly [by: string, row: RegExp][] = [
        ['day', /^\d{4}-\d\d-\d\d +4 +1 +0$/m],
        ['key', new RegExp(`^${keyId} +– +4 +1 +0$`, 'm')],
        ['operation', /^getPrices +3 +1 +0$/m],
        ['code', /^product_not_found +refused +1$/m],
      ]
      for (const [by, row] of tables) {
        const { status, out, err } = await runCli(['usage', '--account', accountId, '--by', by, '--days', '2'], env)
        assert.equal(status, 0, err)
        assert.match(out, row)
        assert.match(out, /^month +100000000 +4 /m)
      }
      const { out } = await runCli(['usage', '--account', accountId, '--by', 'day', '--json'], env)
      assert.deepEqual(JSON.parse(out).requests.total, { ok: 3, refused: 1, failed: 0 })
      for (const wrong of [
        ['--by', 'moon'],
        ['--by', 'day', '--days', '401'],
        ['--days', '7'],
      ])
        assert.equal((await runCli(['usage', '--account', accountId, ...wrong], env)).status, 2)
    })

    test('a process that is killed loses the last seconds at most, and what it wrote stays whole', async (t) => {
      const env = await prepare(t)
      const fleet = await startFleet(t, { env, processes: 2 })
      const { key, accountId } = await fleet.issue()
      let sent = 0
      const callOften = async (times: number) => {
        for (let i = 0; i < times; i++, sent++)
          await (
            await fetch(fleet.members[0]?.address + price, { headers: { authorization: `Bearer ${key}` } })
          ).arrayBuffer()
      }
      await callOften(100)
      const counted = async () => (await sumsOf(env, accountId)).total
      let known: OutcomeSums = { ok: 0, refused: 0, failed: 0 }
      for (
        const until = performance.now() + 20_000;
        known.ok < sent && performance.now() < until;
        known = await counted()
      )
        await delay(250)
      assert.equal(known.ok, 100)
      await callOften(50)
      await fleet.members[0]?.kill('SIGKILL')
      const after = await counted()
      assert.ok(after.ok >= 100 && after.ok <= 150, String(after.ok))
      await fleet.members[1]?.kill('SIGTERM')
      const store = await openStore(await readConfig(env), Date.now)
      assert.deepEqual(await store.check(), ['ok'])
      await store.close()
    })
  })
