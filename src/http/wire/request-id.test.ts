import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRequestIds } from './request-id.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('request ids', () => {
  test('have the form of a UUID, and none comes twice', () => {
    const makers = [createRequestIds(), createRequestIds()]
    const ids = makers.flatMap((make) => Array.from({ length: 5_000 }, make))
    assert.ok(ids.every((id) => uuid.test(id)))
    assert.equal(new Set(ids).size, ids.length)
  })

  test('go on with another random part once all digits were counted', () => {
    const make = createRequestIds()
    const before = make()
    for (let made = 1; made < 0xf000; made++) make()
    const after = make()
    assert.ok(uuid.test(after))
    assert.notEqual(after.slice(0, -4), before.slice(0, -4))
  })
})
