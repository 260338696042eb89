import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { catalogRow, writeCatalog } from '../support/catalog-rows.ts'
import { holdCatalog } from '../support/child-processes.ts'
import { startOther } from '../support/other-server.ts'
import { runCli } from '../support/process.ts'
import { tempFolder } from '../support/temp.ts'

const writeProducts = (folder: string, count: number): string =>
  writeCatalog(
    folder,
    Array.from({ length: count }, (_, at) => catalogRow(at + 1, `Test Dragon ${at + 1}`)),
  )

const statusOf = async (folder: string) =>
  JSON.parse((await runCli(['catalog', 'status', '--json'], { DATA_DIR: folder })).out) as {
    state: string
    products: number
  }

const finalLine = (err: string): string => err.trim().split('\n').at(-1) ?? ''

/** How the one that is running is named; it writes its name after it has the lock, and removes it before it lets go. */
const inUseBy = (purpose: string): RegExp =>
  new RegExp(
    `catalog\\.index is in use by (?:"${purpose}" of process \\d+, begun 20.*Z|another process); try again when`,
  )

/** Serves a small TCGCSV once `open` is called, and lists what was requested. */
const startSite = async (t: TestContext) => {
  const requested: string[] = []
  const opened = Promise.withResolvers<void>()
  const envelope = (results: readonly unknown[]) => JSON.stringify({ success: true, errors: [], results })
  const site: Readonly<Record<string, string>> = {
    '/last-updated.txt': '2026-11-20T20:05:33+0000\n',
    '/tcgplayer/categories': envelope([{ categoryId: 3, name: 'Pokemon' }]),
    '/tcgplayer/3/groups': envelope([{ groupId: 10, name: 'Base Set' }]),
    '/tcgplayer/3/10/products': envelope([
      { productId: 1, name: 'Charizard', extendedData: [{ name: 'Number', value: '4/102' }] },
    ]),
    '/tcgplayer/3/10/prices': envelope([]),
  }
  const url = await startOther(t, async (request, response) => {
    requested.push(request.url ?? '')
    await opened.promise
    const body = site[request.url ?? '']
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  return { requested, open: opened.resolve, url }
}

test('of twenty imports at once each ends well or names the one that is running, and the index is whole', async (t) => {
  const folder = tempFolder(t)
  const products = writeProducts(folder, 2_000)
  const imports = Array.from({ length: 20 }, () => runCli(['catalog', 'import', products], { DATA_DIR: folder }))
  const outcomes = await Promise.all(imports)
  for (const { status, err } of outcomes.filter((outcome) => outcome.status !== 0)) {
    assert.equal(status, 1)
    assert.match(finalLine(err), inUseBy('catalog import'))
  }
  assert.ok(outcomes.some(({ status }) => status === 0))
  assert.equal((await statusOf(folder)).products, 2_000)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.tmp')),
    [],
  )
})

test('a killed import leaves no lock behind', async (t) => {
  const folder = tempFolder(t)
  const products = writeProducts(folder, 2_000)
  const holder = await holdCatalog(t, folder)
  const refused = await runCli(['catalog', 'import', products], { DATA_DIR: folder })
  assert.equal(refused.status, 1)
  assert.match(finalLine(refused.err), new RegExp(`process ${holder.pid}`))
  assert.equal((await statusOf(folder)).state, 'missing')
  holder.kill('SIGKILL')
  await once(holder, 'close')
  const imported = await runCli(['catalog', 'import', products], { DATA_DIR: folder })
  assert.equal(imported.status, 0, imported.err)
})

test('two syncs at once make one pull', async (t) => {
  const folder = tempFolder(t)
  const { requested, open, url } = await startSite(t)
  const sync = () => runCli(['catalog', 'sync'], { DATA_DIR: folder, TCGCSV_URL: url })
  const both = [sync(), sync()]
  // The one that is refused ends while the other waits for the site.
  await Promise.race(both)
  open()
  const outcomes = await Promise.all(both)
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), [0, 1])
  const refused = outcomes.find(({ status }) => status === 1)
  assert.match(finalLine(refused?.err ?? ''), inUseBy('catalog sync'))
  // The one that pulled asks at the end again whether all was of one build.
  assert.equal(requested.filter((path) => path === '/last-updated.txt').length, 2)
  const lists = requested.filter((path) => path !== '/last-updated.txt')
  assert.equal(lists.length, new Set(lists).size)
  assert.equal((await statusOf(folder)).products, 1)
})
