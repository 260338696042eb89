import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before } from 'node:test'
import { type Browser, chromium, type Page, type Request, type Route } from 'playwright-core'
import { type RunningService, startService } from '../support/service.ts'

const executable = '/usr/bin/chromium'

/** Why the browser tests cannot run here; `false` when they can. */
export const skip: string | false = existsSync(executable) ? false : `browser tests are skipped: there is no ${executable}`

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const usualArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A camera that shows a moving pattern, and is allowed without a question. */
export const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] as const

const startBrowser = (launchArguments: readonly string[]): Promise<Browser> =>
  chromium.launch({ executablePath: executable, args: [...usualArguments, ...launchArguments] })

/** A browser and the service it looks at: started before the tests of the suite that calls this, once what they need is prepared, and ended after them. */
export const startForSuite = (
  options?: Parameters<typeof startService>[1],
  launchArguments: readonly string[] = fakeCamera,
  prepare: () => unknown = () => {},
): { readonly browser: Browser; readonly service: RunningService } => {
  const started = {} as { browser: Browser; service: RunningService }
  const endings: (() => unknown)[] = []
  before(async () => {
    await prepare()
    started.browser = await startBrowser(launchArguments)
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
  readonly height?: number
  readonly isTouch?: boolean
  /** Other origins that the page may ask, such as that of pictures which the operator allowed; none when left out. */
  readonly origins?: readonly string[]
  /** Lets the page install its service worker, which then answers requests before Playwright sees them. */
  readonly serviceWorkers?: 'allow'
}

/** A page that records its errors. */
export interface WatchedPage {
  readonly page: Page
  /** Fails when there was an error, a request to another host or a violation of the policy; `besides` tells those that the test itself brought about. */
  readonly assertNoErrors: (expected?: { readonly besides?: RegExp }) => void
  /** Fails when axe-core finds anything, by any of its rules. */
  readonly assertAccessible: () => Promise<void>
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

/** What was announced to screen readers since this was asked last: one entry for each time that a live region changed. */
export const announcements = (page: Page): Promise<readonly string[]> => page.evaluate('globalThis.announced.splice(0)')

/** Opens a view of the console. A refused call of the API is an answer, not an error of the page. */
export const openPage = async (
  browser: Browser,
  { address }: Pick<RunningService, 'address'>,
  { scheme, width, height = 900, isTouch = false, origins = [], serviceWorkers }: Look,
  hash = '',
): Promise<WatchedPage> => {
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: isTouch,
    isMobile: isTouch,
    colorScheme: scheme,
    acceptDownloads: true,
    serviceWorkers: serviceWorkers ?? 'block',
  })
  const page = await context.newPage()
  const violations: string[] = []
  page.on('console', (message) => {
    const isRefusal = message.text().startsWith('Failed to load resource') && message.location().url.includes('/v1/')
    if (message.type() === 'error' && !isRefusal) violations.push(message.text())
  })
  page.on('pageerror', (error) => violations.push(error.message))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'blob:' && protocol !== 'data:' && ![address, ...origins].includes(origin))
      violations.push(`request to ${request.url()}`)
  })
  await page.addInitScript(
    "document.addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective))",
  )
  await page.addInitScript(recordAnnouncements)
  await page.goto(`${address}/${hash}`)
  await page.waitForSelector('main h1')
  return {
    page,
    assertNoErrors: ({ besides } = {}) =>
      assert.deepEqual(
        violations.filter((text) => !besides?.test(text)),
        [],
      ),
    assertAccessible: async () => {
      await page.evaluate(axe)
      const found = await page.evaluate(async () => {
        const { violations } = await (
          globalThis as unknown as { axe: { run: () => Promise<{ violations: Violation[] }> } }
        ).axe.run()
        return violations.map(({ id, impact, nodes }) => ({ id, impact, where: nodes.map(({ html }) => html.slice(0, 120)) }))
      })
      assert.deepEqual(found, [])
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

/** Waits for an answer, and no longer than this: Playwright gives a page that evaluates all the time it wants, also one that hangs. */
const within = async <Answer>(answer: Promise<Answer>, timeoutMs: number, problem: string): Promise<Answer> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new assert.AssertionError({ message: `${problem}, for ${timeoutMs} ms` })), timeoutMs)
  })
  // The page may be closed while it is asked still.
  answer.catch(() => {})
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Waits until an expression holds in the page, whose policy lets no text be evaluated from within, or a condition outside of it. */
export const until = async (page: Page, condition: string | (() => unknown), timeoutMs = 30_000): Promise<void> => {
  const deadlineMs = performance.now() + timeoutMs
  const problem = `never so: ${String(condition).slice(0, 200)}`
  const isSo = async (): Promise<unknown> => (typeof condition === 'string' ? page.evaluate(condition) : condition())
  // What is asked last may answer late on a crowded machine.
  while (!(await within(isSo(), Math.max(deadlineMs - performance.now(), 0) + 5_000, problem))) {
    assert.ok(performance.now() < deadlineMs, problem)
    await page.waitForTimeout(50)
  }
}

/** Counts the answers that the page has taken in, and drawn two frames later. */
const countAnswers = `import('/console/session.js').then(({ session }) => {
  if (globalThis.answersDrawn !== undefined) return
  globalThis.answersDrawn = 0
  const drawn = () => globalThis.answersDrawn++
  session.addEventListener('allowance', () => requestAnimationFrame(() => requestAnimationFrame(drawn)))
})`

/** Holds requests of the API back, so that their answers come late, as late as a test wants. */
export const holdAnswers = async (page: Page, isHeld: (address: string) => boolean) => {
  const waiting: Route[] = []
  await page.route('**/v1/**', async (route) => {
    if (isHeld(route.request().url())) waiting.push(route)
    else await route.fallback()
  })
  await page.evaluate(countAnswers)
  const endOf = async (route: Route): Promise<boolean> => {
    const isSame = (request: Request) => request === route.request()
    if (route.request().failure()) return false
    const end = Promise.race([
      page.waitForEvent('requestfinished', isSame).then(() => true),
      page.waitForEvent('requestfailed', isSame).then(() => false),
    ])
    await route.continue().catch(() => {})
    return end
  }
  return {
    /** Waits until so many are held. */
    held: (count: number) => until(page, () => waiting.length >= count),
    /** Lets them go on, and waits until the page has drawn each answer that it still wanted. */
    release: async () => {
      const before = Number(await page.evaluate('answersDrawn'))
      const ends = await Promise.all(waiting.splice(0).map(endOf))
      const answers = ends.filter(Boolean).length
      await until(page, `answersDrawn >= ${before + answers}`)
      return answers
    },
  }
}

/** Waits for the next minute unless enough is left of this one: what a key may ask for is counted by the minute of the clock. */
export const earlyInMinute = async (page: Page): Promise<void> => {
  const leftMs = 60_000 - (Date.now() % 60_000)
  if (leftMs < 30_000) await page.waitForTimeout(leftMs + 200)
}

/** Types the key in as a person does: into the page that asks for it, or into the dialog for another one. */
export const enterKey = async (page: Page, key: string): Promise<void> => {
  const isAsked = await page.locator('#welcome-key').isVisible()
  if (!isAsked) await page.click('#key-button')
  const id = isAsked ? 'welcome-key' : 'dialog-key'
  await page.fill(`#${id}`, key)
  await page.click(`form:has(#${id}) button[value=device]`)
  await page.waitForSelector('body:not([data-view=welcome])')
}

/** Pastes text where nothing that takes text has the focus: it goes onto the stack. */
export const pasteText = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)
