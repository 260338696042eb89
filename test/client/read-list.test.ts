import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copiesOf } from '../../packages/client/src/copies-of.ts'
import { type ListRow, readList } from '../../packages/client/src/read-list.ts'

/** What is asked for in each row, with its copies. */
const asked = (text: string): unknown[] => readList(text).map(({ quantity, entry }) => [quantity, entry])

/** The cards of a list of lines, as they are asked for. */
const cards = (text: string): unknown[] => readList(text).map(({ quantity, entry }) => `${quantity} ${entry?.q}`)

const onlyRow = (text: string): ListRow => {
  const [row, ...others] = readList(text)
  assert.ok(row)
  assert.equal(others.length, 0)
  return row
}

test('a deck list of Arena or Moxfield is read without its headings, and each row knows its line', () => {
  const list = 'About\nName Angels\n\nDeck\n4 Lightning Bolt (M10) 146\n1 Sol Ring (C21) 263 *F*\n\nSideboard\n2 Negate'
  assert.deepEqual(cards(list), ['4 Lightning Bolt (M10) 146', '1 Sol Ring (C21) 263 *F*', '2 Negate'])
  assert.deepEqual(
    readList(list).map(({ line, text }) => `${line}: ${text}`),
    ['5: 4 Lightning Bolt (M10) 146', '6: 1 Sol Ring (C21) 263 *F*', '9: 2 Negate'],
  )
})

test('a heading alone on its line is no card, and with a count before it the same word is one', () => {
  const headings = [
    ...['Deck', 'deck:', 'Sideboard (15)', 'Commander', 'Companion', 'Pokémon: 12', 'Pokemon (12)', 'Trainer - 9', 'ENERGY'],
    ...[
      'Total Cards: 60',
      'Creatures [20]',
      'My own pile:',
      '// Sideboard',
      '# a remark',
      '!side',
      '******* Deck List *******',
      '---',
    ],
  ]
  assert.deepEqual(cards(headings.join('\n')), [])
  assert.deepEqual(cards("1 Energy\n1 Commander's Sphere\nEnergy Removal"), [
    '1 Energy',
    "1 Commander's Sphere",
    '1 Energy Removal',
  ])
})

test('what Archidekt and Moxfield note beside a card is left out, and the code of a set in brackets stays', () => {
  assert.deepEqual(
    cards(
      [
        '1x Sol Ring (c21) 263 [Ramp] ^Have,#37d67a^ *F*',
        '1x Arcane Signet (cmr) 297 [Ramp,Artifacts]',
        '1x Opt [Maybeboard{noDeck}{noPrice},Draw]',
        '1 Counterspell (MH2) 267 *E* #Draw #!Commander',
        '2x Island (unh) 137 `Land` # Ramp !Commander',
        '1 Sol Ring [C21]',
      ].join('\n'),
    ),
    [
      '1 Sol Ring (c21) 263 *F*',
      '1 Arcane Signet (cmr) 297',
      '1 Opt',
      '1 Counterspell (MH2) 267 *E*',
      '2 Island (unh) 137',
      '1 Sol Ring [C21]',
    ],
  )
})

test('a list of Pokémon TCG Live is read with bullets and counts', () => {
  const list = 'Pokémon: 12\n* 4 Pikachu ex SVI 63\n3 Comfey LOR 79\n\nTrainer: 36\n4 Iono PAL 185\n\nTotal Cards: 60'
  assert.deepEqual(cards(list), ['4 Pikachu ex SVI 63', '3 Comfey LOR 79', '4 Iono PAL 185'])
})

test('copies are counted before a card and behind it, and a bare number counts where the list counts', () => {
  assert.deepEqual(
    cards('4x Mew\n4 x Mew\n4×Mew\nx4 Mew\n4, Mew\nMew x4\nMew ×4\nSB: 4 Mew\n(4) Mew\n[4] Mew\n4xOP01-025\n4xP-001'),
    [...Array.from({ length: 10 }, () => '4 Mew'), '4 OP01-025', '4 P-001'],
  )
  assert.deepEqual(cards('Mew\nPikachu\nEevee\n25 Pikachu'), ['1 Mew', '1 Pikachu', '1 Eevee', '1 25 Pikachu'])
  assert.deepEqual(cards('025 Pikachu\n2XM 280'), ['1 025 Pikachu', '1 2XM 280'])
})

test('a count with an x wins over a bare number before the card, wherever it stands', () => {
  assert.deepEqual(cards('151 Booster Bundle x3 (SV: Scarlet & Violet 151)\n151 Booster Bundle x3\n2 Mew x3 [SVP]'), [
    '3 151 Booster Bundle (SV: Scarlet & Violet 151)',
    '3 151 Booster Bundle',
    '3 2 Mew [SVP]',
  ])
  assert.deepEqual(cards('Charizard weakness x2 Base Set'), ['1 Charizard weakness x2 Base Set'])
})

test('a bare number above thirty stays with its card and multiplies nothing until the service says that it counts', () => {
  const rows = readList('151 Elite Trainer Box\n500 Years in the Future Booster Box\n58 Pikachu Base Set\n35 Island\n30 Island')
  assert.deepEqual(
    rows.map(({ quantity, mayCount, entry }) => [quantity, mayCount, entry?.q]),
    [
      [null, 151, '151 Elite Trainer Box'],
      [null, 500, '500 Years in the Future Booster Box'],
      [null, 58, '58 Pikachu Base Set'],
      [null, 35, '35 Island'],
      [30, undefined, 'Island'],
    ],
  )
  const copies = (line: string, parsed: { quantity: number | null; name: string | null } | null) =>
    copiesOf(readList(line)[0] as ListRow, parsed)
  assert.equal(copies('151 Elite Trainer Box', { quantity: null, name: '151 Elite Trainer Box' }), 1)
  assert.equal(copies('58 Pikachu Base Set', { quantity: null, name: 'Pikachu' }), null, 'the number is the card’s or counts')
  assert.equal(copies('35 Island', { quantity: 35, name: 'Island' }), 35)
  assert.equal(copies('35 Island', { quantity: null, name: 'Island' }), null)
  assert.equal(copies('35 Island', null), null)
})

test('copies are counted in a cell behind the card too, where the number of the card is another', () => {
  assert.deepEqual(cards('Charizard 4/102, x3, LP, Base Set\nCharizard 4/102, near mint, 2\nOP01-025\t3\nUmbreon, 3x'), [
    '3 Charizard 4/102, LP, Base Set',
    '2 Charizard 4/102, near mint',
    '3 OP01-025',
    '3 Umbreon',
  ])
  assert.deepEqual(cards('Lightning Bolt, M10, 146\nLuxio\tNext Destinies\t44'), [
    '1 Lightning Bolt, M10, 146',
    '1 Luxio\tNext Destinies\t44',
  ])
})

test('a line of fields without heads is asked for as it is written', () => {
  const lines = ['Snorunt, 227/217, NM', 'Luxio\tNext Destinies\t44', '"Jace, the Mind Sculptor", foil', 'Charizard 4/102 LP']
  assert.deepEqual(
    readList(lines.join('\n')).map(({ entry }) => entry),
    lines.map((q) => ({ q })),
  )
  assert.equal(onlyRow('x'.repeat(121)).entry, null, 'what does not fit is not cut off')
})

test("ManaBox: its condition is on Europe's scale, its finish and language are codes", () => {
  const head =
    'Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,Purchase price,Misprint,Altered,Condition,Language,Purchase price currency'
  const row = (foil: string, altered: string, condition: string) =>
    onlyRow(
      `${head}\r\n"Jace, the Mind Sculptor",WWK,Worldwake,31,${foil},mythic,2,1,8a2,0.5,false,${altered},${condition},de,EUR\r\n`,
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
  const [loud] = readList(`${head.toUpperCase()}\nOpt,DOM,Dominaria,60,normal,common,1,1,8a2,0.5,false,false,LIGHT_PLAYED,en,EUR`)
  assert.equal(loud?.entry?.condition, 'LIGHT_PLAYED (European scale)', 'in capitals too')
  assert.equal(row('etched', 'true', 'near_mint').entry?.condition, 'Near Mint, Altered', 'no price is for an altered card')
})

test('Dragon Shield: the line that names the separator is passed over, and LightPlayed is not Lightly Played', () => {
  const list = [
    '"sep=,"',
    'Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,Language,Price Bought,Date Bought,LOW,MID,MARKET',
    'Binder,2,0,Arcane Signet,CMR,Commander Legends,297,NearMint,Foil,English,0.50,2024-03-01,0.3,0.4,0.5',
    'Binder,1,0,Counterspell,MH2,Modern Horizons 2,267,LightPlayed,Normal,German,1.00,2024-03-01,0.8,0.9,1.0',
  ].join('\r\n')
  assert.deepEqual(asked(list), [
    [2, { q: 'Arcane Signet 297', set: 'CMR', condition: 'Near Mint', variant: 'Foil', language: 'English' }],
    [1, { q: 'Counterspell 267', set: 'MH2', condition: 'LightPlayed (European scale)', variant: 'Normal', language: 'German' }],
  ])
  assert.deepEqual(
    readList(list).map(({ line }) => line),
    [3, 4],
  )
})

test('Deckbox and Moxfield: Played is Moderately Played, Chinese is Simplified Chinese, and no word in Foil is no foil', () => {
  const deckbox =
    'Count,Tradelist Count,Name,Edition,Card Number,Condition,Language,Foil,Signed,Artist Proof,Altered Art,Misprint,Promo,Textless,My Price\n' +
    '4,0,Opt,Dominaria,60,Good (Lightly Played),English,,,,,,,,$0.10\n' +
    '1,0,Opt,Dominaria,60,Played,Chinese,foil,signed,,,,,,$0.10'
  const common = { q: 'Opt 60', set: 'Dominaria' }
  assert.deepEqual(asked(deckbox), [
    [4, { ...common, condition: 'Good (Lightly Played)', variant: 'Normal', language: 'English' }],
    [1, { ...common, condition: 'Moderately Played, Signed', variant: 'foil', language: 'Chinese (S)' }],
  ])
  const moxfield =
    '"Count","Tradelist Count","Name","Edition","Condition","Language","Foil","Tags","Last Modified","Collector Number","Alter","Proxy","Purchase Price"\n' +
    '"2","0","Brazen Borrower // Petty Theft","eld","Near Mint","Japanese","etched","","2024-01-01","39","False","True",""'
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
    'Quantity,Name,Finish,Condition,Date Added,Language,Purchase Price,Tags,Edition Name,Edition Code,Multiverse Id,Scryfall ID,Collector Number\n' +
    '3,Lightning Bolt,Normal,NM,2024-01-01,JP,,,Magic 2010,m10,1,xyz,146'
  assert.deepEqual(asked(list), [
    [3, { q: 'Lightning Bolt 146', set: 'm10', condition: 'NM', variant: 'Normal', language: 'JP' }],
  ])
})

test("TCGplayer: the seller's export has ids of SKUs, the app's has those of products and SKUs, and any other id is not read", () => {
  const pricing =
    'TCGplayer Id,Product Line,Set Name,Product Name,Title,Number,Rarity,Condition,TCG Market Price,Total Quantity,Add to Quantity\n' +
    '"8123456","Pokemon","Base Set","Charizard","","4/102","Holo Rare","Lightly Played 1st Edition Holofoil","10.72","3","0"'
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

test('a list of our own is read by its heads in any order, case and language, and the first of a kind that says something counts', () => {
  const common = { q: 'Pikachu 58/102', condition: 'NM' }
  for (const separator of [',', ';', '\t', '|']) {
    for (const head of [
      ['QTY', 'card name', 'Collector Number', 'CONDITION'],
      ['Anzahl', 'Name', 'Nummer', 'Zustand'],
      ['Quantité', 'Nom', 'Numéro', 'État'],
      ['quantity', 'cardName', 'card_number', 'Cond.'],
    ])
      assert.deepEqual(asked([head, ['3', 'Pikachu', '58/102', 'NM']].map((row) => row.join(separator)).join('\r\n')), [
        [3, common],
      ])
  }
  assert.deepEqual(cards('Title,Product Name\n,Pikachu\nMew,Other'), ['1 Pikachu', '1 Mew'])
  assert.equal(onlyRow('productId,quantity,condition\n300004,2,LP').entry?.condition, 'LP', 'also where there is only an id')
  assert.equal(onlyRow('Name,Number\nPikachu - 58/102,58/102').entry?.q, 'Pikachu - 58/102', 'no number is asked for twice')
})

test('copies and ids that are none are never guessed', () => {
  const quantities = ['0', '2.00', 'x3', '1,000', '2.5', 'two', '-1', ''].map(
    (word) => onlyRow(`name\tqty\nMew\t${word}`).quantity,
  )
  assert.deepEqual(quantities, [0, 2, 3, null, null, null, null, 1])
  const ids = ['0', '42', '2147483647', '2147483648', 'abc'].map((id) => readList(`name,productId\nMew,${id}`)[0]?.productId)
  assert.deepEqual(ids, [null, 42, 2_147_483_647, null, null])
})

test('a game is a slug where that is known and else as it is written, and a category may be anything', () => {
  const gameOf = (text: string): unknown[] => [onlyRow(text).entry?.category, onlyRow(text).game]
  assert.deepEqual(gameOf('Name,Game\nMew,Pokémon TCG'), ['pokemon', null])
  assert.deepEqual(gameOf('Name,Product Line\nTunic,Flesh & Blood TCG'), ['flesh-and-blood-tcg', null])
  assert.deepEqual(gameOf('Name,Game\nAgumon,Digimon'), [undefined, 'Digimon'])
  assert.deepEqual(gameOf('Name,Category\nMew,Pokemon'), ['pokemon', null])
  assert.deepEqual(gameOf('Name,Category\nSol Ring,Ramp'), [undefined, null])
})

test("Flesh and Blood's labels are left out, and each piece of equipment is a card of its line", () => {
  const list = 'Hero: Bravo, Showstopper\nWeapons: Anothos\nEquipment: Crater Fist, Tectonic Plating\n\n(3) Crippling Crush (red)'
  assert.deepEqual(cards(list), [
    '1 Bravo, Showstopper',
    '1 Anothos',
    '1 Crater Fist',
    '1 Tectonic Plating',
    '3 Crippling Crush (red)',
  ])
  assert.deepEqual(
    readList(list).map(({ line }) => line),
    [1, 2, 3, 3, 5],
  )
})

test('a cell in any words is read, and one that was kept from being run as a formula without its apostrophe', () => {
  const exported = 'Name,Set,Condition,Language,ManaBox ID\nSol Ring,constructor,toString,valueOf,1'
  const { set, condition, language } = onlyRow(exported).entry ?? {}
  assert.deepEqual([set, condition, language], ['constructor', 'toString', 'valueOf'])
  assert.equal(onlyRow("Name,Set\n'+2 Mace,AFR").entry?.q, '+2 Mace')
  assert.equal(onlyRow("Name,Set\n''Ardiyah,AFR").entry?.q, "''Ardiyah")
})
