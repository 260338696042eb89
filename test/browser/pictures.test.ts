import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { type Emulator, startEmulator } from '../emulator/emulator.ts'
import { startService } from '../support/service.ts'
import { skip, startForSuite } from './browser.ts'

/** A card of the emulator's world with a picture, and one without any. */
const pictured = 300004
const unpictured = 990006

/** Draws pictures of products into the page, as views do, once it is known which may be shown. */
const draw = (page: Page, productIds: readonly number[]) =>
  page.evaluate(`(async () => {
    const { html, render } = await import('/console/lit/lit-html.js')
    const { capabilities, capabilityUpdates } = await import('/console/capabilities.js')
    const { productPicture } = await import('/console/ui/product-picture.js')
    if (capabilities() === null)
      await new Promise((resolve) => capabilityUpdates.addEventListener('change', resolve, { once: true }))
    const pictures = ${JSON.stringify(productIds)}.map((id) => productPicture(id, { name: '“Éowyn', size: 'medium' }))
    render(html\`<div id="pictures">\${pictures}</div>\`, document.querySelector('main'))
    const isSettled = (image) =>
      image.complete ||
      new Promise((resolve) => ['load', 'error'].forEach((event) => image.addEventListener(event, resolve)))
    await Promise.all([...document.querySelectorAll('#pictures img')].map(isSettled))
  })()`)

/** What is seen of each picture: its address, whether it is drawn, and the letter below it. */
const seen = (page: Page) =>
  page.$$eval('#pictures .product-picture', (pictures) =>
    pictures.map((picture) => {
      const image = picture.querySelector('img')
      const { width, height } = picture.getBoundingClientRect()
      const isShown =
        image?.complete === true && image.naturalWidth > 0 && image.getBoundingClientRect().width === width
      return {
        address: image?.getAttribute('src') ?? null,
        isShown,
        letter: picture.textContent?.trim(),
        shape: Math.round((width / height) * 1000),
      }
    }),
  )

describe('pictures of products in the console', { skip }, () => {
  const started = startForSuite()
  let emulator: Emulator
  before(async () => {
    emulator = await startEmulator()
  })
  after(() => emulator.close())

  const requests = () =>
    emulator.calls.filter(({ host, route }) => host === 'images' && route !== 'image').map(({ url }) => url)

  test('of a host that the operator allows are shown, and a card without one keeps its initial', async (t) => {
    const { host } = new URL(emulator.urls.images)
    const service = await startService(t, { now: Date.now, env: { ...emulator.env, CONSOLE_PICTURE_HOSTS: host } })
    const look = { scheme: 'light', width: 360, origins: [emulator.urls.images] } as const
    const { page, allowErrors } = await started.open({ ...look, service, key: null })
    allowErrors(/403/)
    await draw(page, [pictured, unpictured])
    const addressOf = (id: number) => `${emulator.urls.images}/product/${id}_200w.jpg`
    assert.deepEqual(await seen(page), [
      { address: addressOf(pictured), isShown: true, letter: 'É', shape: 714 },
      { address: addressOf(unpictured), isShown: false, letter: 'É', shape: 714 },
    ])
    const { headers } =
      emulator.calls.find(({ url }) => url.includes(`${pictured}_200w`)) ?? assert.fail('no picture was asked for')
    assert.deepEqual([headers.referer, headers.authorization, headers.cookie], [undefined, undefined, undefined])
    // A picture that takes the place of one that failed is seen.
    await draw(page, [unpictured, pictured])
    assert.deepEqual(
      (await seen(page)).map(({ isShown }) => isShown),
      [false, true],
    )
  })

  test('of a host that he did not allow are never asked for', async (t) => {
    const service = await startService(t, {
      now: Date.now,
      env: { ...emulator.env, CONSOLE_PICTURE_HOSTS: 'cdn.example.com' },
    })
    const before = requests().length
    const { page, allowErrors } = await started.open({ scheme: 'dark', width: 360, service, key: null })
    allowErrors(/img-src|_200w/)
    await draw(page, [pictured])
    assert.deepEqual(
      (await seen(page)).map(({ address, letter }) => [address, letter]),
      [[null, 'É']],
    )
    // Whatever a page is made to ask for, the policy stops.
    const blocked = page.waitForEvent('console', (message) => message.text().startsWith('policy: img-src'))
    await page.evaluate(`new Image().src = '${emulator.urls.images}/product/${pictured}_200w.jpg'`)
    await blocked
    assert.equal(requests().length, before)
  })

  test('of the sandbox are its own drawings, which need nobody’s leave', async () => {
    const { page } = await started.open({ key: null })
    await draw(page, [300004])
    assert.deepEqual(
      (await seen(page)).map(({ address, isShown }) => [address, isShown]),
      [['/sandbox/images/300004.svg', true]],
    )
  })
})
