import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readList, writeCsv } from '../../packages/client/src/client.ts'
import { magic, nearMint, pokemon, row, some, written } from './till-rows.ts'

const { exportNote, exportOf, fileText, formats } = await import(
  new URL('../../web/till/exports.js', import.meta.url).href
)

test('a price that rounds to nothing is none', () => {
  const given = row({ marketPrice: 0.004 })
  assert.deepEqual(some(written('tcgplayer', [given])[0], 'TCG Market Price', 'TCG Marketplace Price'), ['', ''])
  assert.deepEqual([...exportOf('shopify', [given]).leftOut], [['noPrice', 1]])
})

test('every file has the same cents for a price, however it was written', () => {
  for (const [marketPrice, cents] of [
    [1.115, '1.12'],
    [1.005, '1.00'],
    [0.015, '0.02'],
    [354.12, '354.12'],
  ] as const) {
    const given = row({ marketPrice, quantity: 1 })
    const prices = [
      ...some(written('plain', [given])[0], 'marketPrice', 'total'),
      ...some(written('tcgplayer', [given])[0], 'TCG Market Price'),
      ...some(written('shopify', [given])[0], 'Variant Price'),
    ]
    assert.deepEqual(new Set(prices), new Set([(Math.round(marketPrice * 100) / 100).toFixed(2)]), cents)
  }
})

test('a sealed product of a source that names no condition is no card', () => {
  const copy = { skuId: 99, condition: null, variant: 'Normal', language: null }
  const box = row({
    printing: { ...magic, name: 'Draft Booster Box', sealed: true, cardNumber: null, rarity: null },
    copy,
  })
  for (const id of ['manabox', 'moxfield']) assert.deepEqual([...exportOf(id, [box]).leftOut], [['noWord', 1]], id)
  assert.deepEqual(some(written('shopify', [box])[0], 'Option1 Name', 'Option1 Value'), ['Condition', 'Unopened'])
})

test('a row of which nothing but an id is known says so, and is the card that another row of it names', () => {
  const unnamed = {
    productId: magic.productId,
    name: 'Product 31000',
    category: null,
    setName: null,
    cardNumber: null,
    rarity: null,
  }
  const byId = row({ printing: unnamed })
  assert.equal(
    exportNote(exportOf('manabox', [byId, row({ printing: pokemon, copy: { ...nearMint, skuId: 8 } })])),
    '0 rows. Left out: 1 of a game that is not known, 1 of another game.',
  )
  for (const rows of [
    [row(), byId],
    [byId, row()],
  ]) {
    assert.deepEqual(some(written('manabox', rows)[0], 'Name', 'Quantity'), ['Lightning Bolt', '4'])
    const [, second] = rows
    const other = { ...second, copy: { ...nearMint, skuId: 8, condition: 'Damaged' } }
    const titles = written('shopify', [rows[0] ?? {}, other]).map((line) => line.Title)
    assert.deepEqual(titles, ['Lightning Bolt – Magic 2010 (M10) – 146', ''])
  }
})

test('brackets that are part of a card’s own name stay', () => {
  const nameOf = (name: string) => written('moxfield', [row({ printing: { ...magic, name } })])[0]?.Name
  for (const name of ['B.F.M. (Big Furry Monster)', "Erase (Not the Urza's Legacy One)", 'Hazmat Suit (Used)'])
    for (const said of [name, `${name} (Foil Etched)`]) assert.equal(nameOf(said), name)
  assert.equal(nameOf('Forest (280) (Full Art)'), 'Forest')
})

test('the plain table says that it is UTF-8, and every other file begins with its heads', () => {
  const given = row({ printing: { ...magic, name: 'Lim-Dûl’s Vault' } })
  for (const { id } of formats) {
    const { rows } = exportOf(id, [given])
    assert.equal(fileText(id, rows), `${id === 'plain' ? '\ufeff' : ''}${writeCsv(rows)}`)
  }
  assert.equal(readList(fileText('plain', exportOf('plain', [given]).rows))[0]?.entry?.q, 'Lim-Dûl’s Vault 146')
})

test('no cell of any file runs as a formula, and each is read back as it was', () => {
  const ids = formats.map(({ id }: { id: string }) => id)
  for (const formula of ['=HYPERLINK("x")', '@SUM(1)', '+2 Mace', '-cmd', ' =1+1', '\t=1+1', '＝1+1', "'=1+1"]) {
    const given = row({ printing: { ...magic, name: formula, setName: formula, cardNumber: formula }, text: formula })
    for (const id of ids)
      for (const [cell] of writeCsv(exportOf(id, [given]).rows).matchAll(/"(?:[^"]|"")*"|[^,\r\n]+/g))
        assert.doesNotMatch(cell, /^"?[\s\p{Cc}]*[=+@＝-]/u, id)
    assert.deepEqual(some(written('tcgplayer', [given])[0], 'Product Name', 'Set Name'), [formula, formula])
  }
})
