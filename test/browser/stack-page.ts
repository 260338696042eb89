import type { Locator, Page } from 'playwright-core'
import { until } from './browser.ts'

/** Puts a list on the stack as any door does. */
export const addList = (page: Page, lines: readonly string[]): Promise<unknown> =>
  page.evaluate(
    `import('/console/stack/open-stack.js').then(({ stack }) => stack.addList(${JSON.stringify(lines.join('\n'))}).length)`,
  )

/** The row of the stack's view that says this. */
export const rowOf = (page: Page, text: string): Locator => page.locator('.rows > li', { hasText: text })

/** Whether the stack's view shows rows of which none waits, once what changed before the last frame is drawn. */
const isSettled = `import('/console/stack/open-stack.js').then(async ({ stack }) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  if (stack.isWorking()) return false
  await frame()
  return !stack.isWorking() && document.querySelector('.stack:has(.row):not(:has(.row.waiting, .stack-progress))') !== null
})`

/** Waits until the service was asked for all there is to ask, and its answers are drawn. */
export const settled = (page: Page): Promise<unknown> => until(page, isSettled)

/** What has the focus, by its name. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(
    "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText ?? '').replace(/\\s+/g, ' ').trim()",
  )
