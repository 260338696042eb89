import type { Page } from 'playwright-core'
import { announcements, enterKey, openPage, type startForSuite, until } from './browser.ts'

type Started = ReturnType<typeof startForSuite>

/** A page with a key, and the operations that it asks for from then on. */
export const openDoor = async (
  { browser, service }: Started,
  { hash = '', key = service.key }: { hash?: string; key?: string } = {},
) => {
  const watched = await openPage(browser, service, { scheme: 'light', width: 1280 }, hash)
  await enterKey(watched.page, key)
  await announcements(watched.page)
  const before = service.reports.length
  const asked = () => service.reports.slice(before).flatMap(({ operation, keyId }) => (keyId === null ? [] : [operation]))
  return { ...watched, asked }
}

export const said = (page: Page, text: string | RegExp): Promise<void> =>
  page.locator('#said').getByText(text).waitFor({ state: 'attached' })

/** Types letter by letter, however busy the machine is, without a pause after which something would be asked for. */
export const typeQuickly = (page: Page, text: string): Promise<void> =>
  page.evaluate(`for (const letter of ${JSON.stringify(text)}) document.execCommand('insertText', false, letter)`)

/** Types on in the field and waits for what the service suggests. */
export const suggestOn = async (page: Page, text: string): Promise<void> => {
  await announcements(page)
  await typeQuickly(page, text)
  await until(page, 'globalThis.announced.some((sentence) => /^\\d+ suggestions?$/.test(sentence))')
}

export const suggest = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('/')
  await suggestOn(page, text)
}

/** What is on the stack. */
export const rows = (page: Page) =>
  page.evaluate<{ text: string; quantity: number; name: string | null; category: string | undefined }[]>(
    `import('/console/stack/open-stack.js').then(({ stack }) => stack.current().rows.map(({ written, quantity, printing }) => ({ text: written.text, quantity, name: printing?.name ?? null, category: written.entry?.category })))`,
  )
