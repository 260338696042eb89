import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postMessage, spentOn, toolCall, useAgents } from '../support/agent.ts'
import { inheritedNames } from '../support/hostile-texts.ts'

const { running, connect } = useAgents()

/** More than one call prices. */
const manyCards = Array.from({ length: 101 }, (_, at) => ({ q: `Charizard ${at}` }))

test('wrong arguments cost nothing: the answer names what is wrong, where, and what is allowed', async () => {
  const service = running()
  const { call } = await connect()
  for (const [tool, input, problem] of [
    [
      'card_prices',
      { productId: 300004, condition: 'NM' },
      /condition is not taken; these are: productId, asOf, knownAt/,
    ],
    ['card_search', { query: 'pikachu' }, /query is not taken; these are: q, category, set, offset, limit, sort/],
    [
      'card_price_list',
      { cards: [{ q: 'Charizard' }, { q: 'Pikachu', conditon: 'LP' }] },
      /cards\.1\.conditon is not taken; these are: q, set, /,
    ],
    ['card_price_list', { productIds: [300004], constructor: 1 }, /constructor is not taken/],
    ['card_price_list', {}, /one of cards, productIds, skuIds is needed/],
    ['card_price_list', { cards: [] }, /one of cards, productIds, skuIds is needed/],
    ['card_price_list', { productIds: ['300004'] }, /productIds\.0 must be an integer from 1 to 9007199254740991/],
    ['card_price_list', { cards: ['Charizard'] }, /cards\.0 must be an object with q, set, /],
    ['card_identify', {}, /q is missing; it must be a text of at most 120 characters/],
    ['card_identify', { q: ['a', 'b'] }, /q must be a text of at most 120 characters/],
    ['card_identify', { q: 'x'.repeat(121) }, /q must be a text of at most 120 characters/],
    ['card_identify', { q: 'Charizard', limit: '5' }, /limit must be an integer from 1 to 24/],
    ['card_prices', { productId: '300004' }, /productId must be an integer from 1 to 9007199254740991/],
    ['card_prices', { productId: 0 }, /productId must be an integer from 1/],
    ['card_prices', { productId: 1.5 }, /productId must be an integer from 1/],
    ['card_history', { productId: 300004, range: 'week' }, /range must be one of month, quarter, semi-annual, annual/],
    ['card_snapshot', { productId: 990010, limit: 100 }, /limit is not taken/],
    ['card_usage', { account: 'other' }, /account is not taken; none is taken/],
    ['card_identify_photo', { file: 'card.jpg' }, /file is not taken/],
    [
      'card_identify_photo',
      { imageDataUrl: 'iVBORw0KGgo=' },
      /imageDataUrl must be as described: Complete `data:image\/png\|jpeg\|webp;base64,…` URL/,
    ],
    ['card_identify_photo', { imageDataUrl: 'data:image/gif;base64,AAAA' }, /imageDataUrl must be as described/],
    ['card_price_list', { cards: manyCards }, /cards must be a list of at most 100 entries/],
    [
      'card_price_list',
      { cards: manyCards.slice(0, 60), productIds: Array.from({ length: 60 }, (_, at) => at + 1) },
      /cards, productIds, skuIds must hold at most 100 different entries together; these are 120/,
    ],
    ['card_identify', { q: '' }, /q must be a text that is not blank/],
    ['card_identify', { q: ' \u00a0 ' }, /q must be a text that is not blank/],
    ['card_price_list', { cards: [{ q: 'Mew' }, { q: '' }] }, /cards\.1\.q must be a text that is not blank/],
    ['card_sets', { category: '' }, /category must be a text that is not blank/],
    [
      'card_prices',
      { productId: 300004, asOf: 'yesterday' },
      /asOf must be a UTC date, such as 2026-11-21, or an instant with its zone/,
    ],
    ['card_snapshot', { productId: 300004, asOf: '2026-02-30' }, /asOf must be a UTC date/],
    [
      'card_price_list',
      { productIds: [300004], asOf: '2026-11-21', knownAt: 'now' },
      /knownAt must be an instant with its zone/,
    ],
    ['card_prices', { productId: 300004, knownAt: '2026-11-21T08:00:00Z' }, /knownAt must come with asOf/],
  ] as const) {
    const { code, text } = await call(tool, input)
    assert.equal(code, 'invalid_arguments', `${tool}: ${text}`)
    assert.match(text, problem, tool)
    assert.match(text, /Nothing was spent\.$/)
  }
  assert.deepEqual(spentOn(service), [])
})

test('equal entries of a list count once, and blanks where nothing is needed are none', async () => {
  const { call } = await connect()
  const card = { q: 'Charizard 4/102', set: 'base-set' }
  const cards = Array.from({ length: 60 }, (_, at) => (at % 2 ? card : { set: card.set, q: card.q }))
  const productIds = Array.from({ length: 99 }, (_, at) => at + 1)
  assert.equal((await call('card_price_list', { cards, productIds })).answer.results.length, 100)
  assert.equal((await call('card_search', { q: '', category: ' ' })).isFailed, false)
})

test('a product line that is none is refused with those that exist, and so is an unkept past', async () => {
  const service = running()
  const { call } = await connect()
  for (const [tool, input] of [
    ['card_search', { q: 'pikachu', category: 'Pokémon' }],
    ['card_identify', { q: 'pikachu', category: 'nope' }],
    ['card_sets', { category: 'nope' }],
    ['card_price_list', { cards: [{ q: 'Pikachu' }, { q: 'Mew', category: 'nope' }] }],
  ] as const) {
    const { code, text } = await call(tool, input)
    assert.equal(code, 'unknown_category')
    assert.match(
      text,
      /category: no product line has the slug .* There are: .*pokemon.*_lines has their names\. Nothing was spent\./,
    )
  }
  for (const [tool, input] of [
    ['card_prices', { productId: 300004, asOf: '2026-11-21' }],
    ['card_price_list', { productIds: [300004], asOf: '2026-11-21' }],
  ] as const)
    assert.match(
      (await call(tool, input)).text,
      /with the source sandbox, does not offer prices of the past\. Nothing was spent/,
    )
  assert.deepEqual(spentOn(service), [])
})

test('where no past is kept, the tools that are asked for one say so beforehand', async () => {
  const { tools } = await connect()
  for (const { name, description, inputSchema } of tools)
    assert.equal(
      /does not offer prices of the past: leave out asOf and knownAt/.test(description ?? ''),
      Object.hasOwn(inputSchema.properties ?? {}, 'asOf'),
      name,
    )
})

test('the words of the photo tool tell of arguments, not of commands', async () => {
  const { tools } = await connect()
  assert.doesNotMatch(tools.map(({ description }) => description).join(' '), /curl|Content-Type|--data/)
})

test('a name that every object has is a word as any other: as a tool, an argument, a value and an entry', async () => {
  const service = running()
  const { tools } = await connect()
  const inputs = tools.flatMap(({ name: tool, inputSchema }) =>
    inheritedNames.slice(0, 2).flatMap((name) => [
      ...Object.keys(inputSchema.properties ?? {}).flatMap((field) => [
        [tool, { [field]: name }],
        [tool, { q: 'Charizard', [field]: [{ q: 'Charizard', [name]: name }] }],
      ]),
      [tool, { q: 'Charizard', category: name }],
      [tool, { ['__proto__']: name, [name]: name }],
      [name, {}],
    ]),
  )
  for (const [tool, input] of inputs) {
    const answer = await (await postMessage(service, JSON.stringify(toolCall(String(tool), Object(input))))).text()
    assert.doesNotMatch(answer, /internal_error|Internal error|is not a function/, `${tool} ${JSON.stringify(input)}`)
  }
  assert.deepEqual(service.warnings, [])
})
