import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ListRow, readList } from '../../packages/client/src/read-list.ts'

/** Line, copies and finish of each row. */
const counted = (text: string): unknown[] =>
  readList(text).map(({ line, quantity, entry }) => [line, quantity, entry?.variant?.toLowerCase()])

const copies = (rows: readonly ListRow[]): number => rows.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)

test('a row that counts copies of two finishes is two rows of its line, whose copies are all of them', () => {
  const dreamborn =
    'Normal,Foil,Name,Set,Card Number,Color,Rarity,Price,Foil Price\n' +
    '4,0,Royal Tantrum,Shimmering Skies,161,Ruby,Rare,0.10,0.60\n' +
    '3,1,Kenai - Big Brother,Shimmering Skies,5,Amber,Common,0.10,0.60\n' +
    '0,2,Stitch - Rock Star,The First Chapter,23,Amber,Rare,0.10,0.60'
  assert.deepEqual(counted(dreamborn), [
    [2, 4, 'normal'],
    [3, 3, 'normal'],
    [3, 1, 'foil'],
    [4, 2, 'foil'],
  ])
  assert.equal(copies(readList(dreamborn)), 10)
  assert.equal(readList(dreamborn)[0]?.entry?.category, 'lorcana-tcg')
})

test('counts of finishes are read under any head that names one, with or without a word that says so', () => {
  for (const heads of [
    ['Reg Qty', 'Foil Qty'],
    ['QuantityNormal', 'QuantityFoil'],
    ['Standard Count', 'Foil Count'],
    ['Normal', 'Foil'],
  ])
    assert.deepEqual(
      counted(`${heads.join('\t')}\tName\n2\t1\tOpt\n1\t0\tNegate`),
      [
        [2, 2, 'normal'],
        [2, 1, 'foil'],
        [3, 1, 'normal'],
      ],
      heads.join(),
    )
  assert.deepEqual(counted('Name,Normal,Holo,Reverse Holo,1st Edition\nMew,1,,2,1'), [
    [2, 1, 'normal'],
    [2, 2, 'reverse holo'],
    [2, 1, '1st edition'],
  ])
})

test('a total beside the counts must be their sum, or a person says what is meant', () => {
  const [agreed, foil, unclear, plain] = [
    'Total Qty,Reg Qty,Foil Qty,Card\n3,2,1,Opt',
    'Quantity,Foil Quantity,Name\n2,2,Opt',
    'Quantity,Foil Quantity,Name\n3,1,Opt',
    'Quantity,Foil Quantity,Name\n3,0,Opt',
  ].map((text) =>
    readList(text).map(({ quantity, entry }) => [quantity, entry?.variant?.toLowerCase(), entry?.condition]),
  )
  assert.deepEqual(agreed, [
    [2, 'normal', undefined],
    [1, 'foil', undefined],
  ])
  assert.deepEqual(foil, [[2, 'foil', undefined]])
  assert.deepEqual(unclear, [[3, undefined, 'Foil Quantity']])
  assert.deepEqual(plain, [[3, undefined, undefined]])
})

test('a column of ones, zeros or words marks its rows, and one of prices says nothing', () => {
  assert.deepEqual(counted('Name,Foil,Qty\nOpt,1,4\nNegate,0,2\nDuress,,3'), [
    [2, 4, 'foil'],
    [3, 2, 'normal'],
    [4, 3, 'normal'],
  ])
  assert.deepEqual(counted('Name,Reverse Holo,First Edition\nMew,TRUE,no\nMewtwo,FALSE,yes\nAbra,,'), [
    [2, 1, 'reverse holo'],
    [3, 1, 'first edition'],
    [4, 1, undefined],
  ])
  assert.deepEqual(counted('Name,Normal,Foil\nOpt,$0.10,$0.60\nNegate,0.25,1.50'), [
    [2, 1, undefined],
    [3, 1, undefined],
  ])
})

test('counts that are zero are no copies, blank ones are none that anybody wrote, and words are no number', () => {
  assert.deepEqual(counted('Name,Normal,Foil\nOpt,2,1\nNegate,0,0\nDuress,,\nShock,two,1'), [
    [2, 2, 'normal'],
    [2, 1, 'foil'],
    [3, 0, undefined],
    [4, null, undefined],
    [5, null, 'normal'],
    [5, 1, 'foil'],
  ])
})

test("copies stand under any program's head, and what is to be added to a stock counts with it", () => {
  for (const head of ['cardq', 'stock-quantity', 'Total Qty', 'totalQtyOwned', 'Number of copies', 'QuantityX'])
    assert.equal(readList(`Name,${head}\nMew,3`)[0]?.quantity, 3, head)
  const pricing = (total: string, added: string) =>
    readList(
      `TCGplayer Id,Product Line,Product Name,Total Quantity,Add to Quantity\n1,Pokemon,Mew,${total},${added}`,
    )[0]?.quantity
  assert.deepEqual(
    [pricing('3', '0'), pricing('0', '4'), pricing('', '4'), pricing('3', '2'), pricing('3', 'x')],
    [3, 4, 4, 5, null],
  )
})

test('a collection that lists cards it does not have is read without them, whatever it wants', () => {
  const collection = 'Name,Have,Want to buy\nMew,2,0\nAbra,0,3\nOnix,,1\nZubat,some,0'
  assert.deepEqual(counted(collection), [
    [2, 2, undefined],
    [5, null, undefined],
  ])
  assert.deepEqual(counted('Name,Owned\nMew,\nAbra,'), [
    [2, 1, undefined],
    [3, 1, undefined],
  ])
  assert.deepEqual(counted('Name,Count,Owned\nMew,2,0\nAbra,3,'), [
    [2, 2, undefined],
    [3, 3, undefined],
  ])
  assert.deepEqual(counted('Name,Owned,Foil Qty\nMew,0,2\nAbra,0,0'), [[2, 2, 'foil']])
})

test('copies of a foil that the market does not know are counted, and never taken for plain ones', () => {
  assert.deepEqual(counted('Name,Qty,Foil Qty,Galaxy Foil Qty\nOpt,2,0,2\nNegate,1,0,0'), [
    [2, 2, 'galaxy foil'],
    [3, 1, undefined],
  ])
})

test('a word with a count is the word where it counts all copies of its row, and else is asked about', () => {
  const read = (count: string, condition: string, languages: string) => {
    const { entry } = readList(`Name,Count,Condition,Languages\nOpt,${count},"${condition}","${languages}"`)[0] ?? {}
    return [entry?.condition, entry?.language]
  }
  assert.deepEqual(read('2', '2xLP', '2 x German'), ['LP', 'German'])
  assert.deepEqual(read('2', '1xLP, 1xNM', '1xGerman'), ['1xLP, 1xNM', '1xGerman'])
  assert.deepEqual(read('two', '2xLP', ''), ['2xLP', undefined])
})
