import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { numberSkeleton, readCollectorNumber, relateNumbers } from './collector-number.ts'

describe('collector numbers', () => {
  test('compare by meaning', () => {
    for (const [left, right, relation] of [
      ['060/203', '60/203', 'same'],
      ['063', '63', 'same'],
      ['136/182', '136', 'same'],
      ['#4', '4', 'same'],
      ['SV 49/SV94', 'sv49/sv94', 'same'],
      ['TG12/TG30', 'TG12', 'same'],
      ['H01/H32', 'H1', 'same'],
      ['OP01-001', 'op01 001', 'same'],
      ['OP01-001', 'OP01_001', 'same'],
      ['OP01-001', 'op01001', 'same'],
      ['OP01-001', 'op11001', 'conflict'],
      ['LOB-EN001', 'LOB EN001', 'same'],
      ['SWSH001', 'swsh1', 'same'],
      ['215★', '215*', 'same'],
      ['96†', '96+', 'same'],
      ['074a/147', '74/147', 'variant'],
      ['82s', '82', 'variant'],
      ['82s', '82p', 'conflict'],
      ['LOB-001', 'LOB-EN001', 'variant'],
      ['SYE-FR024', 'SYE-024', 'other_language'],
      ['OP12-FR019', 'OP12-EN019', 'other_language'],
      ['OP12-FR019', 'OP12-019', 'conflict'],
      ['4/102', '4/130', 'conflict'],
      ['OP01-001', 'OP10-01', 'conflict'],
      ['TG12', '12', 'conflict'],
      ['A/28', 'B/28', 'conflict'],
    ] as const) {
      const [a, b] = [readCollectorNumber(left), readCollectorNumber(right)]
      assert.ok(a !== null && b !== null)
      assert.equal(relateNumbers(a, b), relation, `${left} ${right}`)
      assert.equal(relateNumbers(b, a), relation, `${right} ${left}`)
    }
  })

  test('have one skeleton however their look-alikes were read', () => {
    assert.equal(numberSkeleton('L0B-ENOO1'), numberSkeleton('LOB-EN001'))
    assert.notEqual(numberSkeleton('LOB-EN001'), numberSkeleton('LOB-EN002'))
  })

  test('never throw, and are settled after one go', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const head = readCollectorNumber(text)?.head
        if (head !== undefined) assert.equal(readCollectorNumber(head)?.head, head)
      }),
      { examples: [['†']] },
    )
  })
})
