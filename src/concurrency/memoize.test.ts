import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { memoizeByKey, memoizeByObject } from './memoize.ts'

describe('memoizeByObject', () => {
  test('makes one result for each object, whatever the further arguments are', () => {
    const make = memoizeByObject((key: { id: number }, suffix: string) => ({ text: `${key.id}${suffix}` }))
    const [one, two] = [{ id: 1 }, { id: 2 }]
    const first = make(one, 'a')
    assert.deepEqual(first, { text: '1a' })
    assert.equal(make(one, 'b'), first)
    assert.deepEqual(make(two, 'b'), { text: '2b' })
  })

  test('nested, makes one result for each pair of objects', () => {
    const pair = memoizeByObject((a: { id: number }) => memoizeByObject((b: { id: number }) => [a.id, b.id]))
    const [a, b] = [{ id: 1 }, { id: 2 }]
    assert.deepEqual(pair(a)(b), [1, 2])
    assert.equal(pair(a)(b), pair(a)(b))
    assert.deepEqual(pair(a)({ id: 3 }), [1, 3])
  })
})

describe('memoizeByKey', () => {
  test('makes the result of a key once, an undefined one too', () => {
    const made: string[] = []
    const make = memoizeByKey((key: string) => {
      made.push(key)
      return key === '' ? undefined : key.length
    })
    assert.deepEqual(['ab', '', 'ab', ''].map(make), [2, undefined, 2, undefined])
    assert.deepEqual(made, ['ab', ''])
  })

  test('keeps no more than its bound', () => {
    let made = 0
    const make = memoizeByKey((key: number) => key + made++, { maxEntries: 2 })
    assert.deepEqual([10, 20, 10, 30, 10].map(make), [10, 21, 10, 32, 13])
  })
})
