import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { RefusedBuildError } from '../../src/sources/tcgcsv/sync/refuse-build.ts'
import { type DayBefore, validateDay } from '../../src/sources/tcgcsv/sync/validate-day.ts'
import { dayMs, minuteMs } from '../../src/time/units.ts'
import { doctor } from '../support/doctor.ts'
import { bodiesOf, groupRow, type Lists, lineRow, type Row } from '../support/mirror-site.ts'
import { columnLies, type Lie, lies } from './lies.ts'
import { asBefore, noDayBefore, readDay } from './read-day.ts'
import { openBench, stampAt } from './site.ts'
import { addTo, daysLater, firstLists, growBy, isProducts, mapLists, pathOf } from './world-days.ts'

const read = (lists: Lists, before: DayBefore) => {
  const bodies = bodiesOf(lists)
  const rows = (address: string) => lists.get(address) ?? []
  return readDay(
    {
      categories: rows('/tcgplayer/categories'),
      groups: (line) => rows(`/tcgplayer/${line}/groups`),
      products: (line, set) => rows(pathOf(line, set, 'products')),
      prices: (line, set) => bodies.get(pathOf(line, set, 'prices')) ?? '',
    },
    before,
  )
}

const judge = (lists: Lists, before: DayBefore, wantsAll = true): Promise<readonly string[]> =>
  validateDay(read(lists, before), before, wantsAll)

const first = firstLists()
const dayBefore = asBefore(read(first, noDayBefore), 1)

const scopes: Readonly<Record<string, (address: string) => boolean>> = {
  'all product lines': () => true,
  'one of three': (address) => address.startsWith('/tcgplayer/2/'),
}

/** Lies about a whole, which the next day of the same mirror must not bring. */
const takenOf = async (about: ReadonlyMap<string, Lie>, isOf: (address: string) => boolean, before: DayBefore) => {
  const truth = daysLater(first, 1)
  const taken: string[] = []
  for (const [name, lie] of about) if ((await judge(lie(truth, isOf), before)).length === 0) taken.push(name)
  return taken
}

/** Lies that contradict themselves. */
const seenWithin = /unreadable|too long|s: (name|ids|words) under|of another|each (id|row)|exchanged$|all equal/

for (const [scope, isOf] of Object.entries(scopes))
  describe(`a mirror that lies about ${scope}`, () => {
    test('is refused, whatever the lie', async () => assert.deepEqual(await takenOf(lies, isOf, dayBefore), []))

    test('in one kind of amount is refused, whichever it is', async () =>
      assert.deepEqual(await takenOf(columnLies, isOf, dayBefore), []))

    test('is refused after a month too', async () => {
      // Amounts that were handed on to neighbors are told from a month of moves in the market prices alone.
      const isTold = (name: string) => !/^(low|mid|high|directLow)Price: handed/.test(name)
      const later = new Map([...lies, ...columnLies].filter(([name]) => isTold(name)))
      assert.deepEqual(await takenOf(later, isOf, { ...dayBefore, days: 31 }), [])
    })

    test('is refused on the first day too, where nothing needs to be compared', async () => {
      const taken = await takenOf(new Map([...lies, ...columnLies]), isOf, noDayBefore)
      assert.deepEqual(
        taken.filter((name) => seenWithin.test(name)),
        [],
      )
    })
  })

const isIn =
  (part: string) =>
  (address: string): boolean =>
    address.includes(`/${part}/`)
const groupsOf =
  (line: number) =>
  (address: string): boolean =>
    address === `/tcgplayer/${line}/groups`
const changeEach = (lists: Lists, isOf: (address: string) => boolean, change: (row: Row, at: number) => Row): Lists =>
  mapLists(lists, isOf, (rows) => rows.map(change))

const withRenamed = (lists: Lists): Lists =>
  changeEach(lists, isProducts, (row, at) =>
    at % 2 === 0 ? { ...row, name: `${row.name} (Promo)`, cleanName: `${row.name} Promo` } : row,
  )
/** Thirty market prices of a set are tenfold. */
const withTenfold = (lists: Lists, set: number): Lists =>
  changeEach(
    lists,
    (address) => address.endsWith(`/${set}/prices`),
    (row, at) =>
      at < 30 && row.marketPrice !== null
        ? { ...row, marketPrice: Math.round(Number(row.marketPrice) * 1000) / 100 }
        : row,
  )

/** Days that may truly follow the first one. */
const honestDays: Readonly<Record<string, (lists: Lists) => Lists>> = {
  'like any other': (lists) => lists,
  'on which a set is empty': (lists) => mapLists(lists, isIn('201'), () => []),
  'on which half of all names are others': withRenamed,
  'with a tenth more products': (lists) => growBy(lists, 0.1),
  'on which thirty market prices are tenfold': (lists) => withTenfold(lists, 200),
  'on which thirty market prices of a small set are tenfold': (lists) => withTenfold(lists, 6200),
  'with a new set': (lists) =>
    addTo(
      mapLists(lists, groupsOf(3), (rows) => [...rows, groupRow(3, 399, 'Book 399')]),
      3,
      399,
      50,
    ),
  'with a new product line': (lists) => {
    const lines = [...(lists.get('/tcgplayer/categories') ?? []), lineRow(9, 'Game 9')]
    const added = new Map([
      ...lists,
      ['/tcgplayer/categories', lines],
      ['/tcgplayer/9/groups', [groupRow(9, 900, 'Book 900')]],
    ])
    return addTo(added, 9, 900, 50)
  },
  'without a small set': (lists) => mapLists(lists, groupsOf(62), (rows) => rows.slice(0, -1)),
  'on which one set has lost its code and its date': (lists) =>
    changeEach(lists, groupsOf(3), (row, at) => (at === 1 ? { ...row, abbreviation: '', publishedOn: null } : row)),
  'on which one set bears another name': (lists) =>
    changeEach(lists, groupsOf(3), (row, at) => (at === 1 ? { ...row, name: 'Another Book' } : row)),
}

describe('an honest day', () => {
  test('is the first', async () => assert.deepEqual(await judge(first, noDayBefore), []))

  for (const [name, change] of Object.entries(honestDays))
    test(`${name} is taken, and so is the next one, on which all is as before`, async () => {
      const changed = change(daysLater(first, 1))
      assert.deepEqual(await judge(changed, dayBefore), [])
      const before = asBefore(read(changed, dayBefore), 1)
      assert.deepEqual(await judge(daysLater(first, 1, 2), before, false), [])
    })

  for (const days of [7, 31, 180])
    test(`${days} days after the last one is taken`, async () =>
      assert.deepEqual(await judge(daysLater(first, 1, days), { ...dayBefore, days }), []))
})

/** A mirror of the operator's own, whose builds follow each other at any pace, and the sync of all its lines. */
const openMirror = async (t: TestContext) => {
  const bench = await openBench(t)
  const offer = async (lists: Lists): Promise<string | null> => {
    bench.clock.now += dayMs
    bench.site.lists = bodiesOf(lists)
    bench.site.stamp = stampAt(bench.clock.now - 10 * minuteMs)
    try {
      const result = await bench.sync({ baseUrl: bench.site.ownUrl, words: null })
      assert.equal(result?.status, 'synced')
      return null
    } catch (error) {
      if (error instanceof RefusedBuildError) return error.message
      throw error
    }
  }
  return { ...bench, offer }
}

describe('the sync of a mirror that lies', () => {
  test('leaves no catalogue that finds what prices and details do not know without doctor naming it', async (t) => {
    const { offer, sync, folder, site } = await openMirror(t)
    const look = async () => (await doctor({ DATA_DIR: folder, MARKET_SOURCE: 'tcgcsv', TCGCSV_URL: site.ownUrl })).of
    const index = join(folder, 'catalog.index')
    assert.equal(await offer(first), null)
    assert.match((await look())('catalogue')?.detail ?? '', /^402 products/)
    const before = readFileSync(index)
    assert.notEqual(await offer((lies.get('products: half of each list') as Lie)(first, () => true)), null)
    assert.equal((await sync({ baseUrl: site.ownUrl, words: null, accept: true }))?.status, 'synced')
    assert.match((await look())('catalogue')?.detail ?? '', /^20\d products/)
    writeFileSync(index, before)
    const { state, detail, fix } = (await look())('catalogue') ?? {}
    assert.equal(state, 'error')
    assert.match(detail ?? '', /search finds 402 products of .*, prices and details know 20\d of /)
    assert.match(fix ?? '', /run market sync/)
  })

  test('does not lose the prices of a set whose list is not there, where it had any', async (t) => {
    const { offer } = await openMirror(t)
    const without = (lists: Lists, groupId: number) =>
      new Map([...lists].filter(([address]) => address !== pathOf(3, groupId, 'prices')))
    const unpriced = without(first, 303)
    assert.equal(await offer(unpriced), null)
    assert.equal(await offer(daysLater(unpriced, 1)), null)
    const reason = await offer(without(daysLater(unpriced, 1, 2), 302))
    assert.match(reason ?? '', /30 products had prices whose set has no list of them now \(404\), such as \d+ and \d+/)
    assert.equal(await offer(daysLater(first, 1, 3)), null)
  })

  test('keeps the last good day, names what is wrong, and takes the build when it is told to', async (t) => {
    const { offer, store, sync, site } = await openMirror(t)
    assert.equal(await offer(first), null)
    const before = await store.archive.head('tcgcsv')
    const lie = lies.get('products: half of each list') as Lie
    const reason = await offer(lie(daysLater(first, 1), () => true))
    assert.match(
      reason ?? '',
      /product line 3: 79 of 159 products are gone .*such as \d+ and \d+.*market sync --accept/,
    )
    const lieOfPrices = columnLies.get('marketPrice: × 100') as Lie
    const other = await offer(lieOfPrices(daysLater(first, 1, 2), () => true))
    assert.match(
      other ?? '',
      /market prices 100 times those of the last good day, in the median of \d+ .*such as product/,
    )
    assert.deepEqual(await store.archive.head('tcgcsv'), before)
    const accepted = await sync({ baseUrl: site.ownUrl, words: null, accept: true })
    assert.equal(accepted?.status, 'synced')
    assert.equal(await offer(lieOfPrices(daysLater(first, 1, 3), () => true)), null)
  })
})
