import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fractionOf, mix } from './hash.ts'

// The same bits on every machine: the numbers of the sandbox are promised to be the same everywhere.
test('mixes to the bits that the market was built on', () => {
  assert.deepEqual(
    [mix(0, 0), mix(1, 2), mix(2, 1), mix(300_004, -1), mix(0xffff_ffff, 2 ** 31)],
    [1663946036, 937784952, 2797110493, 3625452138, 3728532394],
  )
})

test('fractions lie from 0 to below 1 and spread evenly', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer(),
      (seed, value) => fractionOf(seed, value) >= 0 && fractionOf(seed, value) < 1,
    ),
  )
  const tenths = new Array<number>(10).fill(0)
  for (let value = 0; value < 10_000; value++) {
    const tenth = Math.floor(fractionOf(7, value) * 10)
    tenths[tenth] = (tenths[tenth] ?? 0) + 1
  }
  for (const count of tenths) assert.ok(count > 850 && count < 1150, `${tenths}`)
})
