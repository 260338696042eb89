import type { RecordedProduct } from '../../src/archive/recording.ts'
import type { IndexInput } from '../../src/catalog/index/build/index-input.ts'
import type { ProductRecord } from '../../src/market/sources/tcgcsv/product-record.ts'
import { createRandom, multiplyCatalog } from '../multiply.ts'
import { readSharedCatalog } from '../shared-catalog.ts'
import type { MadeSeries } from './made-series.ts'

/** Words in the rules text of a made card, at most; real ones have some hundred characters. */
const maxRulesWords = 60

/** Ids of the products of a made year, ascending. */
const productIdsOf = ({ productIds }: MadeSeries): Int32Array => productIds.filter((id, i) => id !== productIds[i - 1])

/** A real catalogue grown to the products of a made year, under their ids. */
export const makeCatalog = async (series: MadeSeries): Promise<IndexInput> => {
  const ids = productIdsOf(series)
  const grown = multiplyCatalog(await readSharedCatalog(), ids.length)
  const products = grown.products.map((product, i) => ({
    ...product,
    productId: ids[i] as number,
    url: `https://www.tcgplayer.com/product/${ids[i]}`,
    imageUrl: `https://tcgplayer-cdn.tcgplayer.com/product/${ids[i]}_200w.jpg`,
  }))
  return { ...grown, sourceName: 'tcgcsv', products }
}

/** What the daily files would say of those products; the rules texts are words of names, since no text of a card is at hand. */
export function* makeRecords({ products }: IndexInput): Generator<RecordedProduct> {
  const random = createRandom(3)
  const words = products.slice(0, 20_000).flatMap(({ name }) => name.split(' '))
  const text = (): string => Array.from({ length: random(maxRulesWords) }, () => words[random(words.length)]).join(' ')
  const datum = (name: string, value: string | null) => (value === null ? [] : [{ name, displayName: name, value }])
  for (const product of products) {
    const record: ProductRecord = {
      category: {
        categoryId: product.categoryId ?? 0,
        name: product.categoryName ?? '',
        displayName: product.categoryName,
      },
      group: {
        groupId: product.setId ?? 0,
        name: product.setName ?? '',
        abbreviation: product.setCode,
        isSupplemental: false,
        publishedOn: '2024-02-09T00:00:00',
      },
      name: product.name,
      cleanName: product.name.replace(/[^\w ]/g, ''),
      imageUrl: product.imageUrl,
      url: product.url,
      imageCount: 1,
      presaleInfo: { isPresale: false, releasedOn: null, note: null },
      extendedData: [
        ...datum('Rarity', product.rarity),
        ...datum('Number', product.number),
        ...(product.sealed ? [] : datum('OracleText', text())),
      ],
      modifiedOn: '2025-10-01T18:21:06.197',
    }
    yield { productId: product.productId, record }
  }
}
