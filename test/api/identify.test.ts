import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { IdentifyResult, ImageIdentifyResult } from '../../src/contract/identification.ts'
import { dataUrlOf, png, pngOfBytes } from '../support/pictures.ts'
import { startService } from '../support/service.ts'

describe('GET /v1/identify', () => {
  test('a collector number is read by its meaning, and the right printing comes first', async (t) => {
    const { call } = await startService(t)
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

  test('only the product line that was asked for is looked in, and an unknown one is refused', async (t) => {
    const { call } = await startService(t)
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

  test('a number that no printing bears is still read, and a tie is called ambiguous', async (t) => {
    const { call } = await startService(t)
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

  test('names that end in digits keep them', async (t) => {
    const { call } = await startService(t)
    for (const name of ['Porygon2', 'Harpie Lady 1', 'Mystic Swordsman LV4', 'Number 39: Utopia']) {
      const { candidates }: IdentifyResult = (await call(`/v1/identify?q=${encodeURIComponent(name)}`)).body
      assert.ok(candidates[0]?.name.startsWith(name), `${name}: ${candidates[0]?.name}`)
    }
  })

  test('a common name without number or set is ambiguous, and nonsense has no confident candidate', async (t) => {
    const { call } = await startService(t)
    const forest: IdentifyResult = (await call('/v1/identify?q=Forest')).body
    assert.ok(forest.ambiguous && forest.candidates.length > 1)
    const nonsense: IdentifyResult = (await call('/v1/identify?q=Qwxyzzk+Vlorp+999/998')).body
    assert.ok(nonsense.candidates.every(({ matchScore }) => matchScore < 50))
  })

  test('a name that is also the code of a set is the name first, and a total that differs speaks against a printing of that set', async (t) => {
    const { call } = await startService(t)
    const ask = async (q: string): Promise<IdentifyResult> => (await call(`/v1/identify?q=${encodeURIComponent(q)}`)).body
    const mew = (await ask('Mew 025/025')).candidates[0]
    assert.deepEqual([mew?.name, mew?.cardNumber], ['Mew (Secret)', '025/025'])
    const { candidates } = await ask('Mew 4/102')
    assert.ok(candidates.every(({ matchScore }) => matchScore < 50))
    assert.equal((await ask('Mew 25/165')).ambiguous, true)
  })

  test('neither a bare number alone nor a name without its own number makes a printing certain', async (t) => {
    const { call } = await startService(t)
    const ask = async (q: string): Promise<IdentifyResult> => (await call(`/v1/identify?q=${encodeURIComponent(q)}`)).body
    assert.equal((await ask('291')).ambiguous, true)
    const inSet: IdentifyResult = (await call('/v1/identify?q=291&set=revised-edition')).body
    assert.deepEqual([inSet.candidates[0]?.cardNumber, inSet.ambiguous], ['291', false])
    const [box] = (await ask('Elite Trainer Box')).candidates
    assert.ok((box?.matchScore ?? 0) < 50, `${box?.matchScore}`)
    const [named] = (await ask('151 Elite Trainer Box')).candidates
    assert.equal(named?.name, '151 Elite Trainer Box')
    assert.ok(named.matchScore >= 90, `${named.matchScore}`)
  })

  test('its parameters keep their edges; an empty q is 400', async (t) => {
    const { call } = await startService(t)
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
    for (const query of bad) assert.equal((await call(`/v1/identify?${query}`)).body.error.code, 'invalid_parameter', query)
    const { candidates }: IdentifyResult = (await call('/v1/identify?q=Pikachu')).body
    assert.ok(candidates.length <= 12)
  })
})

describe('POST /v1/identify-image', () => {
  const post = (body: unknown): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

  test('each kind of bad picture has its own code', async (t) => {
    const { call } = await startService(t)
    const small = png(4, 4)
    const cases: [unknown, string][] = [
      [{}, 'invalid_body'],
      [{ imageDataUrl: 5 }, 'invalid_body'],
      [{ imageDataUrl: dataUrlOf(small), setHint: 's'.repeat(81) }, 'invalid_body'],
      [{ imageDataUrl: '' }, 'invalid_image'],
      [{ imageDataUrl: small.toString('base64') }, 'invalid_image'],
      [{ imageDataUrl: 'data:image/png,plain' }, 'invalid_image'],
      [{ imageDataUrl: 'data:image/png;base64,' }, 'invalid_image'],
      [{ imageDataUrl: 'data:image/png;base64,not base64!' }, 'invalid_image'],
      [{ imageDataUrl: `data:image/png;base64,${small.toString('base64url')}-_` }, 'invalid_image'],
      [{ imageDataUrl: dataUrlOf(Buffer.from('GIF89a'), 'image/gif') }, 'unsupported_image_type'],
      [{ imageDataUrl: dataUrlOf(small, 'image/jpeg') }, 'unsupported_image_type'],
      [{ imageDataUrl: dataUrlOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')) }, 'unsupported_image_type'],
      [{ imageDataUrl: dataUrlOf(png(30_000, 30_000)) }, 'image_too_large'],
      [{ imageDataUrl: dataUrlOf(pngOfBytes(6 * 1024 * 1024 + 1)) }, 'image_too_large'],
    ]
    for (const [body, code] of cases) {
      const reply = await call('/v1/identify-image', post(body))
      assert.deepEqual([reply.status, reply.body.error.code], [400, code], JSON.stringify(body).slice(0, 80))
      assert.equal(reply.headers.get('cache-control'), 'no-store')
    }
  })

  test('a picture of exactly 6 MiB is taken, and one without readable text is an honest 200', async (t) => {
    const { call } = await startService(t, { env: { OCR_WORKERS: '1' } })
    const imageDataUrl = dataUrlOf(pngOfBytes(6 * 1024 * 1024))
    const reply = await call('/v1/identify-image', post({ imageDataUrl, setHint: 'base-set' }))
    assert.equal(reply.status, 200)
    const result: ImageIdentifyResult = reply.body
    assert.deepEqual(result, {
      ocr: {
        text: '',
        confidence: 0,
        nameConfidence: 0,
        printingConfidence: 0,
        advice: 'retry',
        suggested: { name: null, cardNumber: null, query: null, language: null },
      },
      identification: null,
      cards: [],
    })
  })
})
