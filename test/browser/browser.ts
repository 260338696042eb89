import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before } from 'node:test'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type RunningService, startService } from '../support/service.ts'

const executable = '/usr/bin/chromium'

/** Why the browser tests cannot run here; `false` when they can. */
export const skip: string | false = existsSync(executable) ? false : `browser tests are skipped: there is no ${executable}`

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Starts Chromium, with a camera that shows a moving pattern. */
const startBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: executable,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  })

/** A browser and the service it looks at: started before the tests of the suite that calls this, and ended after them. */
export const startForSuite = (
  options?: Parameters<typeof startService>[1],
): { readonly browser: Browser; readonly service: RunningService } => {
  const started = {} as { browser: Browser; service: RunningService }
  const endings: (() => unknown)[] = []
  before(async () => {
    started.browser = await startBrowser()
    // The browser's clock is the true one, and the service's is to agree with it.
    started.service = await startService({ after: (done) => void endings.push(done) }, { now: Date.now, ...options })
  })
  after(async () => {
    await started.browser.close()
    for (const end of endings.reverse()) await end()
  })
  return started
}

export interface Look {
  readonly scheme: 'light' | 'dark'
  readonly width: number
}

/** A page that records its errors. */
export interface WatchedPage {
  readonly page: Page
  /** Fails when there was an error, a request to another host or a violation of the policy. */
  readonly assertNoErrors: () => void
  /** Fails when axe-core finds something serious. */
  readonly assertAccessible: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Opens a view of the console. A refused call of the API is an answer, not an error of the page. */
export const openPage = async (
  browser: Browser,
  { address }: Pick<RunningService, 'address'>,
  { scheme, width }: Look,
  hash = '',
): Promise<WatchedPage> => {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, acceptDownloads: true })
  const page = await context.newPage()
  const violations: string[] = []
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource') && message.location().url.includes('/v1/')
    if (message.type() === 'error' && !isRefusal) violations.push(message.text())
  })
  page.on('pageerror', (error) => violations.push(error.message))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'blob:' && protocol !== 'data:' && origin !== address) violations.push(`request to ${request.url()}`)
  })
  await page.addInitScript(
    "document.addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective))",
  )
  await page.goto(`${address}/${hash}`)
  await page.waitForSelector('main h1')
  return {
    page,
    assertNoErrors: () => assert.deepEqual(violations, []),
    assertAccessible: async () => {
      await page.evaluate(axe)
      const found = await page.evaluate(async () => {
        const { violations } = await (
          globalThis as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } }
        ).axe.run()
        return violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(({ html }) => html.slice(0, 120)) }))
      })
      assert.deepEqual(
        found.filter(({ impact }) => impact === 'serious' || impact === 'critical'),
        [],
      )
    },
    close: () => context.close(),
  }
}

interface Violation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string }[]
}

/** Goes to another view without loading the page anew. */
export const goTo = (page: Page, hash: string): Promise<unknown> => page.evaluate(`location.hash = ${JSON.stringify(hash)}`)

/** Types the key in as a person does. */
export const enterKey = async (page: Page, key: string): Promise<void> => {
  await page.click('#key-button')
  await page.fill('#key', key)
  await page.click('button[value=use]')
}
