import assert from 'node:assert/strict'
import { test } from 'node:test'
import { largeDays } from '../emulator/mirror/invented-days.ts'
import { runCli } from '../support/process.ts'
import { startService } from '../support/service.ts'
import { fakeClock } from '../support/temp.ts'
import { startDaily } from './daily-service.ts'

test('a day that is refused is told by capabilities, metrics, status and doctor, while the last good one is served', async (t) => {
  const clock = fakeClock('2026-11-22T21:00:00Z')
  const daily = await startDaily(t, { clock, builds: largeDays(240, 4, clock.now) })
  await daily.sync()
  const { builtAtMs } = await daily.emulator.mirror.day()
  await daily.emulator.mirror.advance()
  clock.now += 24 * 3_600_000
  daily.emulator.plan([{ fault: 'halfTheRows', route: 'groupPrices' }])
  await assert.rejects(daily.sync(), /refused/)

  const { call, service } = await startService(t, { env: daily.env, now: clock.read })
  const { sync } = (await call('/capabilities', { key: null })).body
  assert.match(sync.refused.reason, /prices, \d+ the day before/)
  assert.doesNotMatch(JSON.stringify(sync), /refused-/, 'no folder of the machine is told')
  assert.match(await (await service.metrics.collect()).metrics(), /card_market_sync_refused(?:\{[^}]*\})? 1/)
  const [price] = (await call('/v1/products/8000001/prices')).body.prices
  assert.equal(price.calculatedAt, new Date(builtAtMs).toISOString())

  const status = await runCli(['market', 'status', '--json'], daily.env)
  assert.equal(status.status, 0, status.err)
  assert.match(status.out, /the day before/)
  const doctor = await runCli(['doctor', '--json'], daily.env)
  assert.match(doctor.out, /refused/)
})
