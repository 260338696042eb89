import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { printing, productsForTests } from '../../../test/support/catalog-products.ts'
import { indexOf } from '../../../test/support/identification.ts'
import { buildIndex } from './build/build-index.ts'
import type { OtherName } from './build/index-input.ts'
import { openIndex } from './catalog-index.ts'
import { readIndexInput } from './read-index-input.ts'

const name = (language: string, text: string, ...productIds: number[]): OtherName => ({
  language,
  name: text,
  productIds,
})

const otherNames = [
  name('de', 'Glurak', 101, 135),
  name('fr', 'Dracaufeu', 101, 135),
  name('ja', 'リザードン', 101, 135),
  name('de', 'Held des Schicksals - Boshaft', 301, 302, 303),
  name('passcode', '09411399', 301, 302, 303),
  name('es', 'Porygon', 103),
  name('de', 'Porygon', 104),
  name('de', 'Unbekannt', 99_999),
]
const index = indexOf(productsForTests, [], otherNames)
const search = (q: string) => {
  const page = index.search({ q, category: null, set: null, offset: 0, limit: 50, sort: 'relevance' })
  return page?.products.map(({ productId }) => productId)
}

describe('other names of an index', () => {
  test('find their products as their own names do, with numbers and sets, folded and misspelt', () => {
    for (const q of ['glurak', 'DRACAUFEU', 'リザードン', 'りざーどん', 'リザード', 'glurok', 'glu'])
      assert.deepEqual(search(q), [101, 135], q)
    assert.deepEqual(search('glurak base set'), [101])
    assert.deepEqual(search('glurak 4/102 stamped'), [135])
    for (const q of ['held des schicksals', '09411399']) assert.deepEqual(search(q)?.sort(), [301, 302, 303], q)
  })

  test('stand beside the entries of their products', () => {
    const named = [...index.entries()].filter(({ otherNames }) => otherNames.includes('Glurak'))
    assert.deepEqual([...new Set(named.map(({ otherNames }) => otherNames.join()))], ['Glurak,Dracaufeu,リザードン'])
  })

  test('come behind the own names that say the same', () => {
    assert.deepEqual(search('porygon'), [104, 103])
  })

  test('are counted where a product has them', () => {
    assert.equal(index.otherNameCount, 6)
    assert.equal(indexOf().otherNameCount, 0)
  })

  test('leave what the own names weigh as it was', () => {
    const weigh = (q: string, of: typeof index) =>
      of.search({ q, category: null, set: null, offset: 0, limit: 50, sort: 'relevance' })
    for (const { name } of productsForTests)
      assert.deepEqual(weigh(name, index)?.products[0], weigh(name, indexOf())?.products[0])
  })

  test('are taken out by building an index of what it was built of', () => {
    const input = { sourceName: 'tests', fetchedAt: '2026-11-20T20:00:00.000Z', products: productsForTests }
    const once = readIndexInput(buildIndex(input))
    const again = readIndexInput(buildIndex({ ...once, otherNames }))
    assert.deepEqual(again, once)
    const byId = (index: ReturnType<typeof indexOf>) =>
      productsForTests.map(({ productId }) => index.product(productId))
    assert.deepEqual(byId(openIndex(buildIndex(again))), byId(openIndex(buildIndex(input))))
  })

  test('leave a product the code that it bears itself', () => {
    const products = [...productsForTests, printing(901, 'Absorb', '151p', { setCode: 'PRNA' })]
    const input = { sourceName: 'tests', fetchedAt: '2026-11-20T20:00:00.000Z', products }
    const { products: read } = readIndexInput(buildIndex({ ...readIndexInput(buildIndex(input)), otherNames }))
    assert.equal(read.find(({ productId }) => productId === 901)?.setCode, 'PRNA')
  })
})
