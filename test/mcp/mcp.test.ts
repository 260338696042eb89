import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { startDailyService } from '../support/daily-service.ts'
import { runCli } from '../support/process.ts'
import { type RunningService, startService } from '../support/service.ts'
import { tempFolder } from '../support/temp.ts'

type Context = Parameters<typeof startService>[0]

const cli = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

/** What was called with a key. */
const spentOn = ({ reports }: Pick<RunningService, 'reports'>) =>
  reports.map(({ operation }) => operation).filter((operation) => operation !== 'capabilities')

/** An agent connected over stdio, as any MCP host connects. */
const connect = async (
  t: Context,
  { address, key }: Pick<RunningService, 'address' | 'key'>,
  mode: 'legacy' | 'auto' = 'legacy',
) => {
  const agent = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const env = { PATH: process.env.PATH ?? '', CARD_MARKET_URL: address, CARD_MARKET_KEY: key }
  await agent.connect(new StdioClientTransport({ command: process.execPath, args: [cli, 'mcp'], env, stderr: 'inherit' }))
  t.after(() => agent.close())
  const call = async (name: string, input: Record<string, unknown>) => {
    const { content, isError } = await agent.callTool({ name, arguments: input })
    const [{ text = '' } = {}] = content as { text?: string }[]
    return { text, isFailed: isError === true, answer: isError ? null : JSON.parse(text) }
  }
  return { agent, call }
}

test('an agent finds nine tools, each saying what it costs, and is told what null means and when to ask', async (t) => {
  const service = await startService(t)
  const { agent } = await connect(t, service)
  const { tools } = await agent.listTools()
  const names = tools.map(({ name }) => name)
  assert.deepEqual(names, ['capabilities', 'search', 'identify', 'photo', 'prices', 'history', 'listings', 'snapshot', 'batch'])
  for (const { name, description, inputSchema } of tools) {
    assert.match(description ?? '', name === 'capabilities' ? /Costs nothing\./ : /Costs one request\./, name)
    assert.equal(inputSchema.type, 'object')
  }
  const identify = tools.find(({ name }) => name === 'identify')
  assert.deepEqual(identify?.inputSchema.required, ['q'])
  assert.match(agent.getInstructions() ?? '', /null means unknown.*person/s)
  assert.deepEqual(spentOn(service), [], 'looking costs nothing')
})

test('an agent is served in the revision of the protocol that it speaks, the first one or the one without a handshake', async (t) => {
  const service = await startService(t)
  for (const [mode, era] of [
    ['legacy', 'legacy'],
    ['auto', 'modern'],
  ] as const) {
    const { agent, call } = await connect(t, service, mode)
    assert.equal(agent.getProtocolEra(), era)
    assert.equal((await agent.listTools()).tools.length, 9)
    assert.equal((await call('prices', { productId: 300004 })).answer.source, 'sandbox')
  }
})

test('every tool answers, compactly and with what is left', async (t) => {
  const service = await startService(t)
  const { call } = await connect(t, service)
  const found = await call('identify', { q: 'Charizard 4/102', set: 'base-set' })
  assert.equal(found.answer.candidates[0].productId, 300004)
  assert.equal(typeof found.answer.requestsLeft.month, 'number')
  assert.equal((await call('search', { q: 'pikachu' })).answer.products.length <= 10, true)
  const { answer: prices } = await call('prices', { productId: 300004 })
  assert.deepEqual([prices.source, prices.currency], ['sandbox', 'USD'])
  const { answer: history } = await call('history', { productId: 300004, range: 'quarter' })
  for (const { points } of history.series) assert.ok(points.length > 10 && points.length <= 24)
  assert.equal((await call('listings', { productId: 990010 })).answer.offers.length, 10)
  const whole = await call('snapshot', { productId: 300004 })
  assert.ok(whole.text.length < 9_000, `${whole.text.length} characters`)
  assert.deepEqual(whole.answer.unavailable, {})
  const { answer: batch } = await call('batch', { productIds: [300004, 5] })
  assert.deepEqual(
    batch.results.map(({ code, prices }: { code?: string; prices: unknown[] | null }) => [code, prices === null]),
    [
      [undefined, false],
      ['product_not_found', true],
    ],
  )
})

test('a pasted list is priced in one call: what is certain has its copy and price, what is not says what to ask', async (t) => {
  const service = await startService(t)
  const { agent, call } = await connect(t, service)
  const cards = [
    { q: 'Charizard 4/102', set: 'base-set', condition: 'LP' },
    { q: 'Charizard 4/102', set: 'base-set-shadowless' },
    { q: 'Charizard' },
    { q: 'Nonsense Xyzzy' },
    { q: 'Unseen Wanderer' },
    { q: 'Stormbound Lighthouse' },
    { q: '3 Blastoise 2/102 Base Set PSA 9' },
  ]
  const { answer, text } = await call('batch', { cards })
  assert.equal(spentOn(service).length, 1)
  const [certain, copy, printing, nothing, unpriced, failed, graded] = answer.results
  assert.deepEqual(
    [certain.query, certain.product, certain.set, certain.number, certain.productId],
    ['Charizard 4/102', 'Charizard', 'Base Set', '004/102', 300004],
  )
  assert.deepEqual(certain.copy, ['Lightly Played', 'Holofoil', 'English'])
  const { body } = await service.call('/v1/products/300004/prices')
  const played = body.prices.find(({ condition }: { condition: string }) => condition === 'Lightly Played')
  assert.equal(certain.marketPrice, played.marketPrice)
  assert.ok(certain.score >= 50)
  assert.deepEqual([copy.askAPerson, copy.productId, copy.marketPrice], ['which copy', 301004, undefined])
  assert.deepEqual([printing.askAPerson, printing.candidates.length], ['which printing', 5])
  assert.deepEqual(answer.candidate, ['productId', 'name', 'set', 'number', 'matchScore'])
  assert.deepEqual([nothing.askAPerson, nothing.candidates], ['which printing', []])
  assert.deepEqual([unpriced.productId, unpriced.marketPrice], [990005, null])
  assert.deepEqual([failed.productId, failed.code], [990001, 'upstream_unavailable'])
  assert.deepEqual([graded.askAPerson, graded.condition, graded.quantity], ['which copy', 'PSA 9', 3])
  assert.ok(text.length < 2_500, `${text.length} characters`)
  const batch = (await agent.listTools()).tools.find(({ name }) => name === 'batch')
  assert.match(batch?.description ?? '', /pasted list as cards/)
})

test('what a text says of the copy is told where it says something', async (t) => {
  const service = await startService(t)
  const { call } = await connect(t, service)
  const { answer } = await call('identify', { q: 'Charizard 4/102', category: 'pokemon' })
  assert.deepEqual(answer.parsed, { name: 'Charizard', cardNumber: '4/102' })
})

test('an argument that a tool does not take is refused by name before anything is spent', async (t) => {
  const service = await startService(t)
  const { call } = await connect(t, service)
  for (const [tool, input, name] of [
    ['prices', { productId: 300004, condition: 'NM' }, 'condition'],
    ['search', { query: 'pikachu' }, 'query'],
    ['batch', { cards: [{ q: 'Charizard' }, { q: 'Pikachu', conditon: 'LP' }] }, 'cards.1.conditon'],
    ['batch', { productIds: [300004], constructor: 1 }, 'constructor'],
    ['photo', { file: 'card.jpg' }, 'file'],
  ] as const) {
    const { isFailed, text } = await call(tool, input)
    assert.equal(isFailed, true, tool)
    assert.match(text, new RegExp(`${tool} takes no ${name.replaceAll('.', '\\.')}\\b`))
  }
  assert.deepEqual(spentOn(service), [])
})

test('unknown stays null, a section that is down is named, and ambiguity asks for a person', async (t) => {
  const service = await startService(t)
  const { call } = await connect(t, service)
  const { answer: unseen } = await call('prices', { productId: 990005 })
  for (const { marketPrice } of unseen.prices) assert.equal(marketPrice, null)
  const { answer: partly } = await call('snapshot', { productId: 990002 })
  assert.deepEqual([partly.unavailable, partly.marketPrices], [{ marketPrices: 'upstream_unavailable' }, null])
  for (const [q, asks] of [
    ['Charizard', true],
    ['Magmar 20/108', true],
    ['Charizard 4/102 Base Set', undefined],
  ])
    assert.equal((await call('identify', { q })).answer.askAPerson, asks)
})

test('a failure is an answer that says what to do, and the agent goes on', async (t) => {
  const service = await startService(t)
  const { key } = await service.issue({ monthlyRequests: 4 })
  const { call } = await connect(t, { address: service.address, key })
  assert.match((await call('prices', { productId: 5 })).text, /product_not_found.*Search or identify/)
  assert.match((await call('prices', { productId: 990001 })).text, /upstream_unavailable.*unknown/)
  assert.match((await call('history', { productId: 300004, range: 'week' })).text, /invalid_parameter.*range/)
  assert.equal((await call('prices', { productId: 300004 })).isFailed, false)
  assert.match((await call('prices', { productId: 300004 })).text, /quota_exceeded.*do not try again/)
  assert.match((await call('nonsense', {})).text, /no tool nonsense/)
})

test('what the source never has costs an agent nothing: the tool says so, and a call is refused before it is made', async (t) => {
  const prices = { 101: { Holofoil: [400, 350] as const } }
  const day = { observedAt: '2026-11-20T20:00:00Z', recordedAt: '2026-11-20T20:10:00Z', prices }
  const service = await startDailyService(t, [day], { env: { OCR_WORKERS: '0' } })
  const { agent, call } = await connect(t, service)
  const { tools } = await agent.listTools()
  const lacking = tools.filter(({ description }) =>
    description?.startsWith('This service, with the source tcgcsv, does not offer'),
  )
  assert.deepEqual(
    lacking.map(({ name }) => name),
    ['photo', 'listings'],
  )
  const refused = await call('listings', { productId: 101 })
  assert.equal(refused.isFailed, true)
  assert.match(refused.text, /not_offered_by_source: .*tcgcsv, does not offer offers of sellers\. Nothing was spent\./)
  assert.deepEqual(spentOn(service), [])
  const past = await call('prices', { productId: 101, asOf: '2026-11-21' })
  assert.deepEqual([past.answer.calculatedAt, past.answer.prices[0].marketPrice], ['2026-11-20T20:00:00.000Z', 4])
  const { answer } = await call('snapshot', { productId: 101 })
  assert.deepEqual(answer.unavailable, { listings: 'not_offered_by_source' })
  const { answer: told } = await call('capabilities', {})
  assert.deepEqual([told.data.listings.offered, told.recordedSince, told.pricedBy], [false, '2026-11-20', 'printing'])
  assert.match(told.attribution.text, /^This product uses TCGplayer data/)
})

test('a past that is not kept is refused before anything is spent', async (t) => {
  const service = await startService(t)
  const { call } = await connect(t, service)
  for (const [tool, input] of [
    ['prices', { productId: 300004, asOf: '2026-11-21' }],
    ['batch', { productIds: [300004], asOf: '2026-11-21' }],
  ] as const)
    assert.match((await call(tool, input)).text, /with the source sandbox, does not offer prices of the past\. Nothing was spent/)
  assert.deepEqual(spentOn(service), [])
})

test('a photo is sent only when it is one', async (t) => {
  const service = await startService(t, { env: { OCR_WORKERS: '1' } })
  const { call } = await connect(t, service)
  const folder = tempFolder(t)
  writeFileSync(join(folder, 'secrets.txt'), 'password')
  assert.match((await call('photo', { path: join(folder, 'secrets.txt') })).text, /not a PNG, JPEG or WebP/)
  assert.match((await call('photo', { path: join(folder, 'none.png') })).text, /no file/)
  assert.deepEqual(spentOn(service), [])
  writeFileSync(join(folder, 'card.jpg'), Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
  assert.equal((await call('photo', { path: join(folder, 'card.jpg') })).isFailed, true)
  assert.equal(service.reports.at(-1)?.operation, 'identifyImage')
})

test('without a key the command says which setting is missing', async () => {
  const { status, err } = await runCli(['mcp'])
  assert.deepEqual([status, /CARD_MARKET_KEY/.test(err)], [2, true])
})
