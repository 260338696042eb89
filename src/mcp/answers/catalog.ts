import Type, { type Static } from 'typebox'
import type { CategoryList, SearchResult, SetList } from '../../../packages/client/src/client.ts'
import {
  Category,
  SearchResult as ContractSearchResult,
  CardSet as ContractSet,
  SetList as ContractSetList,
} from '../../contract/catalog.ts'
import { Source } from '../../contract/fields.ts'
import { CutNotice, fitRows, ShortProduct, shortProduct } from './shared.ts'

const { name, slug } = Category.properties

export const ProductLinesAnswer = Type.Object({ source: Source, productLines: Type.Array(Type.Object({ slug, name })) })

export const productLinesAnswer = ({ source, categories }: CategoryList): Static<typeof ProductLinesAnswer> => ({
  source,
  productLines: categories.map((line) => ({ slug: line.slug, name: line.name })),
})

export const SetsAnswer = Type.Object({
  source: Source,
  category: ContractSetList.properties.category,
  total: ContractSetList.properties.total,
  matching: Type.Integer({ description: 'Sets that have the words of name.' }),
  sets: Type.Array(ContractSet),
  cut: CutNotice,
})

const fold = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')

/** Sets of a line whose name or slug has every word asked for. */
export const setsAnswer = (
  { source, category, total, sets }: SetList,
  { name: wanted, limit }: { readonly name?: string; readonly limit: number },
): Static<typeof SetsAnswer> => {
  const words = fold(wanted ?? '')
    .split(' ')
    .filter((word) => word !== '')
  const matching = sets.filter((set) => words.every((word) => fold(`${set.name} ${set.slug}`).includes(word)))
  const shown = fitRows(matching.slice(0, limit))
  const left = matching.length - shown.length
  return {
    source,
    category,
    total,
    matching: matching.length,
    sets: shown,
    ...(left > 0 ? { cut: `${left} more sets: narrow them by name, or raise limit.` } : {}),
  }
}

const { total, offset } = ContractSearchResult.properties

export const SearchAnswer = Type.Object({
  source: Source,
  total,
  offset,
  more: Type.Boolean({ description: 'Whether there is a further page.' }),
  products: Type.Array(ShortProduct),
})

/** A page of search results. */
export const searchAnswer = (result: SearchResult): Static<typeof SearchAnswer> => ({
  source: result.source,
  total: result.total,
  offset: result.offset,
  more: result.offset + result.products.length < result.total,
  products: result.products.map(shortProduct),
})
