import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { copyProgram } from '../support/other-version.ts'
import { type ServerProcess, startServer } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'
import { pasteText, skip, startForSuite, until } from './browser.ts'

type Context = Parameters<typeof tempFolder>[0]

const look = { scheme: 'light', width: 360, serviceWorkers: 'allow' } as const

/** Until the worker has all files and is in charge of the next load. */
const installed = (page: Page) => page.evaluate('navigator.serviceWorker.ready.then(() => {})')

/** Every address in every cache of the page's origin. */
const cachedPaths = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(async () => {
    const caches = await Promise.all((await globalThis.caches.keys()).map((name) => globalThis.caches.open(name)))
    const requests = await Promise.all(caches.map((cache) => cache.keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })()`)

/** Until so many versions lie in the browser. */
const versionsKept = (page: Page, count: number): Promise<unknown> =>
  page.evaluate(`(async () => {
    const kept = async () => (await caches.keys()).filter((name) => name.startsWith('console ')).length
    while ((await kept()) !== ${count}) await new Promise((resolve) => setTimeout(resolve, 50))
  })()`)

/** A version that says which it is in its page, in a module of the first view and in one that is loaded later. */
const versionOf = (t: Context, name: string, changes: Parameters<typeof copyProgram>[1] = {}): string =>
  copyProgram(t, {
    'web/index.html': (text) => text.replace('<title>', `<meta name="test-version" content="${name}"><title>`),
    'web/main.js': (text) => `${text}\nglobalThis.mainVersion = '${name}'\n`,
    'web/usage/usage-view.js': (text) => `${text}\n// version ${name}.\n`,
    ...changes,
  })

/** Which version the page is, by each of its parts. */
const partsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(async () => [
    document.querySelector('[name=test-version]')?.content,
    globalThis.mainVersion,
    /version (\\w+)\\./.exec(await (await fetch('/console/usage/usage-view.js')).text())?.[1],
  ])()`)

const whole = (name: string) => [name, name, name]

const reload = async (page: Page) => {
  await page.reload()
  await page.waitForSelector('main h1')
}

/** Has a page tell that it listens for another version, which it does once it is idle. */
const tellWatching = (page: Page): Promise<unknown> =>
  page.addInitScript(`(() => {
    const { update } = ServiceWorkerRegistration.prototype
    ServiceWorkerRegistration.prototype.update = function () {
      globalThis.isWatching = true
      return update.call(this)
    }
  })()`)

/** Follows the service workers of a page's context. @returns the state of each */
const followWorkers = async (page: Page): Promise<ReadonlyMap<string, string>> => {
  const states = new Map<string, string>()
  const session = await page.context().newCDPSession(page)
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, status } of versions) states.set(versionId, status)
  })
  await session.send('ServiceWorker.enable')
  return states
}

/** Has the browser look for another version now, and waits for what comes of it. */
const lookForUpdate = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration.update()
    const { installing } = registration
    const isOver = () => installing === null || installing.state !== 'installing'
    while (!isOver())
      await new Promise((resolve) => installing.addEventListener('statechange', resolve, { once: true }))
  })()`)

/** What a page reports that asks while one version makes way for the next. */
const isRestarting = /net::ERR_(CONNECTION_|EMPTY_RESPONSE|SOCKET_)/

const updateButton = '#update button'

/** Takes the offer of a new version. */
const takeUpdate = async (page: Page) => {
  await page.waitForSelector(updateButton)
  await Promise.all([page.waitForNavigation(), page.click(updateButton)])
  await page.waitForSelector('main h1')
}

/** One address at which one version after the other is served, from one folder of data. */
const createDeployment = (t: Context) => {
  const env = { DATA_DIR: tempFolder(t) }
  let running: ServerProcess | null = null
  const stop = async () => running?.kill()
  t.after(() => void stop())
  return {
    stop,
    serve: async (program?: string): Promise<ServerProcess> => {
      const port = running === null ? '0' : new URL(running.address).port
      await stop()
      running = await startServer({ ...env, PORT: port }, program)
      return running
    },
  }
}

describe('the console that stays in the browser', { skip }, () => {
  const started = startForSuite()

  test('is kept after the first visit: a reload asks for no file of it, and nothing else is kept', async () => {
    const { page, allowErrors } = await started.open({ ...look, key: null })
    allowErrors(/404/)
    await installed(page)
    await reload(page)
    const { reports, key } = started.service
    const before = reports.length
    await reload(page)
    await lookForUpdate(page)
    const asked = reports.slice(before).map(({ operation }) => operation)
    assert.ok(asked.includes('serviceWorker'), 'it looks for a new version')
    assert.deepEqual(
      asked.filter((operation) => operation !== 'serviceWorker' && operation !== 'capabilities'),
      [],
    )
    await page.evaluate(`(async () => {
      await fetch('/v1/products/300004', { headers: { authorization: 'Bearer ${key}' } })
      await fetch('/console/format.js', { headers: { authorization: 'Bearer ${key}' } })
      const paths = ['/docs', '/capabilities', '/openapi.json', '/sandbox/images/300004.svg', '/console/none.js']
      for (const path of paths) await fetch(path)
    })()`)
    // The browser may look for a new version amid them, and the page at what the service offers.
    const others = ['serviceWorker', 'capabilities']
    const fetched = () =>
      reports.flatMap(({ operation }) => (others.includes(operation ?? '') ? [] : [operation])).slice(-6)
    const expected = ['getProduct', 'console', 'docs', 'openapi', 'sandboxImage', 'console']
    await until(page, () => fetched().at(-1) === expected.at(-1) && fetched().at(-2) === expected.at(-2))
    assert.deepEqual(fetched(), expected)
    const kept = await cachedPaths(page)
    assert.ok(kept.includes('/') && kept.includes('/console/main.js'))
    assert.deepEqual(
      kept.filter((path) => path !== '/' && !path.startsWith('/console/')),
      [],
    )
    assert.equal(kept.includes('/console/none.js'), false)
  })

  test('can be installed: the browser finds nothing amiss with its manifest', async () => {
    const { page } = await started.open({ ...look, key: null })
    const session = await page.context().newCDPSession(page)
    const manifest = await session.send('Page.getAppManifest')
    assert.deepEqual(manifest.errors, [])
    assert.match(manifest.url, /\/console\/manifest\.webmanifest$/)
    const { icons, start_url } = JSON.parse(manifest.data ?? '{}') as {
      icons: { src: string; sizes: string }[]
      start_url: string
    }
    assert.equal(start_url, '/')
    for (const { src, sizes } of icons) {
      const size = await page.evaluate(`new Promise((resolve) => {
        const image = new Image()
        image.onload = () => resolve(image.naturalWidth + 'x' + image.naturalHeight)
        image.src = '${src}'
      })`)
      if (sizes !== 'any') assert.equal(size, sizes, src)
    }
  })

  test('opens without a connection, with the stack as it was, and every view can be reached', async (t) => {
    const { serve, stop } = createDeployment(t)
    const { address, key } = await serve()
    const { page, allowErrors } = await started.open({ ...look, service: { address }, key })
    allowErrors(/ERR_CONNECTION_REFUSED/)
    await pasteText(page, '3 Charizard 4/102, Base Set')
    const row = page.locator('.rows > li', { hasText: 'Charizard' })
    await row.locator('.row-worth strong', { hasText: '$' }).waitFor()
    const total = await row.locator('.row-worth strong').textContent()
    assert.match(total ?? '', /^\$\d/)
    await installed(page)
    await stop()
    await reload(page)
    await row.waitFor()
    assert.equal(await row.locator('.row-worth strong').textContent(), total)
    await page.locator('#source-note', { hasText: 'An invented market' }).waitFor()
    await page.getByText('At the till: offer, receipt, files').click()
    await page.evaluate("Object.defineProperty(navigator, 'share', { value: (given) => { globalThis.given = given } })")
    await page.getByRole('button', { name: 'Share' }).click()
    assert.match(String(await page.evaluate('given.text')), /These prices are invented: this is no real offer\.$/)
    for (const view of ['stacks', 'camera', 'search', 'usage', 'product/300004']) {
      await page.goto('about:blank')
      await page.goto(`${address}/#/${view}`)
      await page.waitForSelector('main h1')
      assert.notEqual(await page.title(), 'Not loaded – Card Market Data', view)
    }
  })

  test('stays one whole version until the next takes over, in each page by itself, and back again', async (t) => {
    const { serve } = createDeployment(t)
    const [one, two] = [versionOf(t, 'one'), versionOf(t, 'two')]
    const { address } = await serve(one)
    const { page, allowErrors } = await started.open({ ...look, service: { address }, key: null })
    allowErrors(isRestarting)
    await installed(page)
    await reload(page)
    const other = await page.context().newPage()
    await tellWatching(other)
    await other.goto(`${address}/`)
    await other.waitForSelector('main h1')
    await until(other, 'globalThis.isWatching === true')

    await serve(two)
    await reload(page)
    assert.deepEqual(await partsOf(page), whole('one'), 'until it is asked for, the old one')
    await takeUpdate(page)
    assert.deepEqual(await partsOf(page), whole('two'))
    assert.deepEqual(await partsOf(other), whole('one'), 'a page that was open goes on with what it began with')
    await versionsKept(page, 2)
    await takeUpdate(other)
    assert.deepEqual(await partsOf(other), whole('two'), 'and is brought to the new one when it wants')
    await other.close()
    await reload(page)
    assert.equal(await page.locator(updateButton).count(), 0)

    await serve(one)
    await lookForUpdate(page)
    await reload(page)
    assert.deepEqual(await partsOf(page), whole('two'))
    await takeUpdate(page)
    assert.deepEqual(await partsOf(page), whole('one'))
    await versionsKept(page, 1)
  })

  test('takes the new version by itself once all its pages were closed', async (t) => {
    const { serve } = createDeployment(t)
    const { address } = await serve(versionOf(t, 'one'))
    const { page } = await started.open({ ...look, service: { address }, key: null })
    await installed(page)
    await serve(versionOf(t, 'two'))
    await reload(page)
    await lookForUpdate(page)
    assert.deepEqual(await partsOf(page), whole('one'))
    const context = page.context()
    const blank = await context.newPage()
    const states = await followWorkers(blank)
    await page.close()
    // The browser hears of the end of a page a moment later.
    const isOver = (state: string) => state === 'activated' || state === 'redundant'
    await until(blank, () => states.size > 1 && [...states.values()].every(isOver))
    const next = await context.newPage()
    await next.goto(`${address}/`)
    await next.waitForSelector('main h1')
    assert.deepEqual(await partsOf(next), whole('two'))
  })

  test('takes no version of which a file is another than it should be, and the good one that follows', async (t) => {
    const { serve } = createDeployment(t)
    const { address } = await serve(versionOf(t, 'one'))
    const { page } = await started.open({ ...look, service: { address }, key: null })
    await installed(page)
    // As during an update of several machines behind one address: the list is of one version, a file of another.
    const mixed = versionOf(t, 'mixed', {
      'src/http/console/console.ts': (text) =>
        text.replace('read: () => bytes', "read: () => (path === '/console/usage/usage-view.js' ? '// other' : bytes)"),
    })
    await serve(mixed)
    await reload(page)
    await lookForUpdate(page)
    assert.deepEqual(await partsOf(page), whole('one'))
    assert.equal(await page.locator(updateButton).count(), 0)
    await serve(versionOf(t, 'two'))
    await lookForUpdate(page)
    await takeUpdate(page)
    assert.deepEqual(await partsOf(page), whole('two'))
    await versionsKept(page, 1)
  })

  test('is let go when the service goes back to a version from before it was kept', async (t) => {
    const { serve } = createDeployment(t)
    const { address } = await serve(versionOf(t, 'one'))
    const { page, allowErrors } = await started.open({ ...look, service: { address }, key: null })
    allowErrors(/404/)
    await installed(page)
    const before = versionOf(t, 'before', {
      'src/http/console/console.ts': (text) => text.replace("'/service-worker.js'", "'/no-worker.js'"),
      'web/shell/offline.js': () => 'export const startOffline = () => {}\n',
    })
    await serve(before)
    await reload(page)
    await takeUpdate(page)
    assert.deepEqual(await partsOf(page), whole('before'))
    assert.deepEqual(await cachedPaths(page), [])
    assert.equal(await page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)'), 0)
  })
})
