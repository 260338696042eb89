import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ListRow, readList } from '../../packages/client/src/read-list.ts'

/** What is asked for in each row, with its copies. */
const asked = (text: string): unknown[] => readList(text).map(({ quantity, entry }) => [quantity, entry])

const onlyRow = (text: string): ListRow => {
  const [row, ...others] = readList(text)
  assert.ok(row)
  assert.equal(others.length, 0)
  return row
}

test("ManaBox: its condition is on Europe's scale, its finish and language are codes", () => {
  const head =
    'Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,Purchase price,' +
    'Misprint,Altered,Condition,Language,Purchase price currency'
  const row = (foil: string, altered: string, condition: string) =>
    onlyRow(
      `${head}\r\n"Jace, the Mind Sculptor",WWK,Worldwake,31,${foil},mythic,2,1,8a2,0.5,` +
        `false,${altered},${condition},de,EUR\r\n`,
    )
  const common = { q: 'Jace, the Mind Sculptor 31', set: 'WWK', category: 'magic', language: 'de' }
  assert.deepEqual(row('normal', 'false', 'near_mint'), {
    line: 2,
    text: '"Jace, the Mind Sculptor",WWK,Worldwake,31,normal,mythic,2,1,8a2,0.5,false,false,near_mint,de,EUR',
    quantity: 2,
    entry: { ...common, condition: 'Near Mint', variant: 'Normal' },
    setName: 'Worldwake',
    game: null,
    productId: null,
    skuId: null,
  })
  const conditions = {
    mint: 'Near Mint',
    excellent: 'Lightly Played',
    good: 'Moderately Played',
    light_played: 'light_played (European scale)',
    lightly_played: 'lightly_played',
    played: 'Heavily Played',
    poor: 'Damaged',
  }
  for (const [written, condition] of Object.entries(conditions))
    assert.deepEqual(row('foil', 'false', written).entry, { ...common, condition, variant: 'foil' }, written)
  const [loud] = readList(
    `${head.toUpperCase()}\nOpt,DOM,Dominaria,60,normal,common,1,1,8a2,0.5,false,false,LIGHT_PLAYED,en,EUR`,
  )
  assert.equal(loud?.entry?.condition, 'LIGHT_PLAYED (European scale)', 'in capitals too')
  assert.equal(
    row('etched', 'true', 'near_mint').entry?.condition,
    'Near Mint, Altered',
    'no price is for an altered card',
  )
})

test('Dragon Shield: the line that names the separator is passed over, and LightPlayed is not Lightly Played', () => {
  const list = [
    '"sep=,"',
    'Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,' +
      'Language,Price Bought,Date Bought,LOW,MID,MARKET',
    'Binder,2,0,Arcane Signet,CMR,Commander Legends,297,NearMint,Foil,English,0.50,2024-03-01,0.3,0.4,0.5',
    'Binder,1,0,Counterspell,MH2,Modern Horizons 2,267,LightPlayed,Normal,German,1.00,2024-03-01,0.8,0.9,1.0',
  ].join('\r\n')
  assert.deepEqual(asked(list), [
    [2, { q: 'Arcane Signet 297', set: 'CMR', condition: 'Near Mint', variant: 'Foil', language: 'English' }],
    [
      1,
      {
        q: 'Counterspell 267',
        set: 'MH2',
        condition: 'LightPlayed (European scale)',
        variant: 'Normal',
        language: 'German',
      },
    ],
  ])
  assert.deepEqual(
    readList(list).map(({ line }) => line),
    [3, 4],
  )
})

test('Deckbox and Moxfield: Played is Moderately Played, Chinese is Simplified, and an empty Foil is no foil', () => {
  const deckbox =
    'Count,Tradelist Count,Name,Edition,Card Number,Condition,Language,Foil,Signed,' +
    'Artist Proof,Altered Art,Misprint,Promo,Textless,My Price\n' +
    '4,0,Opt,Dominaria,60,Good (Lightly Played),English,,,,,,,,$0.10\n' +
    '1,0,Opt,Dominaria,60,Played,Chinese,foil,signed,,,,,,$0.10'
  const common = { q: 'Opt 60', set: 'Dominaria' }
  assert.deepEqual(asked(deckbox), [
    [4, { ...common, condition: 'Good (Lightly Played)', variant: 'Normal', language: 'English' }],
    [1, { ...common, condition: 'Moderately Played, Signed', variant: 'foil', language: 'Chinese (S)' }],
  ])
  const moxfield =
    '"Count","Tradelist Count","Name","Edition","Condition","Language","Foil","Tags",' +
    '"Last Modified","Collector Number","Alter","Proxy","Purchase Price"\n' +
    '"2","0","Brazen Borrower // Petty Theft","eld","Near Mint","Japanese","etched","",' +
    '"2024-01-01","39","False","True",""'
  assert.deepEqual(asked(moxfield), [
    [
      2,
      {
        q: 'Brazen Borrower // Petty Theft 39',
        set: 'eld',
        condition: 'Near Mint, Proxy',
        variant: 'etched',
        language: 'Japanese',
      },
    ],
  ])
})

test('Archidekt: edition code before edition name, finish and condition as they are', () => {
  const list =
    'Quantity,Name,Finish,Condition,Date Added,Language,Purchase Price,Tags,' +
    'Edition Name,Edition Code,Multiverse Id,Scryfall ID,Collector Number\n' +
    '3,Lightning Bolt,Normal,NM,2024-01-01,JP,,,Magic 2010,m10,1,xyz,146'
  assert.deepEqual(asked(list), [
    [3, { q: 'Lightning Bolt 146', set: 'm10', condition: 'NM', variant: 'Normal', language: 'JP' }],
  ])
})

test("TCGplayer: the seller's export has SKU ids, the app's those of products and SKUs; no other id is read", () => {
  const pricing =
    'TCGplayer Id,Product Line,Set Name,Product Name,Title,Number,Rarity,Condition,' +
    'TCG Market Price,Total Quantity,Add to Quantity\n' +
    '"8123456","Pokemon","Base Set","Charizard","","4/102","Holo Rare",' +
    '"Lightly Played 1st Edition Holofoil","10.72","3","0"'
  assert.deepEqual(onlyRow(pricing), {
    line: 2,
    text: pricing.split('\n')[1],
    quantity: 3,
    entry: {
      q: 'Charizard 4/102',
      set: 'Base Set',
      category: 'pokemon',
      condition: 'Lightly Played 1st Edition Holofoil',
    },
    setName: null,
    game: null,
    productId: null,
    skuId: 8_123_456,
  })
  // A file of cards that are not in stock yet has their number among those to add.
  assert.equal(onlyRow(pricing.replace('"3","0"', '"","4"')).quantity, 4)
  const app =
    'Quantity,Name,Simple Name,Set,Card Number,Set Code,Printing,Condition,Language,Rarity,Product ID,SKU\n' +
    '1,Sol Ring (Foil Etched),Sol Ring,Commander Legends,472,CMR,Foil,Near Mint,English,Uncommon,229952,4637171'
  const { entry, productId, skuId } = onlyRow(app)
  assert.deepEqual([productId, skuId], [229_952, 4_637_171])
  assert.equal(entry?.q, 'Sol Ring (Foil Etched) 472')
  const turned = onlyRow('Simple Name,Name\nSol Ring,Sol Ring (Foil Etched)')
  assert.equal(turned.entry?.q, 'Sol Ring (Foil Etched)', "the market's own name in any order of columns")
  const others = onlyRow('idProduct,Scryfall ID,Name\n5,6,Mew')
  assert.deepEqual([others.productId, others.skuId], [null, null])
})
