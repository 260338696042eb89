import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { runCli, startServer } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'
import { enterKey, goTo, openPage, skip, startForSuite } from './browser.ts'

const look = { scheme: 'light', width: 1280 } as const

describe('a list in the console', { skip }, () => {
  const its = startForSuite()

  const open = async (key = its.service.key, address = its.service.address) => {
    const watched = await openPage(its.browser, { address }, look)
    await enterKey(watched.page, key)
    await goTo(watched.page, '#/batch')
    await watched.page.waitForSelector('#batch-list')
    return watched
  }

  const price = async (page: Page, lines: readonly string[]) => {
    await page.fill('#batch-list', lines.join('\n'))
    await page.getByRole('button', { name: 'Identify and price' }).click()
  }

  const choose = (page: Page, lines: readonly string[]) =>
    page.setInputFiles('#batch-file', { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) })

  const states = (page: Page) => page.locator('.batch .badge').allTextContents()

  const requestsSince = (before: number) =>
    its.service.reports
      .slice(before)
      .flatMap(({ operation }) => (operation === 'identify' || operation === 'lookUpPrices' ? operation : []))

  test('500 rows with product ids take five requests, and what was sent is shown', async () => {
    const { page, assertNoErrors, close } = await open()
    const before = its.service.reports.length
    const rows = Array.from({ length: 500 }, (_, index) => `${300_000 + index},${(index % 3) + 1}`)
    await price(page, ['productId,quantity', ...rows])
    await page.waitForSelector('.sum')
    assert.deepEqual(requestsSince(before), Array(5).fill('lookUpPrices'))
    await page.locator('.request summary').click()
    assert.match(await page.locator('.request pre').innerText(), /\/v1\/prices[\s\S]*"productIds":\[300400,300401,/)
    assertNoErrors()
    await close()
  })

  test('a list of 10,000 lines is met with its cost before anything is spent, and the page stays awake', async (t) => {
    const { page, close } = await open()
    await page.evaluate(
      "globalThis.longest = 0; new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longest = Math.max(longest, duration) }).observe({ type: 'longtask' })",
    )
    const before = its.service.reports.length
    await choose(
      page,
      Array.from({ length: 10_000 }, (_, index) => `Card ${index}`),
    )
    await page.getByText('10,000 rows will cost about 10,100 requests').waitFor()
    assert.deepEqual(requestsSince(before), [])
    await choose(page, ['productId,quantity', ...Array.from({ length: 10_000 }, (_, index) => `${300_000 + (index % 2_000)},1`)])
    await page.getByText('10,000 rows will cost about 20 requests').waitFor()
    await page.getByRole('button', { name: 'Identify and price' }).click()
    await page.waitForSelector('.sum')
    await page.getByRole('button', { name: 'Show more of 10,000 rows' }).click()
    const longestMs = Number(await page.evaluate('longest'))
    t.diagnostic(`longest task of the page ${Math.round(longestMs)} ms`)
    assert.ok(longestMs < 1_500)
    await close()
  })

  test('each reserved product says in its row what is the matter, and what failed can be asked again', async () => {
    const { page, assertNoErrors, assertAccessible, close } = await open()
    await price(page, ['productId', ...Array.from({ length: 10 }, (_, index) => String(990_001 + index))])
    await page.waitForSelector('.sum')
    assert.deepEqual(await states(page), [
      'The market source is unavailable.',
      'The market source is unavailable.',
      'Done',
      'Done',
      'Price unknown.',
      'Done',
      'Done',
      'The market source did not answer in time.',
      'The market source asks us to slow down.',
      'Done',
    ])
    await page.getByText('4 rows failed.').waitFor()
    const before = its.service.reports.length
    await page.getByRole('button', { name: 'Ask again for 4 rows' }).click()
    await page.waitForSelector('progress')
    await page.getByText('4 rows failed.').waitFor()
    await page.waitForSelector('progress', { state: 'detached' })
    assert.deepEqual(requestsSince(before), ['lookUpPrices'])
    assert.equal((await states(page)).length, 10)
    assertNoErrors()
    await assertAccessible()
    await close()
  })

  test('a corrected list costs only what is new', async () => {
    const { page, close } = await open()
    await price(page, ['Charizard 4/102, Base Set', 'Charizard 4/102, 3, Base Set', 'Mewtoo Nonsense'])
    await page.getByText('1 row to settle.').waitFor()
    const before = its.service.reports.length
    await page.fill('#batch-list', 'Charizard 4/102, Base Set\nMewtwo 10/102')
    await page.getByText('2 rows will cost about 2 requests: 1 to identify, 1 for prices.').waitFor()
    await page.getByRole('button', { name: 'Identify and price' }).click()
    await page.waitForSelector('progress', { state: 'detached' })
    assert.deepEqual(requestsSince(before), ['identify', 'lookUpPrices'])
    await close()
  })

  test('a row is settled with the keyboard alone, which keeps its place', async () => {
    const { page, assertNoErrors, close } = await open()
    await price(page, ['Magmar 20/108', 'Black Lotus, unheard of'])
    await page.getByText('2 rows to settle.').waitFor()
    const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')")
    await page.getByLabel('Printing of Magmar 20/108').focus()
    await page.keyboard.press('ArrowDown')
    await page.getByText('1 row to settle.').waitFor()
    assert.equal(await focused(), 'Printing of Magmar 20/108')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    assert.equal(await focused(), 'Copy of Magmar 20/108')
    await page.keyboard.press('ArrowDown')
    await page.waitForSelector('[data-at="copy 0"]:not(.unsure)')
    assert.equal(await focused(), 'Copy of Magmar 20/108')
    assertNoErrors()
    await close()
  })

  test('a month that ends amid a list keeps what is done, and another key goes on', async () => {
    const { key } = await its.service.issue({ monthlyRequests: 5 })
    const { page, assertNoErrors, close } = await open(key)
    await price(page, [
      'Charizard 4/102',
      'Pikachu 58/102',
      'Mewtwo 10/102',
      'Blastoise 2/102',
      'Venusaur 15/102',
      'Alakazam 1/102',
    ])
    await page.getByText('allowance of this UTC month is used up.').first().waitFor()
    await page.waitForSelector('.sum')
    assert.ok((await states(page)).includes('Waiting.'))
    await enterKey(page, its.service.key)
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.waitForSelector('main:has(.sum):not(:has(.error-notice, progress))')
    assert.ok(!(await states(page)).includes('Waiting.'))
    assertNoErrors()
    await close()
  })

  test('the service is killed amid a list: what is done stays, and it goes on when the service is back', async (t) => {
    const env = { DATA_DIR: tempFolder(t), PORT: '38931' }
    const first = await startServer(env)
    t.after(() => first.child.kill('SIGKILL'))
    const { out } = await runCli(
      ['accounts', 'create', '--name', 'Shop', '--plan', 'scale', '--requests-per-minute', '100000', '--json'],
      env,
    )
    const issued = await runCli(['keys', 'issue', '--account', JSON.parse(out).account.id, '--json'], env)
    const { page, close } = await open(JSON.parse(issued.out).key, first.address)
    await choose(
      page,
      Array.from({ length: 3_000 }, (_, index) => `Pikachu ${index}`),
    )
    await page.getByRole('button', { name: 'Identify and price' }).click()
    await page.getByText(/Identified \d\d/).waitFor()
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    await page.getByText('The service cannot be reached.').waitFor()
    await page.waitForSelector('.sum')
    assert.ok((await page.locator('.batch select').count()) > 0)
    const second = await startServer(env)
    t.after(() => second.child.kill('SIGKILL'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(/Identified \d+ of (?!3,000)/).waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopped. What is done stays.').waitFor()
    await close()
  })
})
