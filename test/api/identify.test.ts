import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { IdentifyResult } from '../../src/contract/identification.ts'
import { dataUrlOf, png } from '../support/pictures.ts'
import { useService } from '../support/service.ts'

const running = useService()

describe('GET /v1/identify', () => {
  test('a collector number is read by its meaning, and the right printing comes first', async () => {
    const { call } = running()
    for (const q of [
      'Charizard 4/102',
      'Charizard 004/102',
      'charizard #4',
      'Charizard 4',
      '4/102 Charizard',
      'Charizard - 004/102',
    ]) {
      const result: IdentifyResult = (await call(`/v1/identify?q=${encodeURIComponent(q)}&set=base-set`)).body
      const [best] = result.candidates
      assert.deepEqual([best?.productId, best?.setName], [300004, 'Base Set'], q)
      assert.ok(
        best?.matchReasons.some((reason) => reason === 'number_exact' || reason === 'number_normalized'),
        q,
      )
      assert.ok((best?.matchScore ?? 0) >= 50 && result.ambiguous === false, q)
      assert.equal(result.matchedSet?.slug, 'base-set')
      assert.match(result.parsed.name ?? '', /charizard/i)
    }
  })

  test('only the product line that was asked for is looked in, and an unknown one is refused', async () => {
    const { call } = running()
    const lines = async (query: string): Promise<Set<string | null>> => {
      const { candidates }: IdentifyResult = (await call(`/v1/identify?q=${query}`)).body
      return new Set(candidates.map(({ category }) => category))
    }
    assert.ok((await lines('Charizard')).has('Pokemon Japan'))
    assert.deepEqual(await lines('Charizard&category=pokemon'), new Set(['Pokemon']))
    assert.deepEqual(await lines('4/102&set=base-set&category=magic'), new Set())
    const refused = await call('/v1/identify?q=Charizard&category=nosuch')
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'unknown_category'])
  })

  test('a number that no printing bears is still read, and a tie is called ambiguous', async () => {
    const { call } = running()
    for (const [q, name, cardNumber] of [
      ['Zapdos 16/62', 'Zapdos', '16/62'],
      ['Charizard 999/999', 'Charizard', '999/999'],
      ['Charizard,4/102', 'Charizard', '4/102'],
    ] as const) {
      const result: IdentifyResult = (await call(`/v1/identify?q=${encodeURIComponent(q)}`)).body
      assert.deepEqual([result.parsed.name, result.parsed.cardNumber], [name, cardNumber], q)
    }
    assert.equal(((await call('/v1/identify?q=Zapdos+16/62')).body as IdentifyResult).ambiguous, true)
    for (const q of ['lob-en-001', 'LOB EN001', 'LOB-001']) {
      const { candidates }: IdentifyResult = (await call(`/v1/identify?q=${encodeURIComponent(q)}`)).body
      assert.equal(candidates[0]?.name, 'Blue-Eyes White Dragon', q)
    }
  })

  test('names that end in digits keep them', async () => {
    const { call } = running()
    for (const name of ['Porygon2', 'Harpie Lady 1', 'Mystic Swordsman LV4', 'Number 39: Utopia']) {
      const { candidates }: IdentifyResult = (await call(`/v1/identify?q=${encodeURIComponent(name)}`)).body
      assert.ok(candidates[0]?.name.startsWith(name), `${name}: ${candidates[0]?.name}`)
    }
  })

  test('a common name without number or set is ambiguous, and nonsense has no confident candidate', async () => {
    const { call } = running()
    const forest: IdentifyResult = (await call('/v1/identify?q=Forest')).body
    assert.ok(forest.ambiguous && forest.candidates.length > 1)
    const nonsense: IdentifyResult = (await call('/v1/identify?q=Qwxyzzk+Vlorp+999/998')).body
    assert.ok(nonsense.candidates.every(({ matchScore }) => matchScore < 50))
  })

  test('a name that is also a set’s code is the name first; another total speaks against that set', async () => {
    const { call } = running()
    const ask = async (q: string): Promise<IdentifyResult> =>
      (await call(`/v1/identify?q=${encodeURIComponent(q)}`)).body
    const mew = (await ask('Mew 025/025')).candidates[0]
    assert.deepEqual([mew?.name, mew?.cardNumber], ['Mew (Secret)', '025/025'])
    const { candidates } = await ask('Mew 4/102')
    assert.ok(candidates.every(({ matchScore }) => matchScore < 50))
    assert.equal((await ask('Mew 25/165')).ambiguous, true)
  })

  test('neither a bare number alone nor a name without its own number makes a printing certain', async () => {
    const { call } = running()
    const ask = async (q: string): Promise<IdentifyResult> =>
      (await call(`/v1/identify?q=${encodeURIComponent(q)}`)).body
    assert.equal((await ask('291')).ambiguous, true)
    const inSet: IdentifyResult = (await call('/v1/identify?q=291&set=revised-edition')).body
    assert.deepEqual([inSet.candidates[0]?.cardNumber, inSet.ambiguous], ['291', false])
    const [box] = (await ask('Elite Trainer Box')).candidates
    assert.ok((box?.matchScore ?? 0) < 50, `${box?.matchScore}`)
    const [named] = (await ask('151 Elite Trainer Box')).candidates
    assert.equal(named?.name, '151 Elite Trainer Box')
    assert.ok(named.matchScore >= 90, `${named.matchScore}`)
  })

  test('its parameters keep their edges; an empty q is 400', async () => {
    const { call } = running()
    const good = [
      `q=${'x'.repeat(120)}`,
      'q=a&limit=24',
      'q=a&limit=1',
      `q=a&set=${'s'.repeat(80)}`,
      `q=${encodeURIComponent('🂡\u0000\u202e"\'%*()')}`,
    ]
    const bad = [
      '',
      'q=',
      'q=%20',
      `q=${'x'.repeat(121)}`,
      'q=a&limit=25',
      'q=a&limit=0',
      `q=a&set=${'s'.repeat(81)}`,
      'q=a&q=b',
      'q=%ff',
    ]
    for (const query of good) assert.equal((await call(`/v1/identify?${query}`)).status, 200, query)
    for (const query of bad)
      assert.equal((await call(`/v1/identify?${query}`)).body.error.code, 'invalid_parameter', query)
    const { candidates }: IdentifyResult = (await call('/v1/identify?q=Pikachu')).body
    assert.ok(candidates.length <= 12)
  })
})

describe('POST /v1/identify-image', () => {
  test('a body of another shape has its own code, no refusal is kept, and a bad picture needs no reader', async () => {
    const { call } = running()
    const imageDataUrl = dataUrlOf(png(4, 4))
    const cases: [unknown, string][] = [
      [{}, 'invalid_body'],
      [{ imageDataUrl: 5 }, 'invalid_body'],
      [{ imageDataUrl, setHint: 's'.repeat(81) }, 'invalid_body'],
      [{ imageDataUrl: 'data:image/png;base64,not base64!' }, 'invalid_image'],
      [{ imageDataUrl: dataUrlOf(Buffer.from('GIF89a'), 'image/gif') }, 'unsupported_image_type'],
    ]
    for (const [body, code] of cases) {
      const headers = { 'content-type': 'application/json' }
      const reply = await call('/v1/identify-image', { method: 'POST', headers, body: JSON.stringify(body) })
      assert.deepEqual([reply.status, reply.body.error.code], [400, code], JSON.stringify(body).slice(0, 80))
      assert.equal(reply.headers.get('cache-control'), 'no-store')
    }
  })
})
