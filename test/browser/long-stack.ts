import type { Page } from 'playwright-core'
import { type Suite, until } from './browser.ts'
import { addList, settled } from './stack-page.ts'

export const rowCount = 1_000

/** What the rows at these places ask, all others being settled. */
export type Asked = Readonly<Record<number, 'printing' | 'copy' | 'quantity'>>

/** Puts copies of rows that the service has priced where the browser keeps them. */
const keepRows = (page: Page, asked: Asked) =>
  page.evaluate(`(async () => {
    const asked = ${JSON.stringify(asked)}
    const { stack, database } = await import('/console/stack/open-stack.js')
    const { newId } = await import('/console/stack/rows.js')
    const { rows, ...kept } = stack.current()
    const [open, ...done] = rows.toSorted((a, b) => (a.printing ? 1 : 0) - (b.printing ? 1 : 0))
    const changes = { copy: { skuId: null, isCopyKnown: true }, quantity: { quantity: null } }
    const copies = Array.from({ length: ${rowCount} }, (_, at) => ({
      ...(asked[at] === 'printing' ? open : done[at % done.length]), ...changes[asked[at]], id: newId(),
    }))
    const tx = database.transaction(['stacks', 'rows'], 'readwrite')
    for (const row of copies) tx.objectStore('rows').put(row)
    tx.objectStore('stacks').put({ ...kept, rowIds: copies.map(({ id }) => id), changedAt: new Date().toISOString() })
    await tx.done
  })()`)

/** The row at a place, in the page's own words. */
export const row = (place: number) => `document.querySelectorAll('.rows > li')[${place}]`
export const topOf = (page: Page, place: number): Promise<number> =>
  page.evaluate(`${row(place)}.getBoundingClientRect().top`)

/** Waits until nothing moves, and everything that is seen is drawn in full. */
export const atRest = async (page: Page) => {
  let before = ''
  await until(page, async () => {
    const now = String(
      await page.evaluate(`JSON.stringify([...document.querySelectorAll('.rows > li')].flatMap((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return bottom < 0 || top > innerHeight ? [] : [row.className, top]
      }))`),
    )
    const isAtRest = now === before && !now.includes('is-far')
    before = now
    return isAtRest
  })
}

/** A page with a stack of as many rows, made of four that the service has priced, once it is at rest. */
export const openLongStack = async (its: Suite, { width = 1280, height = 900, asked = {} as Asked } = {}) => {
  const watched = await its.open({ width, height, isTouch: width < 600 })
  const { page } = watched
  await addList(page, [
    'Charizard 4/102, Base Set',
    '2 Pikachu 58/102 Base Set LP',
    'Mewtwo 10/102, Base Set',
    'Charizard 4/102',
  ])
  await settled(page)
  await keepRows(page, asked)
  await page.reload()
  await page.waitForSelector(`.rows > li:nth-child(${rowCount})`, { state: 'attached' })
  await atRest(page)
  return watched
}
