import { parseLine, type VariantRules } from './bundled.ts'

const bothEditions: VariantRules = { default: ['1st Edition', 'Unlimited'] }

const firstEdition: VariantRules = { default: ['1st Edition'] }

const unlimited: VariantRules = { default: ['Unlimited'] }

/** YuGiOh, where one number may be printed in several rarities, each a product of its own with the rarity in its name. */
export const yugioh = parseLine({
  categoryId: 2,
  name: 'YuGiOh',
  slug: 'yugioh',
  columns: ['cardType', 'attribute', 'level'],
  sets: [
    {
      setId: 2001,
      name: 'The Legend of Blue Eyes White Dragon',
      code: 'LOB',
      publishedOn: '2002-03-08',
      firstProductId: 200001,
      variants: bothEditions,
      rows: `
        LOB-001 | Ultra Rare | Blue-Eyes White Dragon | 1450 | Normal Monster | LIGHT | 8
        LOB-002 | Common | Hitotsu-Me Giant | 3.5 | Normal Monster | EARTH | 4
        LOB-003 | Super Rare | Flame Swordsman | 120 | Fusion Monster | FIRE | 5
        LOB-004 | Common | Skull Servant | 4 | Normal Monster | DARK | 1
        LOB-005 | Ultra Rare | Dark Magician | 780 | Normal Monster | DARK | 7
        LOB-006 | Ultra Rare | Gaia The Fierce Knight | 38 | Normal Monster | EARTH | 7
        LOB-007 | Super Rare | Celtic Guardian | 75 | Normal Monster | EARTH | 4
        LOB-009 | Common | Mammoth Graveyard | 3 | Normal Monster | EARTH | 3
        LOB-052 | Super Rare | Dark Hole | 30 | Normal Spell
        LOB-053 | Super Rare | Raigeki | 190 | Normal Spell
        LOB-057 | Rare | Fissure | 12 | Normal Spell
        LOB-070 | Ultra Rare | Red-Eyes Black Dragon | 460 | Normal Monster | DARK | 7
        LOB-118 | Ultra Rare | Monster Reborn | 210 | Normal Spell
        LOB-119 | Rare | Pot of Greed | 52 | Normal Spell
        LOB-120 | Ultra Rare | Right Leg of the Forbidden One | 210 | Normal Monster | DARK | 1
        LOB-121 | Ultra Rare | Left Leg of the Forbidden One | 210 | Normal Monster | DARK | 1
        LOB-122 | Ultra Rare | Right Arm of the Forbidden One | 210 | Normal Monster | DARK | 1
        LOB-123 | Ultra Rare | Left Arm of the Forbidden One | 210 | Normal Monster | DARK | 1
        LOB-124 | Ultra Rare | Exodia the Forbidden One | 720 | Effect Monster | DARK | 3
        LOB-125 | Secret Rare | Gaia the Dragon Champion | 140 | Fusion Monster | WIND | 7
        LOB-000 | Secret Rare | Tri-Horned Dragon | 125 | Normal Monster | DARK | 8
        | sealed | The Legend of Blue Eyes White Dragon Booster Box | 18500
        | sealed | The Legend of Blue Eyes White Dragon Booster Pack | 640`,
    },
    {
      setId: 2002,
      name: 'Metal Raiders',
      code: 'MRD',
      publishedOn: '2002-06-26',
      firstProductId: 201001,
      variants: bothEditions,
      rows: `
        MRD-000 | Secret Rare | Gate Guardian | 210 | Effect Monster | DARK | 11
        MRD-008 | Common | Harpie Lady | 8 | Normal Monster | WIND | 4
        MRD-003 | Ultra Rare | Summoned Skull | 130 | Normal Monster | DARK | 6
        MRD-009 | Super Rare | Harpie Lady Sisters | 48 | Effect Monster | WIND | 6
        MRD-025 | Super Rare | Sanga of the Thunder | 60 | Effect Monster | LIGHT | 7
        MRD-069 | Rare | Sangan | 68 | Effect Monster | DARK | 3
        MRD-036 | Rare | Magician of Faith | 85 | Effect Monster | LIGHT | 1
        MRD-060 | Ultra Rare | Change of Heart | 92 | Normal Spell
        MRD-138 | Ultra Rare | Mirror Force | 260 | Normal Trap
        MRD-142 | Super Rare | Heavy Storm | 78 | Normal Spell
        MRD-126 | Ultra Rare | Barrel Dragon | 110 | Effect Monster | DARK | 7
        MRD-143 | Secret Rare | Thousand Dragon | 62 | Fusion Monster | WIND | 7
        | sealed | Metal Raiders Booster Pack | 290`,
    },
    {
      setId: 2003,
      name: "Pharaoh's Servant",
      code: 'PSV',
      publishedOn: '2002-10-20',
      firstProductId: 202001,
      variants: bothEditions,
      rows: `
        PSV-000 | Secret Rare | Jinzo | 310 | Effect Monster | DARK | 6
        PSV-104 | Secret Rare | Imperial Order | 95 | Continuous Trap
        PSV-037 | Ultra Rare | Premature Burial | 46 | Equip Spell
        PSV-084 | Ultra Rare | Thousand-Eyes Restrict | 130 | Fusion Monster | DARK | 1
        PSV-012 | Ultra Rare | Call of the Haunted | 72 | Continuous Trap
        PSV-064 | Super Rare | Limiter Removal | 18 | Quick-Play Spell
        | sealed | Pharaoh's Servant Booster Pack | 260`,
    },
    {
      setId: 2004,
      name: 'Starter Deck: Yugi',
      code: 'SDY',
      publishedOn: '2002-03-29',
      firstProductId: 203001,
      variants: bothEditions,
      rows: `
        SDY-006 | Ultra Rare | Dark Magician | 120 | Normal Monster | DARK | 7
        SDY-004 | Common | Summoned Skull | 9 | Normal Monster | DARK | 6
        SDY-009 | Common | Celtic Guardian | 5 | Normal Monster | EARTH | 4
        SDY-022 | Common | Dark Hole | 4 | Normal Spell
        SDY-030 | Common | Monster Reborn | 9 | Normal Spell
        | sealed | Starter Deck: Yugi | 520`,
    },
    {
      setId: 2005,
      name: 'Starter Deck: Kaiba',
      code: 'SDK',
      publishedOn: '2002-03-29',
      firstProductId: 204001,
      variants: bothEditions,
      rows: `
        SDK-001 | Ultra Rare | Blue-Eyes White Dragon | 150 | Normal Monster | LIGHT | 8
        SDK-002 | Common | Hitotsu-Me Giant | 2 | Normal Monster | EARTH | 4
        SDK-022 | Common | Dark Hole | 4 | Normal Spell
        SDK-036 | Common | Monster Reborn | 8 | Normal Spell
        | sealed | Starter Deck: Kaiba | 560`,
    },
    {
      setId: 2006,
      name: 'Soul of the Duelist',
      code: 'SOD',
      publishedOn: '2004-10-01',
      firstProductId: 205001,
      variants: bothEditions,
      rows: `
        SOD-EN011 | Rare | Mystic Swordsman LV2 | 1.2 | Effect Monster | EARTH | 2
        SOD-EN012 | Ultra Rare | Mystic Swordsman LV4 | 3 | Effect Monster | EARTH | 4
        SOD-EN013 | Common | Armed Dragon LV3 | 1.2 | Effect Monster | WIND | 3
        SOD-EN014 | Rare | Armed Dragon LV5 | 6 | Effect Monster | WIND | 5
        SOD-EN015 | Ultra Rare | Armed Dragon LV7 | 28 | Effect Monster | WIND | 7
        SOD-EN007 | Super Rare | Horus the Black Flame Dragon LV6 | 7 | Effect Monster | FIRE | 6
        SOD-EN008 | Ultra Rare | Horus the Black Flame Dragon LV8 | 36 | Effect Monster | FIRE | 8`,
    },
    {
      setId: 2007,
      name: 'Rise of Destiny',
      code: 'RDS',
      publishedOn: '2004-12-03',
      firstProductId: 206001,
      variants: bothEditions,
      rows: `
        RDS-EN017 | Common | Harpie Lady 1 | 6 | Effect Monster | WIND | 4
        RDS-EN018 | Common | Harpie Lady 2 | 2.2 | Effect Monster | WIND | 4
        RDS-EN019 | Common | Harpie Lady 3 | 1.8 | Effect Monster | WIND | 4`,
    },
    {
      setId: 2008,
      name: 'Battle Pack: Epic Dawn',
      code: 'BP01',
      publishedOn: '2012-05-28',
      firstProductId: 207001,
      variants: bothEditions,
      rows: `
        BP01-EN024 | Rare | Number 39: Utopia | 0.6 | Xyz Monster | LIGHT
        BP01-EN024 | Starfoil Rare | Number 39: Utopia (Starfoil) | 1.8 | Xyz Monster | LIGHT
        | sealed | Battle Pack: Epic Dawn Booster Box | 140`,
    },
    {
      setId: 2009,
      name: 'Rise of the Duelist',
      code: 'ROTD',
      publishedOn: '2020-08-07',
      firstProductId: 208001,
      variants: bothEditions,
      rows: `
        ROTD-EN001 | Super Rare | Gaia the Magical Knight | 0.3 | Effect Monster | EARTH | 7
        ROTD-EN053 | Ultra Rare | "Infernoble Arms - Durendal" | 0.9 | Equip Spell
        ROTD-EN065 | Secret Rare | Forbidden Droplet | 7 | Quick-Play Spell
        | sealed | Rise of the Duelist Booster Box | 85`,
    },
    {
      setId: 2010,
      name: '25th Anniversary Rarity Collection',
      code: 'RA01',
      publishedOn: '2023-11-03',
      firstProductId: 209001,
      variants: firstEdition,
      rows: `
        RA01-EN008 | Super Rare | Ash Blossom & Joyous Spring | 3 | Tuner Monster | FIRE | 3
        RA01-EN008 | Ultra Rare | Ash Blossom & Joyous Spring (UR) | 3.4 | Tuner Monster | FIRE | 3
        RA01-EN008 | Secret Rare | Ash Blossom & Joyous Spring (Secret Rare) | 4 | Tuner Monster | FIRE | 3
        RA01-EN008 | Prismatic Collector's Rare | Ash Blossom & Joyous Spring (PCR) | 9 | Tuner Monster | FIRE | 3
        RA01-EN008 | Prismatic Ultimate Rare | Ash Blossom & Joyous Spring (PUR) | 7 | Tuner Monster | FIRE | 3
        RA01-EN008 | Platinum Secret Rare | Ash Blossom & Joyous Spring (Platinum Secret Rare) | 8 | Tuner Monster | FIRE | 3
        RA01-EN008 | Quarter Century Secret Rare | Ash Blossom & Joyous Spring (Quarter Century Secret Rare) | 42 | Tuner Monster | FIRE | 3
        RA01-EN064 | Super Rare | Forbidden Droplet | 2.6 | Quick-Play Spell
        RA01-EN064 | Quarter Century Secret Rare | Forbidden Droplet (Quarter Century Secret Rare) | 18 | Quick-Play Spell
        RA01-EN066 | Super Rare | Pot of Prosperity | 2.5 | Normal Spell
        RA01-EN066 | Prismatic Collector's Rare | Pot of Prosperity (PCR) | 6 | Normal Spell
        RA01-EN066 | Quarter Century Secret Rare | Pot of Prosperity (Quarter Century Secret Rare) | 22 | Normal Spell
        RA01-EN075 | Super Rare | Infinite Impermanence | 4 | Normal Trap
        RA01-EN075 | Ultra Rare | Infinite Impermanence (UR) | 4.4 | Normal Trap
        RA01-EN075 | Quarter Century Secret Rare | Infinite Impermanence (Quarter Century Secret Rare) | 38 | Normal Trap
        | sealed | 25th Anniversary Rarity Collection Booster Box | 115
        | sealed | 25th Anniversary Rarity Collection Booster Pack | 6`,
    },
    {
      setId: 2011,
      name: 'Legend of Blue Eyes White Dragon (25th Anniversary Edition)',
      code: 'LOB',
      publishedOn: '2023-04-21',
      firstProductId: 210001,
      variants: unlimited,
      rows: `
        LOB-EN001 | Ultra Rare | Blue-Eyes White Dragon | 12 | Normal Monster | LIGHT | 8
        LOB-EN005 | Ultra Rare | Dark Magician | 9 | Normal Monster | DARK | 7
        LOB-EN124 | Ultra Rare | Exodia the Forbidden One | 8 | Effect Monster | DARK | 3
        | sealed | Legend of Blue Eyes White Dragon (25th Anniversary Edition) Booster Box | 110`,
    },
  ],
})
