import { parseLine, type VariantRules } from './bundled.ts'

const japanese: readonly string[] = ['Japanese']

const booster: VariantRules = { default: ['Holofoil'], Common: ['Normal'], Uncommon: ['Normal'], Rare: ['Normal'] }

/** Pokemon Japan: Japanese printings, which the market lists under their English names. */
export const pokemonJapan = parseLine({
  categoryId: 85,
  name: 'Pokemon Japan',
  slug: 'pokemon-japan',
  columns: ['type', 'hp', 'stage'],
  sets: [
    {
      setId: 8501,
      name: 'Expansion Pack',
      code: 'PMCG1',
      publishedOn: '1996-10-20',
      firstProductId: 850001,
      variants: { default: ['Normal'], 'Holo Rare': ['Holofoil'] },
      languages: japanese,
      // The first Japanese cards carry the number of the Pokemon, but none of the set.
      rows: `
        | Holo Rare | Blastoise | 70 | Water | 100 | Stage 2
        | Holo Rare | Charizard | 260 | Fire | 120 | Stage 2
        | Holo Rare | Mewtwo | 26 | Psychic | 60 | Basic
        | Holo Rare | Venusaur | 60 | Grass | 100 | Stage 2
        | Common | Bulbasaur | 3 | Grass | 40 | Basic
        | Common | Charmander | 4 | Fire | 50 | Basic
        | Common | Pikachu | 6 | Lightning | 40 | Basic
        | Common | Squirtle | 3.5 | Water | 40 | Basic
        | sealed | Expansion Pack Booster Pack | 320`,
    },
    {
      setId: 8502,
      name: 'S6a: Eevee Heroes',
      code: 'S6a',
      publishedOn: '2021-05-28',
      firstProductId: 851001,
      variants: booster,
      languages: japanese,
      rows: `
        081/069 | Ultra Rare | Espeon V - 081/069 | 95 | Psychic | 180 | Basic
        085/069 | Ultra Rare | Umbreon V - 085/069 | 160 | Darkness | 200 | Basic
        095/069 | Secret Rare | Umbreon VMAX - 095/069 | 780 | Darkness | 310 | VMAX
        | sealed | Eevee Heroes Booster Box | 620`,
    },
    {
      setId: 8503,
      name: 'S4a: Shiny Star V',
      code: 'S4a',
      publishedOn: '2020-11-20',
      firstProductId: 852001,
      variants: booster,
      languages: japanese,
      rows: `
        308/190 | Shiny Super Rare | Charizard VMAX - 308/190 | 120 | Fire | 330 | VMAX
        | sealed | Shiny Star V Booster Box | 210`,
    },
    {
      setId: 8504,
      name: 'S12a: VSTAR Universe',
      code: 'S12a',
      publishedOn: '2022-12-02',
      firstProductId: 853001,
      variants: booster,
      languages: japanese,
      rows: `
        014/172 | Triple Rare | Charizard VSTAR | 2 | Fire | 280 | VSTAR
        205/172 | Art Rare | Pikachu - 205/172 | 6 | Lightning | 60 | Basic
        221/172 | Special Art Rare | Mewtwo VSTAR - 221/172 | 62 | Psychic | 280 | VSTAR
        261/172 | Ultra Rare | Giratina VSTAR - 261/172 | 85 | Dragon | 280 | VSTAR
        262/172 | Ultra Rare | Arceus VSTAR - 262/172 | 48 | Colorless | 280 | VSTAR
        | sealed | VSTAR Universe Booster Box | 95`,
    },
    {
      setId: 8505,
      name: 'SV2a: Pokemon Card 151',
      code: 'SV2a',
      publishedOn: '2023-06-16',
      firstProductId: 854001,
      variants: booster,
      languages: japanese,
      rows: `
        001/165 | Common | Bulbasaur - 001/165 | 0.4 | Grass | 70 | Basic
        004/165 | Common | Charmander - 004/165 | 0.5 | Fire | 70 | Basic
        006/165 | Double Rare | Charizard ex - 006/165 | 6 | Fire | 330 | Stage 2
        007/165 | Common | Squirtle - 007/165 | 0.4 | Water | 70 | Basic
        025/165 | Common | Pikachu - 025/165 | 1.2 | Lightning | 60 | Basic
        150/165 | Rare | Mewtwo - 150/165 | 0.5 | Psychic | 130 | Basic
        151/165 | Double Rare | Mew ex - 151/165 | 2.5 | Psychic | 180 | Basic
        166/165 | Art Rare | Bulbasaur - 166/165 | 42 | Grass | 70 | Basic
        168/165 | Art Rare | Charmander - 168/165 | 46 | Fire | 70 | Basic
        170/165 | Art Rare | Squirtle - 170/165 | 44 | Water | 70 | Basic
        173/165 | Art Rare | Pikachu - 173/165 | 70 | Lightning | 60 | Basic
        201/165 | Special Art Rare | Charizard ex - 201/165 | 260 | Fire | 330 | Stage 2
        205/165 | Special Art Rare | Mew ex - 205/165 | 68 | Psychic | 180 | Basic
        | sealed | Pokemon Card 151 Booster Box | 210
        | sealed | Pokemon Card 151 Booster Pack | 12`,
    },
    {
      setId: 8506,
      name: 'SV3: Ruler of the Black Flame',
      code: 'SV3',
      publishedOn: '2023-07-28',
      firstProductId: 855001,
      variants: booster,
      languages: japanese,
      rows: `
        066/108 | Double Rare | Charizard ex - 066/108 | 2.4 | Darkness | 330 | Stage 2
        134/108 | Special Art Rare | Charizard ex - 134/108 | 62 | Darkness | 330 | Stage 2
        | sealed | Ruler of the Black Flame Booster Box | 70`,
    },
    {
      setId: 8507,
      name: 'SV4a: Shiny Treasure ex',
      code: 'SV4a',
      publishedOn: '2023-12-01',
      firstProductId: 856001,
      variants: booster,
      languages: japanese,
      rows: `
        115/190 | Double Rare | Charizard ex - 115/190 | 2 | Darkness | 330 | Stage 2
        331/190 | Shiny Super Rare | Charizard ex - 331/190 | 28 | Darkness | 330 | Stage 2
        347/190 | Special Art Rare | Mew ex - 347/190 | 130 | Psychic | 180 | Basic
        349/190 | Special Art Rare | Charizard ex - 349/190 | 82 | Darkness | 330 | Stage 2
        | sealed | Shiny Treasure ex Booster Box | 75`,
    },
  ],
})
