import type { Page } from 'playwright-core'
import { announcements, type Suite, until } from './browser.ts'
import { ofStack } from './stack-page.ts'

/** A page with a key, and the operations that it asks for from then on. */
export const openDoor = async (
  { service, open }: Suite,
  { hash = '', key = service.key }: { hash?: string; key?: string } = {},
) => {
  const watched = await open({ hash, key })
  await announcements(watched.page)
  const before = service.reports.length
  const asked = () =>
    service.reports.slice(before).flatMap(({ operation, keyId }) => (keyId === null ? [] : [operation]))
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
  ofStack<{ text: string; quantity: number; name: string | null; category: string | undefined }[]>(
    page,
    `stack.current().rows.map(({ written: { text, entry }, quantity, printing }) =>
      ({ text, quantity, name: printing?.name ?? null, category: entry?.category }))`,
  )
