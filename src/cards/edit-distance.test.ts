import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { editDistance, printSimilarity } from './edit-distance.ts'
import { skeletonOf } from './look-alikes.ts'

describe('editDistance', () => {
  /** The textbook table, without a band and with neighbours swapped. */
  const textbook = (a: string, b: string): number => {
    const table = Array.from({ length: a.length + 1 }, (_, i) =>
      Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
    )
    const at = (i: number, j: number): number => table[i]?.[j] ?? 0
    for (let i = 1; i <= a.length; i++) {
      for (let j = 1; j <= b.length; j++) {
        let edits = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1))
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          edits = Math.min(edits, at(i - 2, j - 2) + 1)
        ;(table[i] as number[])[j] = edits
      }
    }
    return at(a.length, b.length)
  }

  test('agrees with the textbook up to its limit', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 })
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (a, b, limit) => {
        assert.equal(editDistance(a, b, limit), Math.min(textbook(a, b), limit + 1))
      }),
      { numRuns: 3000 },
    )
  })
})

test('a look-alike in a word costs less than another letter, and nothing in a skeleton', () => {
  for (const [read, meant, other] of [
    ['lcafeon', 'leafeon', 'lkafeon'],
    ['qengar', 'gengar', 'tengar'],
    ['9engar', 'gengar', 'tengar'],
    ['arcevs', 'arceus', 'arceks'],
    ['pikach0', 'pikacho', 'pikachk'],
  ] as const) {
    assert.equal(skeletonOf(read), skeletonOf(meant))
    assert.ok(printSimilarity(read, meant) > printSimilarity(other, meant), read)
  }
})
