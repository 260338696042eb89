import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, afterEach, before } from 'node:test'
import { type Browser, chromium, type Page, type Request, type Route } from 'playwright-core'
import { type RunningService, startService } from '../support/service.ts'
import { type Checks, clearTab, createTab, emptyPage, type Look, load, patienceMs, type Tab } from './tab.ts'

const executable = '/usr/bin/chromium'

/** Why the browser tests cannot run here; `false` when they can. */
export const skip: string | false = existsSync(executable)
  ? false
  : `browser tests are skipped: there is no ${executable}`

const usualArguments = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  ...['--disable-component-update', '--disable-sync'],
]

/** A camera that shows a moving pattern, and is allowed without a question. */
export const fakeCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'] as const

/** A page of a suite: its errors fail the test, which need not close it. */
export interface SuitePage extends Checks {
  readonly page: Page
  /** Tells the errors that the test itself brings about; all when left out. */
  readonly allowErrors: (pattern?: RegExp) => void
}

const browsers = new Map<string, Promise<Browser>>()

/** The browser with these arguments, which the suites of the process share. */
const browserWith = (launchArguments: readonly string[]): Promise<Browser> => {
  const name = launchArguments.join(' ')
  const args = [...usualArguments, ...launchArguments]
  const browser = browsers.get(name) ?? chromium.launch({ executablePath: executable, args })
  browsers.set(name, browser)
  return browser
}

/** Tabs that no test uses: what the browser compiled for one test serves the next. */
const idleTabs = new Map<string, Tab[]>()
const idleTabsFor = (launchArguments: readonly string[], isTouch: boolean): Tab[] => {
  const name = [isTouch, ...launchArguments].join(' ')
  const tabs = idleTabs.get(name) ?? []
  idleTabs.set(name, tabs)
  return tabs
}

type ServiceOptions = Parameters<typeof startService>[1]

const endings: (() => unknown)[] = []
// The browser's clock is the true one, and the service's is to agree with it.
const startWith = (options: ServiceOptions, ends: (() => unknown)[]): Promise<RunningService> =>
  startService({ after: (done) => void ends.push(done) }, { now: Date.now, ...options })
let usualService: Promise<RunningService> | undefined
const startUsual = (): Promise<RunningService> => {
  usualService ??= startWith({}, endings)
  return usualService
}

after(async () => {
  for (const browser of browsers.values()) await (await browser).close()
  for (const end of endings.reverse()) await end()
})

/** What a page is opened with; light, 1280 px wide, with the key of the suite's service, unless other is said. */
export interface Visit extends Partial<Look> {
  readonly hash?: string
  /** Kept by the browser from the start; with `null` the page asks for one. */
  readonly key?: string | null
  readonly service?: { readonly address: string; readonly key?: string | null }
}

export interface Suite {
  readonly browser: Browser
  readonly service: RunningService
  readonly open: (visit?: Visit) => Promise<SuitePage>
}

/**
 * A browser and the service it looks at: started before the tests of the suite that calls this, once what they need is
 * prepared, and ended after all. A service without options is that of the other suites of the process too.
 */
export const startForSuite = (
  options?: ServiceOptions,
  launchArguments: readonly string[] = fakeCamera,
  prepare: () => unknown = () => {},
): Suite => {
  const ends: (() => unknown)[] = []
  const visits: { readonly tab: Tab; readonly allowed: RegExp[]; readonly leave: () => Promise<unknown> }[] = []
  const open: Suite['open'] = async ({ hash = '', service = suite.service, key = service.key, ...given } = {}) => {
    const look: Look = { scheme: 'light', width: 1280, ...given }
    const { scheme, width, height = 900, isTouch = false, serviceWorkers } = look
    const idle = serviceWorkers ? [] : idleTabsFor(launchArguments, isTouch)
    const tab = idle.pop() ?? (await createTab(suite.browser, look))
    const { page, problems } = tab
    const allowed: RegExp[] = []
    const leave = async () => {
      try {
        if (serviceWorkers) await page.context().close()
        else idle.push(await clearTab(tab, service).then(() => tab))
      } catch {
        await page.context().close()
      }
    }
    visits.push({ tab, allowed, leave })
    tab.origins = [service.address, ...(look.origins ?? [])]
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ media: null, colorScheme: scheme, forcedColors: null })
    if (page.url() !== emptyPage(service)) await page.goto(emptyPage(service))
    problems.length = 0
    if (key) await page.evaluate(`localStorage.setItem('card-market-key', '${key}')`)
    await load(tab, service.address, hash)
    return { ...tab, allowErrors: (pattern = /^/) => void allowed.push(pattern) }
  }
  const suite = { open } as { browser: Browser; service: RunningService; open: Suite['open'] }
  before(async () => {
    await prepare()
    suite.browser = await browserWith(launchArguments)
    suite.service = await (options ? startWith(options, ends) : startUsual())
  })
  afterEach(async () => {
    const done = visits.splice(0)
    const problems = done.flatMap(({ tab, allowed }) =>
      tab.problems.filter((text) => !allowed.some((pattern) => pattern.test(text))),
    )
    for (const { leave } of done) await leave()
    assert.deepEqual(problems, [])
  })
  after(async () => {
    for (const end of ends.reverse()) await end()
  })
  return suite
}

/**
 * What was announced to screen readers since this was asked last: one entry for each time that a live region changed.
 */
export const announcements = (page: Page): Promise<readonly string[]> => page.evaluate('globalThis.announced.splice(0)')

/** What a browser says of a page without a connection. */
export const disconnected = /ERR_INTERNET_DISCONNECTED/

/** Goes to another view without loading the page anew. */
export const goTo = (page: Page, hash: string): Promise<unknown> =>
  page.evaluate(`location.hash = ${JSON.stringify(hash)}`)

/**
 * Waits for an answer, and no longer than this: Playwright gives a page that evaluates all the time it wants, also one
 * that hangs.
 */
const within = async <Answer>(answer: Promise<Answer>, timeoutMs: number, problem: string): Promise<Answer> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new assert.AssertionError({ message: `${problem}, for ${timeoutMs} ms` })),
      timeoutMs,
    )
  })
  // The page may be closed while it is asked still.
  answer.catch(() => {})
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Waits until an expression holds in the page, whose policy lets no text be evaluated from within, or a condition
 * outside of it.
 */
export const until = async (page: Page, condition: string | (() => unknown), timeoutMs = patienceMs): Promise<void> => {
  const deadlineMs = performance.now() + timeoutMs
  const problem = `never so: ${String(condition).slice(0, 200)}`
  const isSo = async (): Promise<unknown> => (typeof condition === 'string' ? page.evaluate(condition) : condition())
  // What is asked last may answer late on a crowded machine.
  while (!(await within(isSo(), Math.max(deadlineMs - performance.now(), 0) + 5_000, problem))) {
    assert.ok(performance.now() < deadlineMs, problem)
    await page.waitForTimeout(50)
  }
}

/** Waits until all parts of the page are loaded, so that each of its views opens without a connection. */
export const loadedWhole = (page: Page): Promise<void> =>
  until(page, "performance.getEntriesByName('complete').length > 0")

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

/**
 * Waits for the next minute unless enough is left of this one: what a key may ask for is counted by the minute of the
 * clock.
 */
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
