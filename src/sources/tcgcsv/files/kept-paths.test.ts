import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildOfDayMs, dayInName, keptKindOf } from './kept-paths.ts'

test('a file is known by its name, in each of the layouts that people keep', () => {
  for (const [name, kind] of [
    ['prices', 'prices'],
    ['prices.json', 'prices'],
    ['prices.gz', 'prices'],
    ['prices.json.gz', 'prices'],
    ['62-2724-prices.2025-10-31.json', 'prices'],
    ['62-2724-prices.2025-10-31.json.gz', 'prices'],
    ['prices-2025-10-31.json', 'prices'],
    ['ProductsAndPrices.csv', 'twin'],
    ['62-2724-ProductsAndPrices.csv', 'twin'],
    ['62_2724_ProductsAndPrices.2025-10-31.csv.gz', 'twin'],
    ['last-updated.txt', 'last-updated'],
    ['prices-2025-10-15.tar.gz', 'packed'],
    ['prices-2025-10-15.ppmd.7z', 'packed'],
    ['prices.zip', 'packed'],
    ['products', null],
    ['Groups.csv', null],
    ['notprices', null],
    ['prices.json.tmp', null],
    ['README.md', null],
  ] as const)
    assert.equal(keptKindOf(name), kind, name)
})

test('a name bears a day only where the calendar has it', () => {
  assert.equal(dayInName('prices-2025-10-16'), '2025-10-16')
  assert.equal(dayInName('62-2724-prices.2025-10-31.json'), '2025-10-31')
  assert.equal(dayInName('2024-02-29'), '2024-02-29')
  for (const name of ['2025-02-30', '2025-13-01', '12025-10-16', '2025-10-160', '1999-10-16', '62-2724', '20251016'])
    assert.equal(dayInName(name), null, name)
  assert.equal(new Date(buildOfDayMs('2025-10-16')).toISOString(), '2025-10-16T20:00:00.000Z')
})
