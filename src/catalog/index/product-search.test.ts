import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { searchOf } from '../../../test/support/search.ts'

const { search, found } = searchOf(
  [
    'Pokemon',
    'Base Set',
    'BS',
    [
      ['Charizard', '004/102', 'Holo Rare'],
      ['Pikachu', '058/102', 'Common'],
      ["Farfetch'd", '27/102', 'Uncommon'],
      ['Clefairy Doll', '70/102', 'Rare'],
    ],
  ],
  [
    'Pokemon',
    'Arceus',
    'AR',
    [
      ['Gengar Lv.X', '97/99', 'Ultra Rare'],
      ['Pikachu ex', '58/99', 'Double Rare'],
      ["Blaine's Charizard", '2/99', 'Rare'],
      ['Flabébé', '58', 'Common'],
      ['Porygon2', '12/99', 'Rare'],
      ['Porygon-Z', '13/99', 'Rare'],
      ['Arceus Elite Trainer Box', null],
      ['Arceus Booster Box', null],
    ],
  ],
  [
    'YuGiOh',
    'Legend of Blue Eyes White Dragon',
    'LOB',
    [
      ['Blue-Eyes White Dragon', 'LOB-EN001', 'Ultra Rare'],
      ['Hitotsu-Me Giant', 'LOB-EN002', 'Common'],
    ],
  ],
  [
    'YuGiOh',
    'Gold Series',
    'GLD1',
    [
      ["Queen's Knight", 'GLD1-EN044', 'Super Rare'],
      ["Queen's Knight", 'GLD1-EN044', 'Common'],
      ['Super Crashbug', 'GLD1-EN045', 'Common'],
      ['Number 58: Burner Visor', 'GLD1-EN046', 'Rare'],
    ],
  ],
  [
    'One Piece Card Game',
    'Romance Dawn',
    'OP01',
    [
      ['Roronoa Zoro', 'OP01-001', 'L'],
      ['Gol.D.Roger', 'OP01-118', 'SEC'],
    ],
  ],
)

describe('search of products', () => {
  test('finds a code in any spelling, and the same whichever separator is used', () => {
    for (const [product, ...spellings] of [
      ['Roronoa Zoro OP01-001', 'OP01-001', 'op01 001', 'OP01_001', 'op01.001', 'OP 01-001', 'op 01 001', 'op01001'],
      [
        'Blue-Eyes White Dragon LOB-EN001',
        'LOB-EN001',
        'lob en001',
        'LOB_EN001',
        'loben001',
        'LOB EN 001',
        'L0B-EN001',
      ],
    ] as const)
      for (const q of spellings) assert.deepEqual(found(q), [product], q)
  })

  test('finds the English printing by the code of another language', () => {
    for (const q of ['LOB-DE001', 'lob fr001', 'LOBIT001', 'LOB-001', 'blue eyes white dragon LOB-SP001'])
      assert.deepEqual(found(q), ['Blue-Eyes White Dragon LOB-EN001'], q)
  })

  test('compares numbers by meaning: zeros, signs and spaces do not matter, a total does', () => {
    for (const q of ['058/102', '58/102', '58 / 102', '#58/102', 'No. 058/102', 'pikachu 58/102'])
      assert.deepEqual(found(q), ['Pikachu 058/102'], q)
    const bare = found('58')
    assert.deepEqual(new Set(bare.slice(0, 3)), new Set(['Flabébé 58', 'Pikachu 058/102', 'Pikachu ex 58/99']))
    assert.equal(bare[3], 'Number 58: Burner Visor GLD1-EN046')
    for (const q of ['#58', '# 58', 'No. 58', 'no.58', 'Nr 58', '№58', '058'])
      assert.deepEqual(new Set(found(q)).size, bare.length - (q === '058' ? 1 : 0), q)
    assert.deepEqual(found('pikachu 58')[0], 'Pikachu 058/102')
    assert.deepEqual(found('flabebe 58/146'), ['Flabébé 58'])
  })

  test('leaves out accents, apostrophes, hyphens and spaces', () => {
    for (const [q, name] of [
      ['queens knight', "Queen's Knight GLD1-EN044"],
      ['queen s knight', "Queen's Knight GLD1-EN044"],
      ['farfetchd', "Farfetch'd 27/102"],
      ['farfetch d 27', "Farfetch'd 27/102"],
      ['flabebe', 'Flabébé 58'],
      ['pikachuex', 'Pikachu ex 58/99'],
      ['gengar lvx', 'Gengar Lv.X 97/99'],
      ['gengarlvx 97', 'Gengar Lv.X 97/99'],
      ['lvx', 'Gengar Lv.X 97/99'],
      ['hitotsume giant', 'Hitotsu-Me Giant LOB-EN002'],
      ['gold roger', 'Gol.D.Roger OP01-118'],
      ['goldroger', 'Gol.D.Roger OP01-118'],
      ['porygon 2', 'Porygon2 12/99'],
    ] as const)
      assert.deepEqual([...new Set(found(q))], [name], q)
  })

  test('finds by a word also what belongs to it, in names and in sets, and by the ending only that', () => {
    const { found } = searchOf(
      [
        'Magic',
        "Urza's Saga",
        'USG',
        [
          ["Gaea's Cradle", '321'],
          ['Child of Gaea', '242'],
          ["Lim-Dûl's Vault", '107'],
        ],
      ],
      ['Magic', 'Legends', 'LEG', [['Gaeas of the Plural', '1']]],
    )
    assert.deepEqual(new Set(found('gaea')), new Set(["Gaea's Cradle 321", 'Child of Gaea 242']))
    for (const q of ["gaea's", 'gaeas']) assert.ok(!found(q).includes('Child of Gaea 242'), q)
    assert.deepEqual(found('lim dul vault'), ["Lim-Dûl's Vault 107"])
    assert.deepEqual(found('gaea cradle urza saga'), ["Gaea's Cradle 321"])
  })

  test('reads look-alikes only in a word of letters and digits', () => {
    assert.deepEqual(found('porygon2'), ['Porygon2 12/99'])
    assert.deepEqual(found('porygonz'), ['Porygon-Z 13/99'])
    assert.deepEqual(found('p1kachu 58/102'), ['Pikachu 058/102'])
    const { found: foundDigits } = searchOf(['Magic', 'Arena', 'ARN', [['Arena 22222', '1']]])
    assert.deepEqual(foundDigits('zzzzz'), [])
  })

  test('takes rarity and product line for words of a product beside a word of its name, set or number', () => {
    assert.deepEqual(found("Queen's Knight GLD1-EN044 Super Rare"), ["Queen's Knight GLD1-EN044"])
    assert.equal(search('queens knight super rare').products[0]?.rarity, 'Super Rare')
    assert.deepEqual(found('pokemon charizard holo rare'), ['Charizard 004/102'])
    assert.deepEqual(found('one piece zoro'), ['Roronoa Zoro OP01-001'])
    assert.deepEqual(found('yu-gi-oh crashbug common'), ['Super Crashbug GLD1-EN045'])
    assert.deepEqual(found('super'), ['Super Crashbug GLD1-EN045'])
    assert.deepEqual(found('pokemon'), [])
  })

  test('puts first what has the number and the whole name, then by how much of the name is asked for', () => {
    const { found } = searchOf([
      'Pokemon',
      'Black and White Promos',
      'PR',
      [
        ['Black Kyurem', '1'],
        ['White Kyurem', '2'],
        ['Kyurem', '3'],
        ['Kyurem (Prerelease)', '3'],
        ['Kyurem EX', '3'],
        ['Houndour - Armarouge 7', '33/198'],
        ['Houndour', '007/064'],
      ],
    ])
    assert.deepEqual(found('Kyurem Black and White Promos').slice(0, 2), ['Kyurem 3', 'Kyurem (Prerelease) 3'])
    assert.deepEqual(found('kyurem 3'), ['Kyurem 3', 'Kyurem (Prerelease) 3', 'Kyurem EX 3'])
    assert.deepEqual(found('kyurem prerelease'), ['Kyurem (Prerelease) 3'])
    assert.deepEqual(found('houndour 7'), ['Houndour 007/064', 'Houndour - Armarouge 7 33/198'])
  })

  test('takes the set called as the text before others, and a word of a name before one of a set', () => {
    const { found } = searchOf(
      ['Pokemon', 'XY Base Set', 'XY', [['Aromatisse', '1']]],
      ['Pokemon', 'Base Set', 'BS', [['Zapdos', '2']]],
      ['Pokemon', 'Scarlet & Violet 151', 'MEW', [['Mewtwo', '3']]],
      ['Pokemon', 'Unified Minds', 'UNM', [['Mewtwo & Mew GX', '4']]],
    )
    assert.deepEqual(found('base set'), ['Zapdos 2', 'Aromatisse 1'])
    assert.deepEqual(found('mewtwo & mew'), ['Mewtwo & Mew GX 4', 'Mewtwo 3'])
    assert.deepEqual(found('mewtwo MEW 3'), ['Mewtwo 3'])
  })

  test('puts whole names first also where a word is begun or misspelt', () => {
    for (const q of ['chariz', 'charzard', 'charixard'])
      assert.deepEqual(found(q), ['Charizard 004/102', "Blaine's Charizard 2/99"], q)
    assert.deepEqual(found('pikchu 58'), ['Pikachu 058/102', 'Pikachu ex 58/99'])
  })

  test('takes a word only for few and near ones, and a short one only with its first letter', () => {
    const names = [
      'Hallo-Ween',
      'Jello Cube',
      'Hellfire',
      'Heliod',
      'Glorp Web',
      'Native Guard',
      'Nature',
      'Healing Salve',
    ]
    const { found } = searchOf(['Magic', 'Alpha', 'LEA', names.map((name, at) => [name, `${at + 1}`])])
    assert.deepEqual(found('hello'), ['Hallo-Ween 1'])
    assert.deepEqual(found('blorp'), [])
    assert.deepEqual(found('naive'), ['Native Guard 6'])
  })

  test('falls to what has most of the words, where nothing has them all', () => {
    assert.deepEqual(found('gengar qzxwv'), ['Gengar Lv.X 97/99'])
    assert.deepEqual(found('charizard 77/102'), ['Charizard 004/102', "Blaine's Charizard 2/99"])
    assert.deepEqual(found('3x Clefairy Doll 70/102 NM played once'), ['Clefairy Doll 70/102'])
    assert.deepEqual(found('2xOP01-001'), ['Roronoa Zoro OP01-001'])
    for (const q of ['XZXZ-EN998', 'vvkkz 881/880', 'LOB-EN999', 'lorem ipsum dolor', '!!!', '#'])
      assert.deepEqual(found(q), [], q)
  })

  test('what a text repeats counts once, and what is beyond thirty words does not count', () => {
    assert.deepEqual(found('pikachu ex '.repeat(10)), ['Pikachu ex 58/99'])
    assert.deepEqual(found('OP01-001 '.repeat(13)), ['Roronoa Zoro OP01-001'])
    const words = Array.from({ length: 30 }, (_, at) => String.fromCharCode(97 + (at % 26)).repeat(1 + at / 26))
    assert.deepEqual(found(`${words.join(' ')} charizard`), found(words.join(' ')))
  })

  test('knows what people call cards, sets, rarities and sealed products for short', () => {
    assert.deepEqual(found('arceus ETB'), ['Arceus Elite Trainer Box'])
    assert.deepEqual(found('bb'), ['Arceus Booster Box'])
    assert.deepEqual(found('bewd'), ['Blue-Eyes White Dragon LOB-EN001'])
    assert.deepEqual(found('zoro leader'), ['Roronoa Zoro OP01-001'])
    assert.deepEqual(found('roger secret rare'), ['Gol.D.Roger OP01-118'])
    const { found: foundStars } = searchOf(
      [
        'Pokemon',
        'POP Series 5',
        'POP5',
        [
          ['Umbreon Star', '17/17'],
          ['Umbreon', '18/17'],
        ],
      ],
      [
        'Pokemon',
        'SWSH07: Evolving Skies',
        'EVS',
        [
          ['Umbreon VMAX', '95/203'],
          ['Umbreon VMAX (Alternate Art Secret)', '215/203'],
        ],
      ],
    )
    for (const q of ['umbreon ★', 'umbreon gold star', 'Umbreon★'])
      assert.deepEqual(foundStars(q)[0], 'Umbreon Star 17/17', q)
    assert.deepEqual(foundStars('moonbreon'), ['Umbreon VMAX (Alternate Art Secret) 215/203'])
  })

  test('filters nothing away for words of the copy, but where they are part of a longer name', () => {
    for (const q of ['psa 10 charizard', 'first edition charizard', 'charizard BGS 9.5', 'charizard near mint foil'])
      assert.deepEqual(new Set(found(q)), new Set(['Charizard 004/102', "Blaine's Charizard 2/99"]), q)
    assert.deepEqual(found('1st edition charizard base set'), ['Charizard 004/102'])
    assert.deepEqual(found('charizard holo')[0], 'Charizard 004/102')
    assert.deepEqual(found('charizard holo rare'), ['Charizard 004/102'])
    const { found: foundMagic } = searchOf(
      ['Magic', 'Unlimited Edition', '2ED', [['Black Lotus', '233']]],
      ['Magic', 'Alpha Edition', 'LEA', [['Black Lotus', '232']]],
      ['Magic', "Urza's Legacy", 'ULG', [['Foil', '34']]],
    )
    assert.deepEqual(foundMagic('unlimited edition'), ['Black Lotus 233'])
    assert.deepEqual(foundMagic('black lotus unlimited'), ['Black Lotus 233', 'Black Lotus 232'])
    assert.deepEqual(foundMagic('foil'), ['Foil 34'])
  })

  test('filters by set and product line before it asks whether anything has all words', () => {
    assert.deepEqual(found('58', { set: 'base-set' }), ['Pikachu 058/102'])
    assert.deepEqual(found('charizard', { set: 'arceus' }), ["Blaine's Charizard 2/99"])
    assert.deepEqual(found('queens knight', { category: 'pokemon' }), [])
    assert.deepEqual(found('chariz', { category: 'pokemon', set: 'BS' }), ['Charizard 004/102'])
  })

  test('pages of any search are parts of one list, with one total, and by name in the order of names', () => {
    for (const q of ['', '58', 'charizard', 'chariz', 'charzard', 'charizard 77/102', 'rare', 'a'])
      for (const sort of ['relevance', 'name'] as const) {
        const whole = search(q, { sort })
        const ids = whole.products.map(({ productId }) => productId)
        const parts = ids.flatMap((_, offset) => {
          const page = search(q, { sort, offset, limit: 1 })
          assert.equal(page.total, whole.total, q)
          return page.products.map(({ productId }) => productId)
        })
        assert.deepEqual([parts, new Set(ids).size], [ids, whole.total], q)
        const names = whole.products.map(({ name }) => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase())
        if (sort === 'name') assert.deepEqual(names, names.toSorted())
      }
  })
})
