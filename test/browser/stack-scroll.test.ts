import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skip, startForSuite, until } from './browser.ts'
import { atRest, openLongStack, row, rowCount, topOf } from './long-stack.ts'

/** A row in full has up to two hundred nodes. */
const maxFullRows = 60

const scrollTo = async (page: Page, place: number) => {
  await page.evaluate(`${row(place)}.scrollIntoView({ block: 'center', behavior: 'instant' })`)
  await atRest(page)
}

/** What is in the viewport of each row: whether it says its name and its price. */
const seen = (page: Page): Promise<readonly { readonly name: string; readonly price: string }[]> =>
  page.evaluate(`[...document.querySelectorAll('.rows > li')].flatMap((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    if (bottom < 0 || top > innerHeight) return []
    return { name: row.querySelector('.title').innerText, price: row.querySelector('.row-worth .price').innerText }
  })`)

const fullRows = (page: Page): Promise<number> => page.evaluate("document.querySelectorAll('.rows .stepper').length")

/** A brisk scroll. */
const stepPixels = 120

describe('a stack of a thousand rows', { skip }, () => {
  const its = startForSuite()
  const open = (options?: Parameters<typeof openLongStack>[1]) => openLongStack(its, options)

  test('draws few rows in full, and each that is seen has its name and its price at once', async () => {
    const { page, assertAccessible } = await open()
    assert.ok((await fullRows(page)) <= maxFullRows)
    for (let place = 0; place < rowCount; place += 100) {
      await page.evaluate(`${row(place)}.scrollIntoView({ behavior: 'instant' })`)
      const rows = await seen(page)
      assert.ok(
        rows.length >= 5 && rows.every(({ name, price }) => name !== '' && price.startsWith('$')),
        `at row ${place}`,
      )
      await atRest(page)
      assert.ok((await fullRows(page)) <= maxFullRows, `${await fullRows(page)} rows in full at row ${place}`)
    }
    assert.equal(await page.locator('.rows .price').count(), rowCount)
    await assertAccessible()
  })

  test('is where it was after a jump to its end and back', async () => {
    const { page } = await open()
    await scrollTo(page, 500)
    const [top, y] = [await topOf(page, 500), await page.evaluate('scrollY')]
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    await atRest(page)
    assert.ok((await topOf(page, rowCount - 1)) < 900)
    await page.evaluate(`scrollTo(0, ${y})`)
    await atRest(page)
    assert.ok(Math.abs((await topOf(page, 500)) - top) <= 2)
  })

  for (const width of [1280, 360])
    test(`moves by what is scrolled alone, ${width} px wide, also where rows are higher than most`, async () => {
      const asked = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [at * 7, 'copy'] as const))
      const { page } = await open({ width, asked })
      await scrollTo(page, 400)
      for (const [place, step] of [
        [360, -stepPixels],
        [390, stepPixels],
      ] as const) {
        await scrollTo(page, place)
        const moved: number[] = await page.evaluate(`(async () => {
          const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
          const moved = []
          for (let at = 0; at < 40; at++) {
            const row = document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('li')
            const before = row.getBoundingClientRect().top
            scrollBy({ top: ${step}, behavior: 'instant' })
            await frame()
            await frame()
            moved.push(Math.round(before - row.getBoundingClientRect().top))
          }
          return moved
        })()`)
        assert.ok(
          moved.every((by) => Math.abs(by - step) <= 2),
          `moved by ${moved.join(', ')}`,
        )
      }
    })

  for (const width of [1280, 360])
    test(`is gone through by keys to its far rows to settle, ${width} px wide`, async () => {
      const { page } = await open({
        width,
        asked: { 600: 'printing', 900: 'copy', 950: 'quantity' },
      })
      const isAt = async (place: number, control: string) => {
        await until(page, `${row(place)}.querySelector(${JSON.stringify(control)}) === document.activeElement`)
        await atRest(page)
        const { top, bottom }: { top: number; bottom: number } = await page.evaluate(
          '(({ top, bottom }) => ({ top, bottom }))(document.activeElement.getBoundingClientRect())',
        )
        assert.ok(top >= 0 && bottom <= 900, `row ${place} is seen: ${top} to ${bottom}`)
      }
      await page.keyboard.press('n')
      await isAt(600, '.candidate')
      await page.keyboard.press('n')
      await isAt(900, '.copy-chip')
      await page.keyboard.press('p')
      await isAt(600, '.candidate')
      await page.keyboard.press('n')
      await page.keyboard.press('n')
      await isAt(950, '.stepper input')
      await page.evaluate('scrollTo(0, 0)')
      await atRest(page)
      assert.ok(
        await page.evaluate(`${row(950)}.contains(document.activeElement)`),
        'a row keeps the focus wherever it is',
      )
      await page.keyboard.type('3')
      await page.keyboard.press('Tab')
      await page.locator('.filter', { hasText: '2 to settle' }).waitFor()
    })

  test('gives the focus to its last row from below, selects all, and comes back whole by one undo', async () => {
    const { page } = await open()
    await page.getByLabel('Select all').check()
    await page.getByText('Change 1,000 selected').click()
    await page.getByRole('button', { name: 'Delete 1,000 selected' }).click()
    await page.getByText('No cards yet.').waitFor()
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.waitForSelector(`.rows > li:nth-child(${rowCount})`, { state: 'attached' })
    await atRest(page)
    await page.evaluate(
      "((footer) => { footer.tabIndex = -1; footer.focus({ preventScroll: true }) })(document.querySelector('footer'))",
    )
    await page.keyboard.press('Shift+Tab')
    await atRest(page)
    assert.ok(await page.evaluate(`${row(rowCount - 1)}.contains(document.activeElement)`))
  })

  test('is printed in full', async () => {
    const { page } = await open()
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert.equal(await fullRows(page), rowCount)
    await page.evaluate("dispatchEvent(new Event('afterprint'))")
    await until(page, `document.querySelectorAll('.rows .stepper').length <= ${maxFullRows}`)
  })
})
