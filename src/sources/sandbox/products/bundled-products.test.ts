import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { SandboxProduct } from '../sandbox-product.ts'
import { type LineTable, productsOfLine, readBundledProducts, readLineTables } from './bundled-products.ts'

const tables = readLineTables()
const products = readBundledProducts()
const sets = tables.flatMap((line) => line.sets.map((set) => ({ line, set })))

const repeated = <T>(values: readonly T[]): T[] => values.filter((value, index) => values.indexOf(value) !== index)

const find = (lineSlug: string, setName: string, name: string): SandboxProduct | undefined =>
  products.find(({ line, set, ...product }) => line.slug === lineSlug && set.name === setName && product.name === name)

const assertHas = (matches: (product: SandboxProduct) => boolean, what: string) =>
  assert.ok(products.some(matches), what)

const closed = { additionalProperties: false }
const Text = Type.String({ minLength: 1, pattern: '^\\S(.*\\S)?$' })
const Texts = Type.Array(Text, { minItems: 1, uniqueItems: true })
const Id = Type.Integer({ minimum: 1 })
const Slug = Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' })
const Attribute = Type.Union([Text, Type.Integer(), Texts, Type.Null()])
const Overrides = Type.Object(
  { variants: Type.Optional(Texts), languages: Type.Optional(Texts) },
  { ...closed, minProperties: 1 },
)
const Cell = Type.Union([Text, Type.Integer(), Texts, Type.Null(), Overrides])
const isLineTable = Compile(
  Type.Object(
    {
      categoryId: Id,
      name: Text,
      slug: Slug,
      columns: Texts,
      variants: Type.Record(Type.String(), Type.Record(Type.String(), Texts)),
      sets: Type.Array(
        Type.Object(
          {
            setId: Id,
            name: Text,
            slug: Slug,
            code: Type.Union([Text, Type.Null()]),
            publishedOn: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
            firstProductId: Id,
            variants: Text,
            languages: Type.Optional(Texts),
            products: Type.Array(Type.Array(Cell, { minItems: 4 }), { minItems: 1 }),
          },
          closed,
        ),
        { minItems: 1 },
      ),
    },
    closed,
  ),
)
const isStart = Compile(Type.Tuple([Type.Union([Text, Type.Null()]), Type.Union([Text, Type.Null()]), Text, Id]))
const isAttribute = Compile(Attribute)
const isOverrides = Compile(Overrides)

describe('the files of the bundled catalogue', () => {
  test('have the form that they are read in: every field known, no text empty, every price a positive integer', () => {
    for (const table of tables) {
      assert.ok(isLineTable.Check(table), `${table.name}: ${JSON.stringify(isLineTable.Errors(table).slice(0, 2))}`)
      for (const rules of Object.values(table.variants)) assert.ok(rules.default)
      for (const { variants, products: rows } of table.sets) {
        assert.ok(variants in table.variants, variants)
        for (const row of rows) {
          assert.ok(isStart.Check(row.slice(0, 4)), JSON.stringify(row))
          const rest = row.slice(4)
          const attributes = isOverrides.Check(rest.at(-1)) ? rest.slice(0, -1) : rest
          assert.ok(
            attributes.length <= table.columns.length && attributes.every((cell) => isAttribute.Check(cell)),
            String(row),
          )
        }
      }
    }
  })

  test('number their rows on, leave blank cells out and let a row override its set', () => {
    const line: LineTable = {
      categoryId: 1,
      name: 'Line',
      slug: 'line',
      columns: ['cost', 'typeLine', 'colors'],
      variants: { booster: { default: ['Normal', 'Foil'], Rare: ['Foil'] } },
      sets: [
        {
          setId: 2,
          name: 'Set',
          slug: 'set',
          code: null,
          publishedOn: '2020-01-01',
          firstProductId: 7,
          variants: 'booster',
          products: [
            ['1', 'Rare', 'First', 250, 3, null, ['Red', 'Blue']],
            [null, 'sealed', 'Box', 10_000],
            ['2a', 'Common', 'Second', 5, '{0}', { variants: ['Etched'], languages: ['English', 'Japanese'] }],
          ],
        },
      ],
    }
    const found = productsOfLine(line).map(({ productId, rarity, sealed, variants, languages, attributes }) => [
      productId,
      rarity,
      sealed,
      variants,
      languages,
      attributes,
    ])
    assert.deepEqual(found, [
      [7, 'Rare', false, ['Foil'], ['English'], { cost: 3, colors: ['Red', 'Blue'] }],
      [8, null, true, ['Normal'], ['English'], {}],
      [9, 'Common', false, ['Etched'], ['English', 'Japanese'], { cost: '{0}' }],
    ])
  })
})

describe('the bundled catalogue', () => {
  test('holds at least seven product lines, 34 sets and 700 products', () => {
    assert.ok(tables.length >= 7, `${tables.length} lines`)
    assert.ok(sets.length >= 34, `${sets.length} sets`)
    assert.ok(products.length >= 700, `${products.length} products`)
  })

  test('gives every line, set and product an id and every slug within a line once', () => {
    assert.deepEqual(repeated(tables.map((line) => line.categoryId)), [])
    assert.deepEqual(repeated(tables.map((line) => line.slug)), [])
    assert.deepEqual(repeated(sets.map(({ set }) => set.setId)), [])
    assert.deepEqual(repeated(products.map((product) => product.productId)), [])
    for (const line of tables) assert.deepEqual(repeated(line.sets.map((set) => set.slug)), [], line.name)
  })

  test('keeps ids within 32 bits and outside the range of the acting products', () => {
    const ids = [...sets.map(({ set }) => set.setId), ...products.map((product) => product.productId)]
    for (const id of ids) {
      assert.ok(Number.isInteger(id) && id >= 1 && id <= 2_147_483_647, `${id}`)
      assert.ok(id < 990_001 || id > 990_099, `${id} is reserved`)
    }
  })

  test('releases every set on a day of the calendar', () => {
    for (const { set } of sets) {
      assert.equal(new Date(`${set.publishedOn}T00:00:00Z`).toISOString().slice(0, 10), set.publishedOn, set.name)
    }
  })

  test('never lists the same name, number and rarity twice in a set', () => {
    for (const { set } of sets) {
      const keys = set.products.map(([number, rarity, name]) => [name, number, rarity].join('|'))
      assert.deepEqual(repeated(keys), [], set.name)
    }
  })

  test('has sealed products in every product line', () => {
    for (const { slug, name } of tables) assertHas(({ line, sealed }) => line.slug === slug && sealed, name)
  })

  test('counts the Pokemon Base Set from 1 to 102', () => {
    const baseSet = sets.find(({ line, set }) => line.slug === 'pokemon' && set.name === 'Base Set')?.set
    const numbers = baseSet?.products.flatMap(([number]) => number ?? [])
    assert.deepEqual(
      numbers,
      Array.from({ length: 102 }, (_, index) => `${String(index + 1).padStart(3, '0')}/102`),
    )
  })
})

describe('the hard cases', () => {
  test('has well-known names in several sets of their line', () => {
    for (const [slug, name, min] of [
      ['pokemon', 'Pikachu', 5],
      ['pokemon', 'Charizard', 3],
      ['magic', 'Lightning Bolt', 5],
      ['magic', 'Forest', 5],
      ['yugioh', 'Dark Magician', 3],
      ['yugioh', 'Blue-Eyes White Dragon', 3],
    ] as const) {
      const found = products.filter(({ line, ...product }) => line.slug === slug && product.name === name)
      assert.ok(new Set(found.map(({ set }) => set.id)).size >= min, `${name}: ${found.length}`)
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
    const rarities = products.filter(({ number }) => number === 'RA01-EN008').map(({ rarity }) => rarity)
    assert.equal(new Set(rarities).size, 7)
  })

  test('has numbers above the count of their set', () => {
    for (const [slug, number] of [
      ['pokemon', '199/165'],
      ['pokemon', '83/82'],
      ['lorcana', '207/204'],
      ['riftbound', '301/298'],
    ] as const)
      assertHas((product) => (product.line.slug ?? '').includes(slug) && product.number === number, number)
  })

  test('has promotional, gallery and lettered numbers', () => {
    const numbers = 'SWSH001 SM168 XY121 P-001 TG23/TG30 GG70/GG70 SV107/SV122 81a 007a/298 BT1-084'
    for (const number of numbers.split(' ')) assertHas((product) => product.number === number, number)
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
    ])
      assertHas((product) => product.name === name, name)
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
