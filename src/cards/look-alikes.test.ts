import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skeletonOf } from './look-alikes.ts'

test('words that only differ in look-alikes have one skeleton', () => {
  for (const [read, meant] of [
    ['cl0ak', 'cloak'],
    ['5lasher', 'slasher'],
    ['ernber', 'ember'],
    ['8ane', 'bane'],
    ['arcevs', 'arceus'],
  ] as const) {
    assert.equal(skeletonOf(read), skeletonOf(meant))
  }
})
