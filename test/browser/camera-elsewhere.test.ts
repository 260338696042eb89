import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { goTo, skip, startForSuite, until } from './browser.ts'
import { answering, cameraIsOff, keepTrack, nothing, phone, startCameraSuite, sure } from './camera-page.ts'

describe('without a live camera', { skip }, () => {
  const its = startForSuite({}, ['--host-resolver-rules=MAP shop.test 127.0.0.1', '--use-fake-ui-for-media-stream'])

  const open = async (address = its.service.address) =>
    its.open({ ...phone, hash: '#/camera', key: its.service.key, service: { address } })
  const assertPhonesCamera = async (page: Page) => {
    assert.equal(await page.getAttribute('#camera-take', 'capture'), 'environment')
    assert.equal(await page.getAttribute('#camera-choose', 'multiple'), '')
    assert.equal(await page.locator('.camera-shutter').count(), 0)
  }

  test('a page without HTTPS says so and takes photos by the phone’s own camera', async () => {
    const { page, assertAccessible } = await open(its.service.address.replace('127.0.0.1', 'shop.test'))
    assert.equal(await page.evaluate('isSecureContext'), false)
    await page
      .getByText('The live camera needs HTTPS or localhost; the phone’s own camera works as well.')
      .first()
      .waitFor()
    await assertPhonesCamera(page)
    await answering(page, sure, nothing)
    const buffer = await sharp({ create: { width: 500, height: 700, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer()
    await page.setInputFiles('#camera-take', { name: 'card.jpg', mimeType: 'image/jpeg', buffer })
    await page.waitForSelector('.scan .price:has-text("$")')
    await page.setInputFiles('#camera-take', { name: 'card.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByRole('button', { name: 'Take it again' }).waitFor()
    await assertAccessible()
  })

  test('what the browser cannot draw is sent as it is, and the service says what is wrong', async () => {
    const { page } = await open()
    await page.waitForSelector('#camera-choose', { state: 'attached' })
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(500)])
    await page.setInputFiles('#camera-choose', { name: 'card.heic', mimeType: 'image/heic', buffer: heic })
    await page.waitForSelector('.scan.failed, .scan.open')
    assert.match((await page.locator('.scan').textContent()) ?? '', /picture|image|format/i)
  })

  test('a device without a camera says so', async () => {
    const { page, assertAccessible } = await open()
    await page
      .getByText(/^No camera was found\./)
      .first()
      .waitFor()
    assert.equal(await page.getByText('Lay a card into the frame.').count(), 0)
    await assertPhonesCamera(page)
    await assertAccessible()
  })
})

describe('a camera that fails', { skip }, () => {
  const { openCamera } = startCameraSuite()

  test('a camera that was unplugged is not insisted on: another is opened', async () => {
    const { page } = await openCamera()
    await page.evaluate(`(() => {
      const { mediaDevices } = navigator
      const open = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async (wanted) => {
        if (wanted.video.deviceId) throw new OverconstrainedError('deviceId')
        return open(wanted)
      }
    })()`)
    await keepTrack(page)
    await page.click('text=Done')
    await cameraIsOff(page)
    await goTo(page, '#/camera')
    await page.waitForSelector('.camera-shutter:enabled')
  })

  test('a light that cannot be switched on stays off', async () => {
    const { page } = await openCamera()
    await page.evaluate(`(() => {
      MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true })
      MediaStreamTrack.prototype.applyConstraints = async () => {
        globalThis.asked = true
        throw new OverconstrainedError('torch')
      }
    })()`)
    await keepTrack(page)
    await page.click('text=Done')
    await cameraIsOff(page)
    await goTo(page, '#/camera')
    await page.getByRole('button', { name: 'Light' }).click()
    await until(page, 'globalThis.asked === true')
    assert.equal(await page.getByRole('button', { name: 'Light' }).getAttribute('aria-pressed'), 'false')
  })
})

describe('a camera that the browser may not use', { skip }, () => {
  const its = startForSuite({}, ['--use-fake-device-for-media-stream', '--deny-permission-prompts'])

  test('says so, and the phone’s own camera works', async () => {
    const { page, assertAccessible } = await its.open({ ...phone, hash: '#/camera' })
    await page
      .getByText(/^The browser may not use the camera\./)
      .first()
      .waitFor()
    assert.equal(await page.getAttribute('#camera-take', 'capture'), 'environment')
    await assertAccessible()
  })
})
