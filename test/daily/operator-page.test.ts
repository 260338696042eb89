import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview } from '../../src/operator/overview.ts'
import { largeDays } from '../emulator/mirror/invented-days.ts'
import { showOperatorPage } from '../support/operator-page.ts'
import { startService } from '../support/service.ts'
import { fakeClock } from '../support/temp.ts'
import { startDaily } from './daily-service.ts'

test("the operator's page tells the day in use, the one that was refused, what the catalogue holds and which days are kept", async (t) => {
  const clock = fakeClock('2026-11-22T21:00:00Z')
  const daily = await startDaily(t, { clock, builds: largeDays(240, 4, clock.now) })
  await daily.sync()
  const { builtAtMs } = await daily.emulator.mirror.day()
  const first = await showOperatorPage(t, await startService(t, { env: daily.env, now: clock.read }))
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

  await daily.emulator.mirror.advance()
  clock.now += 24 * 3_600_000
  daily.emulator.plan([{ fault: 'halfTheRows', route: 'groupPrices' }])
  await assert.rejects(daily.sync(), /refused/)
  const second = await showOperatorPage(t, await startService(t, { env: daily.env, now: clock.read }))
  const refused = await read(second)
  assert.equal(refused.checks.find(({ name }) => name === 'Sync')?.state, 'attention')
  assert.match(refused.sync?.refused?.reason ?? '', /prices, \d+ the day before/)
  assert.ok(!JSON.stringify(refused).includes(daily.env.DATA_DIR as string), 'no folder of the machine is told')
  const page = await (await fetch(second)).text()
  assert.match(page, /<span class="state attention">Look<\/span> Sync/)
  assert.match(page, /refused: .*the day before/)
})
