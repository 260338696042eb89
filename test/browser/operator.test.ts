import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, describe, test } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { Overview } from '../../src/operator/overview.ts'
import { renderPage } from '../../src/operator/page.ts'
import { type OperatorService, startOperatorService } from '../support/operator-page.ts'
import { skip, until } from './browser.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Every rule, the best practices too. */
const violationsOf = async (page: Page): Promise<unknown> => {
  await page.evaluate(axe)
  return page.evaluate(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html.slice(0, 120)) })))',
  )
}

describe("the operator's page", { skip }, () => {
  let browser: Browser
  let service: OperatorService
  const endings: (() => unknown)[] = []
  before(async () => {
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
    service = await startOperatorService({ after: (done) => void endings.push(done) })
  })
  after(async () => {
    await browser.close()
    for (const end of endings.reverse()) await end()
  })

  const open = async (
    { scheme = 'light', width = 1280, script = true }: { scheme?: 'light' | 'dark'; width?: number; script?: boolean },
    query = '',
  ) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme, javaScriptEnabled: script })
    const page = await context.newPage()
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== service.page) errors.push(`request to ${request.url()}`)
    })
    await page.goto(`${service.page}/${query}`)
    return { page, errors, close: () => context.close() }
  }

  for (const scheme of ['light', 'dark'] as const)
    for (const width of [320, 768, 1280])
      test(`axe finds nothing and nothing scrolls sideways, ${scheme}, ${width} px`, async () => {
        for (const query of ['', `?days=7&account=${service.hostile.accountId}`]) {
          const { page, errors, close } = await open({ scheme, width }, query)
          await page.click('summary')
          assert.deepEqual(await violationsOf(page), [])
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
          assert.deepEqual(errors, [])
          await close()
        }
      })

  test('without a script everything is there, and links choose days and account', async () => {
    const { page, close } = await open({ script: false })
    assert.equal(await page.locator('#pause').isVisible(), false)
    await page.getByRole('link', { name: '7 days' }).click()
    await page.locator('[aria-current]', { hasText: '7 days' }).waitFor()
    await page.locator('#accounts').getByRole('link', { name: 'Card shop' }).click()
    await page.getByText('Of Card shop alone.').waitFor()
    assert.equal(new URL(page.url()).search, `?days=7&account=${service.accountId}`)
    assert.equal(await page.locator('#keys tbody tr').count(), 1)
    await page.getByRole('link', { name: 'Show all accounts' }).click()
    await page.locator('#keys tbody tr').nth(1).waitFor()
    await close()
  })

  test('figures that the database did not give at first come by themselves, once it does', async () => {
    const status = (await (await fetch(`${service.page}/status.json`)).json()) as Overview
    const silent = renderPage({ ...status, now: null, requests: null, accounts: null, unavailable: ['requests'] }, { days: 30 })
    const { page, errors, close } = await open({ script: true })
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
    assert.deepEqual(errors, [])
    await close()
  })

  test('figures follow by themselves until they are paused, what has the focus stays, and silence is told', async () => {
    const { page, close } = await open({})
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
    await page.getByRole('alert').waitFor({ timeout: 60_000 })
    assert.match((await page.getByRole('alert').textContent()) ?? '', /does not answer/)
    await close()
  })
})
