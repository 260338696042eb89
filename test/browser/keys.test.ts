import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { mintApiKey } from '../../src/accounts/api-key.ts'
import { enterKey, goTo, pasteText, skip, startForSuite, until } from './browser.ts'
import { addList, focused, ofStack, rowOf, settled } from './stack-page.ts'

describe('the key', { skip }, () => {
  const its = startForSuite()
  const open = (hash = '') => its.open({ hash })

  /** What the tab and the device keep. */
  const keptIn = (page: Page) =>
    page.evaluate<[string | null, string | null]>(
      "[sessionStorage.getItem('card-market-key'), localStorage.getItem('card-market-key')]",
    )

  test('of one tab only leaves that of the device to the others, also when it is forgotten', async () => {
    const { page } = await open()
    await page.evaluate("addEventListener('storage', ({ key }) => { if (key === 'later') globalThis.isLater = true })")
    const tab = await page.context().newPage()
    await tab.goto(its.service.address)
    await tab.waitForSelector('body[data-view=stack]')
    const { key } = await its.service.issue()
    await tab.click('#key-button')
    await tab.fill('#dialog-key', key)
    await tab.click('dialog button[value=tab]')
    assert.deepEqual(await keptIn(tab), [key, its.service.key])
    await tab.click('#key-button')
    await tab.getByRole('button', { name: 'Forget the key' }).click()
    await tab.waitForSelector('#welcome-key')
    assert.equal((await keptIn(tab))[1], its.service.key)
    // What was forgotten here is not another one after a reload.
    await tab.reload()
    await tab.waitForSelector('#welcome-key')
    // The first page has heard of every change by the time that it hears of a later one.
    await tab.evaluate("localStorage.setItem('later', 'word')")
    await until(page, 'globalThis.isLater === true')
    assert.equal(await page.getAttribute('body', 'data-view'), 'stack')
  })

  test('has the allowance that is shown, also after a reload', async () => {
    const { page } = await open()
    await addList(page, ['Charizard 4/102, Base Set'])
    await settled(page)
    const shown = () => page.locator('#key-button').innerText()
    const mine = await shown()
    const { key } = await its.service.issue({ monthlyRequests: 7 })
    const tab = await page.context().newPage()
    await tab.addInitScript(`sessionStorage.setItem('card-market-key', '${key}')`)
    await tab.goto(`${its.service.address}/#/product/300001`)
    await tab.waitForSelector('.headprice')
    await until(tab, "document.querySelector('#key-button').innerText.includes(' 6 this month')")
    await page.reload()
    await page.waitForSelector('.stack')
    assert.equal(await shown(), mine)
    await tab.reload()
    await tab.waitForSelector('.headprice')
    assert.match(await tab.locator('#key-button').innerText(), / 6 this month/)
  })

  for (const change of ['forgotten', 'replaced'] as const)
    test(`that was ${change} is sent no more: what it was asked for waits, and goes on with the next`, async () => {
      const { page } = await open()
      const { key } = await its.service.issue()
      let sent = 0
      await page.route('**/v1/prices', (route) => {
        if (!route.request().headers().authorization?.includes(its.service.key)) return route.continue()
        sent++
        return route.fulfill({
          status: 503,
          // The page waits until then, longer than it takes to give it another key.
          headers: { 'retry-after': '50' },
          json: { error: { code: 'upstream_unavailable', message: '' } },
        })
      })
      const answered = page.waitForResponse('**/v1/prices')
      await addList(page, ['Charizard 4/102, Base Set'])
      await (await answered).finished()
      if (change === 'forgotten') {
        await page.click('#key-button')
        await page.getByRole('button', { name: 'Forget the key' }).click()
        await page.locator('.welcome').getByText('1 row of the stack waits for a key.').waitFor()
        await until(page, "import('/console/stack/open-stack.js').then(({ stack }) => !stack.isWorking())")
        assert.equal(await ofStack(page, 'stack.problem().code'), 'missing_api_key')
      }
      await enterKey(page, key)
      await rowOf(page, 'Charizard').locator('.row.done').waitFor()
      assert.equal(await ofStack(page, 'stack.problem()'), null)
      assert.equal(sent, 1)
    })

  test('of the device that is refused is gone once another works, also one that is kept for the tab only', async () => {
    const { page } = await its.open({ hash: '#/search?q=pikachu', key: null })
    await enterKey(page, mintApiKey().key)
    await page.getByRole('button', { name: 'Enter another key' }).click()
    await page.fill('#dialog-key', its.service.key)
    await page.click('dialog button[value=tab]')
    await page.waitForSelector('.result')
    assert.deepEqual(await keptIn(page), [its.service.key, null])
  })

  test('is no card: pasted beside its field it is put there, and nothing else keeps or sends it', async () => {
    const { page, assertAccessible } = await its.open({ key: null })
    const { key } = its.service
    await pasteText(page, `Your key: ${key}\n`)
    assert.equal(await page.inputValue('#welcome-key'), key)
    assert.equal(await page.evaluate('document.activeElement.id'), 'welcome-key')
    await page.getByText('This is an API key, not a card: nothing was put onto the stack.').waitFor()
    await assertAccessible()
    await page.click('button[value=device]')
    await page.waitForSelector('body[data-view=stack]')
    assert.equal(await ofStack(page, 'stack.current().rows.length'), 0)

    await pasteText(page, key)
    assert.equal(await page.inputValue('#dialog-key'), key)
    await page.keyboard.press('Escape')
    await page.waitForSelector('#dialog-key', { state: 'detached' })

    await page.keyboard.press('/')
    await page.keyboard.insertText(`Mew 8\t${key}`)
    assert.equal(await page.inputValue('#dialog-key'), key)
    await page.keyboard.press('Escape')
    await page.waitForSelector('#dialog-key', { state: 'detached' })
    assert.equal((await page.inputValue('#door-field')).trim(), 'Mew 8')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.result')
    assert.ok(!page.url().includes('cmd_'))
    assert.equal(await ofStack(page, 'stack.current().rows.length'), 0)
  })

  test('is kept for the tab only by Enter in its field', async () => {
    const { page } = await its.open({ key: null })
    await page.fill('#welcome-key', its.service.key)
    await page.keyboard.press('Enter')
    await page.waitForSelector('body[data-view=stack]')
    assert.deepEqual(await keptIn(page), [its.service.key, null])
  })
})

describe('the keyboard', { skip }, () => {
  const its = startForSuite()

  test('has the menu back after Escape, after the list of keys, and after a link to the open view', async () => {
    const { page } = await its.open()
    const openMenu = async () => {
      await page.locator('summary[aria-label=Menu]').focus()
      await page.keyboard.press('Enter')
      await page.waitForSelector('#nav details[open]')
    }
    await openMenu()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await page.waitForSelector('#nav details:not([open])')
    assert.equal(await focused(page), 'Menu')
    await openMenu()
    await page.getByRole('button', { name: 'Keyboard' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog[open]')
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog[open]', { state: 'hidden' })
    assert.equal(await focused(page), 'Menu')
    await openMenu()
    await page.locator('#nav .menu-list a').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('#nav details:not([open])')
    assert.equal(await focused(page), 'Menu')
    await openMenu()
    await page.getByRole('link', { name: 'Usage' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('h1:text-is("Usage")')
    assert.equal(await page.evaluate('document.activeElement.id'), 'content')
  })

  test('has single keys that can be turned off where they are listed, also for the next visit', async () => {
    const { page, assertAccessible } = await its.open()
    await goTo(page, '#/usage')
    await page.waitForSelector('h1:text-is("Usage")')
    await page.keyboard.press('?')
    const toggle = page.getByLabel('Single keys work on this page')
    assert.equal(await toggle.isChecked(), true)
    await assertAccessible()
    await toggle.uncheck()
    await page.keyboard.press('Escape')
    for (const visit of ['this', 'next']) {
      if (visit === 'next') await page.reload()
      await page.waitForSelector('#door-field')
      await page.keyboard.press('/')
      await page.keyboard.press('?')
      assert.equal(await page.evaluate("document.activeElement.id === 'door-field'"), false, visit)
      assert.equal(await page.locator('dialog[open]').count(), 0, visit)
    }
    await page.click('summary[aria-label=Menu]')
    await page.getByRole('button', { name: 'Keyboard' }).click()
    assert.equal(await toggle.isChecked(), false)
    await toggle.check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    assert.equal(await page.evaluate('document.activeElement.id'), 'door-field')
  })
})
