import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { pickCopy, readList, writeCsv } from '../../packages/client/src/client.ts'
import { magic, nearMint, pokemon, row, some, written } from './till-rows.ts'

const { exportNote, exportOf, fileName, fileText, formats } = await import(
  new URL('../../web/till/exports.js', import.meta.url).href
)

const ids: readonly string[] = formats.map(({ id }: { id: string }) => id)
const programs = ids.filter((id) => id !== 'plain')

const conditions = ['Near Mint', 'Lightly Played', 'Moderately Played', 'Heavily Played', 'Damaged']
const languages = [
  ...['English', 'German', 'French', 'Italian', 'Spanish', 'Portuguese', 'Japanese', 'Korean', 'Russian'],
  ...['Chinese (S)', 'Chinese (T)'],
]

/** Every copy that a product may have, each with an id of its own. */
const copiesIn = (variants: readonly string[]) =>
  conditions
    .flatMap((condition) =>
      variants.flatMap((variant) => languages.map((language) => ({ condition, variant, language }))),
    )
    .map((copy, at) => ({ skuId: 1_000 + at, ...copy }))

const ofMagic = copiesIn(['Normal', 'Foil'])
/** Printings of the market that have finishes and editions as it has them. */
const samples = [
  { printing: magic, copies: ofMagic },
  { printing: pokemon, copies: copiesIn(['Normal', 'Holofoil', 'Reverse Holofoil']) },
  { printing: pokemon, copies: copiesIn(['1st Edition', '1st Edition Holofoil', 'Unlimited', 'Unlimited Holofoil']) },
]

/** What a file says when it is read by the client, and which copy that means. */
const readBack = (
  id: string,
  given: { printing: typeof magic; copy: object },
  copies: readonly (typeof nearMint)[],
) => {
  const read = readList(writeCsv(exportOf(id, [given]).rows))
  assert.equal(read.length, 1, id)
  const [line] = read
  assert.ok(line?.entry)
  const { copy } = pickCopy(copies, line.entry, given.printing.name, given.printing.category)
  return { ...line, entry: line.entry, copy }
}

test('TCGplayer: name, set, number, quantity, game, SKU and every copy come back as they were', () => {
  for (const { printing, copies } of samples)
    for (const copy of copies) {
      const back = readBack('tcgplayer', row({ printing, copy }) as never, copies)
      assert.deepEqual(back.copy, copy, JSON.stringify(copy))
      assert.deepEqual(
        [back.entry.q, back.entry.set, back.quantity, back.skuId],
        [`${printing.name} ${printing.cardNumber}`, printing.setName, 2, copy.skuId],
      )
      assert.equal(back.entry.category, printing.category.toLowerCase())
    }
})

test('the plain table: all of that and the product come back as they were', () => {
  for (const { printing, copies } of samples)
    for (const copy of copies) {
      const back = readBack('plain', row({ printing, copy }) as never, copies)
      assert.deepEqual(back.copy, copy)
      assert.deepEqual(
        [back.entry.q, back.entry.set, back.quantity, back.skuId, back.productId, back.entry.category],
        [
          `${printing.name} ${printing.cardNumber}`,
          printing.setName,
          2,
          copy.skuId,
          printing.productId,
          printing.category.toLowerCase(),
        ],
      )
    }
})

test('ManaBox and Moxfield: name, set, number, quantity and every copy of a Magic card come back as they were', () => {
  for (const id of ['manabox', 'moxfield'])
    for (const copy of ofMagic) {
      const back = readBack(id, row({ copy }) as never, ofMagic)
      assert.deepEqual(back.copy, copy, `${id} ${JSON.stringify(copy)}`)
      assert.deepEqual([back.entry.q, back.entry.set?.toUpperCase(), back.quantity], ['Lightning Bolt 146', 'M10', 2])
    }
})

test('in every export a text that some program would part stands in quotes, and no part of it is a formula', () => {
  const hostile = `Bolt;=1+1\t=1+1|"=1+1"\n=1+1\r=1+1\u2028=1+1,x`
  const printing = { ...magic, name: hostile, setName: hostile, cardNumber: hostile }
  for (const id of ids) {
    const { rows } = exportOf(id, [row({ printing, text: hostile })])
    assert.equal(rows.length, 2, id)
    const text: string = fileText(id, rows)
    assert.ok(text.includes("Bolt;'=1+1"), id)
    const [, ...bare] = text.replaceAll(/"(?:[^"]|"")*"/g, '').split('\r\n')
    assert.doesNotMatch(bare.join(), /[;\t|"\n\r\u2028]|=1/, id)
    for (const separator of [';', '\t', '|'])
      for (const cell of text.split(/[\r\n\u2028]/).flatMap((line) => line.split(separator)))
        assert.doesNotMatch(cell, /^[\s"]*[=+\-@]/, id)
  }
})

test('an etched card comes back as etched, under the name that is printed on it', () => {
  const printing = { ...magic, name: 'Sol Ring (Foil Etched)', setName: 'Commander Legends' }
  const copies = copiesIn(['Foil'])
  for (const id of ['manabox', 'moxfield']) {
    const given = row({ printing, copy: copies[0] })
    const back = readBack(id, given as never, copies)
    assert.deepEqual(
      [back.entry.q, back.entry.set, back.entry.variant],
      ['Sol Ring 146', 'Commander Legends', 'etched'],
    )
    assert.deepEqual(back.copy, copies[0])
  }
})

test('whatever a text holds, it is read back from TCGplayer and the plain table', () => {
  const text = fc
    .string({ minLength: 1, maxLength: 40 })
    // The reader tidies spaces.
    .map((given) => given.replace(/[\s\p{Cc}\u200b\ufeff]+/gu, ' ').trim())
    .filter((given) => /[\p{L}\p{N}]/u.test(given))
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 999_999 }), (name, setName, quantity) => {
      const given = row({ printing: { ...pokemon, name, setName, cardNumber: null }, quantity })
      for (const id of ['tcgplayer', 'plain']) {
        const [back] = readList(writeCsv(exportOf(id, [given]).rows))
        assert.deepEqual([back?.entry?.q, back?.entry?.set, back?.quantity], [name, setName, quantity])
      }
    }),
    { examples: [['+2 Mace', 'constructor', 1]] },
  )
})

test('the heads are those that each program knows, TCGplayer’s to the letter', () => {
  const heads = (id: string) => exportOf(id, []).rows[0].join(',')
  assert.equal(
    heads('tcgplayer'),
    'TCGplayer Id,Product Line,Set Name,Product Name,Title,Number,Rarity,Condition,TCG Market Price,' +
      'TCG Direct Low,TCG Low Price With Shipping,TCG Low Price,' +
      'Total Quantity,Add to Quantity,TCG Marketplace Price,Photo URL',
  )
  assert.equal(
    heads('manabox'),
    'Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,' +
      'Purchase price,Misprint,Altered,Condition,Language,Purchase price currency',
  )
  assert.equal(
    heads('moxfield'),
    'Count,Tradelist Count,Name,Edition,Condition,Language,Foil,Tags,Last Modified,' +
      'Collector Number,Alter,Proxy,Purchase Price',
  )
  assert.match(heads('shopify'), /^Handle,Title,Body \(HTML\),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,/)
})

test('each line has a cell for each head', () => {
  for (const id of ids)
    for (const cells of exportOf(id, [row(), row({ copy: { ...nearMint, skuId: 8, condition: null, language: null } })])
      .rows)
      assert.equal(cells.length, exportOf(id, []).rows[0].length, id)
})

test('TCGplayer is told to add the copies at the market price', () => {
  const [line] = written('tcgplayer', [row()])
  assert.deepEqual(
    some(line, 'TCGplayer Id', 'Total Quantity', 'Add to Quantity', 'TCG Market Price', 'TCG Marketplace Price'),
    ['7', '', '2', '1.50', '1.50'],
  )
})

test('rows of the same copy are one line, with the newest price', () => {
  const rows = [
    row(),
    row({ quantity: 3, marketPrice: 1.75, pricedAt: '2026-11-23T10:00:00.000Z' }),
    row({ quantity: 1 }),
  ]
  for (const id of programs) {
    const { rows: lines, taken } = exportOf(id, rows)
    assert.equal(lines.length, 2, id)
    assert.equal(taken, 3, id)
  }
  assert.deepEqual(some(written('tcgplayer', rows)[0], 'Add to Quantity', 'TCG Market Price'), ['6', '1.75'])
})

test('a row that is not settled is in the plain table with its state and text alone, and in no other file', () => {
  const states = [
    ['open', 'to settle'],
    ['failed', 'failed'],
    ['waiting', 'waiting'],
  ]
  for (const [state, inWords] of states) {
    const given = row({ state, text: '2 bolts, signed', marketPrice: null, pricedAt: null })
    const [line] = written('plain', [given])
    assert.deepEqual(
      Object.values(line ?? {}).filter((cell) => cell !== ''),
      ['2', inWords, '2 bolts, signed'],
    )
    for (const id of programs) {
      const { rows, taken, leftOut } = exportOf(id, [given, row()])
      assert.equal(rows.length, 2)
      assert.deepEqual([taken, ...leftOut], [1, ['unsettled', 1]])
    }
  }
})

test('a number of copies that is not known is not read back as one', () => {
  const [back] = readList(writeCsv(exportOf('plain', [row({ state: 'open', quantity: null })]).rows))
  assert.equal(back?.quantity, null)
})

test('a card without a price is listed without one, and never sold for nothing', () => {
  const given = row({ state: 'unpriced', marketPrice: null, pricedAt: null })
  assert.deepEqual(some(written('plain', [given])[0], 'name', 'marketPrice', 'total', 'state'), [
    'Lightning Bolt',
    '',
    '',
    'price unknown',
  ])
  assert.deepEqual(some(written('tcgplayer', [given])[0], 'TCG Market Price', 'TCG Marketplace Price'), ['', ''])
  assert.equal(written('manabox', [given]).length, 1)
  assert.deepEqual([...exportOf('shopify', [given]).leftOut], [['noPrice', 1]])
})

test('what a program has no word for is left out and counted, each row once', () => {
  const rows = [
    row(),
    row({ quantity: 0 }),
    row({ printing: pokemon, copy: { ...nearMint, skuId: 8 } }),
    row({ printing: { ...magic, productId: 31_001, category: null }, copy: { ...nearMint, skuId: 9 } }),
    row({ copy: { ...nearMint, skuId: 10, condition: 'PSA 10' } }),
    row({ copy: { ...nearMint, skuId: 11, condition: 'Unopened' } }),
    row({ copy: { ...nearMint, skuId: 12, variant: 'Galaxy Foil' } }),
    row({ copy: { ...nearMint, skuId: 13, language: 'Phyrexian' } }),
  ]
  const expected = [
    ['noCopies', 1],
    ['otherGame', 1],
    ['noGame', 1],
    ['noWord', 4],
  ]
  for (const id of ['manabox', 'moxfield']) {
    const { taken, leftOut } = exportOf(id, rows)
    assert.deepEqual([taken, ...leftOut], [1, ...expected], id)
  }
  assert.deepEqual(
    [...exportOf('tcgplayer', rows).leftOut],
    [
      ['noCopies', 1],
      ['noWord', 1],
    ],
  )
  assert.equal(
    exportNote(exportOf('moxfield', rows)),
    '1 row. Left out: 1 without a copy, 1 of another game, 1 of a game that is not known, 4 of a condition, ' +
      'finish or language that it has no word for.',
  )
  assert.equal(exportNote(exportOf('plain', rows)), '8 rows.')
})

test('a source that prices whole printings has no SKU for TCGplayer; its cards are as new elsewhere', () => {
  const given = row({ copy: { skuId: 99, condition: null, variant: 'Foil', language: null } })
  assert.deepEqual([...exportOf('tcgplayer', [given]).leftOut], [['noId', 1]])
  assert.deepEqual(some(written('manabox', [given])[0], 'Condition', 'Language', 'Foil'), ['near_mint', 'en', 'foil'])
  assert.deepEqual(some(written('moxfield', [given])[0], 'Condition', 'Language', 'Foil'), [
    'Near Mint',
    'English',
    'foil',
  ])
  assert.deepEqual(some(written('plain', [given])[0], 'condition', 'language'), ['', ''])
  assert.deepEqual(some(written('shopify', [given])[0], 'Option1 Value', 'Option2 Value', 'Option3 Name'), [
    'Near Mint',
    'Foil',
    '',
  ])
})

test('a file has the name of its stack, else that of the day', () => {
  const at = new Date(2026, 10, 5, 9)
  assert.equal(fileName('Counter: Müller / 2', 'shopify', at), 'counter-müller-2-shopify.csv')
  assert.equal(fileName(' … ', 'plain', at), 'stack-2026-11-05-plain.csv')
})

test('a condition stated of a whole printing is in each file without its price, never sold at that price', () => {
  const copy = { skuId: 99, condition: null, variant: 'Foil', language: null }
  const given = row({ copy, stated: { condition: 'Lightly Played', language: 'German' } })
  assert.deepEqual(some(written('manabox', [given])[0], 'Condition', 'Language'), ['excellent', 'de'])
  assert.deepEqual(some(written('moxfield', [given])[0], 'Condition', 'Language'), ['Good (Lightly Played)', 'German'])
  assert.deepEqual(some(written('plain', [given])[0], 'condition', 'language', 'priceOf'), [
    'Lightly Played',
    'German',
    'whole printing',
  ])
  assert.deepEqual([...exportOf('shopify', [given]).leftOut], [['noOwnPrice', 1]])
  assert.equal(written('manabox', [given, row({ copy })]).length, 2, 'and it is no equal of a copy as new')
})

test('Shopify has a product for each printing and a variant for each copy, side by side and as drafts', () => {
  const copy = (skuId: number, condition: string) => ({ ...nearMint, skuId, condition })
  const rows = [
    row(),
    row({ printing: pokemon, copy: copy(20, 'Near Mint') }),
    row({ copy: copy(8, 'Damaged'), marketPrice: 0.25, quantity: 1 }),
  ]
  const lines = written('shopify', rows)
  assert.deepEqual(
    lines.map((line) =>
      some(line, 'Handle', 'Title', 'Option1 Value', 'Variant SKU', 'Variant Inventory Qty', 'Variant Price', 'Status'),
    ),
    [
      [
        ...['lightning-bolt-magic-2010-m10-31000', 'Lightning Bolt – Magic 2010 (M10) – 146', 'Near Mint', '7', '2'],
        ...['1.50', 'draft'],
      ],
      ['lightning-bolt-magic-2010-m10-31000', '', 'Damaged', '8', '1', '0.25', ''],
      ['charizard-base-set-42382', 'Charizard – Base Set – 4/102', 'Near Mint', '20', '2', '1.50', 'draft'],
    ],
  )
  assert.deepEqual(some(lines[0], 'Option2 Name', 'Option2 Value', 'Option3 Name', 'Option3 Value', 'Tags'), [
    'Finish',
    'Normal',
    'Language',
    'English',
    'Magic, Magic 2010 (M10), C',
  ])
})

test('the plain table has the code that the market gives the set, and is read back by it', () => {
  const given = row({ printing: { ...pokemon, setCode: 'UMA:BT' } })
  assert.deepEqual(some(written('plain', [given])[0], 'set', 'setCode'), ['Base Set', 'UMA:BT'])
  const [back] = readList(writeCsv(exportOf('plain', [given]).rows))
  assert.deepEqual([back?.entry?.set, back?.setName], ['UMA:BT', 'Base Set'])
  const [before] = readList(writeCsv(exportOf('plain', [row({ printing: pokemon })]).rows))
  assert.deepEqual([before?.entry?.set, before?.setName], ['Base Set', null])
})
