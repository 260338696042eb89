import type { CatalogProduct } from '../../src/catalog/ports.ts'

type Row = readonly [id: number, name: string, number: string | null, rarity: string | null]

const of = (
  categoryId: number,
  categoryName: string,
  setId: number,
  setName: string,
  setCode: string,
  rows: readonly Row[],
): CatalogProduct[] =>
  rows.map(([productId, name, number, rarity]) => ({
    productId,
    name,
    categoryId,
    categoryName,
    categorySlug: null,
    setId,
    setName,
    setSlug: null,
    setCode,
    number,
    rarity,
    sealed: number === null,
    imageUrl: `https://images.example/product/${productId}_200w.jpg`,
    url: `https://shop.example/product/${productId}`,
    marketPriceCents: productId * 25,
    lowestPriceCents: null,
    listingCount: null,
  }))

/** A handful of printings with the quirks of the real ones, for the tests of catalogue and identification. */
export const productsForTests: readonly CatalogProduct[] = [
  ...of(3, 'Pokemon', 10, 'Base Set', 'BS', [
    [101, 'Charizard', '004/102', 'Holo Rare'],
    [102, 'Pikachu', '58/102', 'Common'],
    [103, 'Base Set Booster Pack', null, null],
    [104, 'Porygon', '39/102', 'Common'],
  ]),
  ...of(3, 'Pokemon', 11, 'SV03: Obsidian Flames', 'OBF', [
    [111, 'Charizard ex - 125/197', '125/197', 'Double Rare'],
    [112, 'Charizard ex - 215/197', '215/197', 'Special Illustration Rare'],
    [113, 'Pidgeot ex - 164/197', '164/197', 'Double Rare'],
  ]),
  ...of(3, 'Pokemon', 12, 'Neo Revelation', 'NR', [
    [121, 'Porygon2', '12/64', 'Rare'],
    [122, 'Entei (17)', '17/64', 'Rare'],
    [123, 'Flabébé', '83/146', 'Common'],
    [124, "Lt. Surge's Electabuzz", '27/64', 'Rare'],
  ]),
  ...of(3, 'Pokemon', 13, 'SWSH: Promo Cards', 'PR', [
    [131, 'Altaria - XY46', 'XY46', 'Promo'],
    [132, 'Altaria - XY46 (Prerelease)', 'XY46', 'Promo'],
    [133, 'Altaria - XY46 (Prerelease) [Staff]', 'XY46', 'Promo'],
    [134, 'Mimikyu', 'TG12/TG30', 'Ultra Rare'],
    [135, 'Charizard - 4/102 (Stamped)', '4/102', 'Promo'],
  ]),
  ...of(2, 'YuGiOh', 20, 'Quarter Century Bonanza', 'RA03', [
    [301, 'Destiny HERO - Malicious', 'RA03-EN001', 'Super Rare'],
    [302, 'Destiny HERO - Malicious (UR)', 'RA03-EN001', 'Ultra Rare'],
    [303, 'Destiny HERO - Malicious (Quarter Century Secret Rare)', 'RA03-EN001', 'Quarter Century Secret Rare'],
    [304, 'Number 39: Utopia', 'RA03-EN010', 'Super Rare'],
    [305, 'Harpie Lady 1', 'RA03-EN020', 'Super Rare'],
    [306, 'Armed Dragon LV7', 'RA03-EN021', 'Super Rare'],
  ]),
  ...of(1, 'Magic', 30, 'Tenth Edition', '10E', [
    [201, 'Forest', '380', 'common'],
    [202, 'Forest', '381', 'common'],
    [203, 'Relic Seeker', '29', 'rare'],
    [204, 'Relic Seeker', '29s', 'rare'],
    [205, "Lim-Dûl's Cohort", '40', 'common'],
    [206, 'Fire // Ice', '128', 'uncommon'],
  ]),
  ...of(68, 'One Piece Card Game', 40, 'Romance Dawn', 'OP01', [
    [401, 'Roronoa Zoro', 'OP01-001', 'L'],
    [402, 'Roronoa Zoro (001) (Parallel)', 'OP01-001', 'L'],
    [403, 'Tony Tony.Chopper', 'OP01-015', 'UC'],
  ]),
  ...of(85, 'Pokemon Japan', 50, 'SV8: Super Electric Breaker', 'SV8', [
    [501, 'ガブリアスex', '076/062', 'Common'],
    [502, 'ポケモンいれかえ', '058/102', 'Common'],
  ]),
]

/** A printing for a test of its own, like those above but for what is said. */
export const printing = (
  productId: number,
  name: string,
  number: string | null,
  said: Partial<CatalogProduct> = {},
): CatalogProduct => ({ ...(productsForTests[0] as CatalogProduct), rarity: null, productId, name, number, ...said })
