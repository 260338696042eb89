import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { printing, productsForTests } from '../../test/support/catalog-products.ts'
import { call, catalogOf, identificationOf } from '../../test/support/identification.ts'

const named = (productId: number, name: string, number: string, setName: string) =>
  printing(productId, name, number, {
    setName,
    setSlug: setName.toLowerCase().replaceAll(' ', '-'),
    setId: productId,
    setCode: null,
  })

const { identify } = identificationOf({
  catalog: catalogOf([
    ...productsForTests,
    named(901, 'Umbreon VMAX', '215/203', 'Evolving Skies'),
    named(902, 'Umbreon VMAX', '95/203', 'Evolving Skies'),
    named(903, 'Force of Will', '28', 'Alliances'),
    named(904, 'Force of Will', '49', 'Eternal Masters'),
    named(905, 'Forked Bolt', '146', 'Rise of the Eldrazi'),
    named(906, 'Lightning Bolt', '161', 'Alpha'),
    named(907, 'Umbreon Star', '17/17', 'POP Series 5'),
    named(908, 'Umbreon', '24/100', 'Sandstorm'),
  ]),
})

const found = async (q: string) => {
  const { candidates } = await identify({ q, limit: 12 }, call)
  return candidates.map(({ productId, matchScore, matchReasons }) => ({ productId, matchScore, matchReasons }))
}

/** What a text is identified as: the product, or `null` where a person is asked. */
const certain = async (q: string): Promise<number | null> => {
  const { ambiguous, candidates } = await identify({ q, limit: 12 }, call)
  return ambiguous ? null : (candidates[0]?.productId ?? null)
}

describe('a nickname', () => {
  test('is as certain as what it stands for', async () => {
    for (const [nickname, meant] of [
      ['moonbreon', 'Umbreon VMAX 215/203'],
      ['fow', 'Force of Will'],
      ['fow 28', 'Force of Will 28'],
      ['fow eternal masters', 'Force of Will eternal masters'],
      ['bolt', 'Lightning Bolt'],
      ['Umbreon gold star', 'Umbreon Star'],
      ['Umbreon ★', 'Umbreon Star'],
    ] as const) {
      assert.deepEqual(await found(nickname), await found(meant), nickname)
      assert.equal(await certain(nickname), await certain(meant), nickname)
    }
    assert.equal(await certain('moonbreon'), 901)
    assert.equal(await certain('fow'), null)
  })

  test('is a word like any other where the text names a card that has it', async () => {
    assert.equal(await certain('forked bolt'), 905)
    assert.equal(await certain('Lightning Bolt 161'), 906)
  })

  test('leaves the query as it was typed, and what nothing is found for unread', async () => {
    const { query, parsed } = await identify({ q: 'moonbreon NM', limit: 12 }, call)
    assert.deepEqual([query, parsed.name, parsed.cardNumber], ['moonbreon NM', 'Umbreon VMAX', '215/203'])
    assert.deepEqual((await identify({ q: 'xyzzyq etb', limit: 12 }, call)).parsed.unread, ['xyzzyq', 'etb'])
  })
})
