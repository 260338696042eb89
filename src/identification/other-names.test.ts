import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { call, identificationOf, indexOf } from '../../test/support/identification.ts'
import type { OtherName } from '../catalog/index/build/index-input.ts'
import { createIndexSource } from '../catalog/index/index-source.ts'

const otherNames: readonly OtherName[] = [
  { language: 'de', name: 'Glurak', productIds: [101, 135] },
  { language: 'de', name: 'Waldreich', productIds: [201, 202, 203] },
  { language: 'ja', name: '運命の英雄', productIds: [301, 302, 303] },
  { language: 'passcode', name: '09411399', productIds: [301, 302, 303] },
  { language: 'passcode', name: '84013237', productIds: [304] },
]
const index = indexOf(undefined, [], otherNames)
const { identify } = identificationOf({ catalog: createIndexSource(() => index) })

const first = async (q: string, set?: string) => {
  const { candidates, ambiguous, parsed, ...rest } = await identify({ q, limit: 12, ...(set && { set }) }, call)
  const [best] = candidates
  return { ...rest, id: best?.productId, score: best?.matchScore ?? 0, reasons: best?.matchReasons, ambiguous, parsed }
}

describe('a name in another language', () => {
  test('is as certain as the English one, says so, and nothing about the language of the copy', async () => {
    for (const [given, english] of [
      ['Glurak 4/102 Base Set', 'Charizard 4/102 Base Set'],
      ['3x Glurak 4/102 (Base Set) NM', '3x Charizard 4/102 (Base Set) NM'],
      ['Waldreich 29', 'Relic Seeker 29'],
    ] as const) {
      const [foreign, own] = [await first(given), await first(english)]
      assert.deepEqual([foreign.id, foreign.score, foreign.ambiguous], [own.id, own.score, false], given)
      assert.ok(foreign.reasons?.includes('name_exact') && foreign.reasons.includes('name_other_language'), given)
      assert.ok(!own.reasons?.includes('name_other_language'))
      assert.equal(foreign.parsed.language, null)
      assert.deepEqual(foreign.parsed.unread, [])
    }
    assert.equal((await first('Glurak 4/102 deutsch')).parsed.language, 'German')
  })

  test('is read misspelt, and beside the English one', async () => {
    const misspelt = await first('Gluruk 4/102', 'Base Set')
    assert.deepEqual([misspelt.id, misspelt.ambiguous], [101, false])
    assert.ok(misspelt.reasons?.includes('name_fuzzy') && misspelt.reasons.includes('name_other_language'))
    assert.deepEqual((await first('Glurak / Charizard 4/102 Base Set')).parsed.unread, [])
  })

  test('that cards of several English names share never decides', async () => {
    const { ambiguous, totalSearchResults } = await first('Waldreich')
    assert.deepEqual([ambiguous, totalSearchResults], [true, 3])
  })
})

describe('a passcode', () => {
  test('names the card, and with its number the printing', async () => {
    const alone = await first('84013237')
    assert.deepEqual([alone.id, alone.ambiguous, alone.reasons], [304, false, ['passcode_match']])
    const numbered = await first('84013237 RA03-EN010')
    assert.deepEqual([numbered.id, numbered.ambiguous], [304, false])
  })

  test('decides between no printings', async () => {
    const { ambiguous, totalSearchResults } = await first('09411399')
    assert.deepEqual([ambiguous, totalSearchResults], [true, 3])
  })

  test('that is another is none', async () => {
    assert.equal((await first('84013238')).id, undefined)
  })
})
