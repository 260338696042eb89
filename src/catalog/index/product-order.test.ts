import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { searchOf } from '../../../test/support/search.ts'

describe('order of products found', () => {
  test('puts first the product whose whole name was typed, then what is of the set that is called so', () => {
    const { found } = searchOf(
      [
        'Pokemon',
        'Rumble',
        'RM',
        [
          ['Mew', '1'],
          ['Rumble', '2'],
        ],
      ],
      [
        'Pokemon',
        'SM - Team Up',
        'TEU',
        [
          ['Eevee', '9'],
          ['Eevee (13)', '13'],
          ['Eevee - 123/182', '123/182'],
        ],
      ],
      ['Magic', 'Dragon', 'DR', [['Rumble', '7']]],
      ['Magic', 'Scourge', 'SCG', [['Royal Dragon', '1']]],
    )
    assert.deepEqual(found('rumble').slice(0, 3), ['Rumble 2', 'Rumble 7', 'Mew 1'])
    assert.deepEqual(found('eevee (13)')[0], 'Eevee (13) 13')
    assert.deepEqual(found('Eevee - 123/182')[0], 'Eevee - 123/182 123/182')
    assert.deepEqual(found('dragon'), ['Rumble 7', 'Royal Dragon 1'])
    assert.deepEqual(found('team up'), ['Eevee 9', 'Eevee - 123/182 123/182', 'Eevee (13) 13'])
  })

  test('puts code cards, tokens and art cards last, unless the text asks for them', () => {
    const { found } = searchOf(
      [
        'Pokemon',
        'Crown Zenith',
        'CRZ',
        [
          ['Code Card - Crown Zenith Tin', null, 'Code Card'],
          ['Zacian', '95', 'Rare'],
        ],
      ],
      [
        'Magic',
        'Modern Horizons 2',
        'MH2',
        [
          ['Ragavan', '5', 'token'],
          ['Ragavan, Nimble Pilferer', '138', 'mythic'],
          ['Goat', '6', 'token'],
          ['Goat', '9', 'token'],
          ['Mountain Goat', '7', 'common'],
          ['Forest (Art Series)', '8'],
        ],
      ],
      ['Flesh & Blood TCG', 'Monarch', 'MON', [['Boltyn', 'MON030', 'Token']]],
    )
    assert.deepEqual(found('crown zenith'), ['Zacian 95', 'Code Card - Crown Zenith Tin'])
    assert.deepEqual(found('code card crown zenith'), ['Code Card - Crown Zenith Tin'])
    assert.deepEqual(found('ragavan'), ['Ragavan, Nimble Pilferer 138', 'Ragavan 5'])
    assert.deepEqual(found('ragavan token'), ['Ragavan 5'])
    assert.deepEqual(found('ragavan 5'), ['Ragavan 5'])
    assert.deepEqual(found('goat 9'), ['Goat 9'])
    assert.deepEqual(found('goat'), ['Goat 6', 'Mountain Goat 7', 'Goat 9'])
    assert.deepEqual(found('modern horizons 2').slice(0, 2), ['Mountain Goat 7', 'Ragavan, Nimble Pilferer 138'])
    assert.deepEqual(found('boltyn'), ['Boltyn MON030'])
  })

  test('of names that hold a word puts that of the most sets first, and others before its reprints', () => {
    const luffy = (set: string) => ['One Piece', set, set, [['Monkey.D.Luffy', `${set}-1`]]] as const
    const { found } = searchOf(
      ...['A', 'B', 'C', 'D'].map(luffy),
      [
        'One Piece',
        'E',
        'E',
        [
          ['Luffy-Tarou', 'E-1'],
          ['Ace & Sabo & Luffy', 'E-2'],
        ],
      ],
      ['Yu-Gi-Oh', 'F', 'F', [['Exodia, the Legendary Defender', 'F-1']]],
      ...['G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V'].map(
        (set) => ['Yu-Gi-Oh', set, set, [['Exodia the Forbidden One', `${set}-1`]]] as const,
      ),
    )
    assert.deepEqual(found('luffy').slice(0, 3), ['Monkey.D.Luffy A-1', 'Luffy-Tarou E-1', 'Monkey.D.Luffy B-1'])
    assert.deepEqual(found('exodia')[0], 'Exodia the Forbidden One G-1')
  })
})
