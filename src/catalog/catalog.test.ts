import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { productsForTests } from '../../test/support/catalog-products.ts'
import { call, catalogOf, indexOf } from '../../test/support/identification.ts'
import { createCatalog } from './catalog.ts'
import type { CatalogProduct } from './ports.ts'

const catalog = createCatalog({ catalog: catalogOf(), sourceName: 'tests' })
const page = { offset: 0, limit: 24, sort: 'relevance' } as const

describe('catalogue', () => {
  test('lists product lines with the instant of their fetch', async () => {
    const { source, fetchedAt, cacheHit, categories } = await catalog.categories(call)
    assert.deepEqual([source, fetchedAt, cacheHit], ['tests', '2026-11-20T20:00:00.000Z', false])
    assert.deepEqual(
      categories.map(({ slug }) => slug),
      ['pokemon', 'yugioh', 'magic', 'one-piece-card-game', 'pokemon-japan'],
    )
  })

  test('lists the sets of a line with their counts, and refuses an unknown line by name', async () => {
    const { total, sets } = await catalog.sets('pokemon', call)
    assert.equal(total, sets.length)
    assert.equal(
      sets.reduce((sum, { count }) => sum + count, 0),
      productsForTests.filter(({ categoryName }) => categoryName === 'Pokemon').length,
    )
    await assert.rejects(catalog.sets('nothing', call), {
      code: 'unknown_category',
      message: /"nothing".*\/v1\/categories/,
    })
  })

  test('finds products by name, set and number together', async () => {
    for (const [q, productId] of [
      ['charizard 4/102', 101],
      ['Charizard base', 101],
      ['charizad 004/102', 101],
      ['RA03-EN001', 301],
      ['ポケモン', 502],
    ] as const) {
      const { products } = await catalog.search({ q, ...page }, call)
      assert.equal(products[0]?.productId, productId, q)
    }
  })

  test('lists the closest first of names begun or misspelt; a short word has one error at most', async () => {
    const [template] = productsForTests as readonly [CatalogProduct]
    const names = [
      ...["Blaine's Charizard", 'Brain Hazard', 'Charizard', 'Charizard ex', 'Native Guard', 'Cat Live Trap'],
      'Arena 2022',
    ]
    const named = indexOf(names.map((name, at) => ({ ...template, productId: at + 1, name })))
    const found = (q: string) =>
      named
        .search({ q, category: null, set: null, offset: 0, limit: 9, sort: 'relevance' })
        ?.products.map(({ name }) => name)
    assert.deepEqual(found('chariz'), ['Charizard', 'Charizard ex', "Blaine's Charizard"])
    assert.deepEqual(found('charzard'), ['Charizard', 'Charizard ex', "Blaine's Charizard", 'Brain Hazard'])
    assert.deepEqual(found('charizard'), ['Charizard', 'Charizard ex', "Blaine's Charizard"])
    assert.deepEqual(found('naive'), ['Native Guard'])
    assert.deepEqual(found('zzzzz'), [])
  })

  test('tells the code of the set of each product, and none where the catalogue has none', async () => {
    const { products } = await catalog.search({ q: 'charizard 4/102', ...page }, call)
    assert.deepEqual([products[0]?.setName, products[0]?.setCode], ['Base Set', 'BS'])
    const uncoded = productsForTests.map((product) => ({
      ...product,
      setCode: product.setCode === 'BS' ? null : product.setCode,
    }))
    const sets = [{ id: 10, categoryId: 3, name: 'Base Set', code: '' }]
    const uncodedCatalog = createCatalog({ catalog: catalogOf(uncoded, sets), sourceName: 'tests' })
    const without = await uncodedCatalog.search({ q: 'charizard 4/102', ...page }, call)
    assert.deepEqual([without.products[0]?.setName, without.products[0]?.setCode], ['Base Set', null])
  })

  test('answers an unknown set with no products and an unknown line with an error', async () => {
    const { total, products } = await catalog.search({ set: 'no such set', ...page }, call)
    assert.deepEqual([total, products], [0, []])
    await assert.rejects(catalog.search({ category: 'nope', ...page }, call), { code: 'unknown_category' })
  })

  test('gives every set and line a slug of its own, under which search finds what the list counts', async () => {
    const [template] = productsForTests as readonly [CatalogProduct]
    const rows = [
      [1, 'Magic', 50, "Collector's Edition", 2],
      [1, 'Magic', 40, 'Collectors’ Edition', 3],
      [1, 'Magic', 60, 'Collectors Edition 50', 1],
      [2, 'MAGIC!', 50, 'Collectors Edition', 4],
    ] as const
    const products = rows.flatMap(([categoryId, categoryName, setId, setName, count], at) =>
      Array.from({ length: count }, (_, card) => ({
        ...template,
        ...{ productId: 100 * at + card + 1, categoryId, categoryName, setId, setName, setCode: null },
      })),
    )
    const openOver = (products: readonly CatalogProduct[]) =>
      indexOf(products, [{ id: 70, categoryId: 1, name: 'Without products' }])
    const whole = openOver(products)
    assert.deepEqual(
      whole.categories().map(({ slug }) => slug),
      ['magic', 'magic-2'],
    )
    assert.deepEqual(
      whole
        .sets('magic')
        ?.map(({ slug, count }) => [slug, count])
        .sort(),
      [
        ['collectors-edition', 3],
        ['collectors-edition-50', 2],
        ['collectors-edition-50-60', 1],
      ],
    )
    for (const { slug: category } of whole.categories())
      for (const { slug: set, count } of whole.sets(category) ?? []) {
        const page = whole.search({ q: '', category, set, offset: 0, limit: 50, sort: 'name' })
        assert.deepEqual([page?.total, page?.products.every(({ setSlug }) => setSlug === set)], [count, true], set)
      }
    const without = openOver(products.filter(({ setId }) => setId !== 60))
    assert.deepEqual(without.product(1)?.setSlug, whole.product(1)?.setSlug)
  })

  test('cuts the page at the ten-thousandth result', async () => {
    const { products, total } = await catalog.search({ offset: 10_000, limit: 50, sort: 'name' }, call)
    assert.deepEqual([products, total], [[], productsForTests.length])
  })
})
