import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mintApiKey } from '../../src/accounts/api-key.ts'

const { hasChecksum } = await import(new URL('../../web/shell/key-checksum.js', import.meta.url).href)

test('the console tells a key that the service made from one with a wrong character, without asking', () => {
  for (let i = 0; i < 500; i++) assert.ok(hasChecksum(mintApiKey().key))
  const { key } = mintApiKey()
  for (let i = 4; i < key.length; i++) {
    const wrong = key[i] === 'a' ? 'b' : 'a'
    assert.ok(!hasChecksum(key.slice(0, i) + wrong + key.slice(i + 1)), `at ${i}`)
  }
})
