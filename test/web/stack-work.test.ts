import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CardMarketError, readList } from '../../packages/client/dist/client.js'
import { manyIds, openStack, picture, type Row } from './open-stack.ts'

const web = (path: string) => import(new URL(`../../web/${path}`, import.meta.url).href)
const { createMemoryStorage } = await web('stack/memory-storage.js')
const { stateOf } = await web('stack/row-state.js')
const { rowOfList, withText } = await web('stack/rows.js')

const facts = { message: '', requestId: null, retryAfterSeconds: null } as const
const lost = new CardMarketError({ ...facts, code: 'connection_failed', status: null })

describe('work on a stack', () => {
  test('prices the words of a row, not those that were corrected while they were looked up', async () => {
    const { api, stack, settled } = await openStack()
    const { lookUpPrices } = api
    let correct = () => {}
    api.lookUpPrices = async (input) => {
      const answer = await lookUpPrices(input)
      correct()
      return answer
    }
    stack.addList('Charizard 4/102 Base Set NM')
    const { id } = stack.current().rows[0]
    correct = () => {
      correct = () => {}
      const [written] = readList('2 Pikachu 58/102 Base Set LP')
      stack.change(id, 'Corrected', (row: Row) => withText(row, written, stack.current().lock))
    }
    await settled()
    const [row] = stack.current().rows
    const { state, sku } = stateOf(row, stack.book)
    assert.deepEqual([row.printing.name, row.quantity, state, sku.condition], ['Pikachu', 2, 'done', 'Lightly Played'])
  })

  test('asks once for the prices of a row that came while the clock was ahead', async () => {
    const { stack, settled, requests, states } = await openStack()
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString()
    stack.addRow({ ...rowOfList(readList('productId\n300004')[0], stack.current().lock), addedAt: tomorrow })
    await settled()
    assert.deepEqual([requests(), states()], [[200], ['done']])
  })

  test('asks for a word for many requests also after a word that nothing was left for', async () => {
    const { stack, settled, requests } = await openStack()
    await stack.refreshPrices()
    stack.addList(manyIds)
    await settled()
    assert.deepEqual([requests(), stack.heldCost()], [[], 11])
  })

  test('keeps prices that were seen later than those of a page that was opened before', async () => {
    const { stack, settled } = await openStack()
    stack.addList('Charizard 4/102 Base Set')
    await settled()
    const { productId } = stack.current().rows[0].printing
    const known = stack.book.get(productId)
    stack.keepPrices([{ ...known, prices: [], fetchedAt: '2026-01-01T00:00:00.000Z' }])
    assert.deepEqual(stack.book.get(productId), known)
  })

  test('never saves a stack again that was deleted while it was looked up', async () => {
    const storage = createMemoryStorage()
    const steps: string[] = []
    const { stack, settled } = await openStack({
      storage: {
        ...storage,
        save: async ({ id }: { id: string }) => steps.push(`${id} saved`),
        remove: async (id: string) => {
          await settled()
          steps.push(`${id} removed`)
        },
      },
    })
    stack.addList('Charizard 4/102 Base Set')
    const { id } = stack.current()
    await stack.delete(id)
    await settled()
    assert.equal(steps.filter((step) => step.startsWith(id)).at(-1), `${id} removed`)
    assert.ok(stack.current().id !== id)
  })

  test('goes on by itself where the connection was back before its loss was known', async () => {
    const { api, stack, settled, said, states } = await openStack()
    const { lookUpPrices } = api
    api.lookUpPrices = async () => {
      api.lookUpPrices = lookUpPrices
      stack.retry()
      throw lost
    }
    stack.addList('Charizard 4/102 Base Set')
    await settled()
    assert.deepEqual([stack.problem(), said, states()], [null, ['The prices are there.'], ['done']])
  })

  test('that was agreed to goes on so without another word', async () => {
    const { api, stack, settled, requests } = await openStack()
    const { lookUpPrices } = api
    stack.addList(manyIds)
    await settled()
    api.lookUpPrices = async () => {
      api.lookUpPrices = lookUpPrices
      stack.retry()
      throw lost
    }
    stack.approve()
    await settled()
    assert.deepEqual([stack.problem(), stack.heldCost(), requests().length], [null, null, 11])
  })

  test('ends where the connection is lost again after it was back', async () => {
    const { api, stack, settled } = await openStack()
    let asked = 0
    api.lookUpPrices = async () => {
      if (++asked === 1) stack.retry()
      throw lost
    }
    stack.addList('Charizard 4/102 Base Set')
    await settled()
    assert.deepEqual([stack.problem(), asked], [lost, 2])
  })

  test('reads each photo again whose connection was back before its loss was known', async () => {
    const failures: (() => void)[] = []
    let readPhoto = () => new Promise<never>((_, reject) => failures.push(() => reject(lost)))
    const { stack, settled, states } = await openStack({ readPhoto: () => readPhoto() })
    await stack.addPhotos([picture, picture])
    while (failures.length < 2) await new Promise((resolve) => setImmediate(resolve))
    readPhoto = () => Promise.reject(new CardMarketError({ ...facts, code: 'image_too_large', status: 413 }))
    stack.retry()
    for (const fail of failures) fail()
    await settled()
    assert.equal(stack.problem(), null)
    for (const state of states()) assert.match(state, /too large|exceeds/i)
  })
})
