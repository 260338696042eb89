import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { readList } from '../../packages/client/src/read-list.ts'
import { announcements, skip, startForSuite } from './browser.ts'
import { cards, rows, tcgplayer } from './till-rows.ts'

/** Runs in the page: renders the panel as a stack does, anew whenever its terms change. */
const show = `async ({ rows, source, terms: given }) => {
  const { html, render } = await import('/console/lit/lit-html.js')
  const { tillPanel } = await import('/console/till/till-view.js')
  const { keepTillTerms, loadTillTerms } = await import('/console/till/terms.js')
  const place = document.createElement('div')
  document.querySelector('main').replaceChildren(place)
  let terms = { ...loadTillTerms(), ...given }
  const draw = () => render(html\`<h1>Stack</h1>\${tillPanel({ rows, terms, source, onTerms })}\`, place)
  const onTerms = (changed) => {
    terms = changed
    keepTillTerms(terms)
    draw()
  }
  draw()
}`

interface Till {
  readonly rows: readonly object[]
  readonly source: object | null
  readonly terms?: object
}

const mount = (page: Page, till: Till): Promise<unknown> => page.evaluate(`(${show})(${JSON.stringify(till)})`)

const scrollsSideways = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

const figures = (page: Page) => page.locator('.till-sums dd').allTextContents()

/** A page whose browser prints nothing and says how often it was told to. */
const holdPrinter = (page: Page): Promise<unknown> =>
  page.evaluate('globalThis.printed = 0; window.print = () => { printed++ }')

describe('at the till', { skip }, () => {
  const its = startForSuite()
  const open = (scheme: 'light' | 'dark' = 'light') => its.open({ scheme, key: null })

  test('the panel has no finding and no sideways scrolling, light and dark, at any width, folded or open', async () => {
    const { page, assertAccessibleAt } = await open()
    await mount(page, { rows, source: tcgplayer })
    await assertAccessibleAt([320, 768, 1280])
    await page.locator('.till-terms summary').click()
    await page.getByLabel('Cash for Near Mint, percent').fill('much')
    await page.keyboard.press('Tab')
    await page.getByRole('alert').getByText('“much” is not a percentage').waitFor()
    await assertAccessibleAt([320, 768, 1280])
  })

  test('the sums follow the terms at once, and a reload keeps them', async () => {
    const { page } = await open()
    await mount(page, { rows, source: tcgplayer })
    assert.deepEqual(await figures(page), ['$574.67', '$734.42', '$1,064.91'])
    await page.getByText('For 11 cards in 5 rows. No offer: 1 row to settle.').waitFor()
    await page.locator('.till-terms summary').click()
    await page.getByLabel('Cash for Near Mint, percent').fill('62,5')
    await page.keyboard.press('Enter')
    await page.getByLabel('Buy from a market price of, $').fill('0.30')
    await page.keyboard.press('Tab')
    await page.getByLabel('Round each offer to').selectOption('100')
    await page.getByLabel('Shop’s name on receipts').fill('The Card Shop')
    await page.keyboard.press('Tab')
    const changed = ['$597.00', '$736.00', '$1,064.91']
    assert.deepEqual(await figures(page), changed)
    await page.reload()
    await page.waitForSelector('main h1')
    await mount(page, { rows, source: tcgplayer })
    assert.deepEqual(await figures(page), changed)
    assert.equal(await page.getByLabel('Shop’s name on receipts').inputValue(), 'The Card Shop')
    await page.locator('.till-terms summary').click()
    await page.getByRole('button', { name: 'Reset to defaults' }).click()
    assert.deepEqual(await figures(page), ['$574.67', '$734.42', '$1,064.91'])
    assert.equal(await page.getByLabel('Cash for Near Mint, percent').inputValue(), '60')
  })

  test('what is no percentage is refused in words, and the one before stays', async () => {
    const { page } = await open()
    await mount(page, { rows, source: tcgplayer })
    await page.locator('.till-terms summary').click()
    const field = page.getByLabel('Credit for Damaged, percent')
    await announcements(page)
    await field.fill('120')
    await page.keyboard.press('Tab')
    const problem = '“120” is not a percentage from 0 to 100. It stays 35.'
    await page.getByText(problem).waitFor()
    assert.deepEqual(await announcements(page), [problem])
    assert.equal(await field.inputValue(), '35')
    await field.fill('36')
    await page.keyboard.press('Tab')
    assert.equal(await page.locator('.till-refused').textContent(), '')
    assert.deepEqual(await announcements(page), [])
  })

  test('a stack without a price has no sum, and nothing to print', async () => {
    const { page } = await open()
    await mount(page, { rows: rows.slice(-1), source: tcgplayer })
    assert.deepEqual(await figures(page), ['–', '–', '–'])
    assert.equal(await page.getByRole('button', { name: 'Print' }).isDisabled(), true)
  })

  test('while it is not known whose prices they are nothing is handed out, and the till says why', async () => {
    const { page, assertAccessible } = await open()
    await mount(page, { rows, source: null })
    await page.getByText('Whose prices these are is not known until the service has answered.').waitFor()
    for (const name of ['Print', 'Share', 'Save'])
      assert.equal(await page.getByRole('button', { name }).isDisabled(), true, name)
    await assertAccessible()
  })

  test('a receipt is printed alone, black on white, on a roll or a sheet, and goes when it is printed', async () => {
    const { page, assertAccessible } = await open('dark')
    await mount(page, { rows, source: tcgplayer, terms: { shopName: 'The Card Shop' } })
    await holdPrinter(page)
    await page.getByRole('button', { name: 'Print' }).click()
    assert.equal(await page.evaluate('printed'), 1)
    assert.equal(await page.locator('.receipt').isVisible(), false)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const width of [302, 794]) {
      await page.setViewportSize({ width, height: 1_000 })
      const seen = await page.locator('body').innerText()
      assert.match(seen, /^The Card Shop\n/)
      assert.match(seen, /Charizard.*\n.*Base Set · 4\/102 · Near Mint Holofoil/)
      assert.match(seen, /11 cards\s+\$574\.67\s+\$734\.42/)
      assert.match(seen, /Not on this receipt: 1 card without an offer\./)
      assert.match(seen, /TCGplayer market prices of 23 Nov 2026\.\n/)
      assert.match(seen, /not endorsed or certified by TCGplayer\./)
      assert.doesNotMatch(seen, /At the till|API key|Black Lotus/)
      assert.equal(await scrollsSideways(page), false)
      await assertAccessible()
    }
    const pdf = await page.pdf({ width: '80mm', height: '200mm', preferCSSPageSize: false })
    assert.ok(pdf.length > 5_000)
    await page.emulateMedia({ media: 'screen' })
    await page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert.equal(await page.locator('.receipt').count(), 0)
  })

  test('a name without spaces gives way to what is paid, and large sums stand side by side on the roll', async () => {
    const { page } = await open()
    const [card] = rows
    const long = {
      ...card,
      quantity: 99,
      marketPrice: 9_999.99,
      printing: { ...card?.printing, name: 'Donaudampfschiff'.repeat(4) },
    }
    await mount(page, { rows: [long], source: tcgplayer })
    await holdPrinter(page)
    await page.getByRole('button', { name: 'Print' }).click()
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 302, height: 1_000 })
    assert.match(await page.locator('body').innerText(), /99 cards\s+\$593,999\.01\s+\$742,499\.01/)
    assert.equal(await scrollsSideways(page), false)
  })

  test('a receipt of one payment leaves the other out, and invented prices are said to be', async () => {
    const { page } = await open()
    await mount(page, { rows, source: { source: 'sandbox', attribution: null } })
    await holdPrinter(page)
    await page.getByLabel('Paid in').selectOption('credit')
    await page.getByRole('button', { name: 'Print' }).click()
    await page.emulateMedia({ media: 'print' })
    const seen = await page.locator('body').innerText()
    assert.match(seen, /These prices are invented: this is no real offer\./)
    assert.match(seen, /Credit/)
    assert.doesNotMatch(seen, /Cash|\$574\.67/)
  })

  test('each file is named after its program, says what is left out, and is read back by the client', async () => {
    const { page } = await open()
    await mount(page, { rows, source: tcgplayer })
    const save = async (format: string) => {
      await page.getByLabel('File').selectOption({ label: format })
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Save' }).click()
      const download = await downloading
      return { name: download.suggestedFilename(), list: readList(readFileSync(await download.path(), 'utf8')) }
    }
    await announcements(page)
    const moxfield = await save('Moxfield')
    assert.match(moxfield.name, /^stack-\d{4}-\d\d-\d\d-moxfield\.csv$/)
    assert.deepEqual(
      moxfield.list.map(({ entry, quantity }) => [quantity, entry?.q]),
      [
        [4, 'Lightning Bolt 146'],
        [3, 'Sol Ring 472'],
      ],
    )
    const note = `Saved ${moxfield.name}: 2 rows. Left out: 1 not settled, 3 of another game.`
    await page.locator('.till-outcome').getByText(note).waitFor()
    assert.deepEqual(await announcements(page), [note])
    const tcgplayerFile = await save('TCGplayer')
    assert.deepEqual(
      tcgplayerFile.list.map(({ skuId, quantity }) => [skuId, quantity]),
      cards.map((card, at) => [3_000_000 + at, card[8]]),
    )
    assert.equal((await save('Plain table')).list.length, rows.length)
  })

  test('a receipt goes to the device’s sheet, else the clipboard, else a field with its text selected', async () => {
    const { page, assertAccessible } = await open()
    await mount(page, { rows, source: tcgplayer, terms: { shopName: 'The Card Shop', payout: 'cash' } })
    const share = page.getByRole('button', { name: 'Share' })
    const provide = (name: string, value: string) =>
      page.evaluate(`Object.defineProperty(navigator, '${name}', { configurable: true, value: ${value} })`)
    await provide('share', 'async (given) => { globalThis.given = given }')
    await share.click()
    const given = (await page.evaluate('given')) as { title: string; text: string }
    assert.equal(given.title, 'The Card Shop')
    assert.match(
      given.text,
      /\n4 × Lightning Bolt\n {2}Magic 2010 \(M10\) · 146 · Lightly Played\n {2}cash 4 × \$0\.68 = \$2\.72\n/,
    )
    assert.match(given.text, /\n11 cards: cash \$574\.67\n/)
    await provide('share', "async () => { throw new DOMException('', 'AbortError') }")
    await share.click()
    assert.equal(await page.locator('.till-outcome').innerText(), '')
    await provide('share', 'undefined')
    await provide('clipboard', '{ writeText: async (text) => { globalThis.copied = text } }')
    await share.click()
    await page.locator('.till-outcome').getByText('The receipt is copied.').waitFor()
    assert.equal(await page.evaluate('copied.split("\\n")[0]'), 'The Card Shop')
    await provide('clipboard', 'undefined')
    await share.click()
    await page.getByLabel('Receipt as text').waitFor()
    assert.match(
      String(await page.evaluate('getSelection().toString()')),
      /^The Card Shop\n[\s\S]*certified by TCGplayer\.$/,
    )
    assert.match(
      String(await page.getByRole('link', { name: 'Mail' }).getAttribute('href')),
      /^mailto:\?subject=The%20Card%20Shop&body=/,
    )
    await assertAccessible()
    await page.getByRole('button', { name: 'Close' }).click()
    assert.equal(await page.evaluate('document.activeElement.textContent.trim()'), 'Share')
  })

  test('every control is large enough for a thumb', async () => {
    const { page } = await its.open({ width: 360, height: 740, isTouch: true, key: null })
    await mount(page, { rows, source: tcgplayer })
    await page.locator('.till-terms summary').tap()
    const heights = await page
      .locator('.till :is(button, input, select, summary)')
      .evaluateAll((controls) => controls.map((control) => control.getBoundingClientRect().height))
    assert.ok(heights.length > 15 && heights.every((height) => height >= 44), String(heights))
  })

  test('a stack of 1,000 rows is summed within a frame', async (t) => {
    const { page } = await open()
    const many = Array.from({ length: 1_000 }, (_, at) => ({ ...rows[at % rows.length], text: String(at) }))
    await mount(page, { rows: many, source: tcgplayer, terms: { format: 'shopify' } })
    // Other work on the machine only adds to a time, so the best is the page's own.
    const took = Number(
      await page.evaluate(`(async (rows) => {
        const { tillPanel } = await import('/console/till/till-view.js')
        const { loadTillTerms } = await import('/console/till/terms.js')
        const times = Array.from({ length: 9 }, () => {
          const from = performance.now()
          tillPanel({ rows, terms: { ...loadTillTerms(), format: 'shopify' }, onTerms: () => {}, source: null })
          return performance.now() - from
        })
        return Math.min(...times)
      })(${JSON.stringify(many)})`),
    )
    t.diagnostic(`${took.toFixed(1)} ms`)
    assert.ok(took < 50)
  })
})
