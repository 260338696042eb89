import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limits } from '../../src/contract/limits.ts'
import type { CardQuery, PriceLookup } from '../../src/contract/price-batch.ts'
import type { Price } from '../../src/contract/prices.ts'
import { startService, useService } from '../support/service.ts'
import { fakeClock } from '../support/temp.ts'

const post = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

describe('cards of POST /v1/prices', () => {
  const running = useService()

  const rowsOf = async (...cards: readonly CardQuery[]): Promise<readonly PriceLookup[]> => {
    const { status, body } = await running().call('/v1/prices', post({ cards }))
    assert.equal(status, 200, JSON.stringify(body))
    return body.results
  }
  const rowOf = async (card: CardQuery): Promise<PriceLookup> => (await rowsOf(card))[0] as PriceLookup
  const skuOf = ({ price }: PriceLookup) => price && [price.condition, price.variant, price.language]
  const state = ({ status, code, productId, skuId, price, prices }: PriceLookup) => [
    status,
    code,
    productId,
    skuId !== null,
    price !== null,
    prices !== null,
  ]

  test('a card is priced as the usual copy, with the very row of its product', async () => {
    const row = await rowOf({ q: ' Charizard 4/102 ', set: 'base-set' })
    assert.deepEqual(state(row), ['ok', 'ok', 300004, true, true, true])
    assert.equal(row.query, 'Charizard 4/102')
    assert.deepEqual(skuOf(row), ['Near Mint', 'Holofoil', 'English'])
    assert.deepEqual(row.prices, [row.price])
    const { body } = await running().call('/v1/products/300004/prices')
    assert.deepEqual(
      row.price,
      body.prices.find(({ skuId }: Price) => skuId === row.skuId),
    )
    const { identification } = row
    assert.equal(identification?.productId, 300004)
    assert.equal(identification.matchScore, identification.candidates[0]?.matchScore)
    assert.equal(identification.parsed.cardNumber, '4/102')
    assert.equal(identification.ambiguous, false)
  })

  test('condition, variant and language of an entry say which copy', async () => {
    for (const [card, sku] of [
      [{ q: 'Charizard 4/102', set: 'base-set', condition: 'LP' }, ['Lightly Played', 'Holofoil', 'English']],
      [
        { q: 'Charizard 4/102', set: 'base-set-shadowless', variant: '1st' },
        ['Near Mint', '1st Edition Holofoil', 'English'],
      ],
      [
        { q: 'WTR001', variant: 'Unlimited', condition: 'MP' },
        ['Moderately Played', 'Unlimited Edition Normal', 'English'],
      ],
      [{ q: 'Ariel - On Human Legs 1/204', variant: 'foil' }, ['Near Mint', 'Cold Foil', 'English']],
      [{ q: 'Ariel - On Human Legs 1/204' }, ['Near Mint', 'Normal', 'English']],
    ] as const)
      assert.deepEqual(skuOf(await rowOf(card)), sku, JSON.stringify(card))
  })

  test('a line says which copy, and its entry wins over it', async () => {
    const line = '2x Charizard 4/102 Base Set LP'
    const [said, changed, graded, foil, shadowless] = await rowsOf(
      { q: line },
      { q: line, condition: 'NM' },
      { q: 'Charizard 4/102 Base Set PSA 9' },
      { q: 'Ariel - On Human Legs 1/204 foil' },
      { q: 'Charizard 4/102 1st Edition', set: 'base-set-shadowless' },
    )
    assert.deepEqual(skuOf(said as PriceLookup), ['Lightly Played', 'Holofoil', 'English'])
    assert.equal(said?.identification?.parsed.quantity, 2)
    assert.deepEqual(skuOf(changed as PriceLookup), ['Near Mint', 'Holofoil', 'English'])
    assert.deepEqual([graded?.status, graded?.code, graded?.productId], ['needs_review', 'unclear_copy', 300004])
    assert.deepEqual(skuOf(foil as PriceLookup), ['Near Mint', 'Cold Foil', 'English'])
    assert.deepEqual(skuOf(shadowless as PriceLookup), ['Near Mint', '1st Edition Holofoil', 'English'])
  })

  test('a sealed product is priced unopened, a Japanese card in Japanese', async () => {
    assert.deepEqual(skuOf(await rowOf({ q: 'Shiny Star V Booster Box' })), ['Unopened', 'Normal', 'Japanese'])
  })

  test('a printing that is not certain needs review, with candidates and without a price', async () => {
    const [several, misfit, none] = await rowsOf({ q: 'Charizard' }, { q: 'Magmar 20/108' }, { q: 'Nonsense Xyzzy' })
    for (const row of [several, misfit, none] as PriceLookup[])
      assert.deepEqual(state(row), ['needs_review', 'unclear_printing', null, false, false, false])
    assert.equal(several?.identification?.ambiguous, true)
    assert.equal(several?.identification?.candidates.length, limits.candidatesPerCard)
    assert.equal(several?.identification?.productId, several?.identification?.candidates[0]?.productId)
    assert.ok((misfit?.identification?.matchScore ?? 100) < 50)
    const { productId, matchScore, candidates } = none?.identification ?? {}
    assert.deepEqual([productId, matchScore, candidates], [null, null, []])
  })

  test('a copy that is not certain needs review, with its product and what to ask, without a price', async () => {
    const certain = { q: 'Charizard 4/102', set: 'base-set' }
    const holofoil = ['Holofoil']
    const conditions = ['Near Mint', 'Lightly Played', 'Moderately Played', 'Heavily Played', 'Damaged']
    for (const [card, field, values] of [
      [{ q: 'Charizard 4/102', set: 'base-set-shadowless' }, 'variant', ['Unlimited Holofoil', '1st Edition Holofoil']],
      [{ ...certain, condition: 'PSA 9' }, 'condition', conditions],
      [{ ...certain, condition: 'LP/MP' }, 'condition', conditions],
      [{ ...certain, variant: 'Reverse Holofoil' }, 'variant', holofoil],
      [{ ...certain, variant: 'sparkling' }, 'variant', holofoil],
      [{ ...certain, language: 'German' }, 'language', ['English']],
      [{ ...certain, language: 'constructor' }, 'language', ['English']],
    ] as const) {
      const row = await rowOf(card)
      assert.deepEqual(
        state(row),
        ['needs_review', 'unclear_copy', card.set === 'base-set' ? 300004 : 301004, false, false, false],
        JSON.stringify(card),
      )
      assert.deepEqual(row.unclear, { field, values })
    }
    const unread = await rowOf({ q: 'Charizard 4/102 Base Set miscut' })
    assert.deepEqual(
      [unread.code, unread.unclear, unread.identification?.parsed.unread],
      ['unclear_copy', null, ['miscut']],
    )
  })

  test('a copy that the source has no price of is ok with nulls', async () => {
    const row = await rowOf({ q: 'Unseen Wanderer' })
    assert.deepEqual(state(row), ['ok', 'ok', 990005, true, true, true])
    assert.equal(row.price?.marketPrice, null)
  })

  test('rows come in request order after those of ids, equal entries once, each failing by itself', async () => {
    const card = { q: 'Charizard 4/102', set: 'base-set' }
    const body = {
      cards: [
        { q: 'Stormbound Lighthouse' },
        card,
        { ...card, category: 'pokemon' },
        { ...card, quantity: 4 },
        { q: 'Priceless Porcelain' },
      ],
      skuIds: [30000401],
      productIds: [300004],
    }
    const reply = await running().call('/v1/prices', post(body))
    assert.deepEqual(
      reply.body.results.map(({ query, productId, code }: PriceLookup) => [query, productId, code]),
      [
        [null, 300004, 'ok'],
        [null, 300004, 'ok'],
        ['Stormbound Lighthouse', 990001, 'upstream_unavailable'],
        ['Charizard 4/102', 300004, 'ok'],
        ['Charizard 4/102', 300004, 'ok'],
        ['Priceless Porcelain', 990002, 'upstream_unavailable'],
      ],
    )
    for (const { query, identification, price } of reply.body.results.slice(0, 2))
      assert.deepEqual([query, identification, price], [null, null, null])
    const failed = reply.body.results[2]
    assert.deepEqual(state(failed), ['unavailable', 'upstream_unavailable', 990001, false, false, false])
    assert.equal(failed.identification.productId, 990001)
  })

  test('the call fails only when every row did', async () => {
    const down = await running().call('/v1/prices', post({ cards: [{ q: 'Stormbound Lighthouse' }] }))
    assert.deepEqual([down.status, down.body.error.code], [502, 'upstream_unavailable'])
    const mixed = [{ q: 'Stormbound Lighthouse' }, { q: 'Charizard' }]
    assert.equal((await running().call('/v1/prices', post({ cards: mixed }))).status, 200)
  })

  test('different entries of all lists are counted together, equal ones as one', async () => {
    const { call } = running()
    const cards = Array.from({ length: 60 }, (_, index) => ({ q: `Card ${index}` }))
    const productIds = Array.from({ length: 40 }, (_, index) => index + 1)
    assert.equal((await call('/v1/prices', post({ cards: [...cards, ...cards], productIds }))).body.results.length, 100)
    const refused = await call('/v1/prices', post({ cards: [...cards, { q: 'Card 0', set: 'base-set' }], productIds }))
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_body'])
    assert.match(refused.body.error.message, /at most 100 .* 101/i)
  })

  test('an unknown product line is 400 that names it, whatever the other rows', async () => {
    const cards = [{ q: 'Charizard 4/102' }, { q: 'Pikachu', category: 'pokmon' }]
    const { status, body } = await running().call('/v1/prices', post({ cards, productIds: [300004] }))
    assert.deepEqual([status, body.error.code], [400, 'unknown_category'])
    assert.match(body.error.message, /"pokmon"/)
    const { candidates = [] } = (await rowOf({ q: 'Charizard', category: 'pokemon-japan' })).identification ?? {}
    assert.ok(candidates.length > 0)
    for (const { category } of candidates) assert.equal(category, 'Pokemon Japan')
  })
})

test('a list costs one unit, is as old as its oldest row, and a hit only when every row is', async (t) => {
  const clock = fakeClock('2026-11-21T09:30:00.000Z')
  const { call, service, accountId } = await startService(t, { now: clock.read })
  const one = { q: 'Charizard 4/102', set: 'base-set' }
  await call('/v1/prices', post({ cards: [one] }))
  clock.now += 60_000
  const other = { q: 'Blastoise 2/102', set: 'base-set' }
  const mixed = (await call('/v1/prices', post({ cards: [other, one] }))).body
  assert.deepEqual([mixed.fetchedAt, mixed.cacheHit], ['2026-11-21T09:30:00.000Z', false])
  assert.deepEqual(
    mixed.results.map(({ fetchedAt, cacheHit }: PriceLookup) => [fetchedAt, cacheHit]),
    [
      ['2026-11-21T09:31:00.000Z', false],
      ['2026-11-21T09:30:00.000Z', true],
    ],
  )
  assert.equal((await call('/v1/prices', post({ cards: [one, other] }))).body.cacheHit, true)
  assert.equal((await service.accounts.usageOf(accountId)).month.used, 3)
})

describe('hostile lists', () => {
  const running = useService()
  const junk = (index: number) => `${index} ${'ŧøЖ漢7/'.repeat(30)}`.slice(0, 120)
  const hundred = <T>(make: (index: number) => T): T[] => Array.from({ length: 100 }, (_, index) => make(index))

  test('a hundred cards with every field as long as it may be fit, however they are escaped', async () => {
    const card = (index: number) => ({
      q: `${index} ${'漢'.repeat(116)}`,
      set: '漢'.repeat(80),
      condition: '漢'.repeat(80),
      variant: '漢'.repeat(80),
      language: '漢'.repeat(80),
      category: 'pokemon'.padEnd(120, ' '),
    })
    const text = JSON.stringify({ cards: hundred(card) })
    const escaped = text.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
    for (const body of [text, escaped]) {
      const reply = await running().call('/v1/prices', post(body))
      assert.equal(reply.status, 200, JSON.stringify(reply.body).slice(0, 200))
      assert.equal(reply.body.results.length, 100)
    }
  })

  test('a hundred lines of junk are answered, each for review', async () => {
    const { status, body } = await running().call(
      '/v1/prices',
      post({ cards: hundred((index) => ({ q: junk(index) })) }),
    )
    assert.equal(status, 200)
    for (const row of body.results) assert.deepEqual([row.status, row.price], ['needs_review', null])
  })

  test('names of prototypes are neither fields nor words', async () => {
    const cards =
      '[{"q":"Charizard 4/102","set":"base-set","__proto__":{"condition":"LP"},"constructor":{"q":1}},' +
      '{"q":"__proto__"},{"q":"constructor"}]'
    const { status, body } = await running().call(
      '/v1/prices',
      post(`{"cards":${cards},"__proto__":{"productIds":[0]}}`),
    )
    assert.equal(status, 200)
    assert.equal(body.results[0].price.condition, 'Near Mint')
    assert.deepEqual([body.results[1].status, body.results[2].status], ['needs_review', 'needs_review'])
  })

  test('an entry of another form is 400 invalid_body that names its place', async () => {
    const good = { q: 'Charizard' }
    for (const [cards, place] of [
      [[good, {}], /at cards\.1,.*q/],
      [[good, { q: '  ' }], /at cards\.1\.q, must hold some text/],
      [[{ q: 5 }], /at cards\.0\.q/],
      [[{ q: null }], /at cards\.0\.q/],
      [[good, 'Charizard'], /at cards\.1/],
      [[good, null], /at cards\.1/],
      [[['Charizard']], /at cards\.0/],
      [[{ q: 'x'.repeat(121) }], /at cards\.0\.q/],
      [[{ q: 'x'.repeat(100_000) }], /at cards\.0\.q/],
      [[{ ...good, set: 'x'.repeat(81) }], /at cards\.0\.set/],
      [[{ ...good, condition: ['NM'] }], /at cards\.0\.condition/],
      [[{ ...good, variant: 'x'.repeat(81) }], /at cards\.0\.variant/],
      [[{ ...good, language: 7 }], /at cards\.0\.language/],
      [[{ ...good, category: {} }], /at cards\.0\.category/],
      ['Charizard', /at cards/],
      [{ q: 'Charizard' }, /at cards/],
      [Array(1_001).fill(good), /at cards/],
      [Array(100_000).fill(0), /at cards/],
    ] as const) {
      const { status, body } = await running().call('/v1/prices', post({ cards }))
      const shown = JSON.stringify(cards).slice(0, 60)
      assert.deepEqual([status, body.error.code], [400, 'invalid_body'], shown)
      assert.match(body.error.message, place, shown)
      assert.ok(body.error.message.length < 300, body.error.message)
    }
    for (const body of [{ cards: [] }, { cards: [], productIds: [], skuIds: [] }]) {
      const { error } = (await running().call('/v1/prices', post(body))).body
      assert.match(error.message, /at least one entry in productIds, skuIds or cards/)
    }
  })
})
