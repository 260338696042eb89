import { slugOf } from '../../../cards/fold.ts'
import { createInterner } from '../format/flat-arrays.ts'
import type { IndexCategory, IndexSet } from '../format/layout.ts'
import { setSpellingsOf } from '../query/set-names.ts'
import type { IndexInput, SetRecord } from './index-input.ts'
import { withUniqueSlugs } from './unique-slugs.ts'

/** Sets and product lines of the input, each with its position, and the set of every product. */
export const arrangeSets = ({ products, categories = [], sets = [] }: IndexInput) => {
  const lines: IndexCategory[] = []
  const lineAt = new Map<number, number>()
  const addLine = (id: number, name: string, slug?: string | null): number => {
    const known = lineAt.get(id)
    if (known !== undefined) return known
    lineAt.set(id, lines.length)
    lines.push({ id, name, slug: slug || slugOf(name) || `category-${id}` })
    return lines.length - 1
  }
  for (const { id, name, slug } of categories) addLine(id, name, slug)
  const releases: (Omit<IndexSet, 'count' | 'code'> & { count: number; code: string | null })[] = []
  const releaseIds = createInterner()
  const addSet = (category: number, id: number, name: string, rest: Partial<SetRecord>): number => {
    const at = releaseIds.idOf(`${category}:${id}`)
    if (at < releases.length) return at
    const { slug, code, publishedOn } = rest
    releases.push({
      id,
      category,
      name,
      slug: slug || slugOf(name) || `set-${id}`,
      code: code || null,
      spellings: setSpellingsOf(name),
      publishedOn: publishedOn ?? null,
      count: 0,
    })
    return at
  }
  for (const set of sets) {
    const category = lineAt.get(set.categoryId)
    if (category !== undefined) addSet(category, set.id, set.name, set)
  }
  const setOf = products.map((product) => {
    const category = addLine(product.categoryId ?? 0, product.categoryName ?? 'Other', product.categorySlug)
    const set = addSet(category, product.setId ?? 0, product.setName ?? 'Other', {
      slug: product.setSlug,
      code: product.setCode,
    })
    const release = releases[set]
    if (release) {
      release.count++
      release.code ??= product.setCode || null
    }
    return set
  })
  if (releases.length > 0xffff)
    throw new RangeError(`The index holds at most 65,535 sets; these products have ${releases.length}.`)
  const slugged = new Map(
    lines.flatMap((_, line) =>
      withUniqueSlugs(releases.filter(({ category }) => category === line)).map((set) => [`${line}:${set.id}`, set]),
    ),
  )
  return {
    lines: withUniqueSlugs(lines),
    releases: releases.map(({ category, id }) => slugged.get(`${category}:${id}`) as IndexSet),
    setOf,
  }
}
