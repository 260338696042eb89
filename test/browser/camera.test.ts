import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { goTo, skip, until } from './browser.ts'
import {
  answering,
  cameraIsOff,
  focused,
  isOnScreen,
  keepTrack,
  nothing,
  phone,
  priced,
  scans,
  shoot,
  startCameraSuite,
  sure,
  unsure,
} from './camera-page.ts'

describe('the camera', { skip }, () => {
  const { its, openCamera } = startCameraSuite()

  test('a photo is a row at once, and the next is taken while it is read', async (t) => {
    const { page } = await openCamera()
    const { waiting, photos, answer } = await answering(page)
    const startedMs = performance.now()
    await shoot(page)
    await page.waitForSelector('.scan')
    t.diagnostic(`from shutter to row in ${Math.round(performance.now() - startedMs)} ms`)
    await shoot(page)
    await until(page, "document.querySelectorAll('.scan').length === 2")
    await until(page, () => waiting.length === 2)
    await answer(sure)
    await priced(page, 1)
    await answer(sure)
    await priced(page, 2)
    const size = await sharp(photos[0]).metadata()
    assert.ok(Math.abs(size.width / size.height - 5 / 7) < 0.02, 'the photo has the shape of the frame')
    assert.match((await page.locator('.camera-total').textContent()) ?? '', /\$[\d.,]+\s+2 cards/)
    for (const selector of [
      '.camera-total strong',
      '.scan:nth-child(1) .price',
      '.scan:nth-child(2) .price',
      '.copy-chip:last-child',
    ])
      assert.ok(await isOnScreen(page, selector), `${selector} is on the screen`)
  })

  test('space and enter are the shutter, unless they press a control', async () => {
    const { page } = await openCamera({ scheme: 'light', width: 1280 })
    await answering(page, unsure, sure)
    await page.keyboard.press('Space')
    await page.waitForSelector('.scan-ask')
    await page.keyboard.press('Enter')
    await until(page, "document.querySelectorAll('.scan').length === 2")
    await page.focus('.scan-ask')
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog.sheet[open]')
    assert.equal(await scans(page), 2)
  })

  test('by itself it takes each card once, and remembers to', async () => {
    const { page } = await openCamera()
    await answering(page, ...Array(12).fill(sure))
    await page.click('.camera-auto')
    await until(page, "document.querySelectorAll('.scan .price').length >= 4", 120_000)
    // Two cards by turns: no photo looks like the one before it. They may have been sent in another order.
    const rows = await page.locator('.scan').evaluateAll((scans) => scans.map((scan) => scan.getAttribute('data-row')))
    const means: number[] = []
    for (const row of rows.slice(-4)) {
      const scan = page.locator(`.scan[data-row="${row}"]`)
      await scan.scrollIntoViewIfNeeded()
      const { channels } = await sharp(await scan.locator('row-photo img').screenshot()).stats()
      means.push(channels[0]?.mean ?? 0)
    }
    for (const [at, mean] of means.slice(1).entries())
      assert.ok(Math.abs(mean - (means[at] as number)) > 20, `photo ${at + 2} looks like the one before it: ${means}`)
    await page.reload()
    await page.waitForSelector('.camera-auto[aria-pressed=true]')
  })

  test('one tap settles which printing it is, and the focus stays with the row', async () => {
    const { page, assertAccessible } = await openCamera()
    await answering(page, unsure)
    await shoot(page)
    await page.click('.scan-ask')
    await page.waitForSelector('.sheet-choice .price')
    assert.ok(await isOnScreen(page, '.sheet-choice .price'))
    await assertAccessible()
    await page.click('.sheet-choice')
    await priced(page, 1)
    assert.match(await focused(page), /scan-name/)
  })

  test('a condition and one copy more are a tap each', async () => {
    const { page } = await openCamera()
    await answering(page, sure)
    await shoot(page)
    await page.waitForSelector('.copy-chip')
    const sum = () => page.locator('.camera-total strong').textContent()
    const before = await sum()
    await page.locator('.copy-chip', { hasText: 'Lightly Played' }).click()
    await page.waitForSelector('.copy-chip[aria-pressed=true] :text("LP")')
    assert.notEqual(await sum(), before)
    await page.getByRole('button', { name: 'One copy more of Charizard' }).click()
    await page.getByText('× 2').waitFor()
  })

  test('what cannot be read is taken again or typed', async () => {
    const { page, assertAccessible } = await openCamera()
    await answering(page, nothing, nothing)
    await shoot(page)
    await page.getByRole('button', { name: 'Take it again' }).waitFor()
    await assertAccessible()
    await page.getByRole('button', { name: 'Take it again' }).click()
    assert.equal(await scans(page), 0)
    assert.match(await focused(page), /camera-shutter/)
    await shoot(page)
    await page.getByRole('button', { name: 'Type it' }).click()
    await page.fill('#sheet-text', 'Pikachu 58/102 Base Set')
    await page.keyboard.press('Enter')
    await priced(page, 1)
    assert.match((await page.locator('.scan-name').textContent()) ?? '', /Pikachu/)
  })

  test('Back leaves it and frees the camera, and so does Done, which Back does not undo', async () => {
    const { page } = await its.open({ ...phone, hash: '#/usage' })
    await goTo(page, '#/camera')
    await page.waitForSelector('.camera-shutter:enabled')
    await keepTrack(page)
    await page.goBack()
    await cameraIsOff(page)
    assert.equal(new URL(page.url()).hash, '#/usage')
    await page.goForward()
    await page.waitForSelector('.camera-shutter:enabled')
    await keepTrack(page)
    await page.click('text=Done')
    await cameraIsOff(page)
    assert.equal(new URL(page.url()).hash, '#/')
    await page.goBack()
    await until(page, "location.hash === '#/usage'")
  })

  test('a hidden page frees the camera and goes on when it is seen again', async () => {
    const { page } = await openCamera()
    await keepTrack(page)
    const show = (isHidden: boolean) =>
      page.evaluate(`(() => {
        Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} })
        document.dispatchEvent(new Event('visibilitychange'))
      })()`)
    await show(true)
    await cameraIsOff(page)
    await show(false)
    await page.waitForSelector('.camera-shutter:enabled')
  })

  for (const [isTouch, height, widths] of [
    [true, 640, [320, 360, 768]],
    [false, 800, [1280]],
  ] as const)
    test(`axe finds nothing at ${widths.join(', ')} px, light and dark, and nothing scrolls sideways`, async () => {
      const { page, assertAccessibleAt } = await openCamera({ width: widths[0], height, isTouch })
      await assertAccessibleAt(widths)
      await answering(page, sure, nothing, unsure)
      for (let count = 1; count <= 3; count++) {
        await shoot(page)
        await until(page, `document.querySelectorAll('.scan:not(.waiting)').length === ${count}`)
      }
      await assertAccessibleAt(widths)
    })
})
