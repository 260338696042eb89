import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { enterKey, goTo, openPage, skip, startForSuite } from './browser.ts'

/** Each view, what a person does there and what is then to be seen. */
const views: readonly [hash: string, use: (page: Page) => Promise<void>][] = [
  [
    '#/search?q=charizard',
    async (page) => {
      await page.locator('.found', { hasText: '42 products, 1 to 24 shown.' }).waitFor()
      await page.getByRole('button', { name: 'Next' }).click()
      await page.locator('.found', { hasText: /25 to/ }).waitFor()
    },
  ],
  [
    '#/try/lookUpPrices',
    async (page) => {
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('"sku_not_found"').waitFor()
      await page.selectOption('main select', 'getHistory')
      await page.selectOption('select[name=range]', 'month')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('"range": "month"').waitFor()
    },
  ],
  [
    '#/usage',
    async (page) => {
      await page.getByRole('button', { name: 'Ask for account and counts' }).click()
      await page.getByText('Card shop').waitFor()
      await page.waitForSelector('meter[aria-label="This month: requests left"]')
    },
  ],
]

describe('every view, light and dark, small and wide', { skip }, () => {
  const its = startForSuite()

  for (const [hash, use] of views)
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [360, 1280])
        test(`${hash} ${scheme} ${width} px`, async () => {
          const { page, assertNoErrors, assertAccessible, close } = await openPage(its.browser, its.service, { scheme, width })
          await enterKey(page, its.service.key)
          await goTo(page, hash)
          await use(page)
          assertNoErrors()
          await assertAccessible()
          const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
          assert.ok(overflow <= 0, `${overflow} px too wide`)
          assert.ok(!page.url().includes(its.service.key))
          await close()
        })
})
