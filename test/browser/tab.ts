import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, CDPSession, Page } from 'playwright-core'
import type { RunningService } from '../support/service.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * How long a test waits for what is promised to happen at all: above what the busiest machine takes, below the time
 * limit of a test. How fast it happens is told in `test/alone`.
 */
export const patienceMs = 120_000

export interface Look {
  readonly scheme: 'light' | 'dark'
  readonly width: number
  readonly height?: number
  readonly isTouch?: boolean
  /** Other origins that the page may ask, such as that of pictures which the operator allowed; none when left out. */
  readonly origins?: readonly string[]
  /** Lets the page install its service worker, which then answers requests before Playwright sees them. */
  readonly serviceWorkers?: 'allow'
}

export interface Checks {
  /** Fails when axe-core finds anything, by any of its rules. */
  readonly assertAccessible: () => Promise<void>
  /** The same at each of these widths, light and dark, where nothing is wider than the screen either. */
  readonly assertAccessibleAt: (widths: readonly number[]) => Promise<void>
}

/** A page that records its errors. */
export interface WatchedPage extends Checks {
  readonly page: Page
  /** Fails when there was an error, a request to another host or a violation of the policy. */
  readonly assertNoErrors: () => void
  readonly close: () => Promise<void>
}

/** Keeps what live regions say as they change, from before the page's first script. */
const recordAnnouncements = `(() => {
  globalThis.announced = []
  const live = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]'
  const regionsOf = ({ target, addedNodes }) => {
    const element = target instanceof Element ? target : target.parentElement
    const around = element?.closest(live)
    if (around) return [around]
    return [...addedNodes].flatMap((node) =>
      node instanceof Element ? [node, ...node.querySelectorAll('*')].filter((one) => one.matches(live)) : [],
    )
  }
  const record = (changes) => {
    for (const region of new Set(changes.flatMap(regionsOf))) {
      const text = region.textContent.replace(/\\s+/g, ' ').trim()
      if (text !== '' && region.isConnected) globalThis.announced.push(text)
    }
  }
  new MutationObserver(record).observe(document, { childList: true, characterData: true, subtree: true })
})()`

/** A page that can serve one test after the other. */
export interface Tab extends Checks {
  readonly page: Page
  readonly devtools: CDPSession
  /** Errors, requests to another host and violations of the policy. */
  readonly problems: string[]
  origins: readonly string[]
}

export const createTab = async (browser: Browser, look: Look): Promise<Tab> => {
  const { scheme, width, height = 900, isTouch = false, serviceWorkers = 'block' } = look
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: isTouch,
    isMobile: isTouch,
    colorScheme: scheme,
    acceptDownloads: true,
    serviceWorkers,
  })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const problems: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    const isRefusal = text.startsWith('Failed to load resource')
    // A refused call of the API is an answer, and a service that is gone no error of the page; the empty page may have
    // no icon.
    const isGone = /net::ERR_(CONNECTION_|INTERNET_DISCONNECTED|EMPTY_RESPONSE|FAILED)/.test(text)
    const isExpected = isRefusal && (isGone || /\/v1\/|\/(favicon\.ico|healthz)$/.test(message.location().url))
    if (message.type() === 'error' && !isExpected) problems.push(text)
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'blob:' && protocol !== 'data:' && !tab.origins.includes(origin))
      problems.push(`request to ${request.url()}`)
  })
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      console.error('policy: ' + violatedDirective))`,
  )
  await page.addInitScript(recordAnnouncements)
  const assertAccessible = async (rules?: readonly string[]) => {
    if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe)
    assert.deepEqual(await page.evaluate(axeFindings(rules)), [])
  }
  const tab = {
    ...{ page, devtools, problems, origins: [] as readonly string[] },
    assertAccessible: () => assertAccessible(),
    assertAccessibleAt: async (widths: readonly number[]) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: page.viewportSize()?.height ?? height })
        await page.emulateMedia({ colorScheme: 'light' })
        await assertAccessible()
        await page.emulateMedia({ colorScheme: 'dark' })
        // What differs between the two is colors alone.
        await assertAccessible(['color-contrast'])
        const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
        assert.ok(overflow <= 0, `${overflow} px too wide at ${width} px`)
      }
    },
  }
  return tab
}

const axeFindings = (runOnly?: readonly string[]) => `
  axe.run(${JSON.stringify({ resultTypes: ['violations'], runOnly })}).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(({ html }) => html.slice(0, 120)) })))`

export const load = async ({ page }: Tab, address: string, hash: string): Promise<void> => {
  await page.goto(`${address}/${hash}`)
  await page.waitForSelector('h1')
}

/** Opens a view of the console in a browser context of its own. */
export const openPage = async (
  browser: Browser,
  { address }: Pick<RunningService, 'address'>,
  look: Look,
  hash = '',
): Promise<WatchedPage> => {
  const tab = await createTab(browser, look)
  tab.origins = [address, ...(look.origins ?? [])]
  await load(tab, address, hash)
  return {
    ...tab,
    assertNoErrors: () => assert.deepEqual(tab.problems, []),
    close: () => tab.page.context().close(),
  }
}

/** A page of the service that runs no script. */
export const emptyPage = ({ address }: Pick<RunningService, 'address'>) => `${address}/healthz`

/** Leaves nothing of a test in its tab, nor in what the browser keeps. */
export const clearTab = async ({ page, devtools }: Tab, service: Pick<RunningService, 'address'>): Promise<void> => {
  const others = page
    .context()
    .pages()
    .filter((one) => one !== page)
  await Promise.all(others.map((one) => one.close()))
  await page.context().setOffline(false)
  await page.context().unrouteAll({ behavior: 'ignoreErrors' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(emptyPage(service))
  await page.evaluate('sessionStorage.clear()')
  await devtools.send('Storage.clearDataForOrigin', { origin: service.address, storageTypes: 'all' })
  // It keeps answers of the API.
  await devtools.send('Network.clearBrowserCache')
}
