import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { announcements, goTo, holdAnswers, skip, startForSuite } from './browser.ts'

describe('the page of a product, whatever fails or comes late', { skip }, () => {
  const its = startForSuite()

  const open = async (prepare: (page: Page) => Promise<unknown> = async () => {}) => {
    const watched = await its.open()
    await prepare(watched.page)
    await goTo(watched.page, '#/product/300004')
    await watched.page.waitForSelector('price-chart canvas')
    return watched
  }

  /**
   * A market with more offers than the first answer brings, whose further pages fail by turns; what was asked for is
   * kept.
   */
  const manyOffers = async (page: Page, fails: (request: number) => boolean) => {
    const asked: string[] = []
    await page.route('**/v1/products/300004?*', async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      await route.fulfill({ response, json: { ...json, listings: { ...json.listings, total: 250 } } })
    })
    await page.route('**/v1/products/300004/listings*', async (route) => {
      asked.push(new URL(route.request().url()).search)
      if (fails(asked.length)) return route.abort()
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), total: 250 } })
    })
    return asked
  }

  test('a range that failed hides no other, and is asked for again when it is come back to', async () => {
    const { page } = await open()
    const history = page.locator('section[aria-labelledby=history-title]')
    await page.route('**/history*', (route) => route.abort())
    await page.click('button[title="One year"]')
    await history.locator('.error-notice').waitFor()
    await page.click('button[title="Three months"]')
    await history.locator('price-chart canvas').waitFor()
    assert.equal(await history.locator('.error-notice').count(), 0)
    await page.unroute('**/history*')
    await page.click('button[title="One year"]')
    await page.locator('.history tbody tr:nth-child(52)').waitFor({ state: 'attached' })
    assert.equal(await history.locator('.error-notice').count(), 0)
  })

  test('offers of one copy that failed are told there alone, and the same are asked for again', async () => {
    let asked: readonly string[] = []
    const { page } = await open(async (page) => {
      asked = await manyOffers(page, (request) => request === 1)
    })
    const offers = page.locator('section[aria-labelledby=offers-title]')
    await offers.getByRole('button', { name: /^Look for all of this copy/ }).click()
    await offers.locator('.error-notice').waitFor()
    await page.locator('.copy-choice', { hasText: 'Damaged' }).click()
    await offers.locator('.error-notice').waitFor({ state: 'detached' })
    await page.locator('.copy-choice', { hasText: 'Near Mint' }).click()
    await announcements(page)
    await offers.getByRole('button', { name: 'Try again' }).click()
    await offers.locator('.error-notice').waitFor({ state: 'detached' })
    await page.waitForSelector('#offers-title:focus')
    assert.match(asked[0] ?? '', /condition=Near(?:%20|\+)Mint/)
    assert.deepEqual(asked[1], asked[0])
  })

  test('trying again for offers spends no more requests than were left of what the button said', async () => {
    let asked: readonly string[] = []
    const { page } = await open(async (page) => {
      asked = await manyOffers(page, (request) => request === 2)
    })
    const offers = page.locator('section[aria-labelledby=offers-title]')
    await offers.getByRole('button', { name: 'All copies' }).click()
    await announcements(page)
    await offers.getByRole('button', { name: 'Load all 250 (2 requests)' }).click()
    await offers.locator('.error-notice').waitFor()
    assert.deepEqual(await announcements(page).then((said) => said.filter((one) => /offers? loaded/.test(one))), [])
    await offers.getByRole('button', { name: 'Try again' }).click()
    await offers.locator('.error-notice').waitFor({ state: 'detached' })
    await page.waitForSelector('#offers-title:focus')
    assert.equal(asked.length, 3)
    assert.equal(asked[2], asked[1])
  })

  test('a price that comes late is not said over another product, but once its own page is seen', async () => {
    const { page } = await open()
    const { held, release } = await holdAnswers(page, (address) => address.includes('/products/300010'))
    await goTo(page, '#/product/300010')
    await page.waitForSelector('.headprice .ghost')
    await held(1)
    await goTo(page, '#/product/300001')
    await page.waitForSelector('.headprice strong:not(.ghost)')
    await page.waitForSelector('price-chart canvas')
    await announcements(page)
    await release()
    assert.deepEqual(await announcements(page), [])
    await goTo(page, '#/product/300010')
    await page.waitForSelector('price-chart canvas')
    assert.equal((await announcements(page)).length, 1)
  })
})
