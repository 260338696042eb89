import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { announcements, skip, startForSuite, type Visit } from './browser.ts'
import { addList, focused, rowOf, settled } from './stack-page.ts'

describe('the stack', { skip }, () => {
  const its = startForSuite()

  const open = async (lines: readonly string[], visit: Visit = {}) => {
    const watched = await its.open(visit)
    await addList(watched.page, lines)
    await settled(watched.page)
    await announcements(watched.page)
    return watched
  }

  test('a chip takes another condition, with its price, in one sentence and with the focus kept', async () => {
    const { page } = await open(['3 Charizard 4/102, Base Set'])
    const row = rowOf(page, 'Charizard')
    assert.match(await row.locator('.copy-chip[aria-pressed=true]').innerText(), /^NM/)
    const damaged = row.getByRole('button', { name: 'Damaged' })
    const each = Number((await damaged.locator('.chip-price').innerText()).replace('$', ''))
    await damaged.click()
    await row.locator('.copy-chip[aria-pressed=true]', { hasText: 'DMG' }).waitFor()
    const total = `$${(each * 3).toFixed(2)}`
    assert.equal(await row.locator('.row-worth strong').innerText(), total)
    assert.equal(await page.locator('.stack-total').textContent(), `Total ${total}`)
    assert.deepEqual(await announcements(page), [`Charizard: Damaged, ${total}.`])
    assert.match(await focused(page), /^DMG/)
  })

  test('a condition without a price can be taken: the row has an estimate that no sum counts', async () => {
    const { page } = await open(['Charizard 4/102, Base Set'])
    const row = rowOf(page, 'Charizard')
    await row.getByRole('button', { name: 'Lightly Played price unknown' }).click()
    await row.getByText('Price unknown.').waitFor()
    assert.match(await row.locator('.estimate').innerText(), /^estimate: between \$[\d.]+ and \$[\d.]+$/)
    assert.equal(await page.locator('.stack-total').textContent(), 'Total –')
  })

  test('a printing is chosen among pictures with prices, in one tap, and it can be undone', async () => {
    const { page } = await open(['Charizard 4/102'])
    const candidates = page.locator('.candidate:visible')
    assert.ok((await candidates.count()) > 1)
    for (const one of await candidates.all()) assert.match(await one.locator('.candidate-price').innerText(), /^\$\d/)
    await candidates.filter({ hasText: 'Base Set · #004/102' }).click()
    await page.waitForSelector('.row.done')
    assert.equal(await page.getByText('to settle').count(), 0)
    assert.equal((await announcements(page)).length, 1)
    assert.notEqual(await page.evaluate('document.activeElement === document.body'), true)
    await page.keyboard.press('Control+z')
    await page.waitForSelector('.row.open')
    assert.match((await announcements(page))[0] ?? '', /^Undone: /)
  })

  test('rows are settled one after the other with the keyboard alone', async () => {
    const { page } = await open(['Charizard 4/102', 'Magmar 20/108', 'Pikachu 58/102'])
    const openRows = page.locator('.row.open')
    const before = await openRows.count()
    assert.ok(before >= 2)
    await page.locator('main').focus()
    await page.keyboard.press('n')
    const first = await focused(page)
    await page.keyboard.press('ArrowRight')
    assert.notEqual(await focused(page), first)
    for (let left = before; left > 0; left--) {
      assert.ok(await page.evaluate("document.activeElement.matches('.candidate, .copy-chip')"), await focused(page))
      await page.keyboard.press('Enter')
      for (let tries = 0; tries < 600 && (await openRows.count()) === left; tries++) {
        if (await page.evaluate("document.activeElement.matches('.copy-chip')")) await page.keyboard.press('Enter')
        await page.waitForTimeout(50)
      }
    }
    assert.equal(await openRows.count(), 0)
    assert.notEqual(await page.evaluate('document.activeElement === document.body'), true)
  })

  test('a word that is not understood leaves the copy to a person, and is named', async () => {
    const { page } = await open(['Charizard 4/102 Base Set zerkratzt'])
    const row = page.locator('.rows > li')
    if ((await row.locator('.candidate').count()) > 0)
      await row.locator('.candidate', { hasText: 'Base Set · #004/102' }).click()
    await row.getByText('Not understood: “zerkratzt”.').waitFor()
    await row.getByText('Which copy?').waitFor()
    assert.equal(await row.locator('.copy-chip[aria-pressed=true]').count(), 0)
    await row.getByRole('button', { name: 'Near Mint' }).click()
    await page.waitForSelector('.row.done')
  })

  test('the text is corrected in place and looked up anew', async () => {
    const { page } = await open(['Chxrizzrd 999/999'])
    await page.getByLabel('correct it').fill('2 Charizard 4/102, Base Set')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.row.done')
    assert.equal(await page.locator('.stepper input').inputValue(), '2')
  })

  test('another printing is found by a search inside the row', async () => {
    const { page } = await open(['Chxrizzrd 999/999'])
    await page.getByLabel('search the catalogue').fill('pikachu')
    await page.keyboard.press('Enter')
    await page.getByText(/printings? found:/).waitFor()
    assert.ok((await page.locator('.hits .candidate').count()) <= 8)
    assert.equal((await announcements(page)).length, 1)
    await page.locator('.hits .candidate').first().click()
    await page.waitForSelector('.row:is(.done, .unpriced) .title:text("Pikachu")')
  })

  test('all rows become Lightly Played in one step, which one undo takes back', async () => {
    const { page } = await open(['Charizard 4/102, Base Set', '300004', 'productId\n300010'])
    await page.locator('.stack-tools .menu-like summary').click()
    const before = await page.locator('.copy-chip[aria-pressed=true]').allInnerTexts()
    await page.getByRole('button', { name: 'All LP' }).click()
    await page.locator('.copy-chip[aria-pressed=true]', { hasText: 'LP' }).first().waitFor()
    const [sentence, ...others] = await announcements(page)
    assert.match(sentence ?? '', /^\d rows? (?:is|are) Lightly Played now/)
    assert.deepEqual(others, [])
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.locator('.copy-chip[aria-pressed=true]', { hasText: 'LP' }).first().waitFor({ state: 'detached' })
    assert.deepEqual(await page.locator('.copy-chip[aria-pressed=true]').allInnerTexts(), before)
  })

  test('only what is selected is deleted, and the focus goes on to a row that is left', async () => {
    const { page } = await open(['Charizard 4/102, Base Set', 'Mewtwo 10/102, Base Set', 'Blastoise 2/102, Base Set'])
    await page.getByLabel('Select Mewtwo').check()
    await page.locator('.stack-tools .menu-like summary').click()
    await page.getByRole('button', { name: 'Delete 1 selected' }).click()
    await page.waitForSelector('.rows > li:nth-child(2):last-child')
    assert.equal(await rowOf(page, 'Mewtwo').count(), 0)
    assert.notEqual(await page.evaluate('document.activeElement === document.body'), true)
    assert.deepEqual(await announcements(page), ['1 row deleted.'])
  })

  test('copies are counted by steps or typed, and nothing but a whole number is taken', async () => {
    const { page } = await open(['Charizard 4/102, Base Set'])
    const row = rowOf(page, 'Charizard')
    await row.getByRole('button', { name: 'One more' }).click()
    await row.getByText('2 × $').waitFor()
    await row.getByLabel('Copies of Charizard').fill('12')
    await page.keyboard.press('Tab')
    await row.getByText('12 × $').waitFor()
    await row.getByLabel('Copies of Charizard').fill('many')
    await page.keyboard.press('Tab')
    assert.equal(await row.getByLabel('Copies of Charizard').inputValue(), '12')
  })

  test('rows to settle are a filter that the address holds', async () => {
    const { page } = await open(['Charizard 4/102, Base Set', 'Charizard 4/102'])
    await page.getByRole('link', { name: '1 to settle' }).click()
    await page.waitForSelector('.rows > li:only-child')
    assert.match(page.url(), /#\/\?show=open$/)
    await page.reload()
    await page.waitForSelector('.rows > li:only-child')
    await page.locator('.candidate').first().click()
    await page.getByText('Nothing is left to settle.').waitFor()
    assert.equal(await focused(page), 'Show all rows')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.rows > li:nth-child(2)')
  })
})
