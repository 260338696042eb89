import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CardMarketError, type Operations } from '../../packages/client/dist/client.js'
import { openStack } from './open-stack.ts'

const web = (path: string) => import(new URL(`../../web/${path}`, import.meta.url).href)
const { totalsOf } = await web('stack/row-state.js')

type Answer = Operations['lookUpPrices']['output']

const damaged: readonly (readonly [what: string, damage: (answer: Answer) => unknown, todo: RegExp])[] = [
  ['a time that is none', ({ results }) => ({ results: results.map((row) => ({ ...row, fetchedAt: 'soon' })) }), /./],
  ['no time', ({ results }) => ({ results: results.map(({ fetchedAt: _, ...row }) => row) }), /./],
  [
    'prices that are no amounts',
    ({ results }) => ({
      results: results.map((row) => ({ ...row, prices: row.prices?.map((price) => ({ ...price, marketPrice: '3' })) })),
    }),
    /Price unknown/,
  ],
  [
    'prices below nothing',
    ({ results }) => ({
      results: results.map((row) => ({ ...row, prices: row.prices?.map((price) => ({ ...price, marketPrice: -3 })) })),
    }),
    /Price unknown/,
  ],
  ['no copies', ({ results }) => ({ results: results.map((row) => ({ ...row, prices: [] })) }), /Price unknown/],
]

describe('an answer that is not as the contract has it', () => {
  for (const [what, damage, todo] of damaged)
    test(`with ${what} prices nothing`, async () => {
      const { api, stack, settled, states } = await openStack()
      const { lookUpPrices } = api
      api.lookUpPrices = async (input) => {
        const answer = await lookUpPrices(input)
        return input?.cards?.length
          ? answer
          : { ...answer, data: { ...answer.data, ...(damage(answer.data) as Answer) } }
      }
      stack.addList('Charizard 4/102 Base Set')
      await settled()
      assert.match(states()[0], todo)
      const { sum, done } = totalsOf(stack.current().rows, stack.book)
      assert.deepEqual([sum, done], [null, 0])
    })

  test("at all is told as the service's, can be tried again, and loses nothing", async () => {
    const { api, stack, settled, states } = await openStack()
    const { lookUpPrices } = api
    api.lookUpPrices = async () => ({ data: null }) as never
    stack.addList('Charizard 4/102 Base Set')
    await settled()
    assert.equal(stack.problem()?.code, 'unexpected_answer')
    api.lookUpPrices = lookUpPrices
    await stack.resume()
    await settled()
    assert.deepEqual(states(), ['done'])
  })
})

test('a row of no copies asks how many they are', async () => {
  const { stack, settled, states } = await openStack()
  stack.addList('productId,quantity\n300004,0')
  await settled()
  assert.deepEqual(states(), ['How many copies?'])
})

test('a spent month is asked nothing more until a person says so, whatever is added', async () => {
  const spent = {
    code: 'quota_exceeded',
    message: '',
    status: 429,
    requestId: null,
    retryAfterSeconds: 700_000,
  } as const
  let asked = 0
  const { stack, settled } = await openStack({
    readPhoto: async () => {
      asked++
      throw new CardMarketError(spent)
    },
  })
  const picture = new Blob([new Uint8Array(8)], { type: 'image/jpeg' })
  await stack.addPhotos([picture])
  await settled()
  for (let count = 0; count < 5; count++) await stack.addPhotos([picture])
  await settled()
  assert.equal(asked, 1)
  await stack.retry()
  await settled()
  assert.ok(asked > 1)
})
