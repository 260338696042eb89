import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { envelope, folder, now, open, product, write } from '../../../../test/support/import-folder.ts'
import { importCatalog } from '../../../catalog/import/import-catalog.ts'
import { tcgcsvFolders } from './catalog-folder.ts'

const folders = tcgcsvFolders()

describe('import of TCGCSV', () => {
  test('reads JSON laid out like its addresses, with prices', async () => {
    await write('tcg/last-updated.txt', '2026-11-20T20:05:33+0000\n')
    await write('tcg/tcgplayer/categories', envelope([{ categoryId: 3, name: 'Pokemon', displayName: 'Pokemon' }]))
    await write(
      'tcg/tcgplayer/3/groups',
      envelope([
        { groupId: 10, name: 'Base Set', abbreviation: 'BS', publishedOn: '1999-01-09T00:00:00', categoryId: 3 },
      ]),
    )
    await write(
      'tcg/tcgplayer/3/10/products',
      envelope([product(1, 'Charizard', '004/102'), product(2, 'Pack', null), { productId: 'x' }]),
    )
    await write(
      'tcg/tcgplayer/3/10/prices',
      envelope([
        { productId: 1, lowPrice: 3, marketPrice: 5.25, subTypeName: 'Holofoil' },
        { productId: 1, lowPrice: 2, marketPrice: 4.5, subTypeName: 'Normal' },
      ]),
    )
    const file = join(folder, 'tcg.idx')
    const report = await importCatalog([join(folder, 'tcg')], { file, now, folders })
    assert.deepEqual(
      [report.products, report.refused.total, report.sourceName, report.fetchedAt],
      [2, 1, 'tcgcsv', '2026-11-20T20:05:33.000Z'],
    )
    const card = (await open(file)).product(1)
    assert.deepEqual(
      [card?.number, card?.marketPriceCents, card?.lowestPriceCents, card?.setCode, card?.sealed],
      ['004/102', 450, 200, 'BS', false],
    )
    assert.equal(card?.url, 'https://shop.example/product/1/pokemon-base-set-charizard')
    assert.equal((await open(file)).product(2)?.sealed, true)
  })

  test('reads the CSV twins alike', async () => {
    await write('csv/Categories.csv', 'categoryId,name\r\n3,Pokemon\r\n')
    await write(
      'csv/3/Groups.csv',
      'groupId,name,abbreviation,publishedOn,categoryId\r\n10,"Base, ""Set""",BS,1999-01-09T00:00:00,3\r\n',
    )
    await write(
      'csv/3/10/ProductsAndPrices.csv.gz',
      gzipSync(
        'productId,name,cleanName,imageUrl,categoryId,groupId,url,' +
          'lowPrice,midPrice,highPrice,marketPrice,directLowPrice,subTypeName,extNumber,extRarity,extText\r\n' +
          '1,"Charizard, the ""Hot""",Charizard,https://i.example/1.jpg,3,10,https://s.example/1,' +
          '3,4,9,5.25,,Holofoil,004/102,Rare,"two\r\nlines"\r\n' +
          '1,"Charizard, the ""Hot""",Charizard,https://i.example/1.jpg,3,10,https://s.example/1,' +
          '2,3,8,4.5,,Normal,004/102,Rare,\r\n' +
          '2,Short,Short\r\n',
      ),
    )
    const file = join(folder, 'csv.idx')
    const report = await importCatalog([join(folder, 'csv')], { file, now, folders })
    assert.equal(report.products, 1)
    assert.deepEqual(report.refused.reasons, { 'has more or fewer fields than the header': 1 })
    const card = (await open(file)).product(1)
    assert.deepEqual(
      [card?.name, card?.setName, card?.number, card?.marketPriceCents, card?.lowestPriceCents],
      ['Charizard, the "Hot"', 'Base, "Set"', '004/102', 450, 200],
    )
  })
})
