import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type MirrorSite, smallWorld, startMirrorSite } from '../support/mirror-site.ts'
import { runCli, startServer } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'

/** Why these tests need Linux: they look for the processes that a process has started. */
const skip = existsSync('/proc/self/task') ? undefined : 'no /proc to look for processes in'

const until = async (isSo: () => boolean | Promise<boolean>, what: string, withinMs = 30_000): Promise<void> => {
  const endsAtMs = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > endsAtMs) assert.fail(`not within ${withinMs} ms: ${what}`)
    await delay(50)
  }
}

/** The processes that a process has started and that still run. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

const isRunning = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** A mirror that answers slowly, so that a sync lasts, and that may keep its lists of products and prices back. */
const slowSite = async (t: TestContext, delayMs: number): Promise<MirrorSite & { keepsBack: boolean }> => {
  const site = await startMirrorSite(smallWorld())
  t.after(site.close)
  const slow = Object.assign(site, { keepsBack: false })
  slow.answer = (path, response) => {
    const body = path === '/last-updated.txt' ? `${slow.stamp}\n` : slow.lists.get(path)
    const send = () => {
      if (slow.keepsBack && /products|prices/.test(path)) setTimeout(send, 50).unref()
      else response.writeHead(body === undefined ? 404 : 200).end(body)
    }
    setTimeout(send, delayMs)
    return true
  }
  return slow
}

const envOf = (t: TestContext, url: string) => ({
  DATA_DIR: tempFolder(t),
  MARKET_SOURCE: 'tcgcsv',
  TCGCSV_URL: url,
})

const syncOf = async (address: string) =>
  ((await (await fetch(`${address}/readyz`)).json()) as { sync: { state: string; build: string | null } }).sync

test('serve syncs by itself, says how far it is, and answers meanwhile', { skip }, async (t) => {
  const site = await slowSite(t, 20)
  // However late this process asks, the sync is under way until it has.
  site.keepsBack = true
  const env = envOf(t, site.ownUrl)
  const { out } = await runCli(['accounts', 'create', '--name', 'Shop', '--plan', 'growth', '--json'], env)
  const { account } = JSON.parse(out) as { account: { id: string } }
  const issued = await runCli(['keys', 'issue', '--account', account.id, '--json'], env)
  const { key } = JSON.parse(issued.out) as { key: string }
  const server = await startServer(env)
  t.after(() => server.kill())
  const get = async (path: string) => {
    const response = await fetch(server.address + path, { headers: { authorization: `Bearer ${key}` } })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  await until(async () => (await syncOf(server.address)).state === 'syncing', 'a sync is under way')
  const early = await get('/v1/products/1000/prices')
  assert.equal(early.status, 503)
  assert.match(JSON.stringify(early.body), /service_unavailable.*first sync/)
  site.keepsBack = false
  await until(async () => (await syncOf(server.address)).state === 'current', 'the sync has ended')
  await until(async () => (await get('/v1/products/1000/prices')).status === 200, 'prices are there')
  const { body } = await get('/v1/products/1000/prices')
  assert.deepEqual(
    (body.prices as { variant: string; marketPrice: number }[]).map(({ variant, marketPrice }) => [
      variant,
      marketPrice,
    ]),
    [
      ['Holofoil', 10],
      ['Reverse Holofoil', 20],
    ],
  )
  await until(async () => (await get('/v1/search?q=Card+1000')).body.total === 1, 'the catalogue is there')
  assert.ok(!server.printed().includes('market sync failed'), server.printed())
})

for (const [signal, how] of [
  ['SIGTERM', 'is told to end'],
  ['SIGKILL', 'is killed'],
] as const) {
  test(`the sync ends with the service that ${how}, and the next one goes on`, { skip }, async (t) => {
    const site = await slowSite(t, 300)
    const env = envOf(t, site.ownUrl)
    const server = await startServer({ ...env, SHUTDOWN_GRACE_MS: '2000' })
    t.after(() => server.kill())
    await until(() => site.paths().some((path) => path.endsWith('/products')), 'the sync has begun')
    const [child = 0] = childrenOf(server.child.pid ?? 0)
    assert.ok(isRunning(child))
    // One that went on could not come to its end by itself.
    site.keepsBack = true
    await server.kill(signal)
    await until(() => !isRunning(child), 'the sync has ended')
    site.keepsBack = false
    const asked = site.requests.length
    await delay(1_000)
    assert.equal(site.requests.length, asked)
    const { status, err } = await runCli(['market', 'sync'], env)
    assert.equal(status, 0, err)
    assert.equal(site.paths().filter((path) => path === '/tcgplayer/categories').length, 1)
  })
}

test('a sync that is killed leaves the service serving', { skip }, async (t) => {
  const site = await slowSite(t, 300)
  const server = await startServer(envOf(t, site.ownUrl))
  t.after(() => server.kill())
  await until(() => site.paths().length > 2, 'the sync has begun')
  const [child = 0] = childrenOf(server.child.pid ?? 0)
  process.kill(child, 'SIGKILL')
  await until(() => server.printed().includes('market sync ended without a word'), 'the log says so')
  assert.equal((await fetch(`${server.address}/readyz`)).status, 200)
})

test('two services on one database make one pull, and both have its catalogue', { skip }, async (t) => {
  const site = await slowSite(t, 50)
  const env = envOf(t, site.ownUrl)
  const other = { ...env, DATA_DIR: tempFolder(t), DATABASE_URL: `sqlite:${env.DATA_DIR}/accounts.db` }
  const servers = [await startServer(env), await startServer(other)]
  t.after(() => Promise.all(servers.map((server) => server.kill())))
  for (const { address } of servers) await until(async () => (await syncOf(address)).build !== null, 'a build is there')
  const opened = (text: string) => text.includes('"event":"opened"')
  for (const { printed } of servers) await until(() => opened(printed()), 'the catalogue is there', 60_000)
  assert.equal(site.paths().filter((path) => path.endsWith('/prices')).length, 2)
})

test('MARKET_SYNC=off starts no sync, and follows what others do', { skip }, async (t) => {
  const site = await slowSite(t, 1)
  const env = envOf(t, site.ownUrl)
  const server = await startServer({ ...env, MARKET_SYNC: 'off' })
  t.after(() => server.kill())
  await delay(1_500)
  assert.deepEqual(site.paths(), [])
  assert.equal((await syncOf(server.address)).state, 'waiting')
  assert.equal((await runCli(['market', 'sync'], env)).status, 0)
  await until(async () => (await syncOf(server.address)).state === 'current', 'the build is seen')
})
