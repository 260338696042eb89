import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { productsForTests } from '../../../test/support/catalog-products.ts'
import { call, catalogOf, identificationOf } from '../../../test/support/identification.ts'
import { madeLine } from '../../../test/support/photos/made-line.ts'
import type { CatalogProduct } from '../../catalog/ports.ts'
import { symbolCount, symbolOf } from '../text/alignment.ts'
import { bestNumber, numberAgreement } from './choose-number.ts'
import { certaintyOf } from './confidence.ts'

const [model] = productsForTests
const identifyAmong = async (number: string, q: string) => {
  const catalog = catalogOf([{ ...(model as CatalogProduct), name: 'Mystical Elf', number }])
  const { candidates } = await identificationOf({ catalog }).identify({ q, limit: 1 }, call)
  return candidates[0]
}

describe('the photo reader and identify relate two numbers alike', () => {
  for (const [read, known, reason] of [
    ['LOB-EN001', 'LOB-EN001', 'number_exact'],
    ['LOB-DE001', 'LOB-EN001', 'number_other_language'],
    ['LOB-FR001', 'LOB-EN001', 'number_other_language'],
    ['LOB-F001', 'LOB-E001', 'number_other_language'],
    ['LOB-G001', 'LOB-001', 'number_other_language'],
    ['RA03-PT053', 'RA03-EN053', 'number_other_language'],
    ['LOB-001', 'LOB-EN001', 'number_normalized'],
    ['op01 001', 'OP01-001', 'number_exact'],
    ['74', '74a', 'number_normalized'],
    ['074a/147', '74/147', 'number_normalized'],
    ['060/203', '60/203', 'number_normalized'],
    ['136', '136/182', 'number_normalized'],
    ['LOB-DE001', 'LOB-EN002', null],
    ['LOB-DE001', 'MRD-EN001', null],
    ['4/102', '4/130', null],
    ['OP01-001', 'OP10-01', null],
    ['TG12/TG30', '12/30', null],
  ] as const) {
    test(`${read} read, ${known} in the catalogue: ${reason ?? 'another card'}`, async () => {
      const agrees = numberAgreement(read, known) >= 0.5
      const candidate = await identifyAmong(known, `Mystical Elf ${read}`)
      assert.deepEqual(
        { photo: agrees, identify: candidate?.matchReasons[0] },
        { photo: reason !== null, identify: reason ?? 'number_conflict' },
      )
      if (candidate !== undefined)
        assert.equal(candidate.matchScore >= 50, reason !== null, `score ${candidate.matchScore}`)
    })
  }
})

describe('agreement of a number that was read with the catalogue’s', () => {
  for (const [read, known, agreement] of [
    ['071/193', '071/193', 1],
    ['71/193', '071/193', 1],
    ['071/193', '071/198', 0.25],
    ['0048', '48', 0.6],
    ['174/274', '174', 0.6],
    ['OP05-119', 'op05-119', 1],
    ['SDCL-FR027', 'SDCL-EN027', 1],
    ['LOB-001', 'LOB-EN001', 0.6],
    ['TG12/TG30', 'TG12/TG30', 1],
    ['TG12/TG30', '12/30', 0],
    ['072/193', '071/193', 0],
    ['OP05-119', 'OP06-119', 0],
  ] as const) {
    test(`${read} with ${known}: ${agreement}`, () => assert.equal(numberAgreement(read, known), agreement))
  }
})

test('a code in small print stays below 80 where another of the name differs by one digit that was hardly read', () => {
  const chanceOf = (lead: number): number => {
    const line = { ...madeLine('OP09-001', 0.7, 0.95), text: '009-0' }
    line.columns.values[14 * symbolCount + symbolOf('4')] = -lead
    const { number, agreement } = bestNumber(['OP09-001', 'OP09-004'], [], [line])
    assert.equal(number?.text, 'OP09-001')
    return certaintyOf({ name: null, number, agreement } as Parameters<typeof certaintyOf>[0], true).number
  }
  assert.ok(chanceOf(9) > 0.9 && chanceOf(1) < 0.8, `${chanceOf(9)}, ${chanceOf(1)}`)
})
