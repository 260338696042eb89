import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copiesOf } from '../../packages/client/src/copies-of.ts'
import { limits } from '../../packages/client/src/operations.ts'
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
    ...[
      ...['Deck', 'deck:', 'Sideboard (15)', 'Commander', 'Companion', 'Pokémon: 12', 'Pokemon (12)', 'Trainer - 9'],
      'ENERGY',
    ],
    ...[
      ...['Total Cards: 60', 'Creatures [20]', 'My own pile:', '// Sideboard', '# a remark', '!side'],
      ...['******* Deck List *******', '---'],
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

test('a bare number above thirty stays with its card, and counts only once the service says so', () => {
  const rows = readList(
    '151 Elite Trainer Box\n500 Years in the Future Booster Box\n58 Pikachu Base Set\n35 Island\n30 Island',
  )
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
  assert.equal(
    copies('58 Pikachu Base Set', { quantity: null, name: 'Pikachu' }),
    null,
    'the number is the card’s or counts',
  )
  assert.equal(copies('35 Island', { quantity: 35, name: 'Island' }), 35)
  assert.equal(copies('35 Island', { quantity: null, name: 'Island' }), null)
  assert.equal(copies('35 Island', null), null)
})

test('copies are counted in a cell behind the card too, where the number of the card is another', () => {
  assert.deepEqual(
    cards('Charizard 4/102, x3, LP, Base Set\nCharizard 4/102, near mint, 2\nOP01-025\t3\nUmbreon, 3x'),
    ['3 Charizard 4/102, LP, Base Set', '2 Charizard 4/102, near mint', '3 OP01-025', '3 Umbreon'],
  )
  assert.deepEqual(cards('Lightning Bolt, M10, 146\nLuxio\tNext Destinies\t44'), [
    '1 Lightning Bolt, M10, 146',
    '1 Luxio\tNext Destinies\t44',
  ])
})

test('a line of fields without heads is asked for as it is written', () => {
  const lines = [
    'Snorunt, 227/217, NM',
    'Luxio\tNext Destinies\t44',
    '"Jace, the Mind Sculptor", foil',
    'Charizard 4/102 LP',
  ]
  assert.deepEqual(
    readList(lines.join('\n')).map(({ entry }) => entry),
    lines.map((q) => ({ q })),
  )
  assert.equal(onlyRow('x'.repeat(121)).entry, null, 'what does not fit is not cut off')
})

test('a list of our own is read by its heads in any order, case and language; the first filled cell counts', () => {
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
  assert.equal(
    onlyRow('productId,quantity,condition\n300004,2,LP').entry?.condition,
    'LP',
    'also where there is only an id',
  )
  assert.equal(
    onlyRow('Name,Number\nPikachu - 58/102,58/102').entry?.q,
    'Pikachu - 58/102',
    'no number is asked for twice',
  )
})

test('copies and ids that are none are never guessed', () => {
  const quantities = ['0', '2.00', 'x3', '1,000', '2.5', 'two', '-1', ''].map(
    (word) => onlyRow(`name\tqty\nMew\t${word}`).quantity,
  )
  assert.deepEqual(quantities, [0, 2, 3, null, null, null, null, 1])
  const ids = ['0', '42', '9007199254740991', '9007199254740992', 'abc'].map(
    (id) => readList(`name,productId\nMew,${id}`)[0]?.productId,
  )
  assert.deepEqual(ids, [null, 42, 9_007_199_254_740_991, null, null])
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
  const list =
    'Hero: Bravo, Showstopper\nWeapons: Anothos\nEquipment: Crater Fist, Tectonic Plating\n\n(3) Crippling Crush (red)'
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

test('a row is cut where the contract ends, and an id read up to the last that it takes', () => {
  const long = 'x'.repeat(500)
  const { entry, setName } = onlyRow(
    `Name,Set Code,Set Name,Condition,Finish,Language\n${Array(6).fill(long).join(',')}`,
  )
  const { queryLength, setLength, copyLength } = limits
  assert.deepEqual(
    [entry?.q, entry?.set, setName, entry?.condition, entry?.variant, entry?.language].map((text) => text?.length),
    [queryLength, setLength, setLength, copyLength, copyLength, copyLength],
  )
  const line = 'x'.repeat(queryLength)
  assert.deepEqual([onlyRow(line).entry?.q, onlyRow(`${line}x`).entry], [line, null])
  const idsOf = (productId: number | bigint, skuId: number | bigint) => {
    const row = onlyRow(`Name,Product ID,SKU\nMew,${productId},${skuId}`)
    return [row.productId, row.skuId]
  }
  const lastSku = Number.MAX_SAFE_INTEGER
  assert.deepEqual(idsOf(limits.maxId, lastSku), [limits.maxId, lastSku])
  assert.deepEqual(idsOf(BigInt(limits.maxId) + 1n, BigInt(lastSku) + 1n), [null, null])
})
