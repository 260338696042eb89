import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { announcements, goTo, skip, startForSuite, until, type Visit } from './browser.ts'
import { kept } from './stack-page.ts'

const pressed = (page: Page) => page.locator('.copy-choice[aria-pressed=true] .chip-price').allTextContents()

describe('the page of a product', { skip }, () => {
  const its = startForSuite()

  const open = (hash: string, visit: Visit = {}) => its.open({ ...visit, hash })

  const requests = (since: number) => its.service.reports.slice(since).filter(({ keyId }) => keyId !== null).length

  test('one choice of a copy rules price, chart and offers, is in the address, and is announced once', async () => {
    const { page } = await open('#/product/300004')
    await page.waitForSelector('price-chart canvas')
    await announcements(page)
    await page.locator('.copy-choice', { hasText: 'Heavily Played' }).click()
    const price = await page.locator('.headprice strong').textContent()
    assert.deepEqual(await pressed(page), [price])
    assert.match((await page.locator('.headcopy').textContent()) ?? '', /^Heavily Played/)
    assert.match((await page.locator('price-chart .plot').getAttribute('aria-label')) ?? '', /^Heavily Played/)
    assert.match((await page.locator('.offer-controls .tab').first().textContent()) ?? '', /^Heavily Played/)
    assert.equal(await page.locator('.prices .cell[aria-pressed=true] .price').textContent(), price)
    assert.equal((await announcements(page)).length, 1)
    const address = page.url()
    assert.match(address, /copy=30000404/)
    await page.reload()
    await page.waitForSelector('price-chart canvas')
    assert.deepEqual([await page.locator('.headprice strong').textContent(), page.url()], [price, address])
  })

  test('costs one request, one for another range, and none when it is come back to', async () => {
    const { page } = await open('#/usage')
    const before = its.service.reports.length
    await goTo(page, '#/product/300004')
    await page.waitForSelector('price-chart canvas')
    assert.equal(requests(before), 1)
    await page.getByRole('button', { name: 'One year' }).click()
    await until(page, `document.querySelectorAll('.history tbody tr').length === 52`)
    assert.equal(requests(before), 2)
    await goTo(page, '#/product/300001')
    await until(page, `document.querySelector('h1')?.textContent !== 'Charizard'`)
    await page.waitForSelector('price-chart canvas')
    await page.goBack()
    await page.waitForSelector('h1:text-is("Charizard")')
    await page.waitForSelector('button[title="One year"][aria-pressed=true]')
    assert.equal(requests(before), 3)
  })

  test('an address that names no product says so in words, and asks nothing', async () => {
    const before = its.service.reports.length
    const { page } = await open('#/product/abc')
    await page.waitForSelector('h1:text-is("There is no such product")')
    assert.equal(requests(before), 0)
  })

  test('a product that the source does not have is none, in words', async () => {
    const { page } = await open('#/product/5')
    await page.waitForSelector('h1:text-is("There is no such product")')
  })

  test('the heading is there while loading, and has the focus after trying again', async () => {
    const { page } = await open('#/product/990001')
    await page.waitForSelector('h1:text-is("Product 990001")')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForSelector('h1:focus')
    await goTo(page, '#/product/300004')
    await page.click('.add button')
    await page.getByText('On the stack').waitFor()
    await kept(page)
    await page.route('**/v1/products/**', () => {})
    await page.reload()
    await page.waitForSelector('h1:text-is("Charizard")')
    assert.match(await page.title(), /^Charizard – /)
    assert.equal(await page.locator('.headprice strong.ghost').count(), 1)
  })

  for (const [id, heading, sentence] of [
    [990002, '#prices-title', /Prices are unavailable/],
    [990003, '#history-title', /History is unavailable/],
    [990004, '#offers-title', /Offers are unavailable/],
  ] as const)
    test(`product ${id}: one section fails alone, and is tried again by itself`, async () => {
      const { page, assertAccessible } = await open(`#/product/${id}`)
      await page.getByText(sentence).waitFor()
      assert.equal(await page.locator('.product > section').count(), 4)
      await assertAccessible()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.waitForSelector(id === 990002 ? 'h1:focus' : `${heading}:focus`)
    })

  test('a product without any price says that it is unknown, and shows no 0', async () => {
    const { page, assertAccessible } = await open('#/product/990005')
    await page.getByText('Unknown, not worthless.', { exact: true }).waitFor()
    assert.ok(!(await page.locator('main').innerText()).includes('$0.00'))
    await page.getByText('Nobody offers this now.').waitFor()
    await assertAccessible()
  })

  test('a copy without a price shows what the conditions beside it bring, marked as an estimate', async () => {
    const { page } = await open('#/product/300004?copy=30000402')
    const text = (await page.locator('.estimate').innerText()).replaceAll(/\s+/g, ' ')
    assert.match(text, /^Unknown, not worthless\. estimate Near Mint \$[\d.]+, Moderately Played \$[\d.]+\.$/)
    assert.equal(await page.locator('.headprice strong').textContent(), '–')
  })

  test('custom listings are marked and never the lowest; more offers cost what the button says', async () => {
    const { page } = await open('#/product/990010')
    await page.getByText('custom listing').first().waitFor()
    assert.equal(await page.locator('.offers tr.best').count(), 0)
    const before = its.service.reports.length
    await page.getByRole('button', { name: 'Look for all of this copy (1 request)' }).click()
    await page.waitForSelector('.offers tr.best')
    assert.equal(requests(before), 1)
    await until(page, `document.querySelector('.product').contains(document.activeElement)`)
    const totals = (await page.locator('.offers .total').allTextContents()).map((text) => Number(/[\d.]+/.exec(text)))
    assert.deepEqual(
      totals,
      totals.toSorted((a, b) => a - b),
    )
    await page.getByText(/one with a lower total may be missing/).waitFor()
  })

  test('the chosen copy goes onto the stack at no request, and more of it onto the same row', async () => {
    const { page } = await open('#/product/300004?copy=30000404')
    await page.waitForSelector('.add')
    const before = its.service.reports.length
    await page.fill('.add input', '2')
    await page.click('.add button')
    await page.getByText('On the stack: 2 copies of this').waitFor()
    await page.click('.add button')
    await page.getByText('On the stack: 3 copies of this').waitFor()
    assert.equal(requests(before), 0)
  })

  test('price, change and conditions are in the first screen of a phone, and controls fit a thumb', async () => {
    const { page } = await open('#/product/300004', { width: 360, height: 740 })
    await page.waitForSelector('.copy-choice')
    for (const part of ['.headprice strong', '.changes', '.chooser']) {
      const box = await page.locator(part).boundingBox()
      assert.ok(box && box.y + box.height <= 740, `${part} ends at ${box && box.y + box.height}`)
    }
    assert.ok(((await page.locator('.copy-choice').first().boundingBox())?.height ?? 0) >= 44)
  })

  test('is accessible and not too wide, light and dark, at any width', async () => {
    const { page, assertAccessibleAt } = await open('#/product/300004?compare=Damaged')
    await page.waitForSelector('price-chart canvas')
    await assertAccessibleAt([320, 360, 768, 1280, 1920])
  })
})
