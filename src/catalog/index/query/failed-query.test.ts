import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productsForTests } from '../../../../test/support/catalog-products.ts'
import { buildIndex } from '../build/build-index.ts'
import { decodeIndex } from '../format/index-file.ts'
import type { IndexData, IndexSections, SectionArray } from '../format/layout.ts'
import { createNameSearch, findNames } from './name-search.ts'
import { createProductSearch } from './product-search.ts'
import { createProductStore } from './product-store.ts'
import { addSetNames, createSetNames } from './set-names.ts'
import { openTermDictionary } from './term-dictionary.ts'

const buffer = buildIndex({ sourceName: 'tests', fetchedAt: '2026-11-20T20:00:00.000Z', products: productsForTests })

/** The sections of an index, of which any read can be made to fail; `readsLeft` counts down to it. */
const createFailingSections = (sections: IndexSections) => {
  const fuse = { readsLeft: Number.POSITIVE_INFINITY }
  const failing = (array: SectionArray): SectionArray =>
    new Proxy(array, {
      get: (target, key) => {
        if (typeof key === 'string' && /^\d+$/.test(key) && --fuse.readsLeft === 0) throw new Error('fuse')
        const value = Reflect.get(target, key, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  const entries = Object.entries(sections).map(([name, array]) => [name, failing(array as SectionArray)])
  return { fuse, sections: Object.fromEntries(entries) as IndexSections }
}

const openEngine = () => {
  const { meta, sections: whole } = decodeIndex(buffer)
  const { fuse, sections } = createFailingSections(whole)
  const data: IndexData = { meta, sections }
  const setNames = createSetNames(meta)
  addSetNames(setNames, meta.sets.length)
  const dictionary = openTermDictionary(sections)
  const search = createProductSearch({ data, store: createProductStore(data), dictionary, setNames })
  const names = createNameSearch(sections, dictionary)
  const request = { category: null, set: null, offset: 0, limit: 50, sort: 'relevance' } as const
  const answerTo = (q: string) => ({
    found: search({ q, ...request }),
    names: findNames(
      names,
      q.split(' ').map((text) => ({ text, weight: 1 })),
      [q],
      { limit: 20, allows: null, nearShare: 0.5 },
    ).names,
  })
  return { fuse, answerTo }
}

test('a query that throws, wherever it does, leaves nothing behind: the next ones answer as ever', () => {
  const { fuse, answerTo } = openEngine()
  const queries = ['charizard base', 'forest', 'charizad']
  const expected = queries.map(answerTo)
  let failures = 0
  for (let readsLeft = 1; ; readsLeft++) {
    fuse.readsLeft = readsLeft
    try {
      answerTo('forest 4/102')
      break
    } catch (error) {
      assert.equal((error as Error).message, 'fuse')
      failures++
    }
    fuse.readsLeft = Number.POSITIVE_INFINITY
    assert.deepEqual(queries.map(answerTo), expected, `after a failure at read ${readsLeft}`)
  }
  assert.ok(failures > 20)
})
