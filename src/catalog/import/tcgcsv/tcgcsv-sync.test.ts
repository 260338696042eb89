import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { readCatalogStatus } from '../../index/catalog-status.ts'
import { syncCatalog } from './tcgcsv-sync.ts'

const envelope = (results: unknown[]): string =>
  JSON.stringify({ totalItems: results.length, success: true, errors: [], results })

const site: Readonly<Record<string, string>> = {
  '/last-updated.txt': '2026-11-20T20:05:33+0000\n',
  '/tcgplayer/categories': envelope([
    { categoryId: 3, name: 'Pokemon' },
    { categoryId: 2, name: 'YuGiOh' },
    { categoryId: 21, name: 'My Little Pony' },
  ]),
  '/tcgplayer/3/groups': envelope([
    { groupId: 10, name: 'Base Set', abbreviation: 'BS', publishedOn: '1999-01-09T00:00:00' },
    { groupId: 11, name: 'Empty', abbreviation: '', publishedOn: null },
  ]),
  '/tcgplayer/2/groups': envelope([{ groupId: 20, name: 'Bonanza', abbreviation: 'RA03', publishedOn: '2024-11-08T00:00:00' }]),
  '/tcgplayer/3/10/products': envelope([
    { productId: 1, name: 'Charizard', extendedData: [{ name: 'Number', value: '4/102' }] },
    { productId: 2, name: 'Pack', extendedData: [] },
  ]),
  '/tcgplayer/3/10/prices': envelope([{ productId: 1, lowPrice: 1, marketPrice: 2, subTypeName: 'Holofoil' }]),
  '/tcgplayer/2/20/products': envelope([
    { productId: 3, name: 'Malicious', extendedData: [{ name: 'Number', value: 'RA03-EN001' }] },
  ]),
  '/tcgplayer/2/20/prices': envelope([]),
}

let folder = ''
let baseUrl = ''
let requested: string[] = []
let answer: (path: string, request: IncomingMessage, response: ServerResponse) => boolean = () => false

const server = createServer((request, response) => {
  const path = request.url ?? ''
  requested.push(path)
  if (answer(path, request, response)) return
  const body = site[path]
  response.statusCode = body === undefined ? 404 : 200
  response.end(body)
})

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sync-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  requested = []
  answer = () => false
})

let time = Date.UTC(2026, 10, 21, 10)
const sync = (name: string, more: { category?: string; signal?: AbortSignal } = {}) =>
  syncCatalog({
    file: join(folder, name),
    baseUrl,
    userAgent: 'CardMarketData/1.0.0',
    now: () => new Date(time),
    pauseMs: 1,
    timeoutMs: 2000,
    ...more,
  })

describe('sync with TCGCSV', () => {
  test('fetches everything by name, leaves out what the owner says, and replaces the index whole', async () => {
    const agents = new Set<string | undefined>()
    answer = (_, request) => {
      agents.add(request.headers['user-agent'])
      return false
    }
    const result = await sync('whole.idx')
    assert.ok(result.status === 'synced')
    assert.deepEqual([result.report.products, result.report.fetchedAt], [3, '2026-11-20T20:05:33.000Z'])
    assert.deepEqual([...agents], ['CardMarketData/1.0.0'])
    assert.equal(requested[0], '/last-updated.txt')
    assert.ok(!requested.some((path) => path.startsWith('/tcgplayer/21')))
    assert.equal((await readCatalogStatus(join(folder, 'whole.idx'))).state, 'ready')
  })

  test('syncs at most once a day, and then only what is newer', async () => {
    await sync('daily.idx')
    requested = []
    await assert.rejects(sync('daily.idx'), { name: 'SyncError', message: /one a day/ })
    assert.deepEqual(requested, [])
    time += 25 * 3_600_000
    assert.equal((await sync('daily.idx')).status, 'current')
    assert.deepEqual(requested, ['/last-updated.txt'])
  })

  test('resumes after a break without asking twice', async () => {
    answer = (path, _, response) => {
      if (path !== '/tcgplayer/2/20/products') return false
      response.statusCode = 429
      response.setHeader('retry-after', '30')
      response.end()
      return true
    }
    await assert.rejects(sync('resumed.idx'), { name: 'SyncError', message: /429.*resumes/, retryAt: new Date(time + 30_000) })
    assert.equal((await readCatalogStatus(join(folder, 'resumed.idx'))).state, 'missing')
    answer = () => false
    requested = []
    assert.equal((await sync('resumed.idx')).status, 'synced')
    assert.deepEqual(requested.sort(), [
      '/last-updated.txt',
      '/tcgplayer/2/20/prices',
      '/tcgplayer/2/20/products',
      '/tcgplayer/3/11/products',
    ])
  })

  test('tells apart why it is turned away, and tries again where the server fails', async () => {
    for (const [status, message] of [
      [401, /User-Agent/],
      [403, /forbids/],
      [500, /status 500, 3 attempts/],
    ] as const) {
      answer = (_, __, response) => {
        response.statusCode = status
        response.end()
        return true
      }
      await assert.rejects(sync(`refused-${status}.idx`), { name: 'SyncError', message })
    }
    let failures = 2
    answer = (path, _, response) => {
      if (path !== '/tcgplayer/categories' || failures-- <= 0) return false
      response.destroy()
      return true
    }
    assert.equal((await sync('retried.idx')).status, 'synced')
  })

  test('reads no body without bounds, and follows no redirect', async () => {
    answer = (path, _, response) => {
      if (!path.endsWith('/groups')) return false
      response.writeHead(200, { 'content-length': 10 ** 12 }).write('[')
      return true
    }
    const began = performance.now()
    await assert.rejects(sync('endless.idx'), { name: 'SyncError', message: /too large/ })
    assert.ok(performance.now() - began < 1000)
    answer = (path, _, response) => {
      if (path !== '/tcgplayer/categories') return false
      response.writeHead(302, { location: '/elsewhere' }).end()
      return true
    }
    await assert.rejects(sync('moved.idx'), { name: 'SyncError', message: /status 302/ })
    assert.ok(!requested.includes('/elsewhere'))
  })

  test('takes a reported failure for a failure, not for an empty list, and asks again next time', async () => {
    answer = (path, _, response) => {
      if (!path.endsWith('/groups')) return false
      response.end(JSON.stringify({ success: false, errors: ['down'], results: [] }))
      return true
    }
    await assert.rejects(sync('failure.idx'), { name: 'SyncError', message: /success: false/ })
    answer = () => false
    assert.equal((await sync('failure.idx')).status, 'synced')
  })

  test('syncs one product line by its slug, and refuses an unknown one', async () => {
    const result = await sync('line.idx', { category: 'yugioh' })
    assert.ok(result.status === 'synced' && result.report.products === 1)
    await assert.rejects(sync('other.idx', { category: 'chess' }), { name: 'SyncError', message: /"chess"/ })
  })
})
