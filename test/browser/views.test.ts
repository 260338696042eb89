import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { enterKey, goTo, openPage, skip, startForSuite } from './browser.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Counts the pixels of the chart in the color of its line, light or dark. */
const accentPixels = `(() => {
  const canvas = document.querySelector('.chart canvas')
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  const accents = [[11, 114, 133], [124, 199, 214]]
  let found = 0
  for (let at = 0; at < data.length; at += 4)
    if (data[at + 3] === 255 && accents.some((rgb) => rgb.every((value, i) => value === data[at + i]))) found++
  return found
})()`

/** Each view, what a person does there and what is then to be seen. */
const views: readonly [hash: string, use: (page: Page) => Promise<void>][] = [
  [
    '#/search',
    async (page) => {
      await page.fill('input[name=q]', 'charizard')
      await page.click('main button[type=submit]')
      await page.getByText('42 products, 1 to 24 shown.').first().waitFor()
      await page.selectOption('select[name=category]', 'pokemon')
      await page.waitForSelector('select[name=set] option:nth-child(2)', { state: 'attached' })
      await page.getByRole('button', { name: 'Next' }).click()
      await page.getByText(/25 to/).first().waitFor()
    },
  ],
  [
    '#/identify',
    async (page) => {
      await page.fill('main input', 'Charizard 4/102')
      await page.click('main button[type=submit]')
      await page.getByText('These cannot be told apart').waitFor()
      assert.ok((await page.locator('.reasons li').count()) > 3)
    },
  ],
  [
    '#/photo',
    async (page) => {
      await page.setInputFiles('#photo-file', { name: 'card.png', mimeType: 'image/png', buffer: png })
      await page.waitForSelector('.preview img')
      await page.waitForSelector('.reading form')
      await page.locator('.reading input').first().fill('Charizard 4/102')
      await page.getByRole('button', { name: 'Look up' }).click()
      await page.waitForSelector('.products')
    },
  ],
  [
    '#/product/300004',
    async (page) => {
      await page.waitForSelector('.chart canvas')
      assert.equal(await page.locator('.portrait img').getAttribute('src'), '/sandbox/images/300004.svg')
      assert.ok(Number(await page.evaluate(accentPixels)) > 50, 'the line of market prices is drawn in its color')
      await page.getByRole('button', { name: '1 Y' }).click()
      await page.waitForSelector('button[title="One year"][aria-pressed=true]')
      await page.locator('.chart .u-over').hover()
      assert.match((await page.locator('.readout').textContent()) ?? '', /market .*sold/)
      await page.selectOption('select[aria-label="Any condition"]', 'Near Mint')
      await page.getByText(/of \d+ offers/).waitFor()
    },
  ],
  [
    '#/batch',
    async (page) => {
      await page.fill('#batch-list', 'Charizard 4/102, near mint, 2, Base Set\nBlack Lotus, damaged\nNonsense Xyzzy')
      await page.getByText('3 rows will cost about 4 requests').waitFor()
      await page.getByRole('button', { name: 'Identify and price' }).click()
      await page.getByText('2 rows to settle.').waitFor()
      await page.selectOption('select[aria-label="Printing of Black Lotus, damaged"]', { index: 1 })
      await page.waitForSelector('select[aria-label="Copy of Black Lotus, damaged"]')
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save as CSV' }).click()
      assert.equal((await download).suggestedFilename(), 'prices.csv')
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
      await page.waitForSelector('meter[aria-label="This month: requests left"]')
    },
  ],
]

describe('every view, light and dark, small and wide', { skip }, () => {
  const its = startForSuite()

  for (const [hash, use] of views)
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [360, 1280]) {
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
      }
})
