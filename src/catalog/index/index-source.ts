import type { Observed, ObservedSource } from '../../market/ports.ts'
import type { CatalogSource } from '../ports.ts'
import type { CatalogIndex } from './catalog-index.ts'

/** An opened index as a catalogue source: `current` answers the index in use at the moment of each call. */
export const createIndexSource = (current: () => CatalogIndex): ObservedSource<CatalogSource> => {
  const observed = <T>(read: (index: CatalogIndex) => T): Observed<T> => {
    const index = current()
    return { value: read(index), fetchedAt: index.fetchedAt, cacheHit: false }
  }
  return {
    categories: () => observed((index) => index.categories()),
    sets: (slug) => observed((index) => index.sets(slug)),
    search: (request) => observed((index) => index.search(request)),
    printings: (request) => observed((index) => index.printings(request)),
  }
}
