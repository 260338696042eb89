import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CardMarketError, type Price } from '../../packages/client/dist/client.js'
import { manyIds, openStack, picture, type Row } from './open-stack.ts'

const web = (path: string) => import(new URL(`../../web/${path}`, import.meta.url).href)
const { rowOfPrinting } = await web('stack/rows.js')

const manyLines = Array.from({ length: 1_300 }, (_, at) => `Card ${at}`).join('\n')
const rateLimited = { code: 'rate_limited', message: '', status: 429, requestId: null, retryAfterSeconds: 1 } as const

describe('what a person has agreed to', () => {
  test('new prices of one card spend nothing of a long list that waits for a word', async () => {
    const { stack, settled, requests } = await openStack()
    stack.addList('productId\n300004')
    await settled()
    stack.addList(manyLines)
    await settled()
    assert.equal(stack.heldCost(), 26)
    await stack.refreshPrices()
    await settled()
    assert.equal(requests().length, 1)
    assert.equal(stack.heldCost(), 27)
  })

  test('what goes on by itself after a wait leaves what is held held', async () => {
    const { stack, settled, requests } = await openStack({
      readPhoto: () => Promise.reject(new CardMarketError(rateLimited)),
    })
    stack.addList(manyIds)
    await stack.addPhotos([picture])
    await settled()
    assert.equal(stack.problem()?.code, 'rate_limited')
    await stack.resume()
    await settled()
    assert.equal(requests().length, 0)
    assert.equal(stack.heldCost(), 11)
  })

  test('a long list that was agreed to goes on after a wait without another word', async () => {
    const { api, stack, settled, requests } = await openStack()
    const { lookUpPrices } = api
    let asked = 0
    api.lookUpPrices = async (input) => {
      if (++asked === 3) throw new CardMarketError(rateLimited)
      return lookUpPrices(input)
    }
    stack.addList(manyIds)
    await settled()
    stack.approve()
    await settled()
    assert.equal(stack.problem()?.code, 'rate_limited')
    await stack.resume()
    await settled()
    assert.deepEqual([stack.problem(), stack.heldCost()], [null, null])
    assert.ok(requests().length >= 11)
  })

  test('prices that another view saw longer ago make nobody ask again', async () => {
    const { stack, settled, requests } = await openStack()
    stack.addList('productId\n300004')
    await settled()
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
    stack.keepPrices([{ ...stack.book.get(300004), fetchedAt: hourAgo, askedAt: hourAgo }])
    stack.addRow(rowOfPrinting({ ...stack.current().rows[0].printing }))
    await settled()
    assert.equal(requests().length, 1)
  })

  test('a condition for all rows while they are looked up costs no second look, and is taken', async () => {
    const { api, stack, settled, requests } = await openStack()
    const { lookUpPrices } = api
    let meanwhile = () => {}
    api.lookUpPrices = async (input) => {
      const answer = await lookUpPrices(input)
      meanwhile()
      return answer
    }
    stack.addList('Charizard 4/102 Base Set\nPikachu 58/102 Base Set')
    meanwhile = () => {
      meanwhile = () => {}
      stack.changeAll('All LP', (row: Row) => ({
        ...row,
        written: { ...row.written, entry: { ...row.written.entry, condition: 'Lightly Played' } },
      }))
    }
    await settled()
    assert.equal(requests().length, 2)
    for (const row of stack.current().rows) {
      const copy = stack.book.get(row.printing?.productId)?.prices?.find(({ skuId }: Price) => skuId === row.skuId)
      assert.ok(copy === undefined || copy.condition === 'Lightly Played', 'no copy in another condition')
    }
  })
})
