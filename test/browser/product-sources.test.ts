import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Emulator, startEmulator } from '../emulator/emulator.ts'
import { startDailyService } from '../support/daily-service.ts'
import { type RunningService, startService } from '../support/service.ts'
import { skip, startForSuite, until } from './browser.ts'

/** Two days that a sync has recorded of a card with two printings, in cents: market and lowest. */
const days = [
  { observedAt: '2026-11-12T20:00:00Z', recordedAt: '2026-11-12T20:10:00Z', holofoil: [40_000, 35_000] },
  { observedAt: '2026-11-20T20:00:00Z', recordedAt: '2026-11-20T20:10:00Z', holofoil: [42_000, 36_000] },
].map(({ holofoil, ...times }) => ({
  ...times,
  prices: { 101: { Holofoil: holofoil as [number, number], '1st Edition Holofoil': [900_000, null] as const } },
}))

describe('the page of a product on other sources', { skip }, () => {
  const started = startForSuite()
  const endings: (() => Promise<void> | void)[] = []
  let daily: RunningService
  let emulator: Emulator
  before(async () => {
    daily = await startDailyService({ after: (done) => void endings.push(done) }, days)
    emulator = await startEmulator()
  })
  after(async () => {
    for (const end of endings.reverse()) await end()
    await emulator.close()
  })

  const open = async (service: RunningService, hash: string) => {
    const watched = await started.open({ width: 360, service, hash })
    await watched.page.waitForSelector('.headprice strong:not(.ghost)')
    return watched
  }

  test('daily files: printings instead of conditions, a history of their own, and offers in one sentence', async () => {
    const { page, assertAccessible } = await open(daily, '#/product/101')
    assert.equal(await page.locator('.headcopy').textContent(), 'Holofoil')
    assert.equal(await page.locator('.headprice strong').textContent(), '$420.00')
    assert.equal(await page.locator('.copy-group').count(), 1)
    assert.match((await page.locator('.change').first().textContent()) ?? '', /\+5\.0 %\s*\+\$20\.00\s*since 12 Nov/)
    await page.getByText("Offers are not part of this source's data.").waitFor()
    await page.locator('.copy-choice', { hasText: '1st Edition' }).click()
    assert.equal(await page.locator('.headprice strong').textContent(), '$9,000.00')
    await assertAccessible()
  })

  test('daily files: the prices of a day, clearly marked, and back to now', async () => {
    const { page, assertAccessible } = await open(daily, '#/product/101')
    await page.fill('.as-of input', '2026-11-14')
    await page.getByText('these are not the prices of now').waitFor()
    assert.equal(await page.locator('.headprice strong').textContent(), '$400.00')
    const [mark, price] = [
      await page.locator('.as-of.past').boundingBox(),
      await page.locator('.headprice').boundingBox(),
    ]
    assert.ok(mark && price && mark.y < price.y, 'the mark comes before the price')
    assert.match(page.url(), /asOf=2026-11-14/)
    await assertAccessible()
    await page.reload()
    await page.getByText('these are not the prices of now').waitFor()
    await page.getByRole('button', { name: 'Back to now' }).click()
    await until(page, `document.querySelector('.headprice strong').textContent === '$420.00'`)
    await page.waitForSelector('h1:focus')
    assert.ok(!page.url().includes('asOf'))
  })

  test('the live market: copies, chart and offers by condition, and no day to ask back', async (t) => {
    const service = await startService(t, { now: Date.now, env: emulator.env })
    const { page } = await open(service, '#/product/300004')
    await page.waitForSelector('price-chart canvas')
    assert.equal(await page.locator('.as-of').count(), 0)
    const price = await page.locator('.headprice strong').textContent()
    assert.match(price ?? '', /^\$\d/)
    assert.equal(await page.locator('.prices .cell[aria-pressed=true] .price').textContent(), price)
    assert.ok((await page.locator('.offers tbody tr').count()) > 0)
  })
})
