import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { mintApiKey } from '../../src/accounts/api-key.ts'
import {
  announcements,
  disconnected,
  earlyInMinute,
  enterKey,
  goTo,
  loadedWhole,
  skip,
  startForSuite,
  until,
} from './browser.ts'

/** A key of the right form that no service has issued. */
const unknownKey = mintApiKey().key

describe('every error is explained, and what was entered stays', { skip }, () => {
  const its = startForSuite()

  const open = (hash: string, key = its.service.key) => its.open({ hash, key })

  const reserved: readonly [id: number, seen: RegExp][] = [
    [990001, /market source is unavailable/],
    [990009, /asks us to slow down/],
    [5, /has no product with this id/],
  ]
  for (const [id, seen] of reserved)
    test(`product ${id}: ${seen.source}`, async () => {
      const { page, assertAccessible } = await open(`#/product/${id}`)
      await page.getByText(seen).first().waitFor()
      await assertAccessible()
    })

  for (const [hash, heading] of [
    ['#/constructor', 'Stack'],
    ['#/try/constructor', 'Try it'],
  ] as const)
    test(`${hash}, which names nothing that there is, falls back to the first of its kind`, async () => {
      const { page } = await open('#/usage')
      await page.waitForSelector('h1:text-is("Usage")')
      await goTo(page, hash)
      await page.locator('h1', { hasText: heading }).waitFor()
    })

  test('what is no key is refused where it was typed; an unknown one is explained, and another goes on', async () => {
    const { page, assertAccessible } = await its.open({ hash: '#/search?q=pikachu', key: null })
    await page.fill('#welcome-key', 'cmd_nonsense')
    await page.click('button[value=device]')
    await page.getByText('This is no key of this service').waitFor()
    assert.equal(await page.evaluate('document.activeElement.id'), 'welcome-key')
    assert.equal(await page.getAttribute('#welcome-key', 'aria-invalid'), 'true')
    await assertAccessible()
    await page.fill('#welcome-key', `cmd_${'a'.repeat(12)}_${'b'.repeat(38)}`)
    await page.click('button[value=device]')
    await page.getByText('A character of this key is wrong. Copy it again.').waitFor()
    await announcements(page)
    await enterKey(page, unknownKey)
    await page.getByText('The API key is malformed or unknown.').waitFor()
    assert.equal((await announcements(page)).length, 1)
    await page.getByRole('button', { name: 'Enter another key' }).click()
    await page.fill('#dialog-key', its.service.key)
    await page.click('dialog button[value=device]')
    await page.waitForSelector('.result')
    assert.match(page.url(), /#\/search\?q=pikachu$/)
  })

  test('a spent month is told with its end, and its usage is seen without a request', async () => {
    const { key } = await its.service.issue({ monthlyRequests: 1 })
    const { page, assertAccessible } = await open('#/search?q=charizard', key)
    await page.waitForSelector('.result')
    await goTo(page, '#/search?q=pikachu')
    await page.getByText('allowance of this UTC month is used up.').waitFor()
    await page.getByText(/^That is at \d+ \w+/).waitFor()
    await assertAccessible()
    const before = its.service.reports.filter(({ keyId }) => keyId !== null).length
    await goTo(page, '#/usage')
    await page.locator('.panel', { hasText: 'This month' }).getByText('0 of 1 left').waitFor()
    await page
      .getByText(/Resets at/)
      .first()
      .waitFor()
    assert.equal(its.service.reports.filter(({ keyId }) => keyId !== null).length, before)
  })

  test('a spent minute counts down in silence until it goes on by itself', async () => {
    const { key } = await its.service.issue({ requestsPerMinute: 1 })
    const { page } = await open('#/search?q=charizard', key)
    // The page waits by itself for an end that is near; a wait that begins here is long enough to be seen.
    await page.waitForSelector('.result')
    await earlyInMinute(page)
    await fetch(`${its.service.address}/v1/usage`, { headers: { authorization: `Bearer ${key}` } })
    await announcements(page)
    await goTo(page, '#/search?q=pikachu')
    const seconds = async () =>
      Number(/in (\d+) second/.exec((await page.locator('retry-countdown').textContent()) ?? '')?.[1])
    await page.getByText(/It goes on by itself in/).waitFor()
    const first = await seconds()
    await until(page, async () => (await seconds()) < first)
    assert.equal((await announcements(page)).length, 1)
  })

  for (const [hash, use, done] of [
    ['#/search?q=pikachu', async () => {}, '.result'],
    ['#/usage', (page: Page) => page.getByRole('button', { name: 'Ask for account and counts' }).click(), 'h1'],
    ['#/try/listCategories', (page: Page) => page.getByRole('button', { name: 'Send' }).click(), 'h1'],
  ] as const)
    test(`an expired key in ${hash} is explained, and another may be entered`, async () => {
      const { accounts } = its.service.service
      const { accountId } = await its.service.issue()
      const expiresAt = new Date(Date.now() + 1).toISOString()
      const { key } = await accounts.issueKey({ accountId, label: null, expiresAt })
      const { page, assertAccessible } = await open(hash, key)
      await use(page)
      await page.getByText('The API key has passed its expiry.').first().waitFor()
      await assertAccessible()
      await enterKey(page, its.service.key)
      await page.waitForSelector(done)
    })

  test('a lost connection keeps what was entered, and trying again goes on', async () => {
    const { page, allowErrors } = await open('#/search?q=charizard')
    allowErrors(disconnected)
    await page.waitForSelector('.result')
    await loadedWhole(page)
    await page.context().setOffline(true)
    await goTo(page, '#/usage')
    await page.getByRole('button', { name: 'Ask for account and counts' }).click()
    await page.getByText('The service cannot be reached.').waitFor()
    await goTo(page, '#/search?q=pikachu')
    // The view before said the same.
    await page.waitForSelector('body[data-view=search]')
    await page.getByText('The service cannot be reached.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await until(page, "document.querySelector('.result')?.textContent.includes('Pikachu')")
  })
})
