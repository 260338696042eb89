import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectAgent, spentOn, transports, useAgents } from '../support/agent.ts'
import { startDailyService } from '../support/daily-service.ts'

// On other days another number of offers is made.
const behindMs = Date.now() - Date.parse('2026-11-22T12:00:00Z')
const { running, connect } = useAgents({ now: () => Date.now() - behindMs })

const names = [
  ...['card_capabilities', 'card_product_lines', 'card_sets', 'card_search', 'card_identify', 'card_identify_photo'],
  ...['card_prices', 'card_price_list', 'card_history', 'card_listings', 'card_snapshot', 'card_usage'],
]

for (const transport of transports) {
  test(`over ${transport} an agent finds twelve tools, their costs, what null means and when to ask`, async () => {
    const service = running()
    const { agent, tools } = await connect({ transport })
    assert.deepEqual(
      tools.map(({ name }) => name),
      names,
    )
    for (const { name, description, inputSchema, outputSchema } of tools) {
      assert.match(description ?? '', name === 'card_capabilities' ? /Costs nothing\./ : /Costs one request\./, name)
      assert.deepEqual(
        [inputSchema.type, inputSchema.additionalProperties, outputSchema?.type],
        ['object', false, 'object'],
      )
      // Interfaces of models refuse every call of an agent that was given such a tool.
      for (const keyword of ['anyOf', 'oneOf', 'allOf', 'not', 'if'])
        assert.ok(!(keyword in inputSchema), `${name}: ${keyword}`)
      assert.doesNotMatch(
        JSON.stringify([description, inputSchema]),
        /\b(?:GET|POST) \//,
        'an agent is pointed to tools, not to paths',
      )
    }
    const search = tools.find(({ name }) => name === 'card_search')
    assert.deepEqual({ ...Object(search?.inputSchema.properties?.limit) }.default, 10, "the tool's own default")
    assert.match(agent.getInstructions() ?? '', /null means unknown.*person.*third parties.*attribution/s)
    assert.deepEqual(spentOn(service), [], 'looking costs nothing')
  })

  test(`over ${transport} an agent is served in its revision of the protocol, the first or the newest`, async () => {
    for (const [mode, era] of [
      ['legacy', 'legacy'],
      ['auto', 'modern'],
    ] as const) {
      const { agent, tools, call } = await connect({ transport, mode })
      assert.equal(agent.getProtocolEra(), era)
      assert.equal(tools.length, 12)
      assert.equal((await call('card_prices', { productId: 300004 })).answer.source, 'sandbox')
    }
  })

  test(`over ${transport} every tool answers by its schema, with what is left, for one request`, async (t) => {
    const service = running()
    const { key } = await service.issue()
    const { call } = await connectAgent(t, { address: service.address, key }, { transport })
    const { answer: told } = await call('card_capabilities')
    assert.deepEqual([told.source, told.data.photos.offered, told.requestsLeft], ['sandbox', false, undefined])
    const { answer: lines } = await call('card_product_lines')
    assert.ok(lines.productLines.some(({ slug }: { slug: string }) => slug === 'pokemon'))
    const { answer: sets } = await call('card_sets', { category: 'pokemon', name: 'BASE set', limit: 1 })
    assert.deepEqual([sets.sets.length, sets.sets[0].slug, sets.matching < sets.total], [1, 'base-set', true])
    assert.match(sets.cut, /more sets: narrow them by name/)
    const found = await call('card_identify', { q: 'Charizard 4/102', set: 'base-set' })
    assert.equal(found.answer.candidates[0].productId, 300004)
    assert.equal(typeof found.answer.requestsLeft.month, 'number')
    assert.equal((await call('card_search', { q: 'pikachu' })).answer.products.length <= 10, true)
    const { answer: prices } = await call('card_prices', { productId: 300004 })
    assert.deepEqual([prices.source, prices.currency], ['sandbox', 'USD'])
    const { answer: history } = await call('card_history', { productId: 300004, range: 'quarter', limit: 2 })
    assert.equal(history.series.length, 2)
    for (const { points } of history.series) assert.ok(points.length > 10 && points.length <= 24)
    const { answer: listings } = await call('card_listings', { productId: 990010 })
    assert.deepEqual(
      [listings.offers.length, typeof listings.offers[0].listingId, typeof listings.offers[0].skuId],
      [10, 'number', 'number'],
    )
    const whole = await call('card_snapshot', { productId: 300004 })
    assert.ok(whole.text.length < 9_000, `${whole.text.length} characters`)
    assert.deepEqual([whole.answer.unavailable, whole.answer.listings.cheapest.length], [{}, 5])
    const { answer: list } = await call('card_price_list', { productIds: [300004, 5], skuIds: [30000401] })
    assert.deepEqual(
      list.results.map(({ code, prices: rows }: { code?: string; prices: unknown[] | null }) => [code, rows === null]),
      [
        [undefined, false],
        ['product_not_found', true],
        [undefined, false],
      ],
    )
    const { answer: usage } = await call('card_usage')
    assert.equal(usage.month.used, 10)
    assert.deepEqual([usage.requestsLeft.month, spentOn(service).length], [usage.month.remaining, 10])
  })

  test(`over ${transport} unknown stays null, a failed section is named, and ambiguity asks a person`, async () => {
    const { call } = await connect({ transport })
    const { answer: unseen } = await call('card_prices', { productId: 990005 })
    for (const { marketPrice } of unseen.prices) assert.equal(marketPrice, null)
    const { answer: partly } = await call('card_snapshot', { productId: 990002 })
    assert.deepEqual([partly.unavailable, partly.marketPrices], [{ marketPrices: 'upstream_unavailable' }, null])
    for (const [q, asks] of [
      ['Charizard', true],
      ['Magmar 20/108', true],
      ['Charizard 4/102 Base Set', undefined],
    ])
      assert.equal((await call('card_identify', { q })).answer.askAPerson, asks)
  })

  test(`over ${transport} a failure is an answer that says what to do, and the agent goes on`, async (t) => {
    const service = running()
    const { key } = await service.issue({ monthlyRequests: 3 })
    const { agent, call } = await connectAgent(t, { address: service.address, key }, { transport })
    const missing = await call('card_prices', { productId: 5 })
    assert.match(missing.text, /^product_not_found: .*Search or identify.*\(request [\w.-]+\)$/)
    assert.equal(missing.code, 'product_not_found')
    assert.match((await call('card_prices', { productId: 990001 })).text, /upstream_unavailable.*unknown/)
    assert.equal((await call('card_prices', { productId: 300004 })).isFailed, false)
    assert.match(
      (await call('card_prices', { productId: 300004 })).text,
      /quota_exceeded.*Retry after \d+ s\..*do not try again/,
    )
    await assert.rejects(agent.callTool({ name: 'prices', arguments: {} }), {
      code: -32602,
      message: /There is no tool prices; there are card_capabilities, /,
    })
  })

  test(`over ${transport} what the source never has is refused for nothing, and its tool says so`, async (t) => {
    const prices = { 101: { Holofoil: [400, 350] as const } }
    const day = { observedAt: '2026-11-20T20:00:00Z', recordedAt: '2026-11-20T20:10:00Z', prices }
    const service = await startDailyService(t, [day], { env: { OCR_WORKERS: '0' } })
    const { tools, call } = await connectAgent(t, service, { transport })
    const lacking = tools.filter(({ description }) =>
      description?.startsWith('This service, with the source tcgcsv, does not offer'),
    )
    assert.deepEqual(
      lacking.map(({ name }) => name),
      ['card_identify_photo', 'card_listings'],
    )
    const refused = await call('card_listings', { productId: 101 })
    assert.equal(refused.isFailed, true)
    assert.match(
      refused.text,
      /not_offered_by_source: .*tcgcsv, does not offer offers of sellers\. Nothing was spent\./,
    )
    assert.deepEqual(spentOn(service), [])
    const past = await call('card_prices', { productId: 101, asOf: '2026-11-21' })
    assert.deepEqual([past.answer.calculatedAt, past.answer.prices[0].marketPrice], ['2026-11-20T20:00:00.000Z', 4])
    for (const [tool, input] of [
      ['card_search', { q: 'charizard' }],
      ['card_identify', { q: 'Charizard' }],
      ['card_history', { productId: 101 }],
      ['card_sets', { category: 'pokemon' }],
      ['card_price_list', { productIds: [101], cards: [{ q: 'Charizard' }], asOf: '2026-11-21' }],
    ] as const)
      assert.equal((await call(tool, input)).isFailed, false, tool)
    const { answer } = await call('card_snapshot', { productId: 101 })
    assert.deepEqual(answer.unavailable, { listings: 'not_offered_by_source' })
    const { answer: told } = await call('card_capabilities')
    assert.deepEqual([told.data.listings.offered, told.recordedSince, told.pricedBy], [false, '2026-11-20', 'printing'])
    assert.match(told.attribution.text, /^This product uses TCGplayer data/)
  })
}

test('a pasted list is priced in one call: certain rows have copy and price, others what to ask', async () => {
  const service = running()
  const { call } = await connect()
  const cards = [
    { q: 'Charizard 4/102', set: 'base-set', condition: 'LP' },
    { q: 'Charizard 4/102', set: 'base-set-shadowless' },
    { q: 'Charizard' },
    { q: 'Nonsense Xyzzy' },
    { q: 'Unseen Wanderer' },
    { q: 'Stormbound Lighthouse' },
    { q: '3 Blastoise 2/102 Base Set PSA 9' },
  ]
  const { answer, text } = await call('card_price_list', { cards })
  assert.equal(spentOn(service).length, 1)
  const [certain, copy, printing, nothing, unpriced, failed, graded] = answer.results
  assert.deepEqual(
    [certain.query, certain.product, certain.set, certain.number, certain.productId],
    ['Charizard 4/102', 'Charizard', 'Base Set', '004/102', 300004],
  )
  assert.deepEqual(Object.values(certain.copy), ['Lightly Played', 'Holofoil', 'English'])
  const { body } = await service.call('/v1/products/300004/prices')
  const played = body.prices.find(({ condition }: { condition: string }) => condition === 'Lightly Played')
  assert.deepEqual([certain.marketPrice, certain.skuId], [played.marketPrice, played.skuId])
  assert.ok(certain.score >= 50)
  assert.deepEqual([copy.askAPerson, copy.productId, copy.marketPrice], ['which copy', 301004, undefined])
  assert.deepEqual(copy.unclear, { field: 'variant', values: ['Unlimited Holofoil', '1st Edition Holofoil'] })
  assert.deepEqual([printing.askAPerson, printing.candidates.length, printing.moreMayFit], ['which printing', 5, true])
  assert.deepEqual([nothing.askAPerson, nothing.candidates], ['which printing', []])
  assert.deepEqual([unpriced.productId, unpriced.marketPrice], [990005, null])
  assert.deepEqual([failed.productId, failed.code], [990001, 'upstream_unavailable'])
  assert.deepEqual([graded.askAPerson, graded.read], ['which copy', { condition: 'PSA 9', quantity: 3 }])
  assert.ok(text.length < 3_500, `${text.length} characters`)
})

test('of a long list no printing is left out that cannot be told from the best', async () => {
  const { call } = await connect()
  const found = (await call('card_identify', { q: 'Forest', limit: 24 })).answer.candidates
  const tied = found.filter(({ matchScore }: { matchScore: number }) => found[0].matchScore - matchScore < 1.5).length
  assert.ok(tied > 3)
  const cards = [{ q: 'Forest' }, ...Array.from({ length: 30 }, (_, at) => ({ q: `Charizard ${at + 1}/102` }))]
  const [row] = (await call('card_price_list', { cards })).answer.results
  assert.deepEqual([row.candidates.length >= Math.min(tied, 5), row.moreMayFit], [true, true])
})

test('a long answer says what it leaves out, and stays within what an agent can read', async () => {
  const service = running()
  const { call } = await connect()
  const page = await service.call('/v1/search?limit=50')
  const next = await service.call('/v1/search?limit=50&offset=50')
  const productIds = [...page.body.products, ...next.body.products].map(({ productId }) => productId)
  const { answer, text } = await call('card_price_list', { productIds })
  assert.ok(text.length < 26_000, `${text.length} characters`)
  assert.ok(
    answer.cut === undefined ? answer.results.length === 100 : /The last \d+ of 100 rows are left out/.test(answer.cut),
  )
  assert.ok(answer.results.some(({ moreSkus }: { moreSkus?: number }) => (moreSkus ?? 0) > 0))
  const offers = await call('card_listings', { productId: 990010, limit: 100 })
  assert.ok(offers.text.length < 26_000, `${offers.text.length} characters`)
  assert.equal(offers.answer.offers.length < 100, /Ask for the rest with offset \d+/.test(offers.answer.cut ?? ''))
})

test('what a text says of the copy is told where it says something', async () => {
  const { call } = await connect()
  const { answer } = await call('card_identify', { q: 'Charizard 4/102', category: 'pokemon' })
  assert.deepEqual(answer.parsed, { name: 'Charizard', cardNumber: '4/102' })
})
