import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Candidate,
  CardMarketError,
  type Operations,
  type Price,
  type PriceLookup,
  readList,
} from '../../packages/client/src/client.ts'
import { priceList } from './price-list.ts'

type Input = NonNullable<Operations['lookUpPrices']['input']>
type Card = NonNullable<Input['cards']>[number]
type ListClient = Parameters<typeof priceList>[0]

const unlimited = { requestId: '', remaining: { minute: null, month: null } }
const observed = { upstreamStatus: null, fetchedAt: '2026-11-22T12:00:00.000Z', cacheHit: false }

const price: Price = {
  ...{ skuId: 990, condition: 'Near Mint', variant: 'Normal', language: 'English', marketPrice: 99 },
  ...{ lowestPrice: null, lowSalePrice: null, highSalePrice: null, sampleSize: null, calculatedAt: null },
}

/** A certain answer: a card of the set of this name. */
const foundIn = (setName: string): PriceLookup => {
  const candidate = { productId: 99, name: 'Sol Ring', setName, cardNumber: '263', matchScore: 96 } as Candidate
  const parsed = {
    ...{ name: 'Sol Ring', cardNumber: '263', setHint: null, quantity: null },
    ...{ condition: null, variant: null, language: null, unread: [] },
  }
  const identification = { productId: 99, matchScore: 96, ambiguous: false, parsed, candidates: [candidate] }
  const found = { ...observed, query: 'Sol Ring 263', identification, productId: 99, skuId: price.skuId }
  return { ...found, status: 'ok', code: 'ok', price, prices: [price] }
}

const timedOut: PriceLookup = {
  ...{ ...observed, query: 'Sol Ring 263', identification: null, productId: 99, skuId: null },
  ...{ status: 'unavailable', code: 'upstream_timeout', price: null, prices: null },
}

const limited = new CardMarketError({
  ...{ code: 'rate_limited', message: 'Too many requests.', status: 429, requestId: null, retryAfterSeconds: null },
})

const categories = [
  { slug: 'magic', name: 'Magic' },
  { slug: 'pokemon', name: 'Pokemon' },
  { slug: 'lorcana-tcg', name: 'Lorcana TCG' },
]

/** A client that answers each card as told, with what it was asked. */
const fakeClient = (answer: (card: Card) => PriceLookup | CardMarketError) => {
  const asked: Card[] = []
  let listings = 0
  const client = {
    listCategories: async () => {
      listings++
      return { data: { categories }, ...unlimited }
    },
    lookUpPrices: async ({ cards = [] }: Input = {}) => {
      asked.push(...cards)
      const results = cards.map((card) => {
        const one = answer(card)
        if (one instanceof CardMarketError) throw one
        return one
      })
      return { data: { results }, ...unlimited }
    },
  }
  return { client: client as unknown as ListClient, asked, listings: () => listings }
}

const priced = (client: ListClient, text: string, category: string | null = null) =>
  priceList(client, readList(text), { category, onProgress: () => {} })

describe('a row whose code led to another set than its name says', () => {
  const text = 'Name,Number,Set Code,Set Name\nSol Ring,263,c21,Commander 2021'
  const byName = (second: PriceLookup | CardMarketError) =>
    fakeClient(({ set }) => (set === 'c21' ? foundIn('Wrong Set') : second))

  test('is priced where the name is answered', async () => {
    const { client, asked } = byName(foundIn('Commander 2021'))
    const [row] = await priced(client, text)
    assert.deepEqual([row?.status, row?.price?.marketPrice], ['ok', 99])
    assert.deepEqual(
      asked.map(({ set }) => set),
      ['c21', 'Commander 2021'],
    )
  })

  test('has no price when the request for the name fails, and the code of that failure', async () => {
    const [row] = await priced(byName(limited).client, text)
    assert.deepEqual([row?.status, row?.code, row?.price], ['unavailable', 'rate_limited', null])
  })

  test('has no price when the name alone could not be priced', async () => {
    const [row] = await priced(byName(timedOut).client, text)
    assert.deepEqual([row?.status, row?.code, row?.price], ['unavailable', 'upstream_timeout', null])
  })
})

describe('the product line of a row', () => {
  const answering = () => fakeClient(() => foundIn('Commander 2021'))

  test('is its own where it names one, and the given one where it names none', async () => {
    const { client, asked, listings } = answering()
    const rows = await priced(client, 'Name,Game\nSol Ring,Magic\nMew,\nAriel,Lorcana TCG', 'pokemon')
    assert.deepEqual(
      asked.map(({ category }) => category),
      ['magic', 'pokemon', 'lorcana-tcg'],
    )
    assert.deepEqual(
      rows.map(({ status }) => status),
      ['ok', 'ok', 'ok'],
    )
    assert.equal(listings(), 1)
  })

  test('that the service does not have is left to a person and looked up in no other', async () => {
    for (const [category, game] of [
      [null, 'Yu-Gi-Oh!'],
      ['pokemon', 'Yu-Gi-Oh!'],
      ['pokemon', 'Digimon'],
    ] as const) {
      const { client, asked } = answering()
      const [row] = await priced(client, `Name,Game\nDark Magician,${game}`, category)
      assert.deepEqual([row?.status, row?.code, row?.price], ['needs_review', 'unknown_category', null])
      assert.deepEqual(asked, [])
    }
  })

  test('costs no request where no row names one', async () => {
    const { client, listings } = answering()
    await priced(client, '1 Sol Ring', 'magic')
    assert.equal(listings(), 0)
  })
})
