import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type RunningService, startService } from '../support/service.ts'
import { enterKey, goTo, openPage, skip, startBrowser } from './browser.ts'

const look = { scheme: 'light', width: 1280 } as const

describe('what can go wrong is said in a sentence, and what was entered stays', { skip }, () => {
  let browser: Browser
  let service: RunningService
  const endings: (() => unknown)[] = []
  before(async () => {
    browser = await startBrowser()
    service = await startService({ after: (done) => void endings.push(done) })
  })
  after(async () => {
    await browser.close()
    for (const end of endings.reverse()) await end()
  })

  const open = async (hash: string, key: string | null = service.key) => {
    const watched = await openPage(browser, service, look)
    if (key !== null) await enterKey(watched.page, key)
    await goTo(watched.page, hash)
    return watched
  }

  const search = async (page: Page, text: string) => {
    await page.fill('input[name=q]', text)
    await page.click('main button[type=submit]')
  }

  const reserved: readonly [id: number, seen: RegExp][] = [
    [990001, /market source is not answering/],
    [990002, /Prices are unavailable/],
    [990003, /History is unavailable/],
    [990004, /Offers are unavailable/],
    [990005, /has observed no price/],
    [990006, /No picture/],
    [990009, /asks us to slow down/],
    [990010, /4,200 offers/],
    [5, /There is no such product/],
  ]
  for (const [id, seen] of reserved)
    test(`product ${id}: ${seen.source}`, async () => {
      const { page, assertQuiet, assertAccessible, close } = await open(`#/product/${id}`)
      await page.getByText(seen).first().waitFor()
      assertQuiet()
      await assertAccessible()
      await close()
    })

  test('progress is shown when a source is slow', async () => {
    const { page, close } = await open('#/product/990007')
    await page.waitForSelector('#progress:not([hidden])', { state: 'attached' })
    await page.getByText('Patient Tortoise').first().waitFor()
    await page.waitForSelector('#progress[hidden]', { state: 'attached' })
    await close()
  })

  test('unknown is a dash and never 0', async () => {
    const { page, close } = await open('#/product/990005')
    await page.waitForSelector('.prices')
    const text = (await page.locator('main').innerText()) ?? ''
    assert.ok(!text.includes('$0.00'))
    assert.deepEqual([...new Set(await page.locator('.prices .price').allTextContents())], ['–'])
    await close()
  })

  test('without a key, with a wrong one and with an expired allowance', async () => {
    const { page, assertQuiet, close } = await open('#/search', null)
    await search(page, 'pikachu')
    await page.getByText('There is no API key yet.').waitFor()
    await enterKey(page, 'cmd_wrong')
    await page.getByText('This API key is not known.').first().waitFor()
    assert.equal(await page.inputValue('input[name=q]'), 'pikachu')
    const { key } = await service.issue({ monthlyRequests: 1 })
    await enterKey(page, key)
    await search(page, 'charizard')
    await page.getByText('The requests of this month are used up.').first().waitFor()
    assertQuiet()
    await close()
  })

  test('a lost connection keeps what was entered, and trying again goes on', async () => {
    const { page, close } = await open('#/search')
    await page.context().setOffline(true)
    await search(page, 'pikachu')
    await page.getByText('The service cannot be reached.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForSelector('.products')
    assert.equal(await page.inputValue('input[name=q]'), 'pikachu')
    await close()
  })

  test('a file that is no picture, and the camera', async () => {
    const { page, assertQuiet, close } = await open('#/photo')
    await page.setInputFiles('#photo-file', { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await page.waitForSelector('.trouble')
    await page.getByRole('button', { name: 'Use the camera' }).click()
    await page.waitForSelector('video')
    await page.getByRole('button', { name: 'Take the picture' }).click()
    await page.waitForSelector('.preview img')
    assertQuiet()
    await close()
  })

  test('a list of 10,000 lines is met with its cost before anything is spent', async () => {
    const { page, close } = await open('#/batch')
    const spent = () => service.reports.filter(({ operation }) => operation === 'identify' || operation === 'lookUpPrices').length
    const before = spent()
    const text = Array.from({ length: 10_000 }, (_, index) => `Card ${index}`).join('\n')
    await page.setInputFiles('#batch-file', { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
    await page.getByText('10,000 rows will cost about 10,100 requests').waitFor()
    assert.equal(spent(), before)
    await close()
  })

  test('500 rows with product ids take five requests', async () => {
    const { page, close } = await open('#/batch')
    const before = service.reports.length
    const rows = Array.from({ length: 500 }, (_, index) => `${300_000 + index},${(index % 3) + 1}`)
    await page.fill('#batch-list', ['productId,quantity', ...rows].join('\n'))
    await page.getByRole('button', { name: 'Identify and price' }).click()
    await page.waitForSelector('.sum')
    const asked = service.reports.slice(before).filter(({ operation }) => operation === 'lookUpPrices')
    assert.equal(asked.length, 5)
    await close()
  })

  test('the first view is interactive within half a second, and the key is asked for again after a reload', async (t) => {
    const { page, close } = await open('#/search')
    const times: number[] = []
    for (let run = 0; run < 5; run++) {
      await page.goto('about:blank')
      await page.goto(service.address)
      await page.waitForSelector('main form')
      times.push((await page.evaluate("performance.getEntriesByName('interactive')[0]?.startTime")) as number)
    }
    t.diagnostic(`interactive after ${times.map(Math.round).join(', ')} ms`)
    assert.ok(Math.min(...times) <= 500)
    assert.equal(await page.locator('#key-button').textContent(), 'Enter API key')
    await close()
  })

  test('every view can be reached and used with the keyboard alone', async () => {
    const { page, close } = await open('#/search')
    await page.focus('.skip')
    await page.keyboard.press('Enter')
    await page.focus('nav a[href="#/identify"]')
    await page.keyboard.press('Enter')
    await page.waitForSelector('main input:focus')
    await page.keyboard.type('Charizard 4/102')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.products')
    await close()
  })
})
