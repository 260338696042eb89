import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readCopyWords } from '../../packages/client/src/copy-words.ts'

const read = (cell: string) => {
  const words = readCopyWords(cell)
  return words && [words.condition, words.variant, words.language]
}

describe('words about a copy', () => {
  test('conditions are read as people and programs write them', () => {
    for (const [cell, condition] of [
      ['NM', 'Near Mint'],
      ['near_mint', 'Near Mint'],
      ['NearMint', 'Near Mint'],
      ['Near Mint/Mint', 'Near Mint'],
      ['Good (Lightly Played)', 'Lightly Played'],
      ['mp', 'Moderately Played'],
      ['Played', 'Heavily Played'],
      ['Damaged', 'Damaged'],
    ] as const)
      assert.deepEqual(read(cell), [condition, null, null], cell)
  })

  test('condition, edition, finish and language of one cell are told apart', () => {
    assert.deepEqual(read('Near Mint Holofoil'), ['Near Mint', 'Holofoil', null])
    assert.deepEqual(read('Lightly Played 1st Edition Holofoil - German'), [
      'Lightly Played',
      '1st Edition Holofoil',
      'German',
    ])
    assert.deepEqual(read('reverse holo'), [null, 'Reverse Holofoil', null])
    assert.deepEqual(read('non-foil'), [null, 'Normal', null])
    assert.deepEqual(read('português'), [null, null, 'Portuguese'])
    assert.deepEqual(read('de'), [null, null, 'German'])
  })

  test('an abbreviation that means two things is read only where it is known what the cell speaks of', () => {
    assert.equal(readCopyWords('SP'), null)
    assert.equal(readCopyWords('SP', 'condition')?.condition, 'Lightly Played')
    assert.equal(readCopyWords('SP', 'language')?.language, 'Spanish')
    assert.equal(readCopyWords('SP', 'variant'), null)
    assert.equal(readCopyWords('NM Holofoil', 'condition')?.variant, 'Holofoil')
  })

  test('a cell with a word that is not understood says nothing, in any script', () => {
    for (const cell of ['', '-', 'Near Mint, signed', 'Moonbreon', 'PSA 9', 'NM 日本'])
      assert.equal(read(cell), null, cell)
  })
})
