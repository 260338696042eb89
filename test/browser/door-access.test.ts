import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enterKey, openPage, skip, startForSuite } from './browser.ts'

describe('the door for everyone', { skip }, () => {
  const its = startForSuite()

  for (const scheme of ['light', 'dark'] as const)
    for (const width of [320, 768, 1280, 1920])
      test(`the open list, the menu and the game of a pile: axe finds nothing, ${scheme}, ${width} px`, async () => {
        const { page, assertAccessible, assertNoErrors, close } = await openPage(
          its.browser,
          its.service,
          { scheme, width },
          '#/usage',
        )
        await enterKey(page, its.service.key)
        await page.fill('#door-field', '2 charizard 4/102 base set lp')
        await page.waitForSelector('[role=option]:nth-child(2)')
        await page.keyboard.press('ArrowDown')
        await assertAccessible()
        const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
        assert.ok(overflow <= 0, `${overflow} px too wide`)
        await page.keyboard.press('Enter')
        await page.waitForSelector('.door-notice')
        await assertAccessible()
        await page.click('.door-menu > summary')
        await assertAccessible()
        await page.getByRole('button', { name: 'Game and set…' }).click()
        await page.waitForSelector('#lock-category option[value=pokemon]', { state: 'attached' })
        await assertAccessible()
        assertNoErrors()
        await close()
      })

  test('on touch every target of the door is 44 px', async () => {
    const context = await its.browser.newContext({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
    const page = await context.newPage()
    await page.goto(its.service.address)
    await page.waitForSelector('main h1')
    await enterKey(page, its.service.key)
    await page.fill('#door-field', 'charizard')
    await page.waitForSelector('[role=option]')
    const small =
      await page.evaluate(`[...document.querySelectorAll('#door :is(input:not([type=checkbox]), button, summary, a, [role=option], label)')]
      .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
      .filter(([, { width, height }]) => width > 0 && (width < 44 || height < 44))`)
    assert.deepEqual(small, [])
    await context.close()
  })

  test('suggests printings on a phone so that set and number of each can be read whole', async () => {
    const { page, assertNoErrors, close } = await openPage(its.browser, its.service, { scheme: 'light', width: 360 })
    await enterKey(page, its.service.key)
    await page.fill('#door-field', 'charizard 4/102')
    await page.waitForSelector('[role=option]')
    const places = page.locator('.door-place')
    assert.ok((await places.allTextContents()).includes('Base Set (Shadowless) · 004/102 · Pokemon'))
    const cut = await places.evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight).length)
    assert.equal(cut, 0)
    assertNoErrors()
    await close()
  })

  test('has what stands in it selected by `/`, so that the next name takes its place; a list is not', async () => {
    const { page, assertNoErrors, close } = await openPage(its.browser, its.service, { scheme: 'light', width: 1280 })
    await enterKey(page, its.service.key)
    const pressed = async (text: string) => {
      await page.evaluate('document.activeElement.blur()')
      await page.keyboard.press('/')
      await page.keyboard.insertText(text)
      return page.locator('.door-form > :is(input, textarea)').inputValue()
    }
    assert.equal(await pressed('Mew'), 'Mew')
    assert.equal(await pressed('Pikachu'), 'Pikachu')
    await page.keyboard.press('Shift+Enter')
    assert.equal(await pressed('Abra'), 'Pikachu\nAbra')
    assertNoErrors()
    await close()
  })
})
