import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { enterKey, goTo, openPage, skip, startForSuite } from './browser.ts'

/** Counts what waits on the window for a change of its size or density, as charts do; from before the page's first script. */
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

describe('the chart of a price history', { skip }, () => {
  const its = startForSuite()
  const listeners = (page: Page) => page.evaluate<number>('chartListeners')

  const visit = async (page: Page) => {
    await goTo(page, '#/product/300004')
    await page.waitForSelector('.chart canvas')
  }

  const leave = async (page: Page) => {
    await goTo(page, '#/search')
    await page.waitForSelector('input[name=q]')
  }

  test('is destroyed when another takes its place or its view is left, so that nothing keeps listening', async () => {
    const { page, assertNoErrors, close } = await openPage(its.browser, its.service, { scheme: 'light', width: 1280 })
    await page.addInitScript(countListeners)
    await page.reload()
    await enterKey(page, its.service.key)
    await visit(page)
    const withChart = await listeners(page)
    await leave(page)
    const withoutChart = await listeners(page)
    assert.ok(withoutChart < withChart, `${withChart} listeners with a chart, ${withoutChart} once it is left`)
    await visit(page)
    for (const title of ['One month', 'Six months', 'One year', 'Three months']) {
      await page.click(`button[title="${title}"]`)
      await page.waitForSelector(`button[title="${title}"][aria-pressed=true]`)
    }
    await page.selectOption('[data-at=copy]', { index: 1 })
    assert.equal(await page.locator('.chart canvas').count(), 1)
    assert.equal(await listeners(page), withChart, 'after five redraws')
    await leave(page)
    assert.equal(await listeners(page), withoutChart)
    assertNoErrors()
    await close()
  })
})
