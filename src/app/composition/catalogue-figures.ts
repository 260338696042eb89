import type { CatalogIndex } from '../../catalog/index/catalog-index.ts'
import { memoizeByObject } from '../../concurrency/memoize.ts'
import type { CatalogueFigures } from '../../operator/overview.ts'
import type { Sources } from './open-sources.ts'

const figuresOf = memoizeByObject(
  (index: CatalogIndex): Omit<CatalogueFigures, 'problem'> => ({
    source: index.sourceName,
    fetchedAt: index.fetchedAt,
    products: index.productCount,
    sets: index.setCount,
    lines: index
      .categories()
      .map(({ name, slug }) => {
        const sets = index.sets(slug) ?? []
        return { name, slug, sets: sets.length, products: sets.reduce((sum, { count }) => sum + count, 0) }
      })
      .sort((a, b) => b.products - a.products),
  }),
)

/** Figures of the imported catalogue in use, for the operator. */
export const catalogueFiguresOf = (
  catalogName: string,
  { imported, catalogueProblem }: Pick<Sources, 'imported' | 'catalogueProblem'>,
): CatalogueFigures => {
  const index = imported?.() ?? null
  const known = index
    ? figuresOf(index)
    : { source: catalogName, fetchedAt: null, products: null, sets: null, lines: [] }
  return { ...known, problem: catalogueProblem() }
}
