import type { ObservedMethods } from '../market/observe.ts'
import type { CatalogSource } from './ports.ts'

/** What identifies an answer of a catalogue, and how long it is good for. */
export const catalogMethods: ObservedMethods<CatalogSource> = {
  categories: { data: 'categories', key: () => '' },
  sets: { data: 'sets', key: (slug) => slug },
  search: { data: 'search', key: (request) => JSON.stringify(request) },
  // All else that a text may mean follows from its line.
  printings: { data: 'search', key: ({ text, setHint, cap }) => JSON.stringify([text.line, setHint, cap]) },
}
