import { printingNumber, printingSkuId } from '../../src/cards/printings.ts'
import type { Product } from '../../src/contract/product-details.ts'
import type { RecordedFileProduct, RecordedPriceRow } from './recorded-mirror-days.ts'

/**
 * The words of a text with markup, as a person would copy them; written here anew, so as not to judge the code by
 * itself.
 */
const shownText = (markup: string): string =>
  markup
    .replace(/<br>/g, '\n')
    .replace(/<\/?em>/g, '')
    .split(/[\r\n]+/)
    .map((line) => line.trim().replace(/[ \t\u00a0]+/g, ' '))
    .filter(Boolean)
    .join('\n')

/** The printings of a product that rows have, by id. */
export const skusOf = (productId: number, rows: readonly RecordedPriceRow[]) =>
  rows
    .filter((row) => row.productId === productId)
    .map(({ subTypeName }) => ({
      skuId: printingSkuId(productId, subTypeName),
      condition: null,
      variant: subTypeName,
      language: null,
    }))
    .sort((a, b) => a.skuId - b.skuId)

/** What the files say of a product, field by field. */
export const expectedProduct = (file: RecordedFileProduct, rows: readonly RecordedPriceRow[]): Product => {
  const { productId, categoryId, groupId, extendedData, presaleInfo } = file
  const own = rows.filter((row) => row.productId === productId)
  const main = own
    .filter(({ marketPrice }) => marketPrice !== null)
    .sort((a, b) => printingNumber(a.subTypeName) - printingNumber(b.subTypeName))[0]
  const lows = own.flatMap(({ lowPrice }) => (lowPrice === null ? [] : [lowPrice]))
  const number = extendedData.find(({ name }) => name === 'Number')?.value ?? null
  const rarity = extendedData.find(({ name }) => name === 'Rarity')?.value ?? null
  const groups: Readonly<Record<number, Product['group']>> = {
    23656: {
      id: 23656,
      name: 'Quarter Century Bonanza',
      slug: 'quarter-century-bonanza',
      code: 'RA03',
      publishedOn: '2024-11-08',
    },
    23821: {
      id: 23821,
      name: 'SV: Prismatic Evolutions',
      slug: 'sv-prismatic-evolutions',
      code: 'PRE',
      publishedOn: '2025-01-17',
    },
    3170: {
      id: 3170,
      name: 'SWSH12: Silver Tempest',
      slug: 'swsh12-silver-tempest',
      code: 'SIT',
      publishedOn: '2022-11-11',
    },
  }
  return {
    productId,
    sourceUrl: file.url,
    name: file.name,
    category:
      categoryId === 2 ? { id: 2, name: 'YuGiOh', slug: 'yugioh' } : { id: 3, name: 'Pokemon', slug: 'pokemon' },
    group: groups[groupId] as Product['group'],
    productType: null,
    sealed: number === null && rarity === null,
    cardNumber: number,
    rarity,
    attributes: Object.fromEntries([
      ...extendedData.map(({ name, value }) => [name, value]),
      ['presaleInfo', { ...presaleInfo, releasedOn: presaleInfo.releasedOn?.slice(0, 10) ?? null }],
    ]),
    formattedAttributes: Object.fromEntries(
      extendedData.map(({ displayName, value }) => [displayName, shownText(value)]),
    ),
    skus: skusOf(productId, rows),
    marketPrice: main?.marketPrice ?? null,
    lowestPrice: lows.length === 0 ? null : Math.min(...lows),
    lowestPriceWithShipping: null,
    listingCount: null,
    sellerCount: null,
    imageUrl: file.imageCount > 0 ? file.imageUrl : null,
  }
}
