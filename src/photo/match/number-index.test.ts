import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openLexicon, packLexicon } from './lexicon.ts'
import { numberKey } from './number-index.ts'

describe('the key of a number', () => {
  test('is one for all spellings and languages', () => {
    for (const [one, other] of [
      ['071/193', '71/193'],
      ['SDCL-FR027', 'SDCL-EN027'],
      ['LOB-DE001', 'LOB-001'],
      ['OP05-119', 'op05-119'],
      ['TG12/TG30', 'tg12/tg30'],
    ] as const)
      assert.equal(numberKey(one), numberKey(other))
  })
  test('keeps sets and games apart', () => {
    for (const [one, other] of [
      ['71/193', '71/198'],
      ['OP12-FR019', 'OP12-019'],
      ['SDCL-FR027', 'SDCH-FR027'],
    ] as const)
      assert.notEqual(numberKey(one), numberKey(other))
  })
  test('is none for a bare number without the code of a set', () => {
    assert.equal(numberKey('0125'), null)
    assert.equal(numberKey('0125', 'FDN'), numberKey('125', 'fdn'))
    assert.notEqual(numberKey('125', 'FDN'), numberKey('125', 'DMU'))
  })
})

describe('the names of a number', () => {
  const lexicon = openLexicon(
    packLexicon([
      { name: 'Gold Sarcophagus', number: 'SDCL-EN027' },
      { name: 'Charizard', number: '4/102' },
      { name: 'Charizard (Shadowless)', number: '004/102' },
      { name: 'Dark Alakazam', number: '4/102' },
      { name: 'Wardens of the Cycle', number: '125', set: 1, setCode: 'FDN' },
      { name: 'Deathcoil Wurm', number: '125', set: 2, setCode: 'MH1' },
      { name: 'Heirloom // Blade', number: '34/276' },
    ]),
  )
  test('are those that bear it, once each', () => {
    assert.deepEqual(lexicon.namesWith('SDCL-FR027', null), ['Gold Sarcophagus'])
    assert.deepEqual(lexicon.namesWith('4/102', null).toSorted(), ['Charizard', 'Dark Alakazam'])
    assert.deepEqual(lexicon.namesWith('034/276', null).toSorted(), ['Blade', 'Heirloom', 'Heirloom // Blade'])
    assert.deepEqual(lexicon.namesWith('9/102', null), [])
  })
  test('of a bare number are those of its set, and none without one', () => {
    assert.deepEqual(lexicon.namesWith('0125', 'FDN'), ['Wardens of the Cycle'])
    assert.deepEqual(lexicon.namesWith('0125', null), [])
    assert.deepEqual(lexicon.namesWith('0125', 'DMU'), [])
  })
  test('are none in an empty lexicon', () => {
    assert.deepEqual(openLexicon(packLexicon([])).namesWith('4/102', null), [])
  })
})
