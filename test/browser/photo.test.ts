import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { identificationEndpoints } from '../../src/contract/identification.ts'
import { type RunningService, startService } from '../support/service.ts'
import { enterKey, goTo, openPage, skip, startForSuite } from './browser.ts'

const look = { scheme: 'light', width: 1280 } as const
const photos = new URL('../../../shared/photos/', import.meta.url)
const withoutPhotos = existsSync(photos) ? skip : 'photos of real cards are skipped: there is no ../shared/photos'

/** Drops a picture onto the view, as from a folder. */
const dropping = (picture: Buffer, type = 'image/png') => `(() => {
  const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (character) => character.charCodeAt(0))
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([bytes], 'card', { type: '${type}' }))
  document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
})()`

/** Puts a picture into the clipboard, as a screenshot does. */
const copying = (picture: Buffer) => `(async () => {
  const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (character) => character.charCodeAt(0))
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': new Blob([bytes], { type: 'image/png' }) })])
})()`

/** Writes down what is shown only while a photo is read: it may be gone before anyone can look. */
const noting = `(() => {
  globalThis.noted = new Set()
  new MutationObserver(() => {
    if (!document.getElementById('progress').hidden) noted.add('progress')
    if (document.body.textContent.includes('Reading the photo…')) noted.add('reading')
  }).observe(document.body, { subtree: true, childList: true, attributes: true })
})()`

describe('a photo in the console', { skip }, () => {
  const its = startForSuite({ env: { OCR_WORKERS: '1' } })
  let card: Buffer
  let wall: Buffer
  before(async () => {
    const drawn = await its.browser.newPage({ deviceScaleFactor: 2 })
    await drawn.goto(`${its.service.address}/sandbox/images/300004.svg`)
    card = await drawn.screenshot({ clip: { x: 0, y: 0, width: 300, height: 420 } })
    wall = await drawn.screenshot({ clip: { x: 20, y: 110, width: 60, height: 60 } })
  })
  const open = async ({ address, key }: Pick<RunningService, 'address' | 'key'> = its.service) => {
    const watched = await openPage(its.browser, { address }, look)
    await enterKey(watched.page, key)
    await goTo(watched.page, '#/photo')
    await watched.page.waitForSelector('.drop')
    return watched
  }

  const suggested = (page: Page) => page.locator('.reading input').first().inputValue()

  const noted = (page: Page) => page.evaluate<string[]>('[...noted].sort()')

  test('it is dropped, read and looked up, with progress; one without a card says so', async (t) => {
    const { page, assertNoErrors, assertAccessible, close } = await open()
    await page.evaluate(noting)
    const startedMs = performance.now()
    await page.evaluate(dropping(card))
    await page.waitForSelector('.products')
    t.diagnostic(`from drop to candidates in ${Math.round(performance.now() - startedMs)} ms, the first photo of the process`)
    assert.ok((await noted(page)).includes('reading'))
    assert.match(await suggested(page), /^Charizard 0*4\/102$/)
    assert.match((await page.locator('.products').textContent()) ?? '', /Base Set/)
    await assertAccessible()
    await page.evaluate(dropping(wall))
    await page.getByText('No card can be read on this picture.').waitFor()
    assertNoErrors()
    await close()
  })

  test('it is pasted from the clipboard with the keyboard', async () => {
    const { page, assertNoErrors, close } = await open()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate(copying(card))
    await page.keyboard.press('Control+V')
    await page.waitForSelector('.products')
    assert.match(await suggested(page), /^Charizard/)
    assertNoErrors()
    await close()
  })

  test('a photo of a card and one of a flower are read', { skip: withoutPhotos }, async () => {
    const { page, assertNoErrors, close } = await open()
    // Progress is shown of what takes longer than a moment, which a photo need not.
    await page.route('**/v1/identify-image', async (route) => {
      await setTimeout(600)
      await route.continue()
    })
    await page.evaluate(noting)
    await page.evaluate(dropping(readFileSync(new URL('pk-pikachu-base.jpg', photos)), 'image/jpeg'))
    await page.waitForSelector('.products')
    assert.deepEqual(await noted(page), ['progress', 'reading'])
    assert.match(await suggested(page), /^Pikachu 0*58\/102$/)
    await page.evaluate(dropping(readFileSync(new URL('nasty-flower.jpg', photos)), 'image/jpeg'))
    await page.getByText('No card can be read on this picture.').waitFor()
    assert.equal(await page.locator('.products').count(), 0)
    await page.locator('.reading input').first().fill('Pikachu 58/102')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.waitForSelector('.products')
    assertNoErrors()
    await close()
  })

  test('of several cards each is listed with what to do, and its candidates are a click away', async () => {
    const { page, assertNoErrors, assertAccessible, close } = await open()
    const { ocr, identification } = identificationEndpoints.identifyImage.example
    const box = { x: 0, y: 0, width: 630, height: 880 }
    const suggested = { name: 'Glurak', cardNumber: '4/102', query: '4/102', language: 'German' }
    const foreign = { ...ocr, confidence: 55, advice: 'review', suggested }
    const cards = [
      { box, ocr, identification },
      { box, ocr: foreign, identification },
    ]
    const answer = { ocr: { ...ocr, confidence: 35, advice: 'retry' }, identification, cards }
    await page.route('**/v1/identify-image', (route) => route.fulfill({ json: answer }))
    await page.evaluate(dropping(card))
    await page.getByRole('heading', { name: '2 cards were found' }).waitFor()
    const items = await page.locator('.cards-found li').allTextContents()
    assert.match(items[0] ?? '', /^Charizard 4\/102.*91 of 100.*the first printing is the card\. Language: English/)
    assert.match(items[1] ?? '', /^Glurak 4\/102.*55 of 100.*Check what was read.*Language: German/)
    assert.equal(await page.locator('.products').count(), 0)
    await page.getByRole('button', { name: 'Glurak 4/102' }).click()
    await page.waitForSelector('.products')
    assert.equal(await page.locator('.reading input').first().inputValue(), '4/102')
    await assertAccessible()
    if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT, fullPage: true })
    assertNoErrors()
    await close()
  })

  test('one that is too large is made smaller, and what cannot be is refused in a sentence', async () => {
    const { page, assertNoErrors, close } = await open()
    const large = await page.evaluate(`(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 9_000, height: 5_000 })
      const context = canvas.getContext('2d')
      for (let i = 0; i < 20_000; i++) {
        context.fillStyle = 'hsl(' + (i % 360) + ' 50% 50%)'
        context.fillRect((i * 7919) % 9_000, (i * 104_729) % 5_000, 90, 90)
      }
      const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([blob], 'wall.png', { type: 'image/png' }))
      document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
      return blob.size
    })()`)
    assert.ok(Number(large) > 0)
    await page.getByText('What was read').waitFor()
    const junk = Buffer.alloc(7_000_000, 7)
    junk.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    await page.setInputFiles('#photo-file', { name: 'huge.png', mimeType: 'image/png', buffer: junk })
    await page.getByText('The image exceeds 6 MiB').waitFor()
    await page.getByLabel('Suggested query').waitFor()
    assertNoErrors()
    await close()
  })

  test('where photo reading is turned off, the text can be typed instead', async (t) => {
    const other = await startService(t)
    const { page, assertNoErrors, close } = await open(other)
    await page.evaluate(dropping(card))
    await page.getByText('This part of the service is turned off, cannot run, or has no data yet.').waitFor()
    await page.locator('.reading input').first().fill('Charizard 4/102')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.waitForSelector('.products')
    assertNoErrors()
    await close()
  })
})
