import { DatabaseSync } from 'node:sqlite'
import MiniSearch from 'minisearch'
import { foldText } from '../src/cards/fold.ts'
import type { CatalogProduct } from '../src/catalog/ports.ts'

/** A search engine of others, asked for the ids of the best twelve. */
export interface Peer {
  readonly name: string
  readonly find: (query: string) => number[]
}

const documentOf = ({ productId, name, number, setName }: CatalogProduct) => ({
  id: productId,
  name: foldText(name),
  number: number ?? '',
  set: foldText(setName ?? ''),
})

/** SQLite's full text search in memory, ranked by bm25. */
export const createFts5 = (products: readonly CatalogProduct[]): Peer => {
  const database = new DatabaseSync(':memory:')
  database.exec("CREATE VIRTUAL TABLE cards USING fts5(name, number, card_set, tokenize = 'unicode61', prefix = '2 3 4')")
  const insert = database.prepare('INSERT INTO cards(rowid, name, number, card_set) VALUES (?, ?, ?, ?)')
  database.exec('BEGIN')
  for (const product of products) {
    const { id, name, number, set } = documentOf(product)
    insert.run(id, name, number, set)
  }
  database.exec('COMMIT')
  const select = database.prepare('SELECT rowid AS id FROM cards WHERE cards MATCH ? ORDER BY rank LIMIT 12')
  return {
    name: 'SQLite FTS5',
    find: (query) => {
      const terms = foldText(query).split(' ').filter(Boolean)
      if (terms.length === 0) return []
      const ask = (joiner: string): number[] =>
        select.all(terms.map((term) => `"${term}"`).join(joiner)).map(({ id }) => Number(id))
      const all = ask(' AND ')
      return all.length > 0 ? all : ask(' OR ')
    },
  }
}

/** MiniSearch with prefixes and misspellings, the name counting double. */
export const createMiniSearch = (products: readonly CatalogProduct[]): Peer => {
  const engine = new MiniSearch<ReturnType<typeof documentOf>>({ fields: ['name', 'number', 'set'] })
  engine.addAll(products.map(documentOf))
  return {
    name: 'MiniSearch',
    find: (query) =>
      engine
        .search(foldText(query), { prefix: true, fuzzy: 0.2, boost: { name: 2, number: 2 } })
        .slice(0, 12)
        .map(({ id }) => Number(id)),
  }
}
