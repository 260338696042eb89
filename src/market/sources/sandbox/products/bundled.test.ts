import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type BundledProduct, parseLine, parseSet, type SetTable } from './bundled.ts'
import { bundledLines } from './index.ts'

const sets = bundledLines.flatMap((line) => line.sets.map((set) => ({ line, set })))
const printings = sets.flatMap(({ line, set }) => set.products.map((product) => ({ line, set, product })))
const products = printings.map(({ product }) => product)

const repeated = <T>(values: readonly T[]): T[] => values.filter((value, index) => values.indexOf(value) !== index)

const find = (lineSlug: string, setName: string, name: string): BundledProduct | undefined =>
  printings.find(({ line, set, product }) => line.slug === lineSlug && set.name === setName && product.name === name)?.product

describe('the bundled catalogue', () => {
  test('holds at least seven product lines, 34 sets and 700 products', () => {
    assert.ok(bundledLines.length >= 7, `${bundledLines.length} lines`)
    assert.ok(sets.length >= 34, `${sets.length} sets`)
    assert.ok(products.length >= 700, `${products.length} products`)
  })

  test('gives every line, set and product an id and every slug within a line once', () => {
    assert.deepEqual(repeated(bundledLines.map((line) => line.categoryId)), [])
    assert.deepEqual(repeated(bundledLines.map((line) => line.slug)), [])
    assert.deepEqual(repeated(sets.map(({ set }) => set.setId)), [])
    assert.deepEqual(repeated(products.map((product) => product.productId)), [])
    for (const line of bundledLines) assert.deepEqual(repeated(line.sets.map((set) => set.slug)), [], line.name)
  })

  test('keeps ids within 32 bits and outside the range of the acting products', () => {
    const ids = [...sets.map(({ set }) => set.setId), ...products.map((product) => product.productId)]
    for (const id of ids) {
      assert.ok(Number.isInteger(id) && id >= 1 && id <= 2_147_483_647, `${id}`)
      assert.ok(id < 990_001 || id > 990_099, `${id} is reserved`)
    }
  })

  test('gives every product a price, a variant and a language, each once', () => {
    for (const product of products) {
      const at = `${product.productId} ${product.name}`
      assert.ok(product.anchorPriceCents > 0, at)
      assert.ok(product.variants.length > 0 && repeated(product.variants).length === 0, at)
      assert.ok(product.languages.length > 0 && repeated(product.languages).length === 0, at)
    }
  })

  test('has no empty set, and releases every set on a day of the calendar', () => {
    for (const { set } of sets) {
      assert.ok(set.products.length > 0, set.name)
      assert.match(set.slug, /^[a-z0-9]+(-[a-z0-9]+)*$/)
      assert.equal(new Date(`${set.publishedOn}T00:00:00Z`).toISOString().slice(0, 10), set.publishedOn, set.name)
    }
  })

  test('never lists the same name, number and rarity twice in a set', () => {
    for (const { set } of sets) {
      const keys = set.products.map(({ name, number, rarity, sealed }) => [name, number, rarity, sealed].join('|'))
      assert.deepEqual(repeated(keys), [], set.name)
    }
  })

  test('has sealed products in every product line', () => {
    for (const line of bundledLines) {
      assert.ok(
        line.sets.some((set) => set.products.some((product) => product.sealed)),
        line.name,
      )
    }
  })

  test('counts the Pokemon Base Set from 1 to 102', () => {
    const baseSet = sets.find(({ line, set }) => line.slug === 'pokemon' && set.name === 'Base Set')?.set
    const numbers = baseSet?.products.flatMap(({ number }) => number ?? [])
    assert.deepEqual(
      numbers,
      Array.from({ length: 102 }, (_, index) => `${String(index + 1).padStart(3, '0')}/102`),
    )
  })
})

describe('the hard cases', () => {
  test('has well-known names in several sets of their line', () => {
    for (const [slug, name, least] of [
      ['pokemon', 'Pikachu', 5],
      ['pokemon', 'Charizard', 3],
      ['magic', 'Lightning Bolt', 5],
      ['magic', 'Forest', 5],
      ['yugioh', 'Dark Magician', 3],
      ['yugioh', 'Blue-Eyes White Dragon', 3],
    ] as const) {
      const found = printings.filter(({ line, product }) => line.slug === slug && product.name === name)
      assert.ok(new Set(found.map(({ set }) => set.setId)).size >= least, `${name}: ${found.length}`)
    }
  })

  test('has a Shadowless twin with the name and number of Base Set', () => {
    const twins = ['Base Set', 'Base Set (Shadowless)'].map((set) => find('pokemon', set, 'Charizard'))
    assert.deepEqual(
      twins.map((twin) => twin?.number),
      ['004/102', '004/102'],
    )
  })

  test('has one number in many rarities', () => {
    const rarities = printings.filter(({ product }) => product.number === 'RA01-EN008').map(({ product }) => product.rarity)
    assert.equal(new Set(rarities).size, 7)
  })

  test('has numbers above the count of their set', () => {
    for (const [slug, number] of [
      ['pokemon', '199/165'],
      ['pokemon', '83/82'],
      ['lorcana', '207/204'],
      ['riftbound', '301/298'],
    ] as const) {
      assert.ok(
        printings.some(({ line, product }) => line.slug.includes(slug) && product.number === number),
        number,
      )
    }
  })

  test('has promotional, gallery and lettered numbers', () => {
    for (const number of [
      'SWSH001',
      'SM168',
      'XY121',
      'P-001',
      'TG23/TG30',
      'GG70/GG70',
      'SV107/SV122',
      '81a',
      '007a/298',
      'BT1-084',
    ]) {
      assert.ok(
        products.some((product) => product.number === number),
        number,
      )
    }
  })

  test('has names with digits, accents, signs and qualifiers', () => {
    for (const name of [
      'Porygon2',
      'Number 39: Utopia',
      'Harpie Lady 1',
      'Borrowing 100,000 Arrows',
      'Mystic Swordsman LV4',
      "Lim-Dûl's Vault",
      'Séance',
      'Flabebe',
      "Gaea's Cradle",
      "Farfetch'd",
      'Pikachu & Zekrom GX',
      'Nidoran F',
      'Nidoran M',
      'Fire // Ice',
      'Roronoa Zoro',
      'Monkey.D.Luffy',
      'Eustass"Captain"Kid',
      'Tony Tony.Chopper',
      'Shanks (Manga)',
      'Eustass"Captain"Kid (SP)',
      'Head Jab (Red)',
      'Scalding Tarn (Borderless)',
      'Pot of Prosperity (PCR)',
      'Infinite Impermanence (Quarter Century Secret Rare)',
    ]) {
      assert.ok(
        products.some((product) => product.name === name),
        name,
      )
    }
  })

  test('has cards without a number: code cards, basic energy and the first Japanese cards', () => {
    assert.equal(find('pokemon', 'SV03: Obsidian Flames', 'Code Card - Obsidian Flames Booster Pack')?.number, null)
    assert.equal(find('pokemon', 'Kalos Starter Set', 'Fire Energy')?.number, null)
    assert.equal(find('pokemon-japan', 'Expansion Pack', 'Charizard')?.number, null)
  })

  test('has Japanese printings under English names', () => {
    const card = find('pokemon-japan', 'SV2a: Pokemon Card 151', 'Charizard ex - 201/165')
    assert.deepEqual(card?.languages, ['Japanese'])
  })
})

describe('parseSet', () => {
  const table = (rows: string): SetTable => ({
    setId: 1,
    name: "Lim-Dûl's Test & Trial: One",
    code: null,
    publishedOn: '2020-01-01',
    firstProductId: 7,
    variants: { default: ['Normal', 'Foil'], Rare: ['Foil'] },
    rows,
  })
  const columns = ['cost', 'typeLine', 'colors[]']

  test('numbers the rows on and fills what a row leaves out', () => {
    const set = parseSet(
      table(`
        1 | Rare | First | 2.5 | 3 | | Red, Blue

        | sealed | Box | 100
        2a | Common | Second | 0.05 | variants=Etched | languages=English, Japanese | {0}`),
      columns,
    )
    const english = ['English']
    assert.equal(set.slug, 'lim-duls-test-and-trial-one')
    assert.deepEqual(set.products, [
      {
        productId: 7,
        name: 'First',
        number: '1',
        rarity: 'Rare',
        sealed: false,
        variants: ['Foil'],
        languages: english,
        anchorPriceCents: 250,
        attributes: { cost: 3, colors: ['Red', 'Blue'] },
      },
      {
        productId: 8,
        name: 'Box',
        number: null,
        rarity: null,
        sealed: true,
        variants: ['Normal'],
        languages: english,
        anchorPriceCents: 10_000,
        attributes: {},
      },
      {
        productId: 9,
        name: 'Second',
        number: '2a',
        rarity: 'Common',
        sealed: false,
        variants: ['Etched'],
        languages: ['English', 'Japanese'],
        anchorPriceCents: 5,
        attributes: { cost: '{0}' },
      },
    ])
  })

  for (const [row, reason] of [
    ['2 | Rare | Second', '"" is not a price above 0'],
    ['2 | Rare | Second | free', '"free" is not a price above 0'],
    ['2 | Rare | Second | 0', '"0" is not a price above 0'],
    ['2 | Rare | | 1', 'the name is missing'],
    ['2 | Rare | Second | 1 | {0} | Artifact | Red | more', 'no column for "more"'],
    ['2 | Rare | Second | 1 | variants=', '"" is not a list'],
  ] as const) {
    test(`refuses "${row}" by set and line`, () => {
      assert.throws(() => parseSet(table(`\n1 | Rare | First | 1\n${row}`), columns), {
        message: `Bundled set "Lim-Dûl's Test & Trial: One", line 3: ${reason}`,
      })
    })
  }

  test('is what a product line is read with', () => {
    const line = { categoryId: 1, name: 'Line', slug: 'line', columns }
    assert.deepEqual(parseLine({ ...line, sets: [table('1 | Rare | First | 1')] }).sets[0]?.products[0]?.productId, 7)
    assert.throws(() => parseLine({ ...line, sets: [table('nothing')] }), /line 1: the name is missing/)
  })
})
