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
import { priceList } from '../../packages/client/src/price-list.ts'

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
  const identification = {
    productId: 99,
    matchScore: 96,
    ambiguous: false,
    parsed,
    inQuestion: [],
    priceRange: null,
    candidates: [candidate],
  }
  const found = { ...observed, query: 'Sol Ring 263', identification, unclear: null, productId: 99, skuId: price.skuId }
  return { ...found, status: 'ok', code: 'ok', price, prices: [price] }
}

const timedOut: PriceLookup = {
  ...{ ...observed, query: 'Sol Ring 263', identification: null, productId: 99, skuId: null, unclear: null },
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

describe('the rows of one request', () => {
  /** A client that answers each different entry once, as the service does, and prices a card by its text. */
  const serviceLike = (more: (results: PriceLookup[]) => PriceLookup[] = (results) => results) => {
    const pricedAs = (marketPrice: number): PriceLookup =>
      ({ ...foundIn('A Set'), price: { ...price, marketPrice } }) as PriceLookup
    const lookUpPrices = async ({ cards = [] }: Input = {}) => {
      const different = new Map(cards.map((card) => [JSON.stringify([card.q, card.set, card.category]), card]))
      return { data: { results: more([...different.values()].map(({ q }) => pricedAs(q.length))) }, ...unlimited }
    }
    return {
      listCategories: async () => ({ data: { categories }, ...unlimited }),
      lookUpPrices,
    } as unknown as ListClient
  }

  test('that ask for the same in another order of words each have the price of their own card', async () => {
    const rows = readList('Name,Set\nMew,A Set\nMew,\nPikachu,').map((row) => ({
      ...row,
      // As a pile that is of one game and one set says them of each row that leaves them open.
      entry: { q: row.entry?.q ?? '', ...row.entry, category: 'pokemon', set: 'A Set' },
    }))
    const found = await priceList(serviceLike(), rows, { category: null, onProgress: () => {} })
    assert.deepEqual(
      found.map((row) => row.price?.marketPrice),
      ['Mew'.length, 'Mew'.length, 'Pikachu'.length],
    )
  })

  test('have no price at all when there are not as many answers', async () => {
    const short = serviceLike((results) => results.slice(1))
    await assert.rejects(priced(short, 'Mew\nPikachu'), { code: 'unexpected_answer' })
  })
})

describe('a row with an id', () => {
  const missing = {
    ...observed,
    identification: null,
    unclear: null,
    price: null,
    prices: null,
    status: 'unavailable' as const,
  }
  const answering = (words: PriceLookup, id: PriceLookup) =>
    ({
      lookUpPrices: async ({ skuIds = [], cards = [] }: Input = {}) => ({
        data: { results: [...skuIds.map(() => id), ...cards.map(() => words)] },
        ...unlimited,
      }),
    }) as unknown as ListClient
  const idTimedOut = { ...missing, query: null, productId: null, skuId: 21, code: 'upstream_timeout' } as PriceLookup
  const idFound = {
    ...idTimedOut,
    productId: 99,
    status: 'ok',
    code: 'ok',
    prices: [{ ...price, skuId: 21 }],
  } as PriceLookup
  const wordsTimedOut = {
    ...missing,
    query: 'Sol Ring',
    productId: null,
    skuId: null,
    code: 'upstream_timeout',
  } as PriceLookup

  test('has no price when the source did not tell the id: it may name another copy than the usual', async () => {
    const [row] = await priced(answering(foundIn('Commander 2021'), idTimedOut), 'Name,SKU\nSol Ring,21')
    assert.deepEqual([row?.status, row?.code, row?.price], ['unavailable', 'upstream_timeout', null])
  })

  test('has none when its words could not be looked up: they may name another card', async () => {
    const [row] = await priced(answering(wordsTimedOut, idFound), 'Name,SKU\nSol Ring,21')
    assert.deepEqual([row?.status, row?.code, row?.price], ['unavailable', 'upstream_timeout', null])
  })
})

test('a list asks for as many entries at once as one request takes', async () => {
  const sizes: number[] = []
  const client = {
    lookUpPrices: async ({ cards = [] }: Input = {}) => {
      sizes.push(cards.length)
      return { data: { results: cards.map(() => foundIn('Commander 2021')) }, ...unlimited }
    },
  } as unknown as ListClient
  await priced(client, Array.from({ length: 101 }, (_, at) => `1 Mew ${at}`).join('\n'))
  assert.deepEqual(sizes, [100, 1])
})
