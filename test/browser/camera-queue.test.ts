import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { announcements, skip, until } from './browser.ts'
import { answering, identification, ocr, priced, scans, shoot, startCameraSuite, sure } from './camera-page.ts'

describe('photos of the camera', { skip }, () => {
  const { its, openCamera } = startCameraSuite()

  test('of several cards each is a row, and their number is said', async () => {
    const { page } = await openCamera()
    const box = { x: 0, y: 0, width: 200, height: 280 }
    await answering(page, { ...sure, cards: Array.from({ length: 9 }, () => ({ box, ocr, identification })) })
    await shoot(page)
    await page.getByText('9 cards were found.').first().waitFor()
    assert.equal(await scans(page), 9)
  })

  test('each finished photo is announced once, with its price', async () => {
    const { page } = await openCamera()
    await answering(page, sure, sure, sure)
    await announcements(page)
    for (let count = 1; count <= 3; count++) {
      await shoot(page)
      await priced(page, count)
      // A photo that is read before this is said shares its sentence.
      await until(page, `globalThis.announced.length >= ${count}`)
    }
    // Another sentence would be one too many.
    await page.waitForTimeout(300)
    const said = await announcements(page)
    assert.equal(said.length, 3, said.join(' | '))
    for (const sentence of said) assert.match(sentence, /^Charizard: \$/)
  })

  test('ten photos chosen at once become ten rows in their order', async () => {
    const { page } = await openCamera()
    const { photos } = await answering(page, ...Array(10).fill(sure))
    const files = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => ({
        name: `${at}.png`,
        mimeType: 'image/png',
        buffer: await sharp({ create: { width: 50 + at, height: 70, channels: 3, background: '#888' } })
          .png()
          .toBuffer(),
      })),
    )
    await page.setInputFiles('#camera-choose', files)
    await priced(page, 10)
    const widths = await Promise.all(photos.map(async (photo) => (await sharp(photo).metadata()).width))
    assert.deepEqual(
      widths.toSorted((a, b) => a - b),
      Array.from({ length: 10 }, (_, at) => 50 + at),
    )
    const ids: string[] = await page.evaluate("[...document.querySelectorAll('.scan')].map((one) => one.dataset.row)")
    const kept: number[] = await page.evaluate(`(async () => {
      const { stack } = await import('/console/stack/open-stack.js')
      const rows = ${JSON.stringify(ids)}.map((id) => stack.picture(id))
      return Promise.all((await Promise.all(rows)).map(async (picture) => (await createImageBitmap(picture)).width))
    })()`)
    assert.deepEqual(
      kept,
      Array.from({ length: 10 }, (_, at) => 59 - at),
    )
  })

  test('photos taken offline survive a reload, wait, and go on with the connection', async () => {
    const { page, allowErrors } = await openCamera()
    allowErrors(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    const context = page.context()
    // The page has it under another path, in one file with others.
    await page.evaluate("import('/console/stack/open-stack.js').then(() => {})")
    await context.setOffline(true)
    await shoot(page)
    await shoot(page)
    await page.getByText('No connection: photos wait for it.').waitFor()
    await until(page, "document.querySelector('.scans').textContent.split('Waits for the connection.').length === 3")
    // A row waits while its photo is still made ready; a page that is left before has only promised to keep it.
    await until(
      page,
      "import('/console/stack/open-stack.js').then(async ({ database }) => (await database.count('pictures')) === 2)",
    )
    // The page comes again, the service does not.
    await page.route('**/v1/**', (route) => route.abort())
    await context.setOffline(false)
    await page.reload()
    await page.getByText('Waits for the connection.').first().waitFor()
    assert.equal(await scans(page), 2)
    await page.unroute('**/v1/**')
    await answering(page, sure, sure)
    await context.setOffline(true)
    await context.setOffline(false)
    await priced(page, 2)
  })

  test('a full disk is told, and loses nothing that the page shows', async () => {
    const { page } = await openCamera()
    const { answer, waiting } = await answering(page)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: its.service.address, quotaSize: 1 })
    await shoot(page)
    await page.getByText('The browser’s storage is full.').waitFor()
    await until(page, () => waiting.length === 1)
    await answer(sure)
    await priced(page, 1)
    await devtools.send('Storage.overrideQuotaForOrigin', { origin: its.service.address })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The browser’s storage is full.').waitFor({ state: 'detached' })
  })

  test('pictures whose rows are gone are removed a day later', async () => {
    const { page } = await openCamera()
    await answering(page, sure)
    await shoot(page)
    await priced(page, 1)
    const left = await page.evaluate(`(async () => {
      const { database } = await import('/console/stack/open-stack.js')
      const { createStackStorage } = await import('/console/stack/storage.js')
      const storage = createStackStorage(database)
      const [kept] = await database.getAllKeys('pictures')
      await storage.savePicture('lost', new Blob(['x']))
      await storage.removeLostPictures(new Date(0).toISOString())
      const young = await database.count('pictures')
      await storage.removeLostPictures(new Date(Date.now() + 1000).toISOString())
      return [young, await database.getAllKeys('pictures'), kept]
    })()`)
    const [young, ids, kept] = left as [number, string[], string]
    assert.equal(young, 2)
    assert.deepEqual(ids, [kept])
  })
})
