import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview } from '../../src/operator/overview.ts'
import { showOperatorPage } from '../support/operator-page.ts'
import { runCli } from '../support/process.ts'
import { startService } from '../support/service.ts'
import { startSmallDaily } from './daily-service.ts'

test('the day in use and a refused one are told by the page, capabilities, metrics, status and doctor', async (t) => {
  const daily = await startSmallDaily(t)
  await daily.sync()
  const { builtAtMs } = await daily.emulator.mirror.day()
  const first = await showOperatorPage(t, await startService(t, { env: daily.env, now: daily.clock.read }))
  const read = async (page: string) => (await (await fetch(`${page}/status.json`)).json()) as Overview
  const good = await read(first)
  assert.deepEqual(
    good.checks.map(({ name, state }) => [name, state]),
    [
      ['Source', 'unknown'],
      ['Sync', 'good'],
      ['Catalogue', 'good'],
      ['Archive', 'good'],
      ['Database', 'good'],
    ],
  )
  assert.equal(good.sync?.build, new Date(builtAtMs).toISOString())
  assert.deepEqual([good.archive?.firstDay, good.archive?.lastDay], ['2026-11-22', '2026-11-22'])
  assert.equal(good.catalogue.products, 240)
  assert.deepEqual(
    good.catalogue.lines.map(({ slug, products }) => [slug, products]),
    [['pokemon', 240]],
  )

  await daily.nextDay()
  daily.emulator.plan([{ fault: 'halfTheRows', route: 'groupPrices' }])
  await assert.rejects(daily.sync(), /refused/)
  const running = await startService(t, { env: daily.env, now: daily.clock.read })
  const second = await showOperatorPage(t, running)
  const refused = await read(second)
  assert.equal(refused.checks.find(({ name }) => name === 'Sync')?.state, 'attention')
  assert.match(refused.sync?.refused?.reason ?? '', /prices, \d+ the day before/)
  assert.ok(!JSON.stringify(refused).includes(daily.env.DATA_DIR as string), 'no folder of the machine is told')
  const page = await (await fetch(second)).text()
  assert.match(page, /<span class="state attention">Look<\/span> Sync/)
  assert.match(page, /refused: .*the day before/)

  const { call, service } = running
  const { sync } = (await call('/capabilities', { key: null })).body
  assert.match(sync.refused.reason, /prices, \d+ the day before/)
  assert.doesNotMatch(JSON.stringify(sync), /refused-/, 'no folder of the machine is told')
  assert.match(await (await service.metrics.collect()).metrics(), /card_market_sync_refused(?:\{[^}]*\})? 1/)
  const [price] = (await call('/v1/products/8000001/prices')).body.prices
  assert.equal(price.calculatedAt, new Date(builtAtMs).toISOString(), 'the last good day serves on')
  const status = await runCli(['market', 'status', '--json'], daily.env)
  assert.equal(status.status, 0, status.err)
  assert.match(status.out, /the day before/)
  assert.match((await runCli(['doctor', '--json'], daily.env)).out, /refused/)
})
