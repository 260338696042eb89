import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { announcements, goTo, holdAnswers, skip, startForSuite, until } from './browser.ts'
import { addList, focused, settled } from './stack-page.ts'

const base = ['Charizard 4/102, Base Set', 'Mewtwo 10/102, Base Set']

describe('the stack under hands that do not wait', { skip }, () => {
  const its = startForSuite()

  const open = async (lines: readonly string[], width = 1280) => {
    const watched = await its.open({ width })
    if (lines.length > 0) {
      await addList(watched.page, lines)
      await settled(watched.page)
    }
    await announcements(watched.page)
    return watched
  }

  test('keeps a quantity that is being typed while an answer comes', async () => {
    const { page } = await open([])
    const { held, release } = await holdAnswers(page, () => true)
    await addList(page, ['Charizard 4/102, Base Set'])
    const field = page.locator('.stepper input')
    await field.click()
    await field.fill('12')
    await held(1)
    await release()
    await held(1)
    await release()
    await settled(page)
    assert.equal(await field.inputValue(), '12')
    await page.keyboard.press('Tab')
    await page.getByText('12 × $').waitFor()
    await field.fill('012')
    await page.keyboard.press('Tab')
    assert.equal(await field.inputValue(), '12')
  })

  test('keeps a name that is being typed while prices come, and takes another once the field is left', async () => {
    const { page } = await open(['Charizard 4/102, Base Set'])
    const inStack = (step: string) =>
      page.evaluate(`import('/console/stack/open-stack.js').then(({ stack }) => void stack.${step})`)
    const field = page.getByLabel('Name of the stack')
    await field.click()
    await page.keyboard.type('Counter')
    await inStack('refreshPrices()')
    await settled(page)
    assert.equal(await field.inputValue(), 'Counter')
    await page.keyboard.press('Enter')
    await until(page, "import('/console/stack/open-stack.js').then(({ stack }) => stack.current().name === 'Counter')")
    await inStack("rename('Binder')")
    await page.keyboard.press('Tab')
    assert.equal(await field.inputValue(), 'Binder')
  })

  test('selects nothing that is not there: a selection ends with its stack, and with its rows', async () => {
    const { page } = await open(base, 400)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Select all').check()
    await page.getByText('Change 2 selected').waitFor()
    await page.evaluate(
      "import('/console/stack/open-stack.js').then(({ stack }) => stack.remove(new Set([stack.current().rows[0].id])))",
    )
    await page.getByText('Change 1 selected').waitFor()
    await goTo(page, '#/stacks')
    await page.getByRole('button', { name: 'New stack' }).click()
    await page.getByText('No cards yet.').waitFor()
    await addList(page, base)
    await settled(page)
    await page.getByText('Change all 2').waitFor({ state: 'attached' })
    assert.equal(await page.getByRole('button', { name: 'Edit' }).getAttribute('aria-pressed'), 'false')
  })

  test('keeps the focus when a step takes away the control that made it', async () => {
    const { page } = await open(['2 Charizard 4/102, Base Set'])
    const oneLess = page.getByRole('button', { name: 'One less' })
    await oneLess.focus()
    await page.keyboard.press('Enter')
    await until(page, "document.querySelector('.stepper input').value === '1'")
    assert.equal(await focused(page), 'One less')
    assert.equal(await oneLess.getAttribute('aria-disabled'), 'true')
    await page.keyboard.press('Enter')
    assert.equal(await page.locator('.stepper input').inputValue(), '1')
    await page.locator('.stack-tools .menu-like summary').click()
    await page.getByRole('button', { name: 'Delete all 1' }).click()
    await page.getByText('No cards yet.').waitFor()
    assert.match(await focused(page), /^Undo/)
    while ((await page.locator('.undo').count()) > 0) await page.locator('.undo').press('Enter')
    assert.equal(await focused(page), 'Stack')
  })

  test('keeps the focus when trying again takes the notice away', async () => {
    const { page } = await open([])
    let isRefused = true
    await page.route('**/v1/prices', (route) => (isRefused ? route.abort() : route.continue()))
    await addList(page, base)
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    isRefused = false
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await settled(page)
    await page.locator('.error-notice').waitFor({ state: 'detached' })
    assert.equal(await page.evaluate('document.activeElement === document.body'), false)
  })

  test('says that only those rows have a condition whose copy has it', async () => {
    const { page } = await open(['Charizard 4/102, Base Set', 'Charizard 4/102'])
    await page.locator('.stack-tools .menu-like summary').click()
    await page.getByRole('button', { name: 'All DMG' }).click()
    assert.deepEqual(await announcements(page), ['1 row is Damaged now; 1 has no such copy or is still to settle.'])
  })

  test('shows what was searched for last in a row, however late the answer before it comes', async () => {
    const { page } = await open(['Chxrizzrd 999/999'])
    const { held, release } = await holdAnswers(page, (address) => address.includes('charizard'))
    const field = page.getByLabel('search the catalogue')
    await field.fill('charizard')
    await field.press('Enter')
    await held(1)
    await field.fill('pikachu')
    await field.press('Enter')
    await page.locator('.hits .candidate', { hasText: 'Pikachu' }).first().waitFor()
    await release()
    assert.equal(await page.locator('.hits .candidate', { hasText: 'Charizard' }).count(), 0)
    assert.equal(await page.locator('.error-notice').count(), 0)
  })

  test('is no wider than 320 px, whatever was written, and nothing is outside a landmark while it works', async () => {
    const { page, assertAccessible } = await open([], 320)
    let isHeld = true
    const { release } = await holdAnswers(page, () => isHeld)
    await addList(page, ['W'.repeat(110), ...base])
    await page.waitForSelector('#progress:not([hidden])')
    await assertAccessible()
    isHeld = false
    await release()
    await settled(page)
    const tooWide = () => page.evaluate('document.documentElement.scrollWidth - 320')
    assert.equal(await tooWide(), 0)
    await page.fill('.stack-name', 'M'.repeat(80))
    assert.equal(await tooWide(), 0)
  })
})
