import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { announcements, earlyInMinute, pasteText, skip, startForSuite } from './browser.ts'
import { openDoor, rows, said, suggest, suggestOn, typeQuickly } from './door-page.ts'
import { kept } from './stack-page.ts'

const active = (page: Page) => page.locator('[role=option][aria-selected=true]').getAttribute('id')

describe('the field of the door', { skip }, () => {
  const its = startForSuite()
  const open = (options?: Parameters<typeof openDoor>[1]) => openDoor(its, options)

  test('three letters and a pause are one request; a text whose answer is known is none', async () => {
    const { page, asked } = await open()
    await page.keyboard.press('/')
    await page.keyboard.type('ch')
    await page.waitForTimeout(500)
    assert.deepEqual(asked(), [])
    await suggestOn(page, 'arizard vm')
    assert.deepEqual(asked(), ['searchProducts'])
    const announced = await announcements(page)
    assert.equal(announced.length, 1)
    assert.match(announced.join(), /^\d+ suggestions?$/)
    const before = await page.locator('[role=option]').count()
    assert.ok(before > 0 && before < 8, 'the answer is whole')
    await typeQuickly(page, 'ax')
    await page.keyboard.press('Backspace')
    await page.waitForTimeout(900)
    assert.ok((await page.locator('[role=option]').count()) > 0)
    assert.deepEqual([asked(), await announcements(page)], [['searchProducts'], []])
  })

  test('arrows, Home, End and Escape move in the list; Enter adds, opens the page or shows results', async () => {
    const { page } = await open()
    await suggest(page, 'charizard')
    assert.equal(await page.getAttribute('#door-field', 'aria-expanded'), 'true')
    await page.keyboard.press('ArrowDown')
    assert.equal(await active(page), 'door-option-0')
    assert.equal(await page.getAttribute('#door-field', 'aria-activedescendant'), 'door-option-0')
    await page.keyboard.press('End')
    assert.equal(await active(page), 'door-option-7')
    await page.keyboard.press('ArrowUp')
    assert.equal(await active(page), 'door-option-6')
    await page.keyboard.press('Home')
    assert.equal(await active(page), 'door-option-0')
    await page.keyboard.press('Enter')
    await page.getByText('Charizard, Base Set added.').first().waitFor()
    assert.deepEqual(
      (await rows(page)).map(({ name, quantity }) => [name, quantity]),
      [['Charizard', 1]],
    )
    assert.equal(await page.evaluate('document.activeElement.id'), 'door-field')
    assert.equal(await page.inputValue('#door-field'), '')
    assert.equal(await page.getAttribute('.door-notice a', 'href'), '#/product/300004')
    await typeQuickly(page, 'charizard')
    await page.waitForSelector('[role=option]')
    await page.keyboard.press('Escape')
    assert.equal(await page.getAttribute('#door-field', 'aria-expanded'), 'false')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Shift+Enter')
    await page.waitForSelector('body[data-view=product]')
    await page.keyboard.press('/')
    await page.keyboard.type('pikachu')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.result')
    assert.match(page.url(), /#\/search\?q=pikachu$/)
  })

  test('a line that says more than a name has an entry that adds it as it is', async () => {
    const { page } = await open()
    await suggest(page, '2 Charizard 4/102 LP')
    const first = page.locator('[role=option]').first()
    assert.match((await first.textContent()) ?? '', /Add to the stack:\s*2 Charizard 4\/102 LP/)
    await first.click()
    await said(page, 'The prices are there.')
    assert.deepEqual(
      (await rows(page)).map(({ text, quantity }) => [text, quantity]),
      [['2 Charizard 4/102 LP', 2]],
    )
  })

  test('cards added lately come first, without a request', async () => {
    const { page, asked } = await open()
    await pasteText(page, '300004\n300058')
    await said(page, 'The prices are there.')
    await suggest(page, 'charizard')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const before = asked().length
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowDown')
    await page
      .getByRole('option', { name: /Charizard/ })
      .first()
      .waitFor()
    assert.equal(asked().length, before)
  })

  test('suggestions can be turned off, also for the next visit, and then nothing is asked', async () => {
    const { page, asked } = await open()
    await suggest(page, 'charizard')
    await page.getByLabel(/Suggestions cost one request/).uncheck()
    await page.reload()
    await page.waitForSelector('#door-field')
    const before = asked().length
    await page.keyboard.press('/')
    await page.keyboard.type('pikachu')
    await page.waitForTimeout(900)
    assert.equal(await page.getByLabel(/Suggestions cost one request/).isChecked(), false)
    assert.equal(asked().length, before)
  })

  test('with few requests left, or none, nothing is suggested and nobody is alarmed', async () => {
    const { key } = await its.service.issue({ requestsPerMinute: 6 })
    const { page, asked } = await open({ key })
    await earlyInMinute(page)
    await suggest(page, 'charizard')
    await page.fill('#door-field', '')
    await suggestOn(page, 'pikachu')
    await announcements(page)
    await page.fill('#door-field', 'mewtwo')
    await page.getByText('Few requests are left this minute, so nothing is suggested.').waitFor()
    await page.waitForTimeout(600)
    assert.deepEqual([asked(), await announcements(page)], [['searchProducts', 'searchProducts'], []])
  })

  test('a spent minute is told beside the list, without an alert', async () => {
    const { key } = await its.service.issue({ requestsPerMinute: 1 })
    const { page } = await open({ key })
    await earlyInMinute(page)
    await fetch(`${its.service.address}/v1/usage`, { headers: { authorization: `Bearer ${key}` } })
    await page.keyboard.press('/')
    await page.keyboard.type('mewtwo')
    await page.getByText(/Nothing is suggested\./).waitFor()
    assert.deepEqual(await announcements(page), [])
  })

  test('the game and set of a pile rule new rows, suggestions and results, and outlast a reload', async () => {
    const { page, asked } = await open()
    await page.getByRole('button', { name: 'Game and set: Any game' }).click()
    await page.waitForSelector('#lock-category option[value=pokemon]', { state: 'attached' })
    await page.selectOption('#lock-category', 'pokemon')
    await page.waitForSelector('#lock-set-list option', { state: 'attached' })
    await page.fill('#lock-set', 'Base Set')
    await page.locator('.lock-dialog').getByRole('button', { name: 'Use' }).click()
    await page.getByRole('button', { name: 'Game and set: Pokemon · Base Set' }).waitFor()
    assert.deepEqual(asked(), ['listCategories', 'listSets'])
    await kept(page)
    await page.reload()
    await page.getByRole('button', { name: 'Game and set: Pokemon · Base Set' }).waitFor()
    await suggest(page, 'charizard')
    assert.equal(await page.locator('[role=option]').count(), 1)
    await page.keyboard.press('Enter')
    await page.waitForSelector('.result')
    assert.match(page.url(), /category=pokemon&set=base-set/)
    assert.equal(await page.locator('.result').count(), 1)
    await pasteText(page, 'Charizard')
    await said(page, 'The prices are there.')
    assert.deepEqual(
      (await rows(page)).map(({ name, category }) => [name, category]),
      [['Charizard', 'pokemon']],
    )
    await page.getByRole('button', { name: 'Any game instead of Pokemon · Base Set' }).click()
    await page.getByRole('button', { name: 'Game and set: Any game' }).waitFor()
    assert.equal(await page.evaluate('document.activeElement.className'), 'lock-open')
  })
})
