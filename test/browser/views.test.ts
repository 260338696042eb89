import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skip, startForSuite } from './browser.ts'

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
    test(hash, async () => {
      const { page, assertAccessibleAt } = await its.open({ width: 360, hash })
      await use(page)
      await assertAccessibleAt([360, 1280])
      assert.ok(!page.url().includes(its.service.key))
    })
})
