import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { enterKey, goTo, openPage, skip, startForSuite } from './browser.ts'

const look = { scheme: 'light', width: 1280 } as const

describe('every error is explained, and what was entered stays', { skip }, () => {
  const its = startForSuite()

  const open = async (hash: string, key: string | null = its.service.key) => {
    const watched = await openPage(its.browser, its.service, look)
    if (key !== null) await enterKey(watched.page, key)
    await goTo(watched.page, hash)
    return watched
  }

  const search = async (page: Page, text: string) => {
    await page.fill('input[name=q]', text)
    await page.click('main button[type=submit]')
  }

  const reserved: readonly [id: number, seen: RegExp][] = [
    [990001, /market source is unavailable/],
    [990002, /Prices are unavailable/],
    [990003, /History is unavailable/],
    [990004, /Offers are unavailable/],
    [990005, /has observed no price/],
    [990006, /No picture/],
    [990009, /asks us to slow down/],
    [990010, /4,200 offers/],
    [5, /has no product with this id/],
  ]
  for (const [id, seen] of reserved)
    test(`product ${id}: ${seen.source}`, async () => {
      const { page, assertNoErrors, assertAccessible, close } = await open(`#/product/${id}`)
      await page.getByText(seen).first().waitFor()
      assertNoErrors()
      await assertAccessible()
      await close()
    })

  for (const [hash, heading] of [
    ['#/constructor', 'Search'],
    ['#/try/constructor', 'Try it'],
  ] as const)
    test(`${hash}, which names nothing that there is, falls back to the first of its kind`, async () => {
      const { page, assertNoErrors, close } = await open('#/usage')
      await page.waitForSelector('meter')
      await goTo(page, hash)
      await page.waitForSelector(`h1:text-is("${heading}") ~ *:has(button)`)
      assertNoErrors()
      await close()
    })

  test('progress is shown when a source is slow', async () => {
    const { page, close } = await open('#/product/990007')
    await page.waitForSelector('#progress:not([hidden])', { state: 'attached' })
    await page.getByText('Patient Tortoise').first().waitFor()
    await page.waitForSelector('#progress[hidden]', { state: 'attached' })
    await close()
  })

  test('unknown is a dash and never 0', async () => {
    const { page, close } = await open('#/product/990005')
    await page.waitForSelector('.prices')
    const text = (await page.locator('main').innerText()) ?? ''
    assert.ok(!text.includes('$0.00'))
    assert.deepEqual([...new Set(await page.locator('.prices .price').allTextContents())], ['–'])
    await close()
  })

  test('without a key, with a wrong one and with an expired allowance', async () => {
    const { page, assertNoErrors, close } = await open('#/search', null)
    await search(page, 'pikachu')
    await page.getByText('There is no API key yet.').waitFor()
    await enterKey(page, 'cmd_wrong')
    await page.getByText('The API key is malformed or unknown.').first().waitFor()
    assert.equal(await page.inputValue('input[name=q]'), 'pikachu')
    const { key } = await its.service.issue({ monthlyRequests: 1 })
    await enterKey(page, key)
    await search(page, 'charizard')
    await page.getByText('allowance of this UTC month is used up.').first().waitFor()
    assertNoErrors()
    await close()
  })

  for (const [hash, use] of [
    ['#/search', (page: Page) => search(page, 'pikachu')],
    [
      '#/identify',
      async (page: Page) => {
        await page.fill('main input', 'pikachu')
        await page.click('main button[type=submit]')
      },
    ],
    ['#/product/300004', async () => {}],
    ['#/usage', async () => {}],
    [
      '#/batch',
      async (page: Page) => {
        await page.fill('#batch-list', 'Mew')
        await page.getByRole('button', { name: 'Identify and price' }).click()
      },
    ],
    ['#/try/listCategories', (page: Page) => page.getByRole('button', { name: 'Send' }).click()],
  ] as const)
    test(`an expired key in ${hash}: a new one goes on by itself`, async () => {
      const { accounts } = its.service.service
      const { accountId } = await its.service.issue()
      const expiresAt = new Date(Date.now() + 1).toISOString()
      const { key } = await accounts.issueKey({ accountId, label: null, expiresAt })
      await new Promise((resolve) => setTimeout(resolve, 20))
      const { page, assertNoErrors, assertAccessible, close } = await open('#/search', key)
      await page.getByText('The API key has passed its expiry.').first().waitFor()
      await goTo(page, hash)
      await page.waitForSelector(
        hash.split('/').length > 2 ? 'nav:not(:has([aria-current]))' : `nav a[href="${hash}"][aria-current]`,
      )
      await use(page)
      await page.locator('.results .error-notice, section > div > .error-notice').first().waitFor()
      await page.getByText('The API key has passed its expiry.').first().waitFor()
      await assertAccessible()
      await enterKey(page, its.service.key)
      await page.waitForSelector('main:has(.request):not(:has(.error-notice))')
      assertNoErrors()
      await close()
    })

  test('a lost connection keeps what was entered, and trying again goes on', async () => {
    const { page, close } = await open('#/search')
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await goTo(page, '#/usage')
    await page.getByText('The service cannot be reached.').waitFor()
    await goTo(page, '#/try/listPlans')
    await page.getByText('The service cannot be reached.').waitFor()
    await goTo(page, '#/search')
    await page.waitForSelector('input[name=q]')
    await search(page, 'pikachu')
    await page.getByText('The service cannot be reached.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForSelector('.products')
    assert.equal(await page.inputValue('input[name=q]'), 'pikachu')
    await close()
  })

  test('a file that is no picture, and the camera', async () => {
    const { page, assertNoErrors, close } = await open('#/photo')
    await page.setInputFiles('#photo-file', { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await page.waitForSelector('.error-notice')
    await page.getByRole('button', { name: 'Use the camera' }).click()
    await page.waitForSelector('video')
    await page.getByRole('button', { name: 'Take the picture' }).click()
    await page.waitForSelector('.preview img')
    assertNoErrors()
    await close()
  })

  test('the first view is interactive within half a second, and the key is asked for again after a reload', async (t) => {
    const { page, close } = await open('#/search')
    const times: number[] = []
    for (let run = 0; run < 5; run++) {
      await page.goto('about:blank')
      await page.goto(its.service.address)
      await page.waitForSelector('main form')
      times.push((await page.evaluate("performance.getEntriesByName('interactive')[0]?.startTime")) as number)
    }
    t.diagnostic(`interactive after ${times.map(Math.round).join(', ')} ms`)
    assert.ok(Math.min(...times) <= 500)
    assert.equal(await page.locator('#key-button').textContent(), 'Enter API key')
    await close()
  })

  test('every view can be reached and used with the keyboard alone', async () => {
    const { page, close } = await open('#/search')
    await page.focus('.skip')
    await page.keyboard.press('Enter')
    await page.focus('nav a[href="#/identify"]')
    await page.keyboard.press('Enter')
    await page.waitForSelector('main input:focus')
    await page.keyboard.type('Charizard 4/102')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.products')
    await close()
  })
})
