import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { printing } from '../../test/support/catalog-products.ts'
import { call, catalogOf, identificationOf } from '../../test/support/identification.ts'

const sets = {
  m10: { setId: 1, setName: 'Magic 2010 (M10)', setCode: 'M10' },
  clb: { setId: 2, setName: "Commander Legends: Battle for Baldur's Gate", setCode: 'CLB' },
  lea: { setId: 3, setName: 'Alpha Edition', setCode: 'LEA' },
  aer: { setId: 4, setName: 'Aether Revolt', setCode: 'AER' },
  mh2: { setId: 5, setName: 'Modern Horizons 2', setCode: 'MH2' },
  obf: { setId: 6, setName: 'SV03: Obsidian Flames', setCode: 'OBF' },
  svp: { setId: 7, setName: 'SV: Scarlet & Violet Promo Cards', setCode: 'SVP' },
  hif: { setId: 8, setName: 'Hidden Fates: Shiny Vault', setCode: 'HIF:SV' },
  lob: { setId: 9, setName: 'Legend of Blue Eyes White Dragon', setCode: 'LOB' },
  op16: { setId: 10, setName: 'The Time of Battle', setCode: 'OP-16' },
  brs: { setId: 12, setName: 'SWSH09: Brilliant Stars', setCode: 'SWSH09' },
  arc: { setId: 13, setName: 'Archenemy', setCode: 'ARC' },
  all: { setId: 11, setName: 'Alliances', setCode: 'ALL' },
} as const

const card = (
  productId: number,
  name: string,
  number: string | null,
  set: keyof typeof sets,
  rarity: string | null = null,
) => printing(productId, name, number, { ...sets[set], setSlug: set, rarity })

const catalog = catalogOf([
  card(1, 'Lightning Bolt', '146', 'm10'),
  card(2, 'Lightning Bolt', null, 'clb'),
  card(3, 'Lightning Bolt', '161', 'lea'),
  card(4, 'Ragavan', '2', 'aer', 'token'),
  card(5, 'Ragavan, Nimble Pilferer', '138', 'mh2'),
  card(6, 'Charizard ex', '125/197', 'obf'),
  card(7, 'Charmander', '044', 'svp'),
  card(8, 'Dartrix', 'SV3/SV94', 'hif'),
  card(9, 'Blue-Eyes White Dragon', 'LOB-EN001', 'lob'),
  card(10, 'Roronoa Zoro', 'OP16-035', 'op16'),
  card(11, 'Roronoa Zoro', 'OP01-001', 'all'),
  card(12, 'Foil', '34', 'all'),
  card(13, 'Rowlet', '1', 'svp'),
  card(14, 'Rowlet', '9/149', 'obf'),
  card(15, "Kha'Zix, Mutating Horror", '143/219', 'obf'),
  card(16, "Kha'Zix, Mutating Horror", '143a/219', 'obf'),
  card(17, 'Oblivion Ring', null, 'clb'),
  card(18, 'Arceus VSTAR', '123/172', 'brs'),
  card(19, 'Moon Heron', '69', 'aer'),
  card(22, 'Savage Twister', '93', 'arc'),
  card(23, 'Oath of the Arknight (Red)', 'ARC093', 'lea'),
  card(20, 'Mountain', '300', 'aer'),
  card(21, 'Academy Manufactor', '469', 'mh2'),
])
const { identify } = identificationOf({ catalog })

const ask = async (q: string, set?: string) => {
  const result = await identify({ q, limit: 12, ...(set === undefined ? {} : { set }) }, call)
  const best = result.candidates[0]
  const sure = best !== undefined && best.matchScore >= 50 && !result.ambiguous ? best.productId : null
  return { ...result, best, sure }
}

describe('a pasted line', () => {
  test('names a set by its code, at any place and in any spelling, before the code is a number', async () => {
    for (const [q, productId] of [
      ['Lightning Bolt M10', 1],
      ['Lightning Bolt [M10]', 1],
      ['[m10] Lightning Bolt', 1],
      ['4 Lightning Bolt (M10) 146', 1],
      ['M10 146 Lightning Bolt', 1],
      ['Lightning Bolt LEA', 3],
      ['OBF 125', 6],
      ['SV03 125', 6],
      ['SVP 044', 7],
      ['SVP044', 7],
      ['SVP-044', 7],
      ['SVP EN 044', 7],
      ['Roronoa Zoro OP-16', 10],
      ['roronoa zoro op16', 10],
      ['Dartrix [HIF:SV]', 8],
      ['Dartrix SV3', 8],
      ['1 Arceus VSTAR BRS 123', 18],
      ['Arceus VSTAR swsh09', 18],
    ] as const)
      assert.equal((await ask(q)).sure, productId, q)
  })

  test('is never certain of a printing without the number that the line names', async () => {
    for (const q of [
      "Kha'Zix, Mutating Horror 143b",
      'Lightning Bolt C21',
      'Lightning Bolt 999',
      'Oblivion Ring 12',
      'Lightning Bolt 7/102',
    ])
      assert.equal((await ask(q)).sure, null, q)
  })

  test('finds the card of a whole code before that of the number in the set, and asks if they are apart', async () => {
    assert.equal((await ask('ARC093')).sure, 23)
    const apart = await ask('ARC 93')
    assert.deepEqual([apart.sure, apart.best?.productId], [null, 22])
  })

  test('is never certain where it says something that the printing does not bear out', async () => {
    for (const [q, set] of [
      ['4 Lightning Bolt (ALL) 146'],
      ['Lightning Bolt AER 146'],
      ['Lightning Bolt (Red) 146'],
      ['Lightning Bolt 146', 'aer'],
      ['Charizard ex 125/197 12/108'],
      ['Nimble Charizard the Pilferer 125/197'],
    ] as const)
      assert.equal((await ask(q, set)).sure, null, q)
  })

  test('passes over no word that may speak of the copy', async () => {
    for (const [q, unread] of [
      ['Lightning Bolt M10 146 played', ['played']],
      ['Lightning Bolt M10 146 graded', ['graded']],
      ['Lightning Bolt M10 146 artist signed', ['signed']],
      ['Lightning Bolt M10 146 promo', ['promo']],
      ['Lightning Bolt M10 146 🇯🇵', ['🇯🇵']],
    ] as const)
      assert.deepEqual((await ask(q)).parsed.unread, unread, q)
    for (const [q, condition, variant] of [
      ['Lightning Bolt M10 146 LP/MP', 'Lightly Played, Moderately Played', null],
      ['Lightning Bolt M10 146 LP-foil', 'Lightly Played', 'Foil'],
      ['Lightning Bolt M10 146 reverse', null, 'Reverse Holofoil'],
      ['Lightning Bolt M10 146 *PSA 10*', 'PSA 10', null],
      ['Lightning Bolt M10 146 BGS 9.5!', 'BGS 9.5', null],
    ] as const) {
      const { parsed } = await ask(q)
      assert.deepEqual([parsed.condition, parsed.variant, parsed.unread], [condition, variant, []], q)
    }
  })

  test('is never certain of a name that is only near, or that leaves words of the line open', async () => {
    for (const q of ['Moonbreon', 'Charizard', 'Nimble Pilferer', 'Ragavan Nimble Thief', 'Rowlet blorp'])
      assert.equal((await ask(q)).sure, null, q)
  })

  test('counts copies, which are no collector number', async () => {
    for (const [q, quantity] of [
      ['4 Lightning Bolt (M10) 146', 4],
      ['4x Lightning Bolt M10', 4],
      ['4xLightning Bolt [M10]', 4],
      ['4× Lightning Bolt [M10]', 4],
      ['x4 Lightning Bolt [M10]', 4],
      ['Lightning Bolt [M10] x4', 4],
      ['Lightning Bolt [M10] ×4', 4],
      ['Lightning Bolt x4 M10 146', 4],
      ['Lightning Bolt, M10, 146, x4, LP', 4],
      ['4,Lightning Bolt,M10,146', 4],
      ['4\tLightning Bolt\tMagic 2010\t146', 4],
      ['12 Lightning Bolt [M10]', 12],
      ['Lightning Bolt [M10]', null],
    ] as const) {
      const { parsed, sure } = await ask(q)
      assert.deepEqual([sure, parsed.quantity, parsed.name], [1, quantity, 'Lightning Bolt'], q)
    }
    assert.equal((await ask('Charizard ex, 125/197, NM, 3')).parsed.quantity, 3)
    const { sure, parsed } = await ask('3xOP16-035')
    assert.deepEqual([sure, parsed.quantity, parsed.cardNumber], [10, 3, 'OP16-035'])
  })

  test('is ambiguous where a number before the name may count copies or be the card', async () => {
    const { ambiguous, parsed } = await ask('1 Rowlet')
    assert.deepEqual([ambiguous, parsed.quantity, parsed.cardNumber], [true, 1, null])
    assert.equal((await ask('146 Lightning Bolt')).sure, 1)
    assert.equal((await ask('2 Blue-Eyes White Dragon')).sure, 9)
  })

  test('says what it says of the copy, wherever it stands', async () => {
    for (const [q, condition, variant, language] of [
      ['Lightning Bolt 146 LP', 'Lightly Played', null, null],
      ['near mint foil Lightning Bolt 146', 'Near Mint', 'Foil', null],
      ['Lightning Bolt (M10) 146 *F*', null, 'Foil', null],
      ['Lightning Bolt 146 [DE]', null, null, 'German'],
      ['Lightning Bolt, M10, 146, Heavily Played, Japanese', 'Heavily Played', null, 'Japanese'],
      ['Lightning Bolt 146 HP', 'Heavily Played', null, null],
      ['1st Edition Lightning Bolt 146 non-foil', null, '1st Edition', null],
      ['2009 MTG M10 Lightning Bolt #146 PSA 9', 'PSA 9', null, null],
      ['Lightning Bolt 146 BGS 9.5 Gem Mint', 'BGS 9.5', null, null],
      ['Lightning Bolt 146 TAG 9', 'TAG 9', null, null],
      ['PSA10 Lightning Bolt 146', 'PSA 10', null, null],
      ['Lightning Bolt 146 graded 9.5', 'Graded 9.5', null, null],
      ['Lightning Bolt 146 CN', null, null, 'Chinese (S)'],
      ['Lightning Bolt 146 NM-LP', 'Near Mint, Lightly Played', null, null],
      ['Lightning Bolt 146 foil german english', null, 'Foil', 'German, English'],
      ['Mountain 300 HP', 'Heavily Played', null, null],
      ['Mountain 300 HP 120', null, null, null],
      ['Lightning Bolt 146', null, null, null],
    ] as const) {
      const { parsed, sure } = await ask(q)
      assert.deepEqual([parsed.condition, parsed.variant, parsed.language], [condition, variant, language], q)
      assert.deepEqual([sure, parsed.unread], [q.startsWith('Mountain') ? 20 : 1, []], q)
    }
  })

  test('takes words about the copy for the name where they are the name', async () => {
    const plain = await ask('Foil')
    assert.deepEqual([plain.sure, plain.parsed.name, plain.parsed.variant], [12, 'Foil', null])
    const foil = await ask('Foil 34 foil NM')
    assert.deepEqual([foil.sure, foil.parsed.variant, foil.parsed.condition], [12, 'Foil', 'Near Mint'])
  })

  test('knows the language by the region of a code and by the letters beside set and number', async () => {
    for (const [q, productId, language] of [
      ['LOB-DE001', 9, 'German'],
      ['Blue-Eyes White Dragon LOB-F001', 9, 'French'],
      ['LOB-EN001', 9, null],
      ['M10·DE 0146', 1, 'German'],
      ['125/197 OBF FR', 6, 'French'],
    ] as const) {
      const { parsed, sure } = await ask(q)
      assert.deepEqual([sure, parsed.language], [productId, language], q)
    }
  })

  test('names the words that were not understood', async () => {
    assert.deepEqual((await ask('Lightning Bolt [M10] 146 signed by hand')).parsed.unread, ['signed', 'hand'])
    assert.equal((await ask('Lightning Bolt (M10) 146 signed')).sure, 1)
    assert.deepEqual((await ask('xyzzy 4')).parsed.unread, ['xyzzy'])
    assert.deepEqual((await ask('Lightning Bolt [M10]')).parsed.unread, [])
  })

  test('of cells is read with quotes, tabs, commas and semicolons', async () => {
    for (const q of [
      '1,"Kha\'Zix, Mutating Horror",Obsidian Flames,143a,LP',
      '"Kha\'Zix, Mutating Horror";OBF;143a',
      "Kha'Zix, Mutating Horror\tObsidian Flames\t143a/219",
    ]) {
      const { sure, parsed } = await ask(q)
      assert.deepEqual([sure, parsed.name, parsed.unread], [16, "Kha'Zix, Mutating Horror", []], q)
    }
  })

  test('keeps a set that ends in a digit apart from the number in the next cell', async () => {
    assert.equal((await ask('3,"Academy Manufactor",Modern Horizons 2,469,Heavily Played')).sure, 21)
  })

  test('that is the name of a token and the first name of another card is ambiguous', async () => {
    const { ambiguous, candidates } = await ask('Ragavan')
    assert.equal(ambiguous, true)
    assert.deepEqual(
      candidates.map(({ productId }) => productId),
      [4, 5],
    )
    assert.equal((await ask('Ragavan, Nimble Pilferer')).sure, 5)
    assert.equal((await ask('Ragavan AER')).sure, 4)
  })

  test('reads numbers with other signs between', async () => {
    for (const q of [
      'Charizard ex 125-197',
      'Charizard ex 125\\197',
      'Charizard ex 125 of 197',
      'Charizard ex N°125',
      'Charizard ex n. 125/197',
    ])
      assert.equal((await ask(q)).sure, 6, q)
    assert.equal((await ask('op 16 035')).sure, 10)
  })
})
