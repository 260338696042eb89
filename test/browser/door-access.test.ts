import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { skip, startForSuite } from './browser.ts'

describe('the door for everyone', { skip }, () => {
  const its = startForSuite()

  test('the open list, the menu and the game of a pile: axe finds nothing, light and dark, at any width', async () => {
    const widths = [320, 768, 1280, 1920]
    const { page, assertAccessibleAt } = await its.open({ hash: '#/usage' })
    await page.fill('#door-field', '2 charizard 4/102 base set lp')
    await page.waitForSelector('[role=option]:nth-child(2)')
    await page.keyboard.press('ArrowDown')
    await assertAccessibleAt(widths)
    await page.keyboard.press('Enter')
    await page.waitForSelector('.door-notice')
    await assertAccessibleAt(widths)
    await page.click('.door-menu > summary')
    await assertAccessibleAt(widths)
    await page.getByRole('button', { name: 'Game and set…' }).click()
    await page.waitForSelector('#lock-category option[value=pokemon]', { state: 'attached' })
    await assertAccessibleAt(widths)
  })

  test('on touch every target of the door is 44 px', async () => {
    const { page } = await its.open({ width: 360, height: 740, isTouch: true })
    await page.fill('#door-field', 'charizard')
    await page.waitForSelector('[role=option]')
    const targets = ':is(input:not([type=checkbox]), button, summary, a, [role=option], label)'
    const small = await page.evaluate(`[...document.querySelectorAll('#door ${targets}')]
      .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
      .filter(([, { width, height }]) => width > 0 && (width < 44 || height < 44))`)
    assert.deepEqual(small, [])
  })

  test('suggests printings on a phone so that set and number of each can be read whole', async () => {
    const { page } = await its.open({ width: 360 })
    await page.fill('#door-field', 'charizard 4/102')
    await page.waitForSelector('[role=option]')
    const places = page.locator('.door-place')
    assert.ok((await places.allTextContents()).includes('Base Set (Shadowless) · 004/102 · Pokemon'))
    const cut = await places.evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight).length)
    assert.equal(cut, 0)
  })

  test('has what stands in it selected by `/`, so that the next name takes its place; a list is not', async () => {
    const { page } = await its.open()
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
  })
})
