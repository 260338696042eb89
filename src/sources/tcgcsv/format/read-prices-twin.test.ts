import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPricesTwin } from './read-prices-twin.ts'

const header = 'productId,name,lowPrice,midPrice,highPrice,marketPrice,directLowPrice,subTypeName,extNumber'
const read = (...lines: readonly string[]) => readPricesTwin([header, ...lines].join('\r\n'))
const pricesOf = ({ observations }: ReturnType<typeof read>) =>
  observations.map(({ productId, variant, marketCents, lowestCents }) => [productId, variant, marketCents, lowestCents])

test('fields may hold commas, quotes and line breaks, and a product without a price is no row', () => {
  const rows = read(
    '1,"Arakni, ""Solitary""\r\nConfinement",1.0,1.5,2.0,1.25,,Normal,ARA001',
    '2,Case,,,,,,,',
    '3,Warpath,4.47,5.0,14.95,4.48,0.2,Cold Foil,',
    '',
  )
  assert.deepEqual(pricesOf(rows), [
    [1, 'Normal', 125, 100],
    [3, 'Cold Foil', 448, 447],
  ])
  assert.equal(rows.rejected.total, 0)
})

test('columns are found by name, in any order, and a file without columns of prices holds none', () => {
  assert.deepEqual(
    pricesOf(
      readPricesTwin(
        '\ufeffsubTypeName,marketPrice,directLowPrice,midPrice,lowPrice,highPrice,productId\nFoil,0.29,,1,,2,7\n',
      ),
    ),
    [[7, 'Foil', 29, null]],
  )
  assert.deepEqual(readPricesTwin('productId,name\n7,Case\n'), { observations: [], rejected: { total: 0, first: [] } })
  assert.deepEqual(readPricesTwin(`${header}\n`).observations, [])
})

test('a row whose fields do not fit the header is left out, as are prices without a printing', () => {
  const rows = read(
    '1,A,1,1,1,1,,Normal',
    '2,B,1,1,1,1,,Normal,,',
    '3,C,1,1,1,1,,,',
    '4,D,1,1,1,1,,Normal,',
    '5,"E,1,1,1,1,,Foil,\n24500,F",2,2,2,2,,Normal,',
  )
  assert.deepEqual(pricesOf(rows), [[4, 'Normal', 100, 100]])
  assert.deepEqual(
    rows.rejected.first.map(({ place, reason }) => [place, reason]),
    [
      [1, 'has more or fewer fields than the header'],
      [2, 'has more or fewer fields than the header'],
      [3, 'subTypeName is missing'],
      [5, 'a field holds what looks like another row'],
    ],
  )
})

test('a file that is cut off in a field, has a column twice, or is no price file is an error that says so', () => {
  for (const [text, reason] of [
    ['', /is empty/],
    [`${header}\n1,A"B,1,1,1,1,,Normal,`, /not valid CSV/],
    ['productId,lowPrice,lowPrice,subTypeName\n', /a column twice/],
    ['productId,lowPrice\n1,2\n', /no column "marketPrice"/],
    [header.replace(',subTypeName', ''), /no column "subTypeName"/],
    [header.replace('name', ''), /without a name/],
    [header.replace('midPrice', 'mid,midPrice'), /not known among those of prices/],
    ['<html>403</html>', /no column "productId"/],
  ] as const)
    assert.throws(() => readPricesTwin(text), { name: 'FileFormatError', message: reason }, text)
})
