import assert from 'node:assert/strict'
import { test } from 'node:test'
import './console-modules.ts'

const { readSource } = await import(new URL('../../web/stack/market-source.js', import.meta.url).href)

test('what an earlier visit kept of the source is read whole or not at all', () => {
  const told = { source: 'tcgcsv', attribution: null, dataRightsNote: null, pricedBy: 'printing' }
  assert.deepEqual(readSource(JSON.stringify(told)), told)
  for (const kept of [null, '', '{', '{}', '"sandbox"', '{"source":1}'])
    assert.equal(readSource(kept), null, String(kept))
})
