import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printing } from '../../test/support/catalog-products.ts'
import { call, catalogOf, identificationOf } from '../../test/support/identification.ts'

const names = ["Gaea's Cradle", "Gaea's Blessing", 'Child of Gaea', "Embalmer's Tools", 'Embalmed Brawler']

const { identify } = identificationOf({
  catalog: catalogOf(names.map((name, at) => printing(at + 1, name, String(at + 1)))),
})

test('a word leads with the names that it owns, none of which is certain', async () => {
  for (const [q, ids] of [
    ['gaea', [1, 2, 3]],
    ['embalmer', [4]],
  ] as const) {
    const { candidates, ambiguous } = await identify({ q, limit: 12 }, call)
    const found = candidates.filter(({ matchScore }) => matchScore > 40).map(({ productId }) => productId)
    assert.deepEqual([found, ambiguous], [ids, true], q)
  }
})

test("a name without its 's leads", async () => {
  for (const q of ['gaea cradle', 'Gaea Cradle 1']) {
    const [best] = (await identify({ q, limit: 12 }, call)).candidates
    assert.equal(best?.productId, 1, q)
    assert.ok(best.matchReasons.includes('name_fuzzy'), q)
  }
})
