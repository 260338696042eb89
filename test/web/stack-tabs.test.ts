import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { identificationEndpoints } from '../../src/contract/identification.ts'
import { openStack, picture, type Row } from './open-stack.ts'

const web = (path: string) => import(new URL(`../../web/${path}`, import.meta.url).href)
const { createStackStorage } = await web('stack/storage.js')
const { createMemoryStorage } = await web('stack/memory-storage.js')
const { ocr, identification } = identificationEndpoints.identifyImage.example
const read = { ocr, identification, cards: [] }

type Kept = Record<string, unknown>

/** The part of a database that stacks are kept with, over maps that only copies go into and come out of. */
const createFakeDatabase = () => {
  const keys: Record<string, string> = { stacks: 'id', rows: 'id', prices: 'productId', pictures: 'rowId' }
  const stores = Object.fromEntries(Object.keys(keys).map((name) => [name, new Map<unknown, Kept>()]))
  const storeOf = (name: string) => ({
    get: async (key: unknown) => structuredClone(stores[name]?.get(key)),
    put: async (value: Kept) => void stores[name]?.set(value[keys[name] ?? ''], structuredClone(value)),
    delete: async (key: unknown) => void stores[name]?.delete(key),
  })
  return {
    get: (name: string, key: unknown) => storeOf(name).get(key),
    put: (name: string, value: Kept) => storeOf(name).put(value),
    transaction: (names: string | string[]) => ({
      objectStore: storeOf,
      store: storeOf([names].flat()[0] ?? ''),
      done: Promise.resolve(),
    }),
  }
}

/** Pages over one database, which tell each other what they have saved. */
const openTabs = async (count: number, readPhoto = async () => read as never) => {
  const database = createFakeDatabase()
  type Tab = Awaited<ReturnType<typeof openStack>> & { storage: ReturnType<typeof createStackStorage> }
  const tabs: Tab[] = []
  for (let at = 0; at < count; at++) {
    const storage = createStackStorage(database)
    const onSaved = (id: string) => {
      for (const [other, { stack }] of tabs.entries()) if (other !== at && stack.current().id === id) stack.reload()
    }
    tabs.push({ ...(await openStack({ storage, isKept: true, onSaved, readPhoto })), storage })
  }
  const [first, ...others] = tabs
  /** Until all tabs show the same rows, none of them at work. */
  const same = async () => {
    const shown = () => new Set(tabs.map(({ stack }) => JSON.stringify([stack.current().rows, stack.isWorking()])))
    while (shown().size > 1 || first?.stack.isWorking()) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const share = async () => {
    first?.stack.rename('shared')
    for (const { stack } of others)
      while (!(await stack.open(first?.stack.current().id))) await new Promise(setImmediate)
  }
  return { tabs: tabs as [Tab, Tab], same, share }
}

type WithStack = Pick<Awaited<ReturnType<typeof openStack>>, 'stack'>

const count = ({ stack }: WithStack, at: number, quantity: number) =>
  stack.change(stack.current().rows[at].id, 'Copies', (row: Row) => ({ ...row, quantity }))

const quantitiesOf = ({ stack }: WithStack) => stack.current().rows.map(({ quantity }: Row) => quantity)

describe('a stack in two tabs', () => {
  test('has its prices in both, asked for once', async () => {
    const { tabs, same, share } = await openTabs(2)
    const [one, two] = tabs
    await share()
    one.stack.addList('Charizard 4/102 Base Set\nPikachu 58/102 Base Set')
    await one.settled()
    await same()
    assert.deepEqual(two.states(), ['done', 'done'])
    assert.deepEqual([one.requests().length, two.requests().length], [2, 0])
  })

  test('is gone on with where the tab at work is no more', async () => {
    const { tabs, share } = await openTabs(2)
    const [one, two] = tabs
    await share()
    // What a tab leaves that is killed before it has asked: rows that nobody looks up.
    const { promise: dead, reject: kill } = Promise.withResolvers<never>()
    dead.catch(() => {})
    one.api.lookUpPrices = () => dead
    one.stack.addList('Charizard 4/102 Base Set')
    while (two.stack.current().rows.length === 0) await new Promise(setImmediate)
    kill(new DOMException('', 'AbortError'))
    await two.settled()
    while (two.states()[0] !== 'done') await new Promise((resolve) => setTimeout(resolve, 5))
    assert.deepEqual(two.states(), ['done'])
  })

  test('shows what the other tab changed, also where this one was changed meanwhile', async () => {
    const { tabs, same, share } = await openTabs(2)
    const [one, two] = tabs
    await share()
    one.stack.addList('Charizard 4/102 Base Set\nPikachu 58/102 Base Set')
    await one.settled()
    await same()
    const load = one.storage.load
    one.storage.load = async (id: string) => {
      one.storage.load = load
      const kept = await load(id)
      count(one, 0, 3)
      return kept
    }
    count(two, 1, 7)
    await same()
    assert.deepEqual(quantitiesOf(one), [3, 7])
  })

  test('a step is undone without the other tab’s, also where an answer came after it', async () => {
    const { tabs, same, share } = await openTabs(2)
    const [one, two] = tabs
    await share()
    const { lookUpPrices } = one.api
    one.api.lookUpPrices = async (input) => {
      const answer = await lookUpPrices(input)
      one.api.lookUpPrices = lookUpPrices
      count(one, 0, 3)
      return answer
    }
    one.stack.addList('Charizard 4/102 Base Set\nPikachu 58/102 Base Set')
    await one.settled()
    await same()
    count(two, 1, 7)
    await same()
    one.stack.undo()
    assert.deepEqual(quantitiesOf(one), [1, 7])
  })

  test('a photo that is still being made ready in one is left alone by the other', async () => {
    const { tabs, same, share } = await openTabs(2)
    const [one, two] = tabs
    await share()
    const { savePicture } = one.storage
    const { promise: isSlow, resolve: save } = Promise.withResolvers<void>()
    one.storage.savePicture = async (id: string, blob: Blob) => {
      await isSlow
      return savePicture(id, blob)
    }
    const added = one.stack.addPhotos([picture])
    while (two.stack.current().rows.length === 0) await new Promise(setImmediate)
    two.stack.rename('still shared')
    save()
    await added
    await same()
    assert.equal(two.stack.current().rows[0].code, null)
  })

  test('stays on the screen where the browser could not keep it, also when another tab was waited for', async () => {
    const save = () => Promise.reject(new DOMException('', 'QuotaExceededError'))
    const { stack, settled, states } = await openStack({ isKept: true, storage: { ...createMemoryStorage(), save } })
    const { promise: isDone, resolve: end } = Promise.withResolvers<void>()
    const other = navigator.locks.request('card-market-stack', () => isDone)
    stack.addList('Charizard 4/102 Base Set')
    end()
    await other
    await settled()
    assert.deepEqual(states(), ['done'])
  })
})

describe('what is answered late', () => {
  test('photos of a pile are read with the game that was locked when they were taken', async () => {
    const games: string[] = []
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>()
    const { stack, settled } = await openStack({
      readPhoto: async (_photo, { category }) => {
        games.push(category)
        await isAnswered
        return read as never
      },
    })
    stack.setLock({ category: 'pokemon', set: '' })
    await stack.addPhotos([picture, picture, picture])
    stack.setLock({ category: 'magic', set: '' })
    answer()
    await settled()
    assert.deepEqual(games, ['pokemon', 'pokemon', 'pokemon'])
  })

  test('saves nothing of the stack that was opened meanwhile', async () => {
    const saved: string[] = []
    const save = async ({ id }: { id: string }) => {
      saved.push(id)
      return false
    }
    const { api, stack, settled } = await openStack({ storage: { ...createMemoryStorage(), save } })
    const { lookUpPrices } = api
    api.lookUpPrices = async (input) => {
      const answer = await lookUpPrices(input)
      if (stack.current().rows.length > 0) await stack.create()
      return answer
    }
    stack.addList('Charizard 4/102 Base Set')
    await settled()
    assert.equal(saved.includes(stack.current().id), false)
  })
})
