import { foldText } from '../../../cards/fold.ts'
import { compareSets } from '../../../catalog/set-order.ts'
import type { CardSet } from '../../../contract/catalog.ts'
import type { SetFacet, SetFacts } from './map-search.ts'

/** A set of a product line with all that the source knows of it. */
export interface KnownSet extends CardSet {
  readonly code: string | null
  /** Day of release, `null` where the source does not know it. */
  readonly publishedOn: string | null
}

/** Joins the counted sets with what else is known of them: newest release first, undated ones last and by name. */
export const joinSets = (counted: readonly SetFacet[], facts: ReadonlyMap<string, SetFacts>): readonly KnownSet[] =>
  counted
    .map(({ name, slug, count }) => {
      const known = facts.get(foldText(name))
      return { name, slug, count, code: known?.code ?? null, publishedOn: known?.publishedOn ?? null }
    })
    .sort(compareSets)

interface NamedSet {
  readonly name: string
  readonly slug: string
  readonly code?: string | null
}

/** `SV: Prismatic Evolutions` and `SV03 - Obsidian Flames` are also known without their series. */
const series = /^[^:]{1,24}:\s*|^[A-Z0-9&]{1,6}\s+-\s+/

/** The set that a hint means: by folded name, slug or abbreviation, then by its name without the series. */
export const findSet = <S extends NamedSet>(sets: readonly S[], hint: string): S | null => {
  const wanted = foldText(hint)
  if (wanted === '') return null
  const isCalled = ({ name, slug, code }: S) =>
    [name, slug, code ?? ''].some((spelling) => foldText(spelling) === wanted)
  return sets.find(isCalled) ?? sets.find(({ name }) => foldText(name.replace(series, '')) === wanted) ?? null
}
