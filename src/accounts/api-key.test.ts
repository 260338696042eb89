import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiKeyPattern, digestOf, isApiKey, mintApiKey, randomBase62 } from './api-key.ts'

test('every minted key matches the published pattern, carries its id and a right checksum, and none repeats', () => {
  const keys = Array.from({ length: 5_000 }, mintApiKey)
  assert.equal(new Set(keys.map(({ key }) => key)).size, keys.length)
  for (const { key, keyId, digest } of keys) {
    assert.match(key, apiKeyPattern)
    assert.equal(key.split('_')[1], keyId)
    assert.ok(isApiKey(key))
    assert.equal(digest, digestOf(key))
    assert.ok(!digest.includes(key))
  }
})

test('a typo in any one character breaks the checksum', () => {
  const { key } = mintApiKey()
  for (let i = 4; i < key.length; i++) {
    const wrong = key[i] === 'a' ? 'b' : 'a'
    assert.ok(!isApiKey(key.slice(0, i) + wrong + key.slice(i + 1)), `at ${i}`)
  }
})

test('random text of the right form is no key', () => {
  for (let i = 0; i < 20_000; i++) assert.ok(!isApiKey(`cmd_${randomBase62(12)}_${randomBase62(38)}`))
})
