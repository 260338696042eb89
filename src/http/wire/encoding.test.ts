import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferredEncoding } from './encoding.ts'

test('an encoding is chosen by what the client prefers among ours', () => {
  const cases: [string, string][] = [
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br, gzip', 'br'],
    ['gzip, br;q=0.9', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.5, identity;q=1', 'identity'],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['zstd', 'identity'],
    ['', 'identity'],
    // Whoever excludes everything gets the plain answer rather than none.
    ['identity;q=0', 'identity'],
    ['*;q=0', 'identity'],
  ]
  for (const [header, encoding] of cases) assert.equal(preferredEncoding(header), encoding, header)
})
