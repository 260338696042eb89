import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CardMarketError, type ImageIdentifyResult, readList } from '../../packages/client/dist/client.js'
import { identificationEndpoints } from '../../src/contract/identification.ts'
import { openStack, type Row } from './open-stack.ts'

const web = (path: string) => import(new URL(`../../web/${path}`, import.meta.url).href)
const { createMemoryStorage } = await web('stack/memory-storage.js')
const { stateOf, totalsOf } = await web('stack/row-state.js')
const { rowOfList, unnamedPrinting, withCopy, withPrinting, withText } = await web('stack/rows.js')

const failure = (code: 'connection_failed' | 'image_too_large', status: number | null) =>
  new CardMarketError({ code, message: '', status, requestId: null, retryAfterSeconds: null })
const lostConnection = () => failure('connection_failed', null)

describe('a stack', () => {
  test('of sixty lines costs two requests, one for what they mean and one for their prices', async () => {
    const { stack, settled, requests, said } = await openStack()
    const lines = Array.from({ length: 60 }, (_, at) =>
      at % 2 ? 'Pikachu 58/102 Base Set' : 'Charizard 4/102 Base Set LP',
    )
    stack.addList(lines.join('\n'))
    await settled()
    assert.deepEqual(requests(), [200, 200])
    assert.deepEqual(said, ['The prices are there.'])
    const { cards, sum } = totalsOf(stack.current().rows, stack.book)
    assert.equal(cards, 60)
    assert.ok(sum > 0)
  })

  test('asks for a word before it spends more than ten requests, and goes on with it', async () => {
    const { stack, settled, requests } = await openStack()
    stack.addList(['productId', ...Array.from({ length: 1_100 }, (_, at) => String(300_000 + at))].join('\n'))
    await settled()
    assert.deepEqual(requests(), [])
    assert.equal(stack.heldCost(), 11)
    await stack.approve()
    await settled()
    assert.equal(stack.heldCost(), null)
    assert.equal(requests().length, 11)
  })

  test('dates a price of the daily files by the files, and any other by when it was seen', () => {
    const fetchedAt = '2026-11-23T03:00:00.000Z'
    const row = {
      ...rowOfList(readList('300004')[0], { category: '', set: '' }),
      printing: { productId: 1, name: 'Charizard' },
    }
    const pricedAt = (copy: object) => {
      const sku = { skuId: 1, variant: 'Normal', marketPrice: 5, calculatedAt: '2026-11-22T20:05:33.000Z', ...copy }
      return stateOf(
        { ...row },
        new Map([[1, { productId: 1, prices: [sku], code: 'ok', fetchedAt, askedAt: fetchedAt }]]),
      ).pricedAt
    }
    assert.equal(pricedAt({ condition: null, language: null }), '2026-11-22T20:05:33.000Z')
    assert.equal(pricedAt({ condition: null, language: null, calculatedAt: 'never' }), fetchedAt)
    assert.equal(pricedAt({ condition: 'Near Mint', language: 'English' }), fetchedAt)
  })

  test('takes a row that was looked up elsewhere with its prices, and asks nothing', async () => {
    const { api, stack, settled, requests, states } = await openStack()
    const { data } = await api.lookUpPrices({ productIds: [300004] })
    const now = new Date().toISOString()
    stack.keepPrices(data.results.map((found) => ({ ...found, askedAt: now })))
    const written = readList('2 Charizard 4/102')[0]
    const printing = { ...unnamedPrinting(300004, written), name: 'Charizard' }
    stack.addRow(withPrinting(rowOfList(written, { category: '', set: '' }), printing))
    await settled()
    assert.deepEqual([stack.lastStep()?.label, states(), requests()], ['Charizard added', ['done'], [200]])
  })

  test('a row is done only with a certain printing, a certain copy and a price', async () => {
    const { stack, settled, states } = await openStack()
    stack.addList(
      [
        'Charizard 4/102 Base Set',
        'Charizard',
        'Charizard 4/102 Base Set signed',
        'Xyzzy Nothing 999',
        '',
        'x'.repeat(200),
      ].join('\n'),
    )
    await settled()
    assert.deepEqual(states(), [
      'done',
      'Which printing?',
      'Which copy?',
      'No printing fits.',
      'This cannot be read as one card.',
    ])
  })

  test('a printing and a copy that a person chose are priced, and undone without a request', async () => {
    const { stack, settled, states, requests } = await openStack()
    stack.addList('Charizard')
    await settled()
    const [row] = stack.current().rows
    const before = requests().length
    stack.change(row.id, 'Printing chosen', (one: Row) => withPrinting(one, row.identification.candidates[0]))
    await settled()
    const { skus, state } = stateOf(stack.current().rows[0], stack.book)
    assert.equal(state, 'done')
    const played = skus.find(({ condition }: { condition: string }) => condition === 'Damaged')
    stack.change(row.id, 'Copy chosen', (one: Row) => withCopy(one, played.skuId))
    assert.equal(stateOf(stack.current().rows[0], stack.book).sku.condition, 'Damaged')
    assert.equal(stack.lastStep()?.label, 'Copy chosen')
    stack.undo()
    stack.undo()
    assert.deepEqual(states(), ['Which printing?'])
    stack.undo()
    assert.deepEqual(states(), [])
    assert.equal(requests().length, before, 'the candidates were priced with the row')
  })

  test('answers count in what can be undone, so that a row deleted and brought back costs nothing', async () => {
    const { stack, settled, states, requests } = await openStack()
    stack.addList('Charizard 4/102 Base Set\nPikachu 58/102 Base Set')
    const [row] = stack.current().rows
    // The answers come while the row is away.
    stack.remove(new Set([row.id]))
    await settled()
    stack.undo()
    await settled()
    assert.deepEqual(states(), ['done', 'done'])
    const before = requests().length
    stack.remove(new Set([row.id]))
    stack.undo()
    await settled()
    assert.deepEqual(states(), ['done', 'done'])
    assert.equal(requests().length, before)
  })

  test('a lock is the set and the game of what leaves them open', async () => {
    const { stack, settled, states } = await openStack()
    stack.setLock({ category: 'pokemon', set: 'base-set' })
    stack.addList('Charizard')
    await settled()
    assert.deepEqual(states(), ['done'])
  })

  test('what failed is asked again by a word, and nothing else is', async () => {
    const { stack, settled, states, requests } = await openStack()
    stack.addList('productId\n990001\n300004')
    await settled()
    assert.deepEqual(states(), ['The market source is unavailable.', 'done'])
    const before = requests().length
    stack.addList('productId\n300005')
    await settled()
    assert.match(states().join(), /unavailable/)
    const afterAdding = requests().length
    assert.ok(afterAdding > before)
    await stack.resume()
    await settled()
    assert.equal(requests().length, afterAdding + 1)
  })

  test('a refused key ends the work, says so, and loses nothing', async () => {
    const { stack, settled, states } = await openStack({ key: `cmd_${'0'.repeat(12)}_${'0'.repeat(38)}` })
    stack.addList('Charizard 4/102 Base Set')
    await settled()
    assert.equal(stack.problem()?.code, 'invalid_api_key')
    assert.deepEqual(states(), ['Not looked up yet.'])
  })

  test('prices asked for anew keep their old value and time while the source is silent', async () => {
    const { api, stack, settled } = await openStack()
    stack.addList('Charizard 4/102 Base Set')
    await settled()
    const before = totalsOf(stack.current().rows, stack.book)
    api.lookUpPrices = async () => {
      throw lostConnection()
    }
    await stack.refreshPrices()
    await settled()
    assert.deepEqual(totalsOf(stack.current().rows, stack.book), before)
    assert.equal(stack.problem()?.code, 'connection_failed')
  })
})

describe('photos of a stack', () => {
  const { ocr, identification } = identificationEndpoints.identifyImage.example
  const picture = new Blob([new Uint8Array(8)], { type: 'image/jpeg' })

  test('are rows at once, read two at a time, and priced when they are surely read', async () => {
    let running = 0
    let most = 0
    const readPhoto = async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 20))
      running--
      return { ocr, identification, cards: [] } as unknown as ImageIdentifyResult
    }
    const { stack, settled, states } = await openStack({ readPhoto })
    await stack.addPhotos([picture, picture, picture, picture, picture])
    assert.deepEqual(new Set(states()), new Set(['Reading the photo…']))
    await settled()
    assert.deepEqual(states(), Array(5).fill('done'))
    assert.equal(most, 2)
  })

  test('of several cards become a row each, and one that is not sure asks for the printing', async () => {
    const box = { x: 0, y: 0, width: 630, height: 880 }
    const unsure = { ...ocr, advice: 'review', confidence: 55 }
    const answer = {
      ocr: unsure,
      identification,
      cards: [
        { box, ocr, identification },
        { box, ocr: unsure, identification },
      ],
    }
    const { stack, settled, states, said } = await openStack({
      readPhoto: async () => answer as unknown as ImageIdentifyResult,
    })
    await stack.addPhotos([picture])
    await settled()
    assert.deepEqual(states(), ['done', 'Which printing?'])
    assert.match(said.join('|'), /^Charizard: \$[\d.]+\. Charizard 4\/102: Which printing\?$/)
  })

  test('of a graded card ask for the copy as a text does that names the grade, and have no price', async () => {
    const graded = (parsed: object) =>
      ({
        ocr,
        identification: { ...identification, parsed: { ...identification.parsed, ...parsed } },
        cards: [],
      }) as unknown as ImageIdentifyResult
    const answers = [graded({ condition: 'PSA 9' }), graded({ unread: ['graded'] })]
    const { stack, settled, states } = await openStack({
      readPhoto: async () => answers.shift() as ImageIdentifyResult,
    })
    stack.addList('Charizard 4/102 Base Set PSA 9')
    await stack.addPhotos([picture, picture])
    await settled()
    assert.deepEqual(states(), Array(3).fill('Which copy?'))
    for (const row of stack.current().rows) assert.equal(stateOf(row, stack.book).price, null)
  })

  test('stay whole until the cards of the others on them are kept', async () => {
    const storage = createMemoryStorage()
    const kept: [string, string][] = []
    const savePicture = async (rowId: string, blob: Blob) => {
      kept.push([rowId, blob.type])
      await storage.savePicture(rowId, blob)
    }
    const box = { x: 0, y: 0, width: 630, height: 880 }
    const cards = [
      { box, ocr, identification },
      { box, ocr, identification },
    ]
    const { stack, settled } = await openStack({
      storage: { ...storage, savePicture },
      readPhoto: async () => ({ ocr, identification, cards }) as unknown as ImageIdentifyResult,
    })
    const [row] = await stack.addPhotos([picture])
    await settled()
    assert.deepEqual([kept.length, kept[0]?.[0], kept.at(-1)?.[0]], [3, row.id, row.id])
  })

  test('are announced once each, when their price is there', async () => {
    const { stack, settled, said } = await openStack({
      readPhoto: async () => ({ ocr, identification, cards: [] }) as unknown as ImageIdentifyResult,
    })
    for (let taken = 0; taken < 3; taken++) {
      await stack.addPhotos([picture])
      await settled()
    }
    assert.equal(said.length, 3)
    for (const sentence of said) assert.match(sentence, /^Charizard: \$[\d.]+\.$/)
  })

  test('keep the copies that a person counted, and the words typed, while they were read', async () => {
    const answers: ((answer: ImageIdentifyResult) => void)[] = []
    const { stack, settled, states } = await openStack({
      readPhoto: () => new Promise((resolve) => answers.push(resolve)),
    })
    const [first, second] = [...(await stack.addPhotos([picture])), ...(await stack.addPhotos([picture]))]
    while (answers.length < 2) await new Promise((resolve) => setImmediate(resolve))
    stack.change(first.id, 'Copies', (row: Row) => ({ ...row, quantity: 4 }))
    stack.change(second.id, 'Typed', (row: Row) =>
      withText(row, readList('Pikachu 58/102 Base Set')[0], stack.current().lock),
    )
    for (const answer of answers) answer({ ocr, identification, cards: [] } as unknown as ImageIdentifyResult)
    await settled()
    assert.deepEqual(states(), ['done', 'done'])
    const names = stack.current().rows.map(({ printing, quantity }: Row) => [printing?.name, quantity])
    assert.deepEqual(names, [
      ['Pikachu', 1],
      ['Charizard', 4],
    ])
  })

  test('that the service refuses say why, and a lost connection leaves them waiting', async () => {
    const lost = lostConnection()
    let error = failure('image_too_large', 413)
    const { stack, settled, states } = await openStack({
      readPhoto: async () => {
        throw error
      },
    })
    await stack.addPhotos([picture])
    await settled()
    assert.match(states()[0], /too large|exceeds/i)
    error = lost
    await stack.addPhotos([picture])
    await settled()
    assert.equal(states()[0], 'Reading the photo…')
    assert.equal(stack.problem(), lost)
  })
})
