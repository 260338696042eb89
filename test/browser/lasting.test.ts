import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { enterKey, goTo, pasteText, skip, startForSuite, until } from './browser.ts'

const list = 'Charizard 4/102 Base Set\n2 Pikachu 58/102 Base Set LP'

describe('what lasts in the console', { skip }, () => {
  const its = startForSuite()

  /** A page whose stack has two priced rows. */
  const openPriced = async () => {
    const watched = await its.open()
    await pasteText(watched.page, list)
    await watched.page.locator('#said').getByText('The prices are there.').waitFor({ state: 'attached' })
    return { ...watched, total: await total(watched.page) }
  }

  const total = async (page: Page): Promise<string> => {
    await page.locator('main').getByText('3 cards in 2 rows').waitFor()
    return page.locator('main .stack-total').first().innerText()
  }

  const requestsOf = (before: number) => its.service.reports.slice(before).filter(({ keyId }) => keyId !== null).length

  test('key and stack are there after a reload, the reference, Back and a killed tab, at no request', async () => {
    const { page, total: priced } = await openPriced()
    assert.match(priced, /\$\d/)
    const before = its.service.reports.length
    await page.reload()
    assert.equal(await total(page), priced)
    await page.goto(`${its.service.address}/docs`)
    await page.goBack()
    assert.equal(await total(page), priced)
    const tab = await page.context().newPage()
    await tab.goto(its.service.address)
    assert.equal(await total(tab), priced)
    const crashed = tab.waitForEvent('crash')
    const session = await tab.context().newCDPSession(tab)
    session.send('Page.crash').catch(() => {})
    await crashed
    const after = await page.context().newPage()
    await after.goto(its.service.address)
    assert.equal(await total(after), priced)
    assert.equal(requestsOf(before), 0)
  })

  test('what one tab changes is seen in the other', async () => {
    const { page } = await openPriced()
    const tab = await page.context().newPage()
    await tab.goto(its.service.address)
    await total(tab)
    await pasteText(page, 'Mewtwo 10/102 Base Set')
    await tab.locator('main').getByText('4 cards in 3 rows').waitFor()
  })

  test('undoing in one tab leaves what the other added', async () => {
    const { page } = await openPriced()
    await page.getByRole('button', { name: 'One more' }).first().click()
    await page.locator('main').getByText('4 cards in 2 rows').waitFor()
    const tab = await page.context().newPage()
    await tab.goto(its.service.address)
    await tab.locator('main').getByText('4 cards in 2 rows').waitFor()
    await pasteText(tab, 'Mewtwo 10/102 Base Set')
    await page.locator('main').getByText('5 cards in 3 rows').waitFor()
    await page.locator('main').getByRole('button', { name: /^Undo/ }).click()
    for (const one of [page, tab]) await one.locator('main').getByText('4 cards in 3 rows').waitFor()
  })

  test('a stack that is deleted in one tab is gone in the other, which says so', async () => {
    const { page } = await openPriced()
    const tab = await page.context().newPage()
    await tab.goto(`${its.service.address}/#/stacks`)
    await tab.locator('main .stack-delete').first().click()
    await tab.locator('main').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.locator('#said').getByText('This stack was deleted in another tab.').waitFor({ state: 'attached' })
    await page.locator('main').getByText('No cards yet.').waitFor()
  })

  test('a key that is kept for the tab only is in no other, and one that is forgotten is gone in all', async () => {
    const { page } = await its.open({ key: null })
    await page.fill('#welcome-key', its.service.key)
    await page.click('button[value=tab]')
    await page.waitForSelector('body[data-view=stack]')
    await page.reload()
    await page.waitForSelector('body[data-view=stack]')
    const tab = await page.context().newPage()
    await tab.goto(its.service.address)
    await tab.waitForSelector('#welcome-key')
    await enterKey(tab, its.service.key)
    const third = await page.context().newPage()
    await third.goto(its.service.address)
    await third.waitForSelector('body[data-view=stack]')
    await third.click('#key-button')
    await third.getByRole('button', { name: 'Forget the key' }).click()
    for (const one of [third, tab]) await one.waitForSelector('#welcome-key')
  })

  test('a search, a copy and a range are in the address, and Back goes through the views', async () => {
    const { page } = await openPriced()
    await goTo(page, '#/search?q=pikachu')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await goTo(page, '#/product/300004?range=annual')
    await page.waitForSelector('[aria-pressed=true][title="One year"]')
    await page
      .locator('main')
      .getByRole('button', { name: /Moderately Played|^MP/ })
      .first()
      .click()
    await until(page, "location.hash.includes('copy=')")
    const { hash } = new URL(page.url())
    await page.reload()
    await page.waitForSelector('[aria-pressed=true][title="One year"]')
    assert.equal(new URL(page.url()).hash, hash)
    assert.match(await page.locator('main').innerText(), /Moderately Played/)
    await page.goBack()
    await until(page, "location.hash === '#/search?q=pikachu'")
    await page.goBack()
    await total(page)
  })

  test('a change of one stack that is written after another was opened brings back no row of either', async () => {
    const { page } = await openPriced()
    const left = await page.evaluate(`(async () => {
      const { openDatabase } = await import('/console/stack/database.js')
      const { createStackStorage } = await import('/console/stack/storage.js')
      const storage = createStackStorage(await openDatabase())
      const stackOf = (id, ...rowIds) =>
        ({ id, name: id, rows: rowIds.map((rowId) => ({ id: rowId })), changedAt: '2026-11-20' })
      const idsOf = async (id) => (await storage.load(id)).rows.map((row) => row.id)
      for (const rowIds of [['a1', 'a2'], ['b1', 'b2']]) await storage.save(stackOf(rowIds[0][0], ...rowIds))
      storage.adopt(stackOf('a', 'a1', 'a2'))
      const late = storage.save(stackOf('a', 'a1'))
      storage.adopt(stackOf('b', 'b1', 'b2'))
      await late
      await storage.save(stackOf('b', 'b1'))
      return [await idsOf('a'), await idsOf('b')]
    })()`)
    assert.deepEqual(left, [['a1'], ['b1']])
  })
})
