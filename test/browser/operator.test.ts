import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Overview } from '../../src/operator/overview.ts'
import { renderPage } from '../../src/operator/page.ts'
import { type OperatorService, startOperatorService } from '../support/operator-page.ts'
import { skip, startForSuite, until } from './browser.ts'

describe("the operator's page", { skip }, () => {
  const its = startForSuite()
  let service: OperatorService
  const endings: (() => unknown)[] = []
  before(async () => {
    service = await startOperatorService({ after: (done) => void endings.push(done) })
  })
  after(async () => {
    for (const end of endings.reverse()) await end()
  })

  const open = (query = '') => its.open({ service: { address: service.page }, hash: query, key: null })

  test('axe finds nothing and nothing scrolls sideways, light and dark, at any width', async () => {
    for (const query of ['', `?days=7&account=${service.hostile.accountId}`]) {
      const { page, assertAccessibleAt } = await open(query)
      await page.click('summary')
      await assertAccessibleAt([320, 768, 1280])
    }
  })

  test('without a script everything is there, and links choose days and account', async () => {
    const context = await its.browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${service.page}/`)
    assert.equal(await page.locator('#pause').isVisible(), false)
    await page.getByRole('link', { name: '7 days' }).click()
    await page.locator('[aria-current]', { hasText: '7 days' }).waitFor()
    await page.locator('#accounts').getByRole('link', { name: 'Card shop' }).click()
    await page.getByText('Of Card shop alone.').waitFor()
    assert.equal(new URL(page.url()).search, `?days=7&account=${service.accountId}`)
    assert.equal(await page.locator('#keys tbody tr').count(), 1)
    await page.getByRole('link', { name: 'Show all accounts' }).click()
    await page.locator('#keys tbody tr').nth(1).waitFor()
    await context.close()
  })

  test('figures that the database did not give at first come by themselves, once it does', async () => {
    const status = (await (await fetch(`${service.page}/status.json`)).json()) as Overview
    const silent = renderPage(
      { ...status, now: null, requests: null, accounts: null, unavailable: ['requests'] },
      { days: 30 },
    )
    const { page } = await open()
    let isSilent = true
    await page.route(`${service.page}/`, (route) =>
      isSilent ? route.fulfill({ contentType: 'text/html', body: silent }) : route.continue(),
    )
    await page.reload()
    await page.locator('#requests').getByText('The database did not answer in time.').waitFor()
    const look = () => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    isSilent = false
    await look()
    await page.locator('#operations tbody tr').first().waitFor()
    await page.locator('#days svg').waitFor()
    isSilent = true
    await look()
    await page.locator('#requests').getByText('The database did not answer in time.').waitFor()
    assert.equal(await page.locator('#operations').count(), 0)
  })

  test('figures follow by themselves until they are paused, the focus stays, and silence is told', async () => {
    const { page, allowErrors } = await open()
    allowErrors(/Failed to load resource/)
    const total = async () => Number((await page.locator('.total strong').textContent())?.replaceAll(',', ''))
    const before = await total()
    await page.locator('#accounts a').first().focus()
    await service.call('/v1/plans')
    await until(page, async () => (await total()) > before, 60_000)
    assert.equal(await page.evaluate("document.activeElement.closest('#accounts') !== null"), true)
    await page.getByRole('button', { name: 'Pause updates' }).click()
    assert.equal(await page.locator('#pause').getAttribute('aria-pressed'), 'true')
    await page.getByRole('button', { name: 'Pause updates' }).click()
    await page.route('**/*', (route) => route.abort())
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await page.getByRole('alert').waitFor({ timeout: 60_000 })
    assert.match((await page.getByRole('alert').textContent()) ?? '', /does not answer/)
  })
})
