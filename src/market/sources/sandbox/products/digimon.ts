import { parseLine, type VariantRules } from './bundled.ts'

const booster: VariantRules = { default: ['Foil'], Common: ['Normal'], Uncommon: ['Normal'], Rare: ['Normal'] }

/** Digimon Card Game. */
export const digimon = parseLine({
  categoryId: 63,
  name: 'Digimon Card Game',
  slug: 'digimon-card-game',
  columns: ['cardType', 'color'],
  sets: [
    {
      setId: 6301,
      name: 'Release Special Booster',
      code: 'BT01-03',
      publishedOn: '2021-02-12',
      firstProductId: 630001,
      variants: booster,
      rows: `
        BT1-010 | Rare | Agumon | 1.2 | Digimon | Red
        BT1-010 | Rare | Agumon (Alternate Art) | 22 | Digimon | Red | variants=Foil
        BT1-025 | Super Rare | WarGreymon | 2.4 | Digimon | Red
        BT1-025 | Super Rare | WarGreymon (Alternate Art) | 14 | Digimon | Red
        BT1-029 | Rare | Gabumon | 1 | Digimon | Blue
        BT1-044 | Super Rare | MetalGarurumon | 2 | Digimon | Blue
        BT1-048 | Rare | Patamon | 0.8 | Digimon | Yellow
        BT1-060 | Super Rare | MagnaAngemon | 1.6 | Digimon | Yellow
        BT1-084 | Super Rare | Omnimon | 5.5 | Digimon | White
        BT1-085 | Rare | Tai Kamiya | 0.9 | Tamer | Red
        BT1-086 | Rare | Matt Ishida | 0.7 | Tamer | Blue
        BT1-087 | Rare | T.K. Takaishi | 1.4 | Tamer | Yellow
        BT1-114 | Secret Rare | MetalGreymon | 6 | Digimon | Red
        BT1-115 | Secret Rare | Veedramon | 5 | Digimon | Blue
        | sealed | Release Special Booster Box | 160
        | sealed | Release Special Booster Pack | 8`,
    },
    {
      setId: 6302,
      name: 'Starter Deck 01: Gaia Red',
      code: 'ST-1',
      publishedOn: '2021-01-29',
      firstProductId: 631001,
      variants: booster,
      rows: `
        ST1-11 | Super Rare | WarGreymon | 0.9 | Digimon | Red
        ST1-12 | Rare | Tai Kamiya | 0.6 | Tamer | Red
        | sealed | Starter Deck 01: Gaia Red | 24`,
    },
  ],
})
