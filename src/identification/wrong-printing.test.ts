import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { printing } from '../../test/support/catalog-products.ts'
import { call, catalogOf, identificationOf } from '../../test/support/identification.ts'
import type { CatalogProduct } from '../catalog/ports.ts'

const lines = {
  magic: { categoryId: 1, categoryName: 'Magic', categorySlug: 'magic' },
  yugioh: { categoryId: 2, categoryName: 'YuGiOh', categorySlug: 'yugioh' },
  pokemon: { categoryId: 3, categoryName: 'Pokemon', categorySlug: 'pokemon' },
  japan: { categoryId: 85, categoryName: 'Pokemon Japan', categorySlug: 'pokemon-japan' },
  onePiece: { categoryId: 68, categoryName: 'One Piece Card Game', categorySlug: 'one-piece-card-game' },
  fab: { categoryId: 62, categoryName: 'Flesh & Blood TCG', categorySlug: 'flesh-and-blood-tcg' },
} as const

const sets = {
  bonanza: { ...lines.yugioh, setId: 1, setName: 'Quarter Century Bonanza', setCode: 'RA03' },
  rarities: { ...lines.yugioh, setId: 2, setName: '25th Anniversary Rarity Collection', setCode: 'RA01' },
  prismatic: { ...lines.pokemon, setId: 3, setName: 'SV: Prismatic Evolutions', setCode: 'PRE' },
  kit: { ...lines.pokemon, setId: 4, setName: 'EX Trainer Kit 2', setCode: 'TK2' },
  promos: { ...lines.pokemon, setId: 5, setName: 'Promos', setCode: 'PR' },
  wotc: { ...lines.pokemon, setId: 6, setName: 'WoTC Promo', setCode: 'PR' },
  plasma: { ...lines.pokemon, setId: 7, setName: 'Plasma Storm', setCode: 'PLS' },
  expedition: { ...lines.pokemon, setId: 8, setName: 'Expedition', setCode: 'EX' },
  perfect: { ...lines.pokemon, setId: 9, setName: 'Perfect Order', setCode: 'POR' },
  planeshift: { ...lines.magic, setId: 10, setName: 'Planeshift', setCode: 'PLS' },
  zendikar: { ...lines.magic, setId: 11, setName: 'Zendikar', setCode: 'ZEN' },
  spellbook: { ...lines.magic, setId: 12, setName: 'Signature Spellbook', setCode: 'SS1' },
  theList: { ...lines.magic, setId: 13, setName: 'The List Reprints', setCode: 'LIST' },
  promoPack: { ...lines.magic, setId: 14, setName: 'Promo Pack', setCode: 'PROMO' },
  innistrad: { ...lines.magic, setId: 15, setName: 'Innistrad', setCode: 'ISD' },
  swordPromos: { ...lines.japan, setId: 16, setName: 'Sword & Shield Promos', setCode: 'S-P' },
  wings: { ...lines.onePiece, setId: 17, setName: 'Wings of the Captain', setCode: 'OP-06' },
  best: { ...lines.onePiece, setId: 18, setName: 'ONE PIECE CARD THE BEST', setCode: 'PRB-01' },
  mystery: { ...lines.fab, setId: 19, setName: 'Part the Mistveil', setCode: 'MST' },
} as const

type Known = Partial<Pick<CatalogProduct, 'rarity' | 'marketPriceCents' | 'setCode'>>

const card = (productId: number, name: string, number: string | null, set: keyof typeof sets, known: Known = {}) =>
  printing(productId, name, number, { marketPriceCents: null, ...sets[set], setSlug: set, ...known })

const catalog = catalogOf([
  card(1, 'Dark Beckoning Beast', 'RA03-EN027', 'bonanza', { rarity: 'Super Rare', marketPriceCents: 10 }),
  card(2, 'Dark Beckoning Beast (Secret Rare)', 'RA03-EN027', 'bonanza', {
    rarity: 'Secret Rare',
    marketPriceCents: 99,
  }),
  card(3, 'Dark Beckoning Beast (PCR)', 'RA03-EN027', 'bonanza', {
    rarity: "Prismatic Collector's Rare",
    marketPriceCents: 3258,
  }),
  card(4, 'Ash Blossom', 'RA01-EN008', 'rarities', { rarity: 'Quarter Century Secret Rare' }),
  card(5, 'Noibat', '090/131', 'prismatic', { marketPriceCents: 100 }),
  card(6, 'Noibat (Poke Ball Pattern)', '090/131', 'prismatic', { marketPriceCents: 110 }),
  card(7, 'Psychic Energy', '12/12', 'kit'),
  card(8, 'Lightning Energy (Minun)', '12/12', 'kit'),
  card(9, 'Sprigatito - 012/193', '012/193', 'promos'),
  card(10, 'Pikachu - 012 (10th Anniversary)', '012', 'promos'),
  card(11, 'Ancient Mew', '1', 'promos'),
  card(12, 'Bulbasaur - 1/73 (General Mills Promo)', '001/073', 'promos'),
  card(13, 'Surfing Pikachu', '28/53', 'wotc'),
  card(14, 'Pikachu (Surfing)', '28', 'promos'),
  card(15, 'Crobat (Team Plasma)', '55/135', 'plasma'),
  card(16, 'Slay', '55', 'planeshift'),
  card(17, 'Meowth', '121/165', 'expedition'),
  card(18, 'Meowth ex', '121/088', 'perfect'),
  card(19, 'Gengar', '048/165', 'expedition'),
  card(20, 'Soaring Seacliff', '225', 'zendikar'),
  card(21, 'Zen', 'MST047', 'mystery'),
  card(22, 'Negate', '7', 'spellbook'),
  card(23, 'Wind Strider', '552', 'theList'),
  card(24, 'Wind Strider', '88', 'innistrad'),
  card(25, 'Absorb', '151p', 'promoPack', { setCode: 'PRNA' }),
  card(26, 'Absorb', '151', 'innistrad'),
  card(27, 'Spider', '11', 'innistrad', { rarity: 'token' }),
  card(28, 'ヒバニー', '130', 'swordPromos'),
  card(29, 'Arlong', 'OP06-023', 'wings'),
  card(30, 'Arlong (Reprint)', 'OP06-023', 'best'),
  card(31, 'Hollowhenge Scavenger', '188', 'innistrad'),
  card(32, 'Stone Rain', '156', 'theList'),
  card(33, '_____', '23', 'spellbook'),
  card(34, 'Lightning Helix', '213', 'zendikar', { rarity: 'uncommon' }),
  card(35, 'Swamp', '90', 'promoPack'),
  card(36, 'Ghost Sister (Alternate Art)', 'RA03-EN020', 'bonanza', { rarity: 'Super Rare' }),
  card(37, 'Ghost Sister (Alternate Art) (PCR)', 'RA03-EN020', 'bonanza', { rarity: "Prismatic Collector's Rare" }),
])
const { identify } = identificationOf({ catalog })

const ask = async (q: string, set?: string) => {
  const { candidates, ambiguous, inQuestion, priceRange, parsed, matchedSet } = await identify(
    { q, limit: 12, ...(set !== undefined && { set }) },
    call,
  )
  const [best] = candidates
  const isSure = best !== undefined && best.matchScore >= 50 && !ambiguous
  return { sure: isSure ? best.productId : null, best, candidates, inQuestion, priceRange, parsed, matchedSet }
}

const sureOf = async (q: string, set?: string) => (await ask(q, set)).sure

describe('a number that several printings bear', () => {
  test('is certain of none of them, and names them all with what is at stake', async () => {
    for (const q of ['RA03-EN027', 'Dark Beckoning Beast RA03-EN027']) {
      const { sure, inQuestion, priceRange } = await ask(q)
      assert.deepEqual([sure, [...inQuestion].sort(), priceRange], [null, [1, 2, 3], { low: 0.1, high: 32.58 }], q)
    }
    assert.equal(await sureOf('12/12', 'kit'), null)
    assert.equal(await sureOf('Ghost Sister (Alternate Art) RA03-EN020'), null, 'a rarity may follow in brackets')
    assert.equal(await sureOf('Arlong OP06-023'), null, 'the code of a reprint is that of the first set')
    assert.equal(await sureOf('Arlong OP06-023', 'wings'), 29)
    assert.equal(await sureOf('Dark Beckoning Beast', 'bonanza'), null, 'the set has three of them under one number')
  })

  test('says so where all of them cost the same within ten per cent', async () => {
    const { sure, candidates, priceRange } = await ask('090/131', 'prismatic')
    assert.deepEqual([sure, priceRange], [null, { low: 1, high: 1.1 }])
    assert.ok(candidates.every(({ matchReasons }) => matchReasons.includes('twin')))
    assert.ok((await ask('RA03-EN027')).candidates.every(({ matchReasons }) => !matchReasons.includes('twin')))
  })

  test('is certain where the text names what sets one apart', async () => {
    const { sure, inQuestion, priceRange } = await ask('Dark Beckoning Beast (Secret Rare) RA03-EN027')
    assert.deepEqual([sure, inQuestion, priceRange], [2, [], null])
    for (const [q, productId] of [
      ['Dark Beckoning Beast RA03-EN027 Super Rare', 1],
      ['RA03-EN027 SR', 1],
      ["RA03-EN027 Prismatic Collector's Rare", 3],
      ['Dark Beckoning Beast RA03-EN027 PCR', 3],
      ['Noibat (Poke Ball Pattern) 090/131', 6],
    ] as const)
      assert.equal(await sureOf(q), productId, q)
  })
})

test('a rarity that no printing of the code has is told, whatever words of it the set has', async () => {
  for (const q of [
    'Dark Beckoning Beast (Quarter Century Secret Rare) RA03-EN027',
    'Dark Beckoning Beast QCSR RA03-EN027',
    'RA01-EN008 Starlight Rare',
    'Lightning Helix (common) 213',
    'Lightning Helix (Rare) 213',
  ])
    assert.equal(await sureOf(q), null, q)
  assert.deepEqual((await ask('Dark Beckoning Beast QCSR RA03-EN027')).parsed.unread, ['QCSR'])
})

describe('a total', () => {
  test('is a witness: a printing without it is not certain beside one that has it', async () => {
    assert.equal(await sureOf('PLS 55/135'), 15)
    assert.equal(await sureOf('001/073', 'promos'), 12)
    assert.equal(await sureOf('Surfing Pikachu 28/53'), 13)
  })

  test('that was not typed leaves open which is meant, the number as it was written first', async () => {
    const { sure, best } = await ask('012', 'promos')
    assert.deepEqual([sure, best?.productId], [null, 10])
    assert.equal(await sureOf('PLS 55'), null, 'a code that two games share')
    assert.equal(await sureOf('225/999'), null, 'a total that nothing bears')
  })
})

describe('a code', () => {
  test('with a hyphen is one, before the number and behind it', async () => {
    for (const q of ['130/S-P', 'S-P 130']) assert.equal(await sureOf(q), 28, q)
  })

  test('is not cut in two, and a number before it is no sure count', async () => {
    assert.equal(await sureOf('7 SS1'), 22)
    const { sure, inQuestion } = await ask('225 ZEN')
    assert.deepEqual([sure, [...inQuestion].sort()], [null, [20, 21]])
  })

  test('that a product bears itself finds it in the set that it is sold in', async () => {
    for (const [q, set] of [['Absorb 151p', 'prna'], ['Absorb (PRNA) 151p']] as const) {
      const { sure, matchedSet } = await ask(q, set)
      assert.deepEqual([sure, matchedSet?.name], [25, 'Promo Pack'], q)
    }
  })

  test('of The List is never the original', async () => {
    const { sure, best } = await ask('Wind Strider ISD-88', 'plst')
    assert.deepEqual([sure, best?.productId], [null, 23])
  })

  test('that the catalogue lacks counts against a printing whatever name and number say', async () => {
    assert.equal(await sureOf('Spider 11', 'tmkm'), null)
    assert.equal(await sureOf('Spider 11', 'ISD'), 27)
  })
})

describe('a name', () => {
  test('takes ex from no set, and is another with it', async () => {
    assert.equal(await sureOf('Meowth ex #121'), 18)
    assert.equal(await sureOf('2 Gengar ex 48'), null)
    assert.equal(await sureOf('Gengar 48'), 19)
  })

  test('that the catalogue lacks is no near one, but for a slip of the pen', async () => {
    assert.equal(await sureOf('Hollow Scavenger'), null)
    assert.equal(await sureOf('The Stone Brain'), null)
    assert.equal(await sureOf('Stome Rain'), 32)
    assert.equal(await sureOf('Hollowhenge Scavengr 188', 'ISD'), 31, 'a number bears out a letter less')
  })

  test('without letters fits no text', async () => {
    const { best } = await ask('DD1 23')
    assert.ok(!best?.matchReasons.includes('name_exact'))
  })
})
