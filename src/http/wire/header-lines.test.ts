import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { hasHeader, headerLine, headerLines, headerPairs } from './header-lines.ts'

describe('header lines', () => {
  test('are lines of a head, and the pairs that they were made of', () => {
    const lines =
      headerLines({ 'cache-control': 'no-store', link: '</docs>; rel="help"', vary: 'a: b' }) + headerLine('age', 0)
    assert.equal(lines, 'cache-control: no-store\r\nlink: </docs>; rel="help"\r\nvary: a: b\r\nage: 0\r\n')
    assert.deepEqual(headerPairs(lines), [
      ...['cache-control', 'no-store', 'link', '</docs>; rel="help"', 'vary', 'a: b', 'age', '0'],
    ])
    assert.deepEqual(headerPairs(''), [])
  })

  test('are known by their names alone', () => {
    const lines = headerLines({ vary: 'age: 1', etag: 'x' })
    assert.deepEqual(
      ['vary', 'etag', 'age', 'tag'].map((name) => hasHeader(lines, name)),
      [true, true, false, false],
    )
  })

  test('hold no value that would not stay in its line', () => {
    for (const value of ['a\r\nset-cookie: b', 'a\nb', 'a\0', '\u20ac'])
      assert.throws(() => headerLine('x', value), RangeError)
  })
})
