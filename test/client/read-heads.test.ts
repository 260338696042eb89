import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listPrograms } from '../../packages/client/src/list-programs.ts'
import { type ListRow, readList, readWholeList } from '../../packages/client/src/read-list.ts'

const onlyRow = (text: string): ListRow => {
  const [row, ...others] = readList(text)
  assert.ok(row)
  assert.equal(others.length, 0)
  return row
}

test('YGOPRODeck: number, edition and rarity tell printings apart, and its ids of cards are none of the market', () => {
  const row = onlyRow(
    '\ufeffcardname,cardq,cardrarity,card_edition,cardset,cardcode,cardid,print_id\n' +
      'Book of Moon,2,Secret Rare,1st Edition,Speed Duel GX: Duel Academy Box,SGX1-ENI15,14087893,20007',
  )
  assert.deepEqual(row.entry, {
    q: 'Book of Moon SGX1-ENI15 Secret Rare',
    set: 'Speed Duel GX: Duel Academy Box',
    category: 'yugioh',
    variant: '1st Edition',
  })
  assert.deepEqual([row.quantity, row.productId], [2, null])
})

test('PriceCharting: its console is product line and set, and what it includes is a grade or none', () => {
  const read = (console: string, include: string, company = '') =>
    onlyRow(
      'id,product-name,console-name,include-string,condition-string,sku,quantity,grading-company,folder\n' +
        `5000000,Cyllene [Reverse Holo] #138,${console},${include},Normal wear,77,3,${company},Box`,
    )
  const common = { q: 'Cyllene [Reverse Holo] #138', set: 'Astral Radiance', category: 'pokemon' }
  assert.deepEqual(read('Pokemon Astral Radiance', 'Ungraded').entry, common)
  assert.deepEqual(read('Pokemon Astral Radiance', 'PSA 9').entry, { ...common, condition: 'PSA 9' })
  assert.deepEqual(read('Pokemon Astral Radiance', 'Ungraded', 'CGC').entry, { ...common, condition: 'Graded CGC' })
  assert.equal(read('Pokemon Japanese Promo', 'Ungraded').entry?.category, 'pokemon-japan')
  assert.equal(read('Baseball Cards 1989 Topps', 'Ungraded').game, 'Baseball Cards 1989 Topps')
  assert.equal(read('Pokemon Astral Radiance', 'Ungraded').skuId, null, "the owner's own SKU is none of the market's")
})

test('a grade is asked for in whatever column it stands, and Ungraded is no condition', () => {
  const condition = (heads: string, cells: string) => onlyRow(`Name,${heads}\nVenusaur,${cells}`).entry?.condition
  assert.equal(condition('Grade,Card Condition', 'Ungraded,Near Mint'), 'Near Mint')
  assert.equal(condition('Grade,Card Condition', 'PSA 10,Near Mint'), 'PSA 10, Near Mint')
  assert.equal(condition('PSA Grade,Cost', '9,100'), 'PSA Grade 9')
  assert.equal(condition('Grade Issuer,Grade', 'BGS,9.5'), 'BGS 9.5')
  assert.equal(condition('Cert Number', '12345678'), 'Graded 12345678')
  assert.equal(condition('Notes', 'my psa 9 slab'), 'psa 9')
  assert.equal(condition('Notes', 'CGC Pristine 10'), 'CGC Pristine 10')
  assert.equal(condition('Grade', 'LP'), 'LP', 'a condition in a column of grades is one')
  for (const note of ['traded for a PSA', 'page 10', 'PSA 10/2024 order'])
    assert.equal(condition('Notes', note), undefined, note)
})

test("every head of a set is read, and another site's digits for one are passed over", () => {
  for (const head of ['Set ID', 'setcode', 'Set Prefix', 'Expansion Symbol', 'edition_code', 'Code'])
    assert.equal(onlyRow(`Card,${head}\nOpt,XLN`).entry?.set, 'XLN', head)
  assert.equal(onlyRow('card_name,amount,set_id,set_code\nOpt,1,147,XLN').entry?.set, 'XLN')
  assert.equal(onlyRow('Name,Set ID\nOpt,147').entry?.set, undefined)
  const lorcana = onlyRow('Set Number,Card Number,Variant,Count\n011,191,normal,4')
  assert.deepEqual(lorcana.entry, { q: '191', set: '11', category: 'lorcana-tcg', variant: 'normal' })
})

test('Edition is the set where no other column is, and else the edition of the copy', () => {
  const read = (heads: string, cells: string) => {
    const { set, variant } = onlyRow(`Name,${heads}\nCard,${cells}`).entry ?? {}
    return [set, variant]
  }
  assert.deepEqual(read('Edition', 'Unlimited Edition'), ['Unlimited Edition', undefined])
  assert.deepEqual(read('Edition', 'dom'), ['dom', undefined])
  assert.deepEqual(read('Set,Edition', 'Jungle,Unlimited'), ['Jungle', 'Unlimited'])
  assert.deepEqual(read('Set Number,Edition', 'DUDE-EN048,1st Edition'), [undefined, '1st Edition'])
})

test('cards are found without a name by set and number, or by numbers that have their set', () => {
  assert.deepEqual(onlyRow('set_code,number,quantity\nJTG,022,2').entry, { q: '022', set: 'JTG' })
  assert.deepEqual(onlyRow('Card Number,Qty\nOP01-025,4').entry, { q: 'OP01-025' })
  assert.equal(onlyRow('Normal,Foil,CardId\n3,0,OGN-001').entry?.q, 'OGN-001')
  assert.equal(
    onlyRow('CardId,Name,Set\nOGN-068,"Caitlyn, Patrolling",Origins').entry?.q,
    'Caitlyn, Patrolling OGN-068',
  )
})

test('a table is found below the title of its file, and a list without one is no table', () => {
  const report =
    'RIFTCORE COLLECTION EXPORT\nMade on 2026-01-02\n\nCard ID,Card Name,Set,Standard Qty\nOGN-001,Scorcher,Origins,3'
  assert.deepEqual(
    readList(report).map(({ line, quantity, entry }) => [line, quantity, entry?.set]),
    [[5, 3, 'Origins']],
  )
  assert.deepEqual(
    readList('Item\n4 Ultra Ball\n2 Code, Set\n3 Card').map(({ quantity, entry }) => [quantity, entry?.q]),
    [
      [4, 'Ultra Ball'],
      [2, 'Code, Set'],
      [3, 'Card'],
    ],
  )
})

test("Moxfield: a code of Scryfall's is the market's set, and a card that was never of paper has no price", () => {
  const read = (name: string, edition: string, number: string) => {
    const { entry, setName } = onlyRow(
      `"Count","Tradelist Count","Name","Edition","Collector Number"\n"1","0","${name}","${edition}","${number}"`,
    )
    return [entry?.set, setName, entry?.condition]
  }
  assert.deepEqual(read('Wind Strider', 'plst', 'XLN-88'), ['LIST', null, undefined])
  assert.deepEqual(read('Spider', 'tmkm', '11'), ['MKM', null, undefined], 'tokens are of the set they were made for')
  assert.deepEqual(read('Dawnglade', 'tnem', '1'), ['NMS', null, undefined])
  assert.deepEqual(read('Hydra', 'tfth', '1'), ['tfth', null, undefined], 'but for sets whose codes look like those')
  assert.deepEqual(read('Pia Nalaar', 'pkld', '124s'), ['pkld', 'Prerelease Cards', undefined])
  assert.deepEqual(read('Pia Nalaar', 'pkld', '124p'), [undefined, null, undefined], 'the number alone tells the pack')
  assert.deepEqual(read('Forest', 'wc03', 'dz349'), ['wc03', 'World Championship Decks', undefined])
  assert.deepEqual(read('Forest', 'y22', '1'), ['y22', null, 'digital card'])
  assert.deepEqual(read('A-Lier, Disciple of the Drowned', 'mid', '59'), ['mid', null, 'digital card'])
  const lines = readList('4 A-Lier, Disciple of the Drowned (MID) 59\n1 Opt (HBG) 3\n3 A-Assault Core\n2 Opt (XLN) 65')
  assert.deepEqual(
    lines.map(({ entry }) => entry?.condition),
    ['digital card', 'digital card', undefined, undefined],
  )
})

test('a head that was not understood is named, unless nothing of the card can be lost by it', () => {
  const unknown = (heads: string) => readWholeList(`${heads}\n${heads.replaceAll(/[^,]+/g, 'x')}`).unknownHeads
  assert.deepEqual(unknown('Name,Frobnication,Price Paid,Date Added,Folder,Notes,Scryfall ID,Foil Price'), [
    'Frobnication',
  ])
  assert.deepEqual(unknown('Name,Set,Number'), [])
  assert.deepEqual(readWholeList('2 Mew\n1 Frobnication').unknownHeads, [])
})

test('a file of which nothing can be understood is told in one sentence, whose ids it has and what to export', () => {
  const problemOf = (text: string) => {
    const { rows, problem } = readWholeList(text)
    assert.deepEqual(rows, [])
    return problem ?? ''
  }
  assert.match(
    problemOf('idProduct;groupCount;price;idLanguage;condition;isFoil\n14233;1;0.15;1;2;'),
    /ids of Cardmarket alone.*export it with/,
  )
  assert.match(problemOf('Scryfall ID,Quantity\nabc,2'), /ids of Scryfall alone/)
  assert.match(problemOf('Quantity,Condition,Foil\n2,NM,foil'), /No column .*Quantity, Condition, Foil/)
  assert.match(problemOf('#created by a player\n#main\n89631139\n#extra\n23995346\n!side\n12580477'), /passcodes/)
  assert.match(problemOf('ydke://o6lXBQ==!!!'), /passcodes/)
  assert.match(problemOf('<?xml version="1.0"?>\n<Deck><Cards Name="Opt"/></Deck>'), /XML/)
  assert.match(problemOf('{\n  "cards": []\n}'), /JSON/)
  for (const text of ['[Deck]\n4 Opt', '300004\n300005', '2 Foil, English', '# main\n2 Opt'])
    assert.equal(readWholeList(text).problem, null, text)
})

test('no two programs are known by the same heads', () => {
  const known = listPrograms.map(({ heads }) => heads.join())
  assert.equal(new Set(known).size, known.length)
})

test('Printing is the set beside a column of foils and none of sets, as in TappedOut, and else the finish', () => {
  const read = (heads: string, cells: string) => {
    const { set, variant } = onlyRow(`Name,${heads}\nOpt,${cells}`).entry ?? {}
    return [set, variant]
  }
  assert.deepEqual(read('Printing,Foil', 'XLN,True'), ['XLN', 'Foil'])
  assert.deepEqual(read('Printing,Foil', ',False'), [undefined, 'Normal'])
  assert.deepEqual(read('Set,Printing,Foil', 'XLN,Foil,'), ['XLN', 'Foil'])
  assert.deepEqual(read('Printing', 'Foil'), [undefined, 'Foil'])
})

test("FaBrary: foiling and edition are words of the market's finishes, and no foiling is no foil", () => {
  const read = (edition: string, foiling: string) =>
    onlyRow(
      'Identifier,Name,Pitch,Set,Set number,Edition,Foiling,Treatment,Have,Want to buy,Extra to sell\n' +
        `glint-red,Glint,Red,Monarch,MON263,${edition},${foiling},,3,,`,
    ).entry
  const common = { q: 'Glint MON263', set: 'Monarch', category: 'flesh-and-blood-tcg' }
  assert.deepEqual(read('', ''), { ...common, variant: 'Normal' })
  assert.deepEqual(read('First', 'Rainbow'), { ...common, variant: 'Rainbow, First' })
})

test("Urza's Gatherer: its conditions are on Europe's scale, and the market's Light Played is none of them", () => {
  const read = (condition: string) =>
    onlyRow(
      '"sep=,"\nName,Count,Foil count,Special foil count,Set code,Condition,Languages\n' +
        `Opt,2,0,0,XLN,${condition},2xItalian`,
    ).entry
  assert.deepEqual(read('2xExcellent'), {
    ...{ q: 'Opt', set: 'XLN', category: 'magic' },
    ...{ condition: 'Lightly Played', language: 'Italian' },
  })
  assert.equal(read('2xLight played')?.condition, 'Light played (European scale)')
})

test('a row says in its own words what no copy of the market is, and no other row does', () => {
  const unusual = (heads: string, cells: string) => onlyRow(`Name,Condition,${heads}\nOpt,NM,${cells}`).unusual
  assert.equal(unusual('Signed,Altered', 'yes,no'), 'Signed')
  assert.equal(unusual('Grade', 'PSA 9'), 'PSA 9')
  assert.equal(unusual('Set Code,Scryfall ID,Extras', 'y22,abc,'), 'digital card')
  assert.equal(readList('1 Opt (HBG) 3')[0]?.unusual, 'digital card')
  assert.equal(unusual('Signed,Grade', 'no,Ungraded'), undefined)
})
