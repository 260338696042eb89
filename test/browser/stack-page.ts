import type { Locator, Page } from 'playwright-core'
import { until } from './browser.ts'

/** What the page's own `stack` tells by an expression. */
export const ofStack = <T = unknown>(page: Page, expression: string): Promise<T> =>
  page.evaluate<T>(`import('/console/stack/open-stack.js').then(({ stack }) => ${expression})`)

/** As `ofStack`, for an expression that asks `stateOf` a row too. */
export const ofRows = <T = unknown>(page: Page, expression: string): Promise<T> =>
  ofStack(page, `import('/console/stack/row-state.js').then(({ stateOf }) => ${expression})`)

/** Puts a list on the stack as any door does. */
export const addList = (page: Page, lines: readonly string[]): Promise<unknown> =>
  ofStack(page, `stack.addList(${JSON.stringify(lines.join('\n'))}).length`)

/** The row of the stack's view that says this. */
export const rowOf = (page: Page, text: string): Locator => page.locator('.rows > li', { hasText: text })

/** Whether the stack's view shows rows of which none waits, once what changed before the last frame is drawn. */
const isSettled = `import('/console/stack/open-stack.js').then(async ({ stack }) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  if (stack.isWorking()) return false
  await frame()
  const isDrawn = document.querySelector('.stack:has(.row):not(:has(.row.waiting, .stack-progress))') !== null
  return isDrawn && !stack.isWorking()
})`

/** Waits until the service was asked for all there is to ask, and its answers are drawn. */
export const settled = (page: Page): Promise<unknown> => until(page, isSettled)

/** Waits until the browser keeps the open stack as it is: a page that is left at once keeps no change. */
export const kept = (page: Page): Promise<unknown> =>
  until(
    page,
    `import('/console/stack/open-stack.js').then(async ({ database, stack }) =>
      (await database.get('stacks', stack.current().id))?.changedAt === stack.current().changedAt)`,
  )

/** What has the focus, by its name. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const { ariaLabel, innerText } = document.activeElement
    return (ariaLabel ?? innerText ?? '').replace(/\\s+/g, ' ').trim()
  })()`)
