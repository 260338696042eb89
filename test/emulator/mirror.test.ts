import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Emulator, type EmulatorOptions, startEmulator } from './emulator.ts'
import { type HappeningName, happeningNames } from './mirror/happenings.ts'
import { type MirrorDay, type MirrorPrice, priceRowsOf } from './mirror/mirror-day.ts'
import { mirrorFaultNames } from './mirror/mirror-faults.ts'

const named = { 'user-agent': 'Shop/1.0' }

const start = async (
  t: { after: (done: () => Promise<void>) => void },
  options: EmulatorOptions = {},
): Promise<Emulator> => {
  const emulator = await startEmulator(options)
  t.after(emulator.close)
  return emulator
}

const getter =
  ({ urls }: Emulator) =>
  (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(urls.tcgcsv + path, { headers: { ...named, ...headers } })

const seriesOf = (day: MirrorDay): Map<string, MirrorPrice> =>
  new Map(
    [...day.prices.keys()].flatMap((groupId) =>
      priceRowsOf(day, groupId).map((row) => [`${row.productId} ${row.subTypeName}`, row] as const),
    ),
  )

const namesOf = (day: MirrorDay): Map<number, string> =>
  new Map([...day.products.values()].flatMap((rows) => rows.map(({ productId, name }) => [productId, name] as const)))

describe('emulated mirror', () => {
  test('writes what the mirror writes: envelopes, no total of prices, a stamp without a colon, 404', async (t) => {
    const emulator = await start(t, { now: () => Date.parse('2026-11-22T12:00:00Z') })
    const get = getter(emulator)
    assert.equal(await (await get('/last-updated.txt')).text(), '2026-11-21T20:05:33+0000\n')
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked into field by field
    const read = async (path: string): Promise<any> => (await get(path)).json()
    const lines = await read('/tcgplayer/categories')
    assert.deepEqual(Object.keys(lines), ['totalItems', 'success', 'errors', 'results'])
    const { results } = await read('/tcgplayer/3/groups')
    const { groupId } = results[0]
    const products = await read(`/tcgplayer/3/${groupId}/products`)
    assert.equal(products.totalItems, products.results.length)
    const prices = await read(`/tcgplayer/3/${groupId}/prices`)
    assert.deepEqual(Object.keys(prices), ['success', 'errors', 'results'])
    const keys = ['productId', 'lowPrice', 'midPrice', 'highPrice', 'marketPrice', 'directLowPrice', 'subTypeName']
    assert.deepEqual(Object.keys(prices.results[0]), keys)
    for (const path of [`/tcgplayer/1/${groupId}/prices`, '/tcgplayer/3/1/products', '/tcgplayer/4/groups', '/nothing'])
      assert.equal((await get(path)).status, 404, path)
  })

  test('prices move from day to day as often as real ones', async (t) => {
    const { mirror } = await start(t)
    let changed = 0
    let rows = 0
    for (let count = 0; count < 20; count++) {
      const before = seriesOf(await mirror.day())
      await mirror.advance()
      for (const [key, row] of seriesOf(await mirror.day())) {
        const earlier = before.get(key)
        if (row.marketPrice === null) continue
        rows++
        if (earlier?.marketPrice !== row.marketPrice) changed++
      }
    }
    const percent = (100 * changed) / rows
    assert.ok(percent > 8 && percent < 15, `${percent} % of market prices move a day`)
  })

  test('what happens on a day is over on the next one: the vanished return, names are as they were', async (t) => {
    const { mirror } = await start(t)
    const first = await mirror.day()
    const firstSeries = seriesOf(first)
    const firstNames = namesOf(first)
    const differs: Partial<Record<HappeningName, (day: MirrorDay) => boolean>> = {
      moves: (day) => [...day.products].some(([id, rows]) => rows.length !== first.products.get(id)?.length),
      vanishes: (day) => seriesOf(day).size < firstSeries.size * 0.95,
      renames: (day) => [...namesOf(day)].filter(([id, name]) => name !== firstNames.get(id)).length > 100,
      handsOver: (day) => [...seriesOf(day).keys()].some((key) => !firstSeries.has(key)),
      unknownWords: (day) => [...seriesOf(day).keys()].some((key) => key.includes('Galaxy')),
      delisted: (day) => namesOf(day).size < firstNames.size,
      emptyGroups: (day) => [...day.products.values()].some((rows) => rows.length === 0),
      absentGroups: (day) => day.products.size < first.products.size,
      newGroup: (day) => day.products.size > first.products.size,
      undated: (day) => [...day.groups.values()].flat().some((group) => group.publishedOn === null),
      presale: (day) => [...day.products.values()].flat().some((product) => product.presaleInfo.isPresale),
    }
    for (const name of happeningNames) {
      await mirror.advance([name])
      const day = await mirror.day()
      assert.equal(differs[name]?.(day) ?? true, true, name)
      const moved = [...namesOf(day).keys()].filter((id) => !firstNames.has(id))
      assert.equal(moved.length, name === 'newGroup' ? 1 : 0, `${name} keeps products whole`)
      await mirror.advance()
      const after = await mirror.day()
      assert.deepEqual([...seriesOf(after).keys()].sort(), [...firstSeries.keys()].sort(), name)
      assert.deepEqual(namesOf(after), firstNames, name)
    }
  })

  test('every fault of its own changes the body and keeps the status', async (t) => {
    const emulator = await start(t)
    const get = getter(emulator)
    await emulator.mirror.advance()
    const [groupId = 0, products = []] = [...(await emulator.mirror.day()).products][0] ?? []
    const path = `/tcgplayer/${products[0]?.categoryId}/${groupId}/prices`
    for (const fault of mirrorFaultNames) {
      const target = fault.endsWith('Stamp') ? '/last-updated.txt' : path
      const right = await (await get(target)).text()
      const wrong = await get(target, { 'x-emulator-fault': fault })
      assert.equal(wrong.status, 200, fault)
      assert.notEqual(await wrong.text(), right, fault)
    }
    emulator.plan([{ fault: 'failure', path: `/${groupId}/prices`, times: 1 }])
    assert.match(await (await get(path)).text(), /"success":false/)
    assert.match(await (await get(path)).text(), /"success":true/)
  })

  test('knows what clients did, and turns away the nameless, the hasty and the greedy', async (t) => {
    const clock = { now: Date.parse('2026-11-22T12:00:00Z') }
    const emulator = await start(t, { now: () => clock.now })
    const get = getter(emulator)
    const status = async (headers = {}) => (await get('/last-updated.txt', headers)).status
    for (const name of ['', 'node', 'python-requests']) assert.equal(await status({ 'user-agent': name }), 401, name)
    const [groupId = 0, products = []] = [...(await emulator.mirror.day()).products][0] ?? []
    for (let count = 0; count < 2; count++) await get(`/tcgplayer/${products[0]?.categoryId}/${groupId}/prices`)
    const { callsByDay, smallestGapMs, pulls, userAgents, refused } = emulator.mirror.etiquette()
    assert.deepEqual([callsByDay, pulls, refused], [{ '2026-11-22': 5 }, 2, { 401: 3 }])
    assert.ok(userAgents.includes('Shop/1.0') && smallestGapMs !== null && smallestGapMs > 0)

    emulator.mirror.insistOn({ minGapMs: 60_000 })
    const hasty = await get('/last-updated.txt')
    assert.deepEqual([hasty.status, hasty.headers.get('retry-after')], [429, '600'])
    emulator.mirror.insistOn({ minGapMs: 0, callsPerDay: 8 })
    assert.equal(await status(), 429, 'for ten minutes')
    clock.now += 10 * 60_000
    assert.equal(await status(), 200)
    assert.equal(await status(), 403, 'the ninth call of the day')
    clock.now += 12 * 3_600_000
    assert.equal(await status(), 200, 'the next day')
  })

  test('advances by its control address, with what is to happen', async (t) => {
    const emulator = await start(t)
    const post = async (query: string) => {
      const response = await fetch(`${emulator.urls.tcgcsv}/emulator/advance${query}`, { method: 'POST' })
      return { status: response.status, body: await response.json() }
    }
    const before = (await emulator.mirror.day()).builtAtMs
    assert.equal((await post('?happens=moves,renames')).status, 200)
    assert.equal((await emulator.mirror.day()).builtAtMs, before + 24 * 3_600_000)
    assert.equal((await post('?happens=miracles')).status, 400)
    assert.equal((await emulator.mirror.day()).builtAtMs, before + 24 * 3_600_000)
  })
})
