export const tcgplayer = {
  source: 'tcgplayer',
  attribution: {
    text: 'This product uses TCGplayer data but is not endorsed or certified by TCGplayer.',
    termsUrl: 'https://help.tcgplayer.com/',
  },
}

export const cards = [
  ['Charizard', 'Pokemon', 'Base Set', '4/102', 'Holo Rare', 'Near Mint', 'Holofoil', 'English', 1, 354.12],
  ['Lightning Bolt', 'Magic', 'Magic 2010 (M10)', '146', 'C', 'Lightly Played', 'Normal', 'English', 4, 1.35],
  [
    'Blue-Eyes White Dragon',
    'YuGiOh',
    'Legend of Blue Eyes White Dragon',
    'LOB-001',
    'Ultra Rare',
    'Heavily Played',
    '1st Edition',
    'English',
    1,
    212.5,
  ],
  [
    'Rayquaza VMAX (Alternate Art Secret)',
    'Pokemon',
    'SWSH07: Evolving Skies',
    '218/203',
    'Secret Rare',
    'Near Mint',
    'Holofoil',
    'Japanese',
    2,
    246.01,
  ],
  ['Sol Ring (Foil Etched)', 'Magic', 'Commander Legends', '472', 'U', 'Near Mint', 'Foil', 'English', 3, 0.29],
] as const

/** Rows of a stack: five priced ones and one that is open. */
export const rows = [
  ...cards.map(
    ([name, category, setName, cardNumber, rarity, condition, variant, language, quantity, marketPrice], at) => ({
      text: name,
      quantity,
      state: 'done',
      printing: { productId: 300_000 + at, name, category, setName, cardNumber, rarity },
      copy: { skuId: 3_000_000 + at, condition, variant, language },
      marketPrice,
      pricedAt: '2026-11-23T09:30:00.000Z',
    }),
  ),
  {
    text: 'Black Lotus, signed',
    quantity: 1,
    state: 'open',
    printing: null,
    copy: null,
    marketPrice: null,
    pricedAt: null,
  },
]
