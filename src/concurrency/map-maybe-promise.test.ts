import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mapMaybePromise } from './map-maybe-promise.ts'

describe('mapMaybePromise', () => {
  test('goes on at once with a value that is there', () => {
    assert.equal(
      mapMaybePromise(1, (value) => value + 1),
      2,
    )
  })

  test('goes on with a promised value once it comes, and fails as it does', async () => {
    const next = (value: number) => value + 1
    assert.equal(await mapMaybePromise(Promise.resolve(1), next), 2)
    await assert.rejects(async () => mapMaybePromise(Promise.reject(new Error('gone')), next), /gone/)
  })
})
