import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CategoryList, SearchResult, SetList } from '../../src/contract/catalog.ts'
import type { DetailsResult } from '../../src/contract/product-details.ts'
import { useService } from '../support/service.ts'

const running = useService()

/** Names without case and accents. */
const plain = (name: string): string => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

describe('the catalogue over HTTP', () => {
  test('the sandbox has seven product lines, thirty sets and 600 products or more, truly counted', async () => {
    const { call } = running()
    const { categories }: CategoryList = (await call('/v1/categories')).body
    assert.ok(categories.length >= 7)
    let sets = 0
    let products = 0
    for (const { slug } of categories) {
      const list: SetList = (await call(`/v1/categories/${slug}/sets`)).body
      assert.deepEqual([list.category, list.total], [slug, list.sets.length])
      sets += list.total
      for (const set of list.sets.slice(0, 4)) {
        const found: SearchResult = (await call(`/v1/search?category=${slug}&set=${set.slug}&limit=1`)).body
        assert.equal(found.total, set.count, `${slug} ${set.slug}`)
        products += set.count
      }
    }
    const all: SearchResult = (await call('/v1/search?limit=1')).body
    assert.ok(sets >= 30 && all.total >= 600 && products <= all.total)
  })

  test('an unknown product line is 400 unknown_category, an unknown set answers no products', async () => {
    const { call } = running()
    for (const target of [
      '/v1/categories/none/sets',
      '/v1/categories/%20/sets',
      '/v1/search?category=none',
      '/v1/search?q=x&category=Pokemon',
    ]) {
      const reply = await call(target)
      assert.deepEqual([reply.status, reply.body.error.code], [400, 'unknown_category'], target)
    }
    const none: SearchResult = (await call('/v1/search?q=charizard&set=no-such-set')).body
    assert.deepEqual([none.total, none.products, none.set], [0, [], 'no-such-set'])
  })

  test('search keeps the edges of its parameters and its defaults', async () => {
    const { call } = running()
    const result: SearchResult = (await call('/v1/search')).body
    assert.deepEqual(
      [result.query, result.category, result.set, result.offset, result.limit, result.sort],
      ['', null, null, 0, 24, 'relevance'],
    )
    assert.equal(result.products.length, 24)
    assert.equal(((await call('/v1/search?q=%20%20')).body as SearchResult).total, result.total)
    const edge = encodeURIComponent('é'.repeat(120))
    for (const query of ['limit=1', 'limit=50', 'offset=10000', 'sort=name', `q=${edge}`])
      assert.equal((await call(`/v1/search?${query}`)).status, 200)
    for (const query of ['limit=0', 'limit=51', 'offset=10001', 'sort=price', `q=${edge}x`, 'q=a&q=b', 'limit=']) {
      assert.equal((await call(`/v1/search?${query}`)).body.error.code, 'invalid_parameter', query)
    }
  })

  test('pages of either order neither overlap nor skip, and end at 10,000', async () => {
    const { call } = running()
    for (const sort of ['name', 'relevance']) {
      const seen: { productId: number; name: string }[] = []
      let total = 1
      for (let offset = 0; offset < total; offset += 50) {
        const page: SearchResult = (await call(`/v1/search?sort=${sort}&limit=50&offset=${offset}`)).body
        total = page.total
        seen.push(...page.products)
      }
      assert.equal(new Set(seen.map(({ productId }) => productId)).size, total)
      if (sort === 'name')
        for (const [at, { name }] of seen.entries())
          assert.ok(at === 0 || plain(seen[at - 1]?.name ?? '') <= plain(name), name)
    }
    assert.deepEqual(((await call('/v1/search?offset=10000')).body as SearchResult).products, [])
  })

  test('a search finds by name, number, set and with a typo, and its rows agree with the details', async () => {
    const { call } = running()
    for (const q of ['charizard 4/102', 'charzard', 'CHARIZARD base set', 'charizard #4']) {
      const { products }: SearchResult = (await call(`/v1/search?category=pokemon&q=${encodeURIComponent(q)}`)).body
      assert.ok(products.length > 0 && products.every(({ name }) => /charizard/i.test(name)), q)
    }
    const { products }: SearchResult = (await call('/v1/search?q=charizard')).body
    for (const row of products.slice(0, 5)) {
      const { product }: DetailsResult = (await call(`/v1/products/${row.productId}/details`)).body
      assert.deepEqual(
        [
          row.name,
          row.category,
          row.setName,
          row.setCode,
          row.cardNumber,
          row.rarity,
          row.sealed,
          row.marketPrice,
          row.lowestPrice,
          row.listingCount,
        ],
        [
          product.name,
          product.category.name,
          product.group.name,
          product.group.code,
          product.cardNumber,
          product.rarity,
          product.sealed,
          product.marketPrice,
          product.lowestPrice,
          product.listingCount,
        ],
      )
    }
  })

  test('a card is first by its name, number and rarity, and by its code in any spelling, with one total', async () => {
    const { call } = running()
    const search = async (q: string): Promise<SearchResult> =>
      (await call(`/v1/search?q=${encodeURIComponent(q)}`)).body
    const { categories }: CategoryList = (await call('/v1/categories')).body
    let searched = 0
    for (const { slug: category } of categories) {
      const { products }: SearchResult = (await call(`/v1/search?category=${category}&limit=50`)).body
      const cards = products.filter(({ cardNumber }) => cardNumber !== null)
      for (const { name, cardNumber, rarity } of cards.slice(0, 10)) {
        const [first] = (await search(`${name} ${cardNumber} ${rarity ?? ''}`)).products
        assert.deepEqual([first?.name, first?.cardNumber, first?.rarity], [name, cardNumber, rarity])
        const { total } = await search(`${cardNumber}`)
        const spelling = `${cardNumber}`.toLowerCase().replace('-', [' ', '_', '.', ' - '][searched++ % 4] as string)
        assert.equal((await search(spelling)).total, total, spelling)
      }
    }
    assert.ok(searched >= 60)
  })
})
