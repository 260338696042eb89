import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { enterKey, pasteText, skip, startForSuite } from '../browser/browser.ts'
import { openPage } from '../browser/tab.ts'
import { isMachineQuiet } from '../support/quiet-machine.ts'

const targetMs = 500
/** Of what is asserted, and of what is only told. */
const maxLoads = { quiet: 20, busy: 3 }

/** Every request costs a slow connection more than its bytes do. */
const maxRequests = 10

/** When the page could be used, in milliseconds from its start, and what it had asked for by then. */
const load = async (page: Page, address: string) => {
  await page.goto('about:blank')
  await page.goto(address)
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0)
  return page.evaluate(() => {
    const ms = performance.getEntriesByName('interactive')[0]?.startTime ?? 0
    const requests = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < ms)
    return { ms: Math.round(ms), requests: requests.map(({ name }) => new URL(name).pathname) }
  })
}

describe('the first view', { skip }, () => {
  const its = startForSuite()

  /** Loads until one is quick enough: other work on the machine only adds to a time, so the best is the page's own. */
  const timesOf = async (maxRuns: number, serviceWorkers?: 'allow') => {
    const look = { scheme: 'light', width: 1280, ...(serviceWorkers && { serviceWorkers }) } as const
    const { page, close } = await openPage(its.browser, its.service, look)
    await enterKey(page, its.service.key)
    if (serviceWorkers) await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
    const times: number[] = []
    for (let run = 0; run < maxRuns && !times.some((ms) => ms <= targetMs); run++)
      times.push((await load(page, its.service.address)).ms)
    await close()
    return times
  }

  for (const [from, serviceWorkers] of [
    ['the service', undefined],
    ['what the browser keeps', 'allow'],
  ] as const)
    test(`can be used within half a second from ${from}, on a machine that does nothing else`, async (t) => {
      const wasQuiet = await isMachineQuiet()
      const times = await timesOf(wasQuiet ? maxLoads.quiet : maxLoads.busy, serviceWorkers)
      t.diagnostic(`${times.join(', ')} ms`)
      if (wasQuiet && (await isMachineQuiet())) assert.ok(Math.min(...times) <= targetMs)
      else t.diagnostic('not asserted: other work runs on this machine')
    })

  test('asks for no more than it needs, with a key and without one', async (t) => {
    const { page, close } = await openPage(its.browser, its.service, { scheme: 'light', width: 1280 })
    const welcome = await load(page, its.service.address)
    await enterKey(page, its.service.key)
    const stack = await load(page, its.service.address)
    await close()
    t.diagnostic(`${welcome.requests.length} requests for the welcome, ${stack.requests.length} for the stack`)
    for (const { requests } of [welcome, stack]) {
      assert.ok(requests.includes('/console/first-view.js') && requests.length <= maxRequests)
      assert.ok(!requests.includes('/console/till/till-view.js') && !requests.includes('/console/shell/offline.js'))
    }
  })

  test('a till opened before it is loaded keeps the focus, and is shown as soon as it is there', async () => {
    const { page, close, assertNoErrors } = await openPage(its.browser, its.service, { scheme: 'light', width: 1280 })
    const { promise: isAllowed, resolve: allow } = Promise.withResolvers<void>()
    await page.route('**/console/till/till-view.js', async (route) => {
      await isAllowed
      await route.continue()
    })
    await page.reload()
    await enterKey(page, its.service.key)
    await pasteText(page, 'Charizard 4/102')
    const summary = page.locator('.stack-till > summary')
    await summary.click()
    assert.equal(await page.locator('.stack-till[open]').count(), 1)
    assert.equal(await page.locator('.stack-till .till').count(), 0)
    allow()
    await page.waitForSelector('.stack-till .till')
    assert.ok(await page.evaluate("document.activeElement.matches('.stack-till > summary')"))
    assertNoErrors()
    await close()
  })
})
