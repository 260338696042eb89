import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { announcements, goTo, skip, startForSuite, until } from './browser.ts'
import { addList, focused, kept, rowOf, settled } from './stack-page.ts'

/** Puts into the database what this browser would have seen on an earlier day. */
const seeEarlier = (page: Page, day: string, factor: number): Promise<unknown> =>
  page.evaluate(`(async () => {
    const { openDB } = await import('/console/idb.js')
    const db = await openDB('card-market')
    const tx = db.transaction('seen', 'readwrite')
    for (const seen of await tx.store.getAll()) {
      const price = Math.round(seen.price * ${factor} * 100) / 100
      tx.store.put({ ...seen, key: seen.skuId + ' ${day}', day: '${day}', price })
    }
    await tx.done
    db.close()
  })()`)

/** Whether the prices of today are in the database. */
const hasSeenPrices = `(async () => {
  const { openDB } = await import('/console/idb.js')
  const db = await openDB('card-market')
  const count = await db.count('seen')
  db.close()
  return count > 0
})()`

describe('stacks that last', { skip }, () => {
  const its = startForSuite()

  const { open } = its

  test('a stack of the sandbox is kept apart from real prices, and is back with the sandbox', async () => {
    const { page } = await open()
    await addList(page, ['Charizard 4/102, Base Set'])
    await settled(page)
    let isReal = true
    await page.route('**/capabilities', async (route) => {
      if (!isReal) return route.continue()
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), source: 'tcgcsv' } })
    })
    await page.reload()
    await page.getByText('No cards yet.').waitFor()
    await addList(page, ['Mewtwo 10/102, Base Set'])
    await settled(page)
    await page.reload()
    await rowOf(page, 'Mewtwo').waitFor()
    assert.equal(await rowOf(page, 'Charizard').count(), 0)
    // Not unrouted: an answer that is still under way could not be given any more.
    isReal = false
    await page.reload()
    await rowOf(page, 'Charizard').waitFor()
    assert.equal(await rowOf(page, 'Mewtwo').count(), 0)
  })

  test('a reload brings back name, rows, what was settled, order and prices, and costs nothing', async () => {
    const { page } = await open()
    await addList(page, ['3 Charizard 4/102, Base Set', 'Mewtwo 10/102, Base Set', 'Charizard 4/102'])
    await settled(page)
    await page.getByLabel('Name of the stack').fill('Counter')
    await rowOf(page, 'Mewtwo').getByRole('button', { name: 'Heavily Played' }).click()
    await rowOf(page, 'Mewtwo').locator('.copy-chip[aria-pressed=true]', { hasText: 'HP' }).waitFor()
    await page.getByLabel('Order').selectOption('name')
    const total = await page.locator('.stack-total').textContent()
    const requests = its.service.reports.length
    await kept(page)
    await page.reload()
    await settled(page)
    assert.equal(await page.getByLabel('Name of the stack').inputValue(), 'Counter')
    assert.equal(await page.getByLabel('Order').inputValue(), 'name')
    assert.equal(await page.locator('.stack-total').textContent(), total)
    assert.match(await rowOf(page, 'Mewtwo').locator('.copy-chip[aria-pressed=true]').innerText(), /^HP/)
    const asked = its.service.reports.slice(requests).flatMap(({ operation }) => operation ?? [])
    assert.deepEqual(
      asked.filter((operation) => operation === 'identify' || operation === 'lookUpPrices'),
      [],
    )
  })

  test('two tabs show the same stack', async () => {
    const { page } = await open()
    const other = await page.context().newPage()
    await other.goto(its.service.address)
    await other.waitForSelector('.stack')
    await addList(page, ['Charizard 4/102, Base Set'])
    await settled(page)
    await page.reload()
    await other.reload()
    await settled(other)
    await page.getByRole('button', { name: 'Damaged' }).click()
    await other.locator('.copy-chip[aria-pressed=true]', { hasText: 'DMG' }).waitFor()
  })

  test('a reload opens the stack of its tab, and one that another tab deleted is said to be gone', async () => {
    const { page } = await open()
    await addList(page, ['Charizard 4/102, Base Set'])
    await settled(page)
    const other = await page.context().newPage()
    await other.goto(its.service.address)
    await settled(other)
    await goTo(other, '#/stacks')
    await other.getByRole('button', { name: 'New stack' }).click()
    await other.getByText('No cards yet.').waitFor()
    await kept(other)
    await page.reload()
    await settled(page)
    await other.reload()
    await other.getByText('No cards yet.').waitFor()
    await goTo(page, '#/stacks')
    await page.locator('[data-stack]').nth(1).waitFor()
    await goTo(other, '#/stacks')
    const id = await other.locator('[data-stack]:has(.badge)').getAttribute('data-stack')
    const named = other.locator(`[data-stack="${id}"]`).getByRole('button', { name: /^Delete Stack of/ })
    await named.click()
    await other.locator('.stack-question').getByRole('button', { name: 'Delete' }).click()
    await named.waitFor({ state: 'detached' })
    await page.locator(`[data-stack="${id}"] .stack-open`, { hasText: /^Stack of/ }).click()
    await page
      .locator('#said')
      .getByText(/^Stack of .* was deleted in another tab\.$/)
      .waitFor({ state: 'attached' })
    assert.equal(await page.locator('[data-stack]').count(), 1)
  })

  test('stacks are made, listed with what they are worth, opened, and deleted only when it is meant', async () => {
    const { page, assertAccessible } = await open()
    await addList(page, ['Charizard 4/102, Base Set'])
    await settled(page)
    await page.getByLabel('Name of the stack').fill('Binder')
    await page.keyboard.press('Tab')
    const total = (await page.locator('.stack-total').textContent())?.replace('Total ', '') ?? ''
    await goTo(page, '#/stacks')
    await page.locator('[data-stack]', { hasText: 'Binder' }).getByText(total).waitFor()
    await page.getByRole('button', { name: 'New stack' }).click()
    await page.getByText('No cards yet.').waitFor()
    await kept(page)
    await page.reload()
    await page.getByText('No cards yet.').waitFor()
    await goTo(page, '#/stacks')
    await page.locator('[data-stack]').nth(1).waitFor()
    await assertAccessible()
    await page.getByRole('button', { name: 'Binder', exact: true }).click()
    await page.waitForSelector('.row.done')
    await page.reload()
    await page.waitForSelector('.row.done')
    await goTo(page, '#/stacks')
    await announcements(page)
    await page.getByRole('button', { name: 'Delete Binder' }).click()
    assert.equal(await focused(page), 'Keep')
    await page.locator('.stack-question').getByRole('button', { name: 'Delete' }).click()
    await page.waitForSelector('[data-stack]:only-child')
    assert.deepEqual(await announcements(page), ['Binder was deleted.'])
    assert.notEqual(await page.evaluate('document.activeElement === document.body'), true)
  })

  test('a stack says what it gained since a week ago, by the rows that have both prices', async () => {
    const { page } = await open()
    await addList(page, ['2 Charizard 4/102, Base Set'])
    await settled(page)
    await until(page, hasSeenPrices)
    const weekAgo = new Date(Date.now() - 7 * 24 * 3_600_000)
    await seeEarlier(page, weekAgo.toISOString().slice(0, 10), 0.5)
    await addList(page, ['Mewtwo 10/102, Base Set'])
    await rowOf(page, 'Mewtwo').locator('.row.done').waitFor()
    await page.reload()
    await settled(page)
    const since = weekAgo.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
    await page.getByText(`since ${since}, for 1 of 2 rows`).waitFor()
    const each =
      Number((await rowOf(page, 'Charizard').locator('.row-worth strong').innerText()).replace(/[$,]/g, '')) / 2
    const earlier = Math.round(each * 0.5 * 100) / 100
    const gained = ((Math.round(each * 100) - Math.round(earlier * 100)) * 2) / 100
    assert.match(await page.locator('.stack-change').innerText(), /^\+\$[\d.]+ \(\+[\d.]+ %\)$/)
    assert.match(await page.locator('.stack-change').innerText(), new RegExp(`^\\+\\$${gained.toFixed(2)} `))
  })

  test('a product that the record has no price of a week ago for is asked for once', async () => {
    const { page } = await open()
    await page.route('**/capabilities', async (route) => {
      const response = await route.fetch()
      const { data, ...told } = await response.json()
      const json = { ...told, data: { ...data, asOf: { ...data.asOf, offered: true } }, recordedSince: '2020-01-01' }
      await route.fulfill({ response, json })
    })
    let asked = 0
    await page.route('**/v1/prices', async (route) => {
      const { asOf, ...now } = route.request().postDataJSON() as { asOf?: string }
      if (asOf === undefined) return route.fallback()
      asked++
      const response = await route.fetch({ postData: now })
      const { results, ...told } = await response.json()
      const before = results.map((one: { readonly prices: readonly object[] }) => ({
        ...one,
        prices: one.prices.map((price) => ({ ...price, marketPrice: null })),
      }))
      await route.fulfill({ response, json: { ...told, results: before } })
    })
    await page.reload()
    await addList(page, ['Charizard 4/102, Base Set'])
    await settled(page)
    const compare = page.getByRole('button', { name: 'Compare with a week ago (1 request)' })
    await compare.click()
    await compare.waitFor({ state: 'detached' })
    await rowOf(page, 'Charizard').getByRole('button', { name: 'Damaged' }).click()
    await rowOf(page, 'Charizard').locator('.copy-chip[aria-pressed=true]', { hasText: 'DMG' }).waitFor()
    assert.equal(await compare.count(), 0)
    assert.equal(asked, 1)
  })

  test('what the browser’s storage refuses is told, and done again at a word', async () => {
    const { page } = await open()
    await addList(page, ['Charizard 4/102, Base Set'])
    await settled(page)
    await until(page, hasSeenPrices)
    await page.evaluate(`(() => {
      const { transaction } = IDBDatabase.prototype
      globalThis.isRefused = true
      IDBDatabase.prototype.transaction = function (...given) {
        if (globalThis.isRefused && location.hash === '#/stacks') throw new DOMException('closed', 'InvalidStateError')
        return transaction.apply(this, given)
      }
    })()`)
    await goTo(page, '#/stacks')
    await page.getByText('storage could not be read or written').waitFor()
    await page.evaluate('globalThis.isRefused = false')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: /^Delete Stack of/ }).click()
    assert.equal(await page.locator('.error-notice').count(), 0)
    await page.evaluate('globalThis.isRefused = true')
    await page.locator('.stack-question').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('storage could not be read or written').waitFor()
    await page.evaluate('globalThis.isRefused = false')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('No stack is kept yet.').waitFor()
  })

  for (const [width, part] of [
    [1280, '.side-list'],
    [360, '.side-bar'],
  ] as const)
    test(`at ${width} px the stack stays beside other views, with its total and what is left to settle`, async () => {
      const { page, assertAccessible } = await open({ scheme: 'light', width })
      await addList(page, ['Charizard 4/102, Base Set', 'Charizard 4/102'])
      await settled(page)
      const total = (await page.locator('.stack-total').textContent())?.replace('Total ', '') ?? ''
      await goTo(page, '#/usage')
      const side = page.locator(part)
      await side.getByText(total).first().waitFor()
      await assertAccessible()
      await side.getByRole('link', { name: '1 to settle' }).click()
      await page.waitForSelector('.candidate')
      assert.equal(await page.locator('.rows > li').count(), 1)
    })
})
