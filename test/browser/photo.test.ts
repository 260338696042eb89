import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../support/service.ts'
import { enterKey, goTo, openPage, skip, startBrowser } from './browser.ts'

const look = { scheme: 'light', width: 1280 } as const

/** Drops a picture onto the view, as from a folder. */
const dropping = (picture: Buffer) => `(() => {
  const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (character) => character.charCodeAt(0))
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([bytes], 'card.png', { type: 'image/png' }))
  document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
})()`

test('a photo is dropped, read and looked up, with progress, and one without text says so', { skip }, async (t) => {
  const service = await startService(t, { env: { OCR_WORKERS: '1' } })
  const browser = await startBrowser()
  t.after(() => browser.close())
  const drawn = await browser.newPage({ deviceScaleFactor: 2 })
  await drawn.goto(`${service.address}/sandbox/images/300004.svg`)
  const card = await drawn.screenshot({ clip: { x: 0, y: 0, width: 300, height: 420 } })
  const wall = await drawn.screenshot({ clip: { x: 20, y: 110, width: 60, height: 60 } })

  const { page, assertQuiet, assertAccessible } = await openPage(browser, service, look)
  await enterKey(page, service.key)
  await goTo(page, '#/photo')
  await page.waitForSelector('.drop')
  const startedMs = performance.now()
  await page.evaluate(dropping(card))
  await page.getByText('Reading the photo…').waitFor()
  await page.waitForSelector('.products')
  t.diagnostic(`from drop to candidates in ${Math.round(performance.now() - startedMs)} ms, the first photo of the process`)
  assert.match(await page.locator('.reading input').first().inputValue(), /^Charizard 0*4\/102$/)
  assert.match((await page.locator('.products').textContent()) ?? '', /Base Set/)
  await assertAccessible()

  await page.evaluate(dropping(wall))
  await page.getByText('No text can be read on this picture.').waitFor()
  assertQuiet()
})
