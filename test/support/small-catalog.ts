import type { IndexInput, SetRecord } from '../../src/catalog/index/build/index-input.ts'
import type { CatalogProduct } from '../../src/catalog/ports.ts'

type Card = readonly [name: string, number: string]

const categories = [
  { id: 1, name: 'Magic', slug: 'magic' },
  { id: 2, name: 'YuGiOh', slug: 'yugioh' },
  { id: 3, name: 'Pokemon', slug: 'pokemon' },
  { id: 62, name: 'Flesh & Blood TCG', slug: 'flesh-and-blood-tcg' },
  { id: 68, name: 'One Piece Card Game', slug: 'one-piece-card-game' },
  { id: 71, name: 'Lorcana TCG', slug: 'lorcana-tcg' },
]

const sets: readonly (readonly [
  categoryId: number,
  name: string,
  code: string,
  publishedOn: string,
  cards: readonly Card[],
])[] = [
  [
    1,
    'Magic 2010 (M10)',
    'M10',
    '2009-07-17',
    [
      ['Lightning Bolt', '146'],
      ['Serra Angel', '29'],
      ['Llanowar Elves', '191'],
      ['Ponder', '67'],
    ],
  ],
  [
    1,
    'Worldwake',
    'WWK',
    '2010-02-05',
    [
      ['Jace, the Mind Sculptor', '31'],
      ['Stoneforge Mystic', '20'],
      ['Celestial Colonnade', '133'],
    ],
  ],
  [
    1,
    'Dominaria',
    'DOM',
    '2018-04-27',
    [
      ['Opt', '60'],
      ['Llanowar Elves', '168'],
      ['Serra Angel', '33'],
      ['Karn, Scion of Urza', '1'],
    ],
  ],
  [1, 'Commander 2021', 'C21', '2021-04-23', [['Sol Ring', '263']]],
  [
    2,
    'Legend of Blue Eyes White Dragon',
    'LOB',
    '2002-03-08',
    [
      ['Dark Magician', 'LOB-005'],
      ['Gaia The Fierce Knight', 'LOB-006'],
      ['Celtic Guardian', 'LOB-007'],
    ],
  ],
  [
    3,
    'Base Set',
    'BS',
    '1999-01-09',
    [
      ['Charizard', '004/102'],
      ['Pikachu', '058/102'],
      ['Mewtwo', '010/102'],
    ],
  ],
  [
    3,
    'Crown Zenith',
    'CRZ',
    '2023-01-20',
    [
      ['Rayquaza VMAX', '102/159'],
      ['Pikachu', '049/159'],
      ['Bidoof', '111/159'],
    ],
  ],
  [3, 'Pokemon GO', 'PGO', '2022-07-01', [['Wartortle', '016/078']]],
  [3, 'Ascended Heroes', 'ASC', '2026-01-30', [['Snorunt', '227/217']]],
  [
    62,
    'Welcome to Rathe',
    'WTR',
    '2019-10-11',
    [
      ['Heart of Fyendal', 'WTR000'],
      ['Enlightened Strike', 'WTR159'],
      ['Tectonic Plating', 'WTR041'],
    ],
  ],
  [
    68,
    'Romance Dawn',
    'OP01',
    '2022-12-02',
    [
      ['Tony Tony.Chopper', 'OP01-015'],
      ['Nico Robin', 'OP01-017'],
    ],
  ],
  [
    71,
    'The First Chapter',
    '1',
    '2023-08-18',
    [
      ['Ariel - On Human Legs', '1/204'],
      ['Elsa - Snow Queen', '41/204'],
      ['Stitch - Rock Star', '23/204'],
    ],
  ],
]

const setRecords = sets.map(
  ([categoryId, name, code, publishedOn], at): SetRecord => ({ id: at + 1, categoryId, name, code, publishedOn }),
)

const products = sets.flatMap(([categoryId, setName, setCode, , cards], set) =>
  cards.map(
    ([name, number], at): CatalogProduct => ({
      ...{ productId: (set + 1) * 1_000 + at, name, number, rarity: 'Rare', sealed: false },
      ...{ categoryId, categoryName: categories.find(({ id }) => id === categoryId)?.name ?? null, categorySlug: null },
      ...{ setId: set + 1, setName, setSlug: null, setCode },
      ...{ imageUrl: null, url: null, marketPriceCents: null, lowestPriceCents: null, listingCount: null },
    }),
  ),
)

/** A few cards of every game that the programs list. */
export const smallCatalog: IndexInput = {
  ...{ sourceName: 'small', fetchedAt: '2026-11-22T12:00:00.000Z' },
  ...{ products, categories, sets: setRecords },
}
