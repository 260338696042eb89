import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { disconnected, loadedWhole, skip, startForSuite } from './browser.ts'
import { addList, settled } from './stack-page.ts'

const widths = [320, 768, 1280, 1920]

describe('the looks of the stack', { skip }, () => {
  const its = startForSuite()

  test('axe finds nothing, and nothing is cut off, in each state and at each width, light and dark', async () => {
    const { page, assertAccessibleAt, allowErrors } = await its.open()
    allowErrors(disconnected)
    const look = async (state: string) => {
      for (const width of widths) {
        await assertAccessibleAt([width])
        const tooWide = await page.evaluate(`[...document.querySelectorAll('main *')]
          .filter((one) => one.checkVisibility() && !one.closest('.hidden'))
          .filter((one) => one.getBoundingClientRect().right > innerWidth + 1)
          .map(({ className }) => className)`)
        assert.deepEqual(tooWide, [], `${state} at ${width} px`)
      }
    }
    await page.getByText('No cards yet.').waitFor()
    await look('empty')
    // The page has it under another path, in one file with others.
    await page.evaluate("import('/console/stack/open-stack.js').then(() => {})")
    await loadedWhole(page)
    await page.context().setOffline(true)
    await addList(page, [
      '3 Charizard 4/102, Base Set',
      'Charizard 4/102',
      'Mewtwo 10/102 Base Set zerkratzt',
      '300004',
      '?!',
    ])
    await page.waitForSelector('.error-notice')
    await look('waiting')
    await page.context().setOffline(false)
    await settled(page)
    await page.waitForSelector('.candidate')
    await look('mixed, candidates open')
    await page.locator('.row.done .row-more').first().click()
    await page.getByLabel('search the catalogue').first().fill('pikachu')
    await page.keyboard.press('Enter')
    await page.waitForSelector('.hits')
    await look('a search in a row')
  })

  test('on a phone all that changes many rows lies within the screen', async () => {
    const { page, assertAccessible } = await its.open({ width: 360, height: 740, isTouch: true })
    await addList(page, ['Charizard 4/102, Base Set', 'Charizard 4/102'])
    await settled(page)
    await page.getByRole('button', { name: 'Edit' }).tap()
    await page.locator('.stack-tools .menu-like summary').tap()
    const edges = await page.locator('.bulk-choices, .bulk-choices button').evaluateAll((all) =>
      all.map((one) => {
        const { left, right } = one.getBoundingClientRect()
        return [left, right] as const
      }),
    )
    assert.ok(edges.length > 5 && edges.every(([left, right]) => left >= 0 && right <= 360), JSON.stringify(edges))
    await assertAccessible()
  })

  test('what is pressed is told apart in the colors of a system, here and on the page of a product', async () => {
    const { page } = await its.open()
    await page.emulateMedia({ forcedColors: 'active' })
    await addList(page, ['Charizard 4/102, Base Set'])
    await settled(page)
    const background = (chosen: boolean) =>
      page.evaluate<string>(`getComputedStyle(
        [...document.querySelectorAll('main button[aria-pressed=${chosen}]')].find((one) => one.checkVisibility())
      ).backgroundColor`)
    assert.notEqual(await background(true), await background(false))
    await page.locator('.row-name a').click()
    await page.locator('.copy-choice[aria-pressed=true]').waitFor()
    assert.notEqual(await background(true), await background(false))
  })
})
