import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useService } from '../support/service.ts'

describe('a query parameter that an operation does not take', () => {
  const running = useService()
  const ignored = async (target: string) => {
    const { status, headers } = await running().call(target)
    return [status, headers.get('x-ignored-parameters')]
  }

  test('is ignored, and the answer names it, error or not', async () => {
    assert.deepEqual(await ignored('/v1/search?q=mew&limt=5&page=2'), [200, 'limt, page'])
    assert.deepEqual(await ignored('/v1/search?q=mew&limit=5'), [200, null])
    assert.deepEqual(await ignored('/v1/products/300004/history?asOf=2026-11-21'), [200, 'asOf'])
    assert.deepEqual(await ignored('/v1/products/1/prices?condition=NM'), [404, 'condition'])
    assert.deepEqual(await ignored('/v1/search?limit=x&page=2'), [400, 'page'])
    assert.deepEqual(await ignored('/v1/plans?key=x'), [200, 'key'])
    assert.deepEqual(await ignored('/v1/usage?Plan=x&'), [200, 'Plan'])
  })

  test('is never told with its value, nor with anything that a header cannot carry', async () => {
    assert.deepEqual(await ignored('/v1/usage?api_key=cmd_secret'), [200, 'api_key'])
    assert.deepEqual(await ignored('/v1/usage?a%0d%0ax-evil:1=2&%E2%9C%93=1'), [200, 'a%0D%0Ax-evil%3A1, %E2%9C%93'])
    assert.deepEqual(await ignored(`/v1/usage?${'🂡'.repeat(100)}=1`), [200, '%F0%9F%82%A1'.repeat(32)])
    const [status, names] = await ignored(`/v1/usage?${Array.from({ length: 500 }, (_, i) => `p${i}`).join('&')}`)
    assert.deepEqual([status, String(names).split(', ').length], [200, 16])
    assert.deepEqual(await ignored('/v1/usage?%ZZ=1'), [200, null])
    assert.deepEqual(await ignored('/v1/usage?__proto__=1&constructor=2'), [200, '__proto__, constructor'])
    assert.deepEqual(await ignored('/v1/search?toString=1'), [200, 'toString'])
  })
})

describe('a field of a body that an operation does not take', () => {
  const running = useService()
  const ignored = async (body: object, target = '/v1/prices') => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const { status, headers } = await running().call(target, init)
    return [status, headers.get('x-ignored-parameters')]
  }

  test('is ignored, and the answer names it by its place', async () => {
    const cards = [{ q: 'Charizard 4/102' }, { q: 'Charizard 4/102', condtion: 'LP' }]
    assert.deepEqual(await ignored({ cards, produktIds: [1] }), [200, 'cards.1.condtion, produktIds'])
    assert.deepEqual(await ignored({ cards: cards.slice(0, 1) }), [200, null])
    assert.deepEqual(await ignored({ productIds: [300004] }, '/v1/prices?asof=x'), [200, 'asof'])
    assert.deepEqual(await ignored({ productIds: [300004], foo: { bar: 1 } }, '/v1/prices?asof=x'), [200, 'asof, foo'])
  })

  test('is never told with its value, nor with more than a header carries', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`f${i}`, 'cmd_secret']))
    const [status, names] = await ignored({ productIds: [300004], ...many })
    assert.deepEqual([status, String(names).split(', ').length, String(names).includes('secret')], [200, 16, false])
    assert.deepEqual(await ignored({ productIds: [300004], 'a\r\nx-evil: 1': 2 }), [200, 'a%0D%0Ax-evil%3A%201'])
    assert.deepEqual(await ignored(JSON.parse('{"productIds":[300004],"__proto__":{"q":1}}')), [200, '__proto__'])
  })

  test('of a form is named too', async () => {
    const form = new FormData()
    form.set('image', new Blob([new Uint8Array([0xff, 0xd8, 0xff])], { type: 'image/jpeg' }), 'card.jpg')
    form.set('sethint', 'base-set')
    for (const name of ['__proto__', 'imageDataUrl', 'constructor']) form.set(name, 'x')
    const { headers } = await running().call('/v1/identify-image', { method: 'POST', body: form })
    assert.equal(headers.get('x-ignored-parameters'), 'sethint, __proto__, imageDataUrl, constructor')
  })

  test('is no file where the file of a form has its name', async () => {
    const image = { bytes: [1, 2, 3], type: 'image/png' }
    for (const body of [
      { image, imageDataUrl: 'data:image/png;base64,iVBORw0KGgo=' },
      { image: 'x', imageDataUrl: 'data:image/png;base64,iVBORw0KGgo=' },
    ]) {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      const { status, body: answer, headers } = await running().call('/v1/identify-image', init)
      assert.deepEqual(
        [status, answer.error.code, headers.get('x-ignored-parameters')],
        [400, 'invalid_image', 'image'],
      )
    }
  })
})

describe('the past, where nothing is kept', () => {
  const running = useService()

  test('is refused on every route that takes it, as a parameter or as a part of the body', async () => {
    for (const section of ['', '/details', '/prices']) {
      for (const query of ['asOf=2026-11-21', 'asOf=', 'knownAt=2026-11-21T00:00:00Z', 'asOf=x&knownAt=y']) {
        const { status, body } = await running().call(`/v1/products/300004${section}?${query}`)
        assert.deepEqual([status, body.error.code], [400, 'invalid_parameter'], query)
        assert.match(body.error.message, /keeps no past prices of the source sandbox/)
      }
    }
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const body = JSON.stringify({ productIds: [300004], asOf: '2026-11-21' })
    const refused = await running().call('/v1/prices', { ...init, body })
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_body'])
    assert.match(refused.body.error.message, /^The request body, at asOf, .*keeps no past prices/)
  })
})
