import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { announcements, goTo, skip, startForSuite, until } from './browser.ts'

/**
 * Counts what waits on the window for a change of its size or density, as charts do; from before the page's first
 * script.
 */
const countListeners = `(() => {
  globalThis.chartListeners = 0
  const kinds = ['resize', 'scroll', 'dppxchange']
  const count = (name, step) => {
    const original = EventTarget.prototype[name]
    EventTarget.prototype[name] = function (...given) {
      if (this === globalThis && kinds.includes(given[0])) chartListeners += step
      return original.apply(this, given)
    }
  }
  count('addEventListener', 1)
  count('removeEventListener', -1)
})()`

/** Counts the pixels of the chart in a color of the theme. */
const pixelsOf = (variable: string) => `(() => {
  const probe = document.body.appendChild(document.createElement('span'))
  probe.style.color = 'var(${variable})'
  const rgb = getComputedStyle(probe).color.match(/\\d+/g).map(Number)
  probe.remove()
  const canvas = document.querySelector('price-chart canvas')
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  let found = 0
  for (let at = 0; at < data.length; at += 4)
    if (data[at + 3] === 255 && rgb.every((value, index) => value === data[at + index])) found++
  return found
})()`

describe('the chart of a price history', { skip }, () => {
  const its = startForSuite()
  const listeners = (page: Page) => page.evaluate<number>('chartListeners')

  const visit = async (page: Page) => {
    await goTo(page, '#/product/300004')
    await page.waitForSelector('price-chart canvas')
  }

  const leave = async (page: Page) => {
    await goTo(page, '#/usage')
    await page.waitForSelector('h1:text-is("Usage")')
  }

  const open = async (scheme: 'light' | 'dark' = 'light') => {
    const watched = await its.open({ scheme, hash: '#/product/300004' })
    await watched.page.waitForSelector('price-chart canvas')
    return watched
  }

  test('is destroyed when another takes its place or its view is left, so that nothing keeps listening', async () => {
    const { page } = await its.open()
    const counting = await page.addInitScript(countListeners)
    await page.reload()
    await visit(page)
    const withChart = await listeners(page)
    await leave(page)
    const withoutChart = await listeners(page)
    assert.ok(withoutChart < withChart, `${withChart} listeners with a chart, ${withoutChart} once it is left`)
    await visit(page)
    for (const title of ['One month', 'Six months', 'One year', 'Three months']) {
      await page.click(`button[title="${title}"]`)
      await page.waitForSelector(`button[title="${title}"][aria-pressed=true]`)
      await page.waitForSelector('price-chart canvas')
    }
    await page.click('.legend button')
    assert.equal(await page.locator('price-chart canvas').count(), 1)
    assert.equal(await listeners(page), withChart, 'after five redraws')
    await leave(page)
    assert.equal(await listeners(page), withoutChart)
    await counting.dispose()
  })

  test('is drawn in the colors of the theme, and anew when it changes', async () => {
    const { page } = await open()
    await until(page, `${pixelsOf('--series-0')} > 50`)
    await page.emulateMedia({ colorScheme: 'dark' })
    await until(page, `${pixelsOf('--series-0')} > 50`)
    await page.click('summary[aria-label=Menu]')
    await page.selectOption('.theme select', 'light')
    await until(page, `${pixelsOf('--series-0')} > 50`)
  })

  test('shows several conditions in colors of their own, and the address keeps them', async () => {
    const { page } = await open()
    await until(page, `${pixelsOf('--series-0')} > 50`)
    assert.ok(Number(await page.evaluate(pixelsOf('--series-4'))) < 10)
    await page.getByRole('button', { name: 'Damaged', exact: true }).click()
    await until(page, `${pixelsOf('--series-4')} > 20`)
    assert.match(page.url(), /compare=Damaged/)
    await page.reload()
    await page.waitForSelector('.legend button[aria-pressed=true]')
    assert.match((await page.locator('.readout').textContent()) ?? '', /Near Mint \$[\d.]+, Damaged \$[\d.]+/)
  })

  test('is walked through with the arrow keys, which is spoken once, after a pause', async () => {
    const { page } = await open()
    const chart = page.locator('price-chart .plot')
    assert.match((await chart.getAttribute('aria-label')) ?? '', /first \$.* last \$.* highest \$.* lowest \$/)
    const last = await page.locator('.readout').textContent()
    await chart.focus()
    await announcements(page)
    await page.keyboard.press('Home')
    const first = await page.locator('.readout').textContent()
    assert.notEqual(first, last)
    await until(page, `document.getElementById('said').textContent === ${JSON.stringify(first)}`)
    await announcements(page)
    // At once: on a busy machine keys of a keyboard may come with a pause between them.
    await page.evaluate(`for (let step = 0; step < 5; step++)
      document.querySelector('price-chart .plot')
        .dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))`)
    const sixth = await page.locator('.readout').textContent()
    assert.equal(new Set([last, first, sixth]).size, 3)
    await until(page, `document.getElementById('said').textContent === ${JSON.stringify(sixth)}`)
    assert.deepEqual(await announcements(page), [sixth])
    await page.keyboard.press('End')
    assert.equal(await page.locator('.readout').textContent(), last)
  })

  test('holds the same values as a table, each bucket once', async () => {
    const { page } = await open()
    await page.getByText('The same values as a table').click()
    const days = await page.locator('.history tbody th').allTextContents()
    assert.equal(days.length, 30)
    assert.equal(new Set(days).size, 30)
    const summary = (await page.locator('price-chart .plot').getAttribute('aria-label')) ?? ''
    const prices = await page.locator('.history tbody td:nth-child(2)').allTextContents()
    assert.ok(summary.includes(`first ${prices.at(-1)}`) && summary.includes(`last ${prices[0]}`), summary)
  })
})
