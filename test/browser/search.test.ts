import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startEmulator } from '../emulator/emulator.ts'
import { catalogRow, writeCatalog } from '../support/catalog-rows.ts'
import { runCli } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'
import { announcements, disconnected, goTo, type Suite, skip, startForSuite, until } from './browser.ts'
import { typeQuickly } from './door-page.ts'
import { addList, ofRows, ofStack, settled } from './stack-page.ts'

/** Opens a view with a key, and tells what is asked for from then on. */
const opened = async (its: Suite, hash: string) => {
  const watched = await its.open()
  await announcements(watched.page)
  const before = its.service.reports.length
  const asked = () =>
    its.service.reports.slice(before).flatMap(({ operation, keyId }) => (keyId === null ? [] : [operation]))
  if (hash !== '') await goTo(watched.page, hash)
  return { ...watched, asked }
}

/** Waits for the line above the results. */
const found = (page: Page, text: string | RegExp) => page.locator('.found', { hasText: text }).waitFor()

const firstNames = (page: Page) => page.locator('.result-what > a').allTextContents()
const prices = async (page: Page) =>
  (await page.locator('.result-price').allTextContents()).map((text) =>
    Number(/[\d,.]+$/.exec(text)?.[0].replaceAll(',', '')),
  )

describe('the results', { skip }, () => {
  const its = startForSuite()

  test('of a page come back by Back at no request, where they were left, and by a reload and a link', async () => {
    const { page, asked } = await opened(its, '#/search?q=charizard')
    await found(page, '42 products, 1 to 24 shown.')
    await page.getByRole('button', { name: 'Next' }).click()
    await found(page, '42 products, 25 to 42 shown.')
    assert.match(page.url(), /q=charizard&offset=24$/)
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'H1')
    assert.deepEqual(await announcements(page), ['42 products, 1 to 24 shown.', '42 products, 25 to 42 shown.'])
    const names = await firstNames(page)
    await page.evaluate('window.scrollTo(0, 400)')
    await until(page, 'history.state?.scrollY === 400')
    await page.locator('.result-what > a').nth(8).click()
    await page.waitForSelector('body[data-view=product]')
    const before = asked().filter((operation) => operation === 'searchProducts').length
    await page.goBack()
    await page.waitForSelector('body[data-view=search]')
    assert.deepEqual(await firstNames(page), names)
    await until(page, 'window.scrollY === 400')
    await page.goBack()
    await found(page, '42 products, 1 to 24 shown.')
    assert.equal(asked().filter((operation) => operation === 'searchProducts').length, before)
    await page.goForward()
    await found(page, '42 products, 25 to 42 shown.')
    await page.reload()
    await found(page, '42 products, 25 to 42 shown.')
    assert.deepEqual(await firstNames(page), names)
  })

  test('are narrowed and ordered by the address: game, set, name, and price of what is shown', async () => {
    const { page, asked } = await opened(its, '#/search?q=charizard')
    await found(page, '42 products')
    await page.focus('#search-category')
    await page.waitForSelector('#search-category option[value=pokemon]', { state: 'attached' })
    await page.selectOption('#search-category', 'pokemon')
    await until(page, "location.hash.endsWith('category=pokemon')")
    await page.waitForSelector('#search-set-list option', { state: 'attached' })
    await page.fill('#search-set', 'No such set')
    await page.keyboard.press('Tab')
    await page.getByText('There is no set of this name here.').waitFor()
    await page.fill('#search-set', 'base set')
    await page.keyboard.press('Tab')
    await found(page, '1 product.')
    assert.match(page.url(), /q=charizard&category=pokemon&set=base-set$/)
    await goTo(page, '#/search?q=charizard')
    await found(page, '42 products')
    await page.selectOption('#search-sort', 'price')
    await until(page, "location.hash.endsWith('sort=price')")
    const shown = await prices(page)
    assert.deepEqual(
      shown,
      shown.toSorted((a, b) => b - a),
    )
    await page.selectOption('#search-sort', 'name')
    await until(page, "location.hash.endsWith('sort=name')")
    const searches = () => asked().filter((operation) => operation === 'searchProducts').length
    await until(page, () => searches() >= 4)
    await page.waitForSelector('.result')
    assert.equal(searches(), 4, 'the order by price asks for nothing')
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await page.reload()
    await page.waitForSelector('.results.list')
  })

  test('of a line are printings with their reasons, likely and others apart; one can be added', async () => {
    const { page } = await opened(its, '#/search?q=2 Charizard 4/102 LP')
    await page.getByText('Several printings fit.').waitFor()
    await page.getByText(/Read as name “Charizard”, number “4\/102”, 2 copies, Lightly Played\./).waitFor()
    assert.ok((await page.getByText(/of 100: .*same name/).count()) > 1)
    await page.locator('.other-results summary').click()
    await page.getByRole('button', { name: /^Add Charizard, Base Set ·/ }).click()
    await page.locator('.result').getByText('2 on stack').waitFor()
    assert.equal(await ofStack(page, 'stack.current().rows[0].quantity'), 2)
    await page.getByRole('link', { name: 'Search for its words instead' }).click()
    await found(page, /\d products?\.|Nothing was found\./)
    assert.match(page.url(), /by=words$/)
  })

  test('show each candidate of a line at the price that its row on the stack shows it at', async () => {
    const { page } = await opened(its, '')
    await addList(page, ['Charizard 4/102 LP'])
    await settled(page)
    const pricesOf = (item: string, name: string, price: string) =>
      page.evaluate<Record<string, string>>(`Object.fromEntries([...document.querySelectorAll('${item}')].map((one) => {
        const [called, shown] = ['${name}', '${price}'].map((part) => one.querySelector(part).textContent)
        return [called, shown.replace('Market price ', '')]
      }).sort())`)
    await page.locator('.candidate').first().waitFor()
    await page.getByText(/^Show \d+ others? /).click()
    await page.getByRole('button', { name: 'Show the prices (1 request)' }).click()
    await until(page, "[...document.querySelectorAll('.candidate-price')].every((one) => /[$–]/.test(one.textContent))")
    const onStack = await pricesOf('.candidate', '.candidate-facts .note', '.candidate-price')
    await goTo(page, '#/search?q=Charizard 4/102 LP')
    await page.getByText('Several printings fit.').waitFor()
    assert.deepEqual(await pricesOf('.result', '.result-what > .note', '.result-price'), onStack)
    assert.ok((await page.locator('.result-copy', { hasText: 'Lightly Played' }).count()) > 0)
  })

  test('show the price of the copy that a line names, asked for once, and mark one that is the product’s', async () => {
    const { page, asked } = await opened(its, '#/search?q=Lightning Bolt M10 foil')
    await until(page, "document.querySelector('.result-copy')?.textContent.includes('Foil')")
    assert.deepEqual(asked(), ['identify', 'lookUpPrices'])
    const [shown] = await prices(page)
    await page.getByRole('button', { name: /^Add to the stack:/ }).click()
    await goTo(page, '#/')
    await page.waitForSelector('.row.done')
    const price = await ofRows(page, 'stateOf(stack.current().rows[0], stack.book).price')
    assert.equal(shown, price)
    await goTo(page, '#/search?q=Charizard 4/102')
    await page.locator('.result-copy', { hasText: 'of the product' }).first().waitFor()
    await page.getByText('a finish or a condition of it may cost more or less').waitFor()
  })

  test('of a line whose copies only the service can read are added with them', async () => {
    const { page } = await opened(its, '#/search?q=Charizard 4/102 3x')
    await page.getByText(/Read as name “Charizard”, number “4\/102”, 3 copies/).waitFor()
    await page.locator('.result-add button').first().click()
    await page.locator('.result').first().getByText('3 on stack').waitFor()
  })

  test('of a category called as what every object has, `constructor`, are refused and throw nothing', async () => {
    const { page } = await opened(its, '#/search?category=constructor&q=a')
    await page.locator('.error-notice', { hasText: 'No product line' }).waitFor()
  })

  test('are added one copy at a time, and say how many are on the stack', async () => {
    const { page } = await opened(its, '#/search?category=pokemon&set=base-set')
    await found(page, '105 products, 1 to 24 shown.')
    await page.locator('.result-add button').first().click()
    await page.locator('.result').first().getByText('1 on stack').waitFor()
    await page.getByRole('button', { name: '+1' }).or(page.locator('.result-add button').first()).first().click()
    await page.locator('.result').first().getByText('2 on stack').waitFor()
    assert.equal(
      await page.evaluate(`import('/console/stack/open-stack.js').then(({ stack }) => stack.current().rows.length)`),
      1,
    )
  })

  test('that are none, and a failure, are told in a sentence, and trying again goes on', async () => {
    const { page, allowErrors } = await opened(its, '#/search?q=zzzzzz')
    allowErrors(disconnected)
    await page.getByText('Check the spelling').waitFor()
    await goTo(page, '#/search')
    await page.getByText('Type a name or a number into the field above').waitFor()
    await page.context().setOffline(true)
    await goTo(page, '#/search?q=pikachu')
    await page.getByText('The service cannot be reached.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForSelector('.result')
  })

  test('in pictures and as a list: axe finds nothing, light and dark, at any width', async () => {
    const widths = [320, 768, 1280, 1920]
    const { page, assertAccessibleAt } = await its.open()
    for (const [query, heading] of [
      ['charizard&category=pokemon', 'charizard'],
      ['2 charizard 4/102 lp', '2 charizard 4/102 lp'],
      ['zzzzzz', 'zzzzzz'],
    ] as const) {
      await goTo(page, `#/search?q=${query}`)
      await page.waitForSelector('.found')
      await page.locator('h1', { hasText: heading }).waitFor()
      await assertAccessibleAt(widths)
    }
    await goTo(page, '#/search?q=charizard')
    await page.getByRole('button', { name: 'List', exact: true }).click()
    await page.waitForSelector('.results.list')
    await assertAccessibleAt(widths)
  })
})

describe('prices that the catalogue does not tell', { skip }, () => {
  const endings: (() => Promise<void> | void)[] = []
  const folder = tempFolder({ after: (done) => void endings.push(done) })
  const env: Record<string, string> = {}
  before(async () => {
    const emulator = await startEmulator()
    endings.push(emulator.close)
    // A live market would have to be asked for each row of an imported catalogue.
    Object.assign(env, emulator.env, { DATA_DIR: folder, CATALOG_SOURCE: 'local' })
    const others = { number: null, rarity: 'Common', sealed: false }
    const rows = Array.from({ length: 30 }, (_, at) =>
      catalogRow(300_001 + at, `Test Dragon ${String.fromCharCode(65 + at)}`, others),
    )
    const products = writeCatalog(folder, rows)
    assert.equal((await runCli(['catalog', 'import', products], env)).status, 0)
  })
  const its = startForSuite({ env })
  after(async () => {
    for (const end of endings.reverse()) await end()
  })

  test('come from one request for all suggestions, and one for a page of results', async () => {
    const { page, asked } = await opened(its, '')
    await page.keyboard.press('/')
    await typeQuickly(page, 'dragon')
    await page.waitForSelector('[role=option]')
    await until(page, "[...document.querySelectorAll('.door-price')].every((one) => one.textContent.trim() !== '')")
    assert.deepEqual(asked(), ['searchProducts', 'lookUpPrices'])
    assert.equal(await page.locator('[role=option]').count(), 8)
    await page.keyboard.press('Enter')
    await found(page, '30 products, 1 to 24 shown.')
    await until(page, "[...document.querySelectorAll('.result-price')].every((one) => /[$–]/.test(one.textContent))")
    assert.deepEqual(asked(), ['searchProducts', 'lookUpPrices', 'searchProducts', 'lookUpPrices'])
    assert.ok((await prices(page)).some((price) => price > 0))
  })

  test('are not asked for where that is turned off, and then nothing is said of them', async () => {
    const { page, asked } = await opened(its, '#/search?q=zzzzzz')
    // A search that is left before it is answered may never reach the service.
    await page.getByText('Check the spelling').waitFor()
    await page.getByLabel(/Ask for prices that the search does not tell/).uncheck()
    await goTo(page, '#/search?q=dragon')
    await page.waitForSelector('.result')
    await page.waitForTimeout(500)
    assert.deepEqual(asked(), ['searchProducts', 'searchProducts'])
    assert.deepEqual(
      [...new Set((await page.locator('.result-price').allTextContents()).map((text) => text.trim()))],
      ['Market price'],
    )
  })
})
