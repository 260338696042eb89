import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sharedIndexFile } from '../../bench/photo-eval/catalog.ts'
import { hasSharedCatalog } from '../../bench/shared-catalog.ts'
import { type Price, readList } from '../../packages/client/src/client.ts'
import { startEmulator } from '../emulator/emulator.ts'
import { type EmulatedDailyService, startEmulatedDailyService } from '../support/emulated-daily.ts'
import { type RunningService, startService } from '../support/service.ts'
import { catalogLines, sourceLines } from '../support/source-lines.ts'
import { goTo, pasteText, skip, startForSuite, until } from './browser.ts'
import { ofRows, settled } from './stack-page.ts'

const hasCatalog = hasSharedCatalog()
const sources = ['sandbox', 'live', 'daily'] as const
/** `catalog` is the sandbox's market with the real catalogue. */
type SourceName = (typeof sources)[number] | 'catalog'
const all: readonly SourceName[] = hasCatalog ? [...sources, 'catalog'] : sources

const linesOf = (source: SourceName) => (source === 'catalog' ? catalogLines : sourceLines)
const listOf = (source: SourceName) => Array.from(linesOf(source), ({ text }) => text).join('\n')

/** A row of the page's stack as its own modules know it, and what its price reads like. */
interface ShownRow {
  readonly state: string
  readonly asks: string | null
  readonly quantity: number | null
  readonly productId: number | null
  readonly sku: Price | null
  readonly price: string
}

const rowsOf = (page: Page): Promise<readonly ShownRow[]> =>
  ofRows(
    page,
    `stack.current().rows.map((row, at) => {
      const { state, asks, sku } = stateOf(row, stack.book)
      const price = document.querySelectorAll('.rows > li')[at].querySelector('.row-worth .price').textContent
      return { state, asks, sku, price, quantity: row.quantity, productId: row.printing?.productId ?? null }
    })`,
  )

const money = (cents: number) => (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
const centsOf = (dollars: number) => Math.round(dollars * 100)

/** What the till pays in cash and in credit for a copy in a condition, percent, until a shop says otherwise. */
const paid: Readonly<Record<string, number>> = {
  ...{ 'Near Mint': 60, 'Lightly Played': 50, 'Moderately Played': 40, 'Heavily Played': 30, Damaged: 20 },
}

/** Days that the daily files go back: enough to compare with a week ago. */
const daysAgo = 9

describe('the stack on each source', { skip }, () => {
  const its = startForSuite({ env: { OCR_WORKERS: '1' } })
  const endings: (() => unknown)[] = []
  const startedMs = Date.now()
  const t = { after: (done: () => unknown) => void endings.push(done) }
  let live: RunningService
  let catalog: RunningService
  let daily: EmulatedDailyService
  let photo: Buffer
  before(async () => {
    const drawing = await its.browser.newPage({ viewport: { width: 900, height: 1200 } })
    await drawing.goto(`${its.service.address}/sandbox/images/113001.svg`)
    photo = await drawing.screenshot({ type: 'jpeg', quality: 90 })
    await drawing.close()
    const emulator = await startEmulator()
    t.after(emulator.close)
    live = await startService(t, { now: Date.now, env: { ...emulator.env, OCR_WORKERS: '1' } })
    if (hasCatalog) {
      const env = { CATALOG_SOURCE: 'local', CATALOG_FILE: await sharedIndexFile() }
      catalog = await startService(t, { now: Date.now, env })
    }
    daily = await startEmulatedDailyService(t, { daysAgo, env: { OCR_WORKERS: '1' } })
  })
  after(async () => {
    for (const end of endings.reverse()) await end()
  })

  const serviceOf = (source: SourceName) => ({ sandbox: its.service, live, daily, catalog })[source]

  const open = async (source: SourceName, width = 1280) => {
    const service = serviceOf(source)
    return { ...(await its.open({ width, isTouch: width < 500, service })), service }
  }

  const pricesOf = async ({ call }: RunningService, productId: number): Promise<readonly Price[]> =>
    (await call(`/v1/products/${productId}/prices`)).body.prices

  /** Fails unless each row that has a copy has the price that the service gives for it, and the sum is theirs. */
  const assertPriced = async (page: Page, service: RunningService) => {
    const rows = await rowsOf(page)
    let sumCents = 0
    for (const { state, quantity, productId, sku, price } of rows) {
      if (state !== 'done' && state !== 'unpriced') {
        assert.match(price, /^–/)
        continue
      }
      const skus = await pricesOf(service, productId ?? 0)
      const expected = skus.find(({ skuId }) => skuId === sku?.skuId)
      assert.deepEqual(sku, expected ?? null)
      const amount = expected?.marketPrice ?? null
      assert.equal(state, amount === null ? 'unpriced' : 'done')
      if (amount === null) assert.match(price, /^–/)
      else assert.equal(price, money(centsOf(amount) * (quantity ?? 0)))
      sumCents += amount === null ? 0 : centsOf(amount) * (quantity ?? 0)
    }
    assert.equal((await page.locator('.stack-head .stack-total').textContent())?.replace('Total ', ''), money(sumCents))
    assert.ok(!(await page.locator('.rows').innerText()).includes('$0.00'), 'unknown is never 0')
    return { rows, sumCents }
  }

  /** Says an instant as the page does. */
  const inWords = (page: Page, iso: string) =>
    page.evaluate(`import('/console/format.js').then(({ instant }) => instant(${JSON.stringify(iso)}))`)

  for (const source of all)
    for (const width of [1280, 360])
      test(`${source}, ${width} px: mixed lines stand where they should, at the service's prices`, async () => {
        const { page, service, assertAccessible } = await open(source, width)
        await pasteText(page, listOf(source))
        await settled(page)
        const { rows } = await assertPriced(page, service)
        assert.equal(rows.length, linesOf(source).length)
        for (const [index, line] of linesOf(source).entries()) {
          const { state, asks, quantity, productId, sku } = rows[index] as ShownRow
          const { text, becomes, variant = /normal|holo|foil|^unlimited/i } = line
          const outcome = state === 'done' || state === 'unpriced' ? 'certain' : asks
          assert.equal(
            outcome,
            typeof becomes === 'string' ? becomes : becomes[source === 'catalog' ? 'sandbox' : source],
            text,
          )
          assert.equal(quantity, line.quantity ?? 1, text)
          if (outcome === 'certain' || outcome === 'copy') assert.equal(productId, line.productId, text)
          if (sku === null) continue
          assert.match(sku.variant ?? '', variant, text)
          const isWhole = source === 'daily'
          assert.equal(sku.condition, isWhole ? null : (line.condition ?? 'Near Mint'), text)
          assert.equal(sku.language, isWhole ? null : (line.language ?? 'English'), text)
        }
        const { body: told } = await service.call('/capabilities')
        const times = (await page.locator('.stack-prices').innerText()).replaceAll('\n', ' ')
        if (source === 'daily') {
          assert.ok(times.includes(`Prices of ${await inWords(page, told.data.prices.asOf)}`), times)
        } else {
          // A price may have been seen by the tests before this one.
          const minutes = Array.from({ length: Math.ceil((Date.now() - startedMs) / 60_000) + 1 }, (_, at) =>
            inWords(page, new Date(Date.now() - at * 60_000).toISOString()),
          )
          assert.ok(
            (await Promise.all(minutes)).some((minute) => times.includes(`Prices of ${minute}`)),
            times,
          )
        }
        const note = await page.locator('footer').innerText()
        if (told.source === 'sandbox') assert.match(note, /invented market/)
        else {
          assert.ok(note.includes(`Source: ${told.source}`), note)
          assert.ok(note.includes(told.attribution.text), note)
        }
        await assertAccessible()
      })

  for (const source of all)
    test(`${source}: the till's offer is right to the cent, and all five files are made and read back`, async () => {
      const { page, service, assertAccessible } = await open(source)
      await pasteText(page, listOf(source))
      await settled(page)
      const { rows, sumCents } = await assertPriced(page, service)
      await page.getByText('At the till: offer, receipt, files').click()
      await page.waitForSelector('.till-sums')
      const done = rows.filter(({ state }) => state === 'done')
      const offered = (bonus: number) =>
        done.reduce((sum, { sku, quantity }) => {
          const percent = (paid[sku?.condition ?? 'Near Mint'] ?? 0) + bonus
          return sum + Math.round((centsOf(sku?.marketPrice ?? 0) * percent) / 100) * (quantity ?? 0)
        }, 0)
      const sums = await page.locator('.till-sums dd').allTextContents()
      assert.deepEqual(sums, [offered(0), offered(15), sumCents].map(money))
      await assertAccessible()
      for (const name of ['Plain table', 'TCGplayer', 'ManaBox', 'Moxfield', 'Shopify']) {
        await page.getByLabel('File').selectOption({ label: name })
        const save = page.locator('.till').getByRole('button', { name: 'Save' })
        const hasSkus = source !== 'daily'
        assert.equal(await save.isEnabled(), name !== 'TCGplayer' || hasSkus, name)
        if (!(await save.isEnabled())) {
          await page.getByText('not made with prices of whole printings').waitFor()
          continue
        }
        const downloading = page.waitForEvent('download')
        await save.click()
        const file = await (await downloading).path()
        const list = readList(readFileSync(file, 'utf8'))
        assert.ok(list.length > 0, name)
        if (name === 'Plain table') assert.equal(list.length, rows.length)
        if (name === 'TCGplayer') assert.deepEqual(list.map(({ skuId }) => skuId).sort(), skusOf(rows))
      }
    })

  test('daily: a stated condition stays where a person picks the printing; none is offered for all rows', async () => {
    const { page, assertAccessible } = await open('daily')
    await pasteText(page, 'Dark Magician LOB-005 1st edition LP')
    await settled(page)
    await page.getByText('The list says “Lightly Played”; this source prices whole printings.').waitFor()
    await page.locator('.row-copy').getByRole('button', { name: '1st Edition' }).click()
    await page.waitForSelector('.row.done')
    await page.getByText('The list says “Lightly Played”; the price is of the whole printing.').waitFor()
    await page.getByText('· 1st Edition').waitFor()
    await page.getByText('At the till: offer, receipt, files').click()
    const [cash, , market] = await page.locator('.till-sums dd').allTextContents()
    const cents = (text = '') => Math.round(Number(text.replace(/[$,]/g, '')) * 100)
    assert.equal(cents(cash), Math.round(cents(market) / 2))
    await page.locator('.stack-tools .menu-like summary').click()
    assert.deepEqual(await page.locator('.bulk-choices button').allInnerTexts(), ['Delete all 1'])
    await assertAccessible()
  })

  const skusOf = (rows: readonly ShownRow[]) => rows.flatMap(({ sku }) => (sku ? [sku.skuId] : [])).sort()

  for (const source of sources)
    test(`${source}: a name chosen from the suggestions and a photo are rows at the service's prices`, async (t) => {
      const { page, service, assertAccessible } = await open(source)
      await page.keyboard.press('/')
      await page.keyboard.type('dark magician')
      await page.getByRole('option', { name: /The Legend of Blue Eyes White Dragon/ }).click()
      await page.waitForSelector('.row.is-asked')
      await page.locator('.row-copy').getByRole('button', { name: '1st Edition' }).click()
      await page.waitForSelector('.row.done')
      await assertPriced(page, service)
      await goTo(page, '#/camera')
      await page.setInputFiles('#camera-choose', { name: 'card.jpg', mimeType: 'image/jpeg', buffer: photo })
      await page.waitForSelector('.scan .scan-ask, .scan.done')
      t.diagnostic((await page.locator('.scan').innerText()).replaceAll('\n', ' '))
      await assertAccessible()
      if ((await page.locator('.scan-ask').count()) > 0) {
        await page.click('.scan-ask')
        await page.locator('.sheet-choice', { hasText: 'Commander Legends' }).first().click()
        await page.waitForSelector('.scan.done')
      }
      await page.getByRole('link', { name: 'Done' }).click()
      await page.waitForSelector('.stack .row.done')
      const { rows } = await assertPriced(page, service)
      assert.deepEqual(rows.map(({ productId }) => productId).toSorted(), [113_001, 200_005])
    })

  for (const source of sources)
    test(`${source}: a product page has the row's price, adds the card, and Back returns to it`, async () => {
      const { page, service, assertAccessible } = await open(source)
      await pasteText(page, '2 Dark Magician LOB-005 1st edition')
      await settled(page)
      await page.locator('.row').getByRole('link', { name: 'Dark Magician' }).click()
      await page.waitForSelector('.headprice strong:not(.ghost)')
      const price = (await pricesOf(service, 200_005)).find(
        ({ condition, variant }) => variant === '1st Edition' && (condition ?? 'Near Mint') === 'Near Mint',
      )
      assert.equal(await page.locator('.headprice strong').textContent(), money(centsOf(price?.marketPrice ?? 0)))
      await assertAccessible()
      await page.getByRole('button', { name: 'Add to stack' }).click()
      await page.getByText('On the stack: 3 copies of this').waitFor()
      await page.goBack()
      await page.waitForSelector('.stack .row.done')
      const { rows: after } = await assertPriced(page, service)
      assert.deepEqual(
        after.map(({ quantity }) => quantity),
        [3],
      )
    })

  for (const width of [1280, 360])
    test(`live, ${width} px: a result's prices of several finishes stand whole beside its button`, async () => {
      const { page } = await open('live', width)
      await pasteText(page, 'Dark Magician LOB-005')
      await settled(page)
      await goTo(page, '#/search?q=dark+magician')
      await page.locator('.result-price', { hasText: ' to ' }).waitFor()
      const hidden = await page
        .locator('.result-worth')
        .evaluateAll((all) =>
          all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
        )
      assert.deepEqual(hidden, [])
    })

  test('live: nothing is offered to compare with, and fresh prices are asked for at one request', async () => {
    const { page, service } = await open('live')
    await pasteText(page, listOf('live'))
    await settled(page)
    assert.equal(await page.getByRole('button', { name: /Compare with a week ago/ }).count(), 0)
    const before = service.reports.length
    await page.getByRole('button', { name: 'Refresh (1 request)' }).click()
    await until(page, () => service.reports.slice(before).some(({ operation }) => operation === 'lookUpPrices'))
    await settled(page)
    await assertPriced(page, service)
  })

  // The last one: it brings the daily service its next day.
  test('daily: the change since a week ago is that of the record, and the next day comes when asked for', async () => {
    const { page, service, assertAccessible } = await open('daily')
    await pasteText(page, listOf('daily'))
    await settled(page)
    await page.getByRole('button', { name: 'Compare with a week ago (1 request)' }).click()
    const { rows } = await assertPriced(page, service)
    const done = rows.filter(({ state }) => state === 'done')
    const weekAgo = new Date(Date.now() - 7 * 24 * 3_600_000).toISOString().slice(0, 10)
    let changeCents = 0
    let compared = 0
    for (const { productId, sku, quantity } of done) {
      const { prices } = (await service.call(`/v1/products/${productId}/prices?asOf=${weekAgo}`)).body
      const then = prices.find(({ skuId }: Price) => skuId === sku?.skuId)?.marketPrice
      if (typeof then !== 'number') continue
      compared++
      changeCents += (centsOf(sku?.marketPrice ?? 0) - centsOf(then)) * (quantity ?? 0)
    }
    const sign = changeCents > 0 ? '+' : changeCents < 0 ? '−' : ''
    await page.locator('.stack-change', { hasText: `${sign}${money(Math.abs(changeCents))}` }).waitFor()
    await page.getByText(`for ${compared} of ${rows.length} rows`).waitFor()
    await assertAccessible()
    const times = () => page.locator('.stack-prices').innerText()
    const before = await times()
    await daily.pullNewest()
    assert.equal(await times(), before, 'nothing changes under a person’s hands')
    await page.getByRole('button', { name: 'Refresh (1 request)' }).click()
    const { body: told } = await service.call('/capabilities')
    const newest = await inWords(page, told.data.prices.asOf)
    await page.locator('.stack-prices', { hasText: `Prices of ${newest}` }).waitFor()
    await settled(page)
    await assertPriced(page, service)
  })
})
