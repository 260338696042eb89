import { parseLine, type VariantRules } from './bundled.ts'

/** Foils came with Urza's Legacy in 1999; what is older exists in one finish. */
const beforeFoils: VariantRules = { default: ['Normal'] }

const withFoils: VariantRules = { default: ['Normal', 'Foil'] }

const foilOnly: VariantRules = { default: ['Foil'] }

/** Magic: The Gathering. */
export const magic = parseLine({
  categoryId: 1,
  name: 'Magic',
  slug: 'magic',
  columns: ['cost', 'typeLine', 'colors[]'],
  sets: [
    {
      setId: 1001,
      name: 'Alpha Edition',
      code: 'LEA',
      publishedOn: '1993-08-05',
      firstProductId: 100001,
      variants: beforeFoils,
      rows: `
        232 | Rare | Black Lotus | 95000 | {0} | Artifact
        47 | Rare | Ancestral Recall | 24000 | {U} | Instant | Blue
        83 | Rare | Time Walk | 26000 | {1}{U} | Sorcery | Blue
        84 | Rare | Timetwister | 18000 | {2}{U} | Sorcery | Blue
        261 | Rare | Mox Emerald | 19000 | {0} | Artifact
        262 | Rare | Mox Jet | 20000 | {0} | Artifact
        263 | Rare | Mox Pearl | 18500 | {0} | Artifact
        264 | Rare | Mox Ruby | 21000 | {0} | Artifact
        265 | Rare | Mox Sapphire | 24000 | {0} | Artifact
        269 | Uncommon | Sol Ring | 1900 | {1} | Artifact
        161 | Common | Lightning Bolt | 750 | {R} | Instant | Red
        54 | Uncommon | Counterspell | 820 | {U}{U} | Instant | Blue
        40 | Uncommon | Swords to Plowshares | 780 | {W} | Instant | White
        98 | Common | Dark Ritual | 420 | {B} | Instant | Black
        197 | Common | Giant Growth | 160 | {G} | Instant | Green
        174 | Rare | Shivan Dragon | 4200 | {4}{R}{R} | Creature - Dragon | Red
        186 | Rare | Birds of Paradise | 5200 | {G} | Creature - Bird | Green
        210 | Common | Llanowar Elves | 210 | {G} | Creature - Elf Druid | Green
        39 | Uncommon | Serra Angel | 620 | {3}{W}{W} | Creature - Angel | White
        45 | Rare | Wrath of God | 2900 | {2}{W}{W} | Sorcery | White
        294 | Land | Forest | 38 | | Basic Land - Forest`,
    },
    {
      setId: 1002,
      name: 'Beta Edition',
      code: 'LEB',
      publishedOn: '1993-10-04',
      firstProductId: 101001,
      variants: beforeFoils,
      rows: `
        233 | Rare | Black Lotus | 42000 | {0} | Artifact
        48 | Rare | Ancestral Recall | 9800 | {U} | Instant | Blue
        84 | Rare | Time Walk | 9500 | {1}{U} | Sorcery | Blue
        162 | Common | Lightning Bolt | 380 | {R} | Instant | Red
        270 | Uncommon | Sol Ring | 950 | {1} | Artifact
        175 | Rare | Shivan Dragon | 1500 | {4}{R}{R} | Creature - Dragon | Red
        300 | Land | Forest | 16 | | Basic Land - Forest`,
    },
    {
      setId: 1003,
      name: 'Unlimited Edition',
      code: '2ED',
      publishedOn: '1993-12-01',
      firstProductId: 102001,
      variants: beforeFoils,
      rows: `
        233 | Rare | Black Lotus | 14500 | {0} | Artifact
        48 | Rare | Ancestral Recall | 3600 | {U} | Instant | Blue
        266 | Rare | Mox Sapphire | 4300 | {0} | Artifact
        162 | Common | Lightning Bolt | 42 | {R} | Instant | Red
        270 | Uncommon | Sol Ring | 120 | {1} | Artifact
        300 | Land | Forest | 2.5 | | Basic Land - Forest`,
    },
    {
      setId: 1004,
      name: 'Revised Edition',
      code: '3ED',
      publishedOn: '1994-04-01',
      firstProductId: 103001,
      variants: beforeFoils,
      rows: `
        290 | Rare | Underground Sea | 620 | | Land - Island Swamp
        291 | Rare | Volcanic Island | 580 | | Land - Island Mountain
        288 | Rare | Tropical Island | 390 | | Land - Forest Island
        289 | Rare | Tundra | 360 | | Land - Plains Island
        282 | Rare | Badlands | 310 | | Land - Swamp Mountain
        283 | Rare | Bayou | 330 | | Land - Swamp Forest
        284 | Rare | Plateau | 230 | | Land - Mountain Plains
        285 | Rare | Savannah | 240 | | Land - Forest Plains
        286 | Rare | Scrubland | 250 | | Land - Plains Swamp
        287 | Rare | Taiga | 260 | | Land - Mountain Forest
        162 | Common | Lightning Bolt | 2.4 | {R} | Instant | Red
        274 | Uncommon | Sol Ring | 4.5 | {1} | Artifact
        304 | Land | Forest | 0.3 | | Basic Land - Forest
        | sealed | Revised Edition Booster Pack | 780`,
    },
    {
      setId: 1005,
      name: 'Arabian Nights',
      code: 'ARN',
      publishedOn: '1993-12-17',
      firstProductId: 104001,
      variants: beforeFoils,
      rows: `
        70 | Uncommon | Bazaar of Baghdad | 2400 | | Land
        76 | Uncommon | Library of Alexandria | 1650 | | Land
        29 | Rare | Juzám Djinn | 1900 | {2}{B}{B} | Creature - Djinn | Black
        77 | Common | Mountain | 22 | | Basic Land - Mountain`,
    },
    {
      setId: 1006,
      name: 'Alliances',
      code: 'ALL',
      publishedOn: '1996-06-10',
      firstProductId: 105001,
      variants: beforeFoils,
      rows: `
        28 | Uncommon | Force of Will | 85 | {3}{U}{U} | Instant | Blue
        107 | Uncommon | Lim-Dûl's Vault | 4.2 | {U}{B} | Instant | Blue, Black
        108 | Uncommon | Lim-Dûl's Paladin | 0.6 | {2}{B}{R} | Creature - Human Knight | Black, Red
        81a | Common | Storm Shaman (A) | 0.2 | {2}{R} | Creature - Human Cleric Shaman | Red
        81b | Common | Storm Shaman (B) | 0.2 | {2}{R} | Creature - Human Cleric Shaman | Red
        125 | Rare | Phyrexian Devourer | 8.5 | {6} | Artifact Creature - Phyrexian Construct`,
    },
    {
      setId: 1007,
      name: "Urza's Saga",
      code: 'USG',
      publishedOn: '1998-10-12',
      firstProductId: 106001,
      variants: beforeFoils,
      rows: `
        321 | Rare | Gaea's Cradle | 950 | | Legendary Land
        330 | Rare | Tolarian Academy | 78 | | Legendary Land
        325 | Rare | Serra's Sanctum | 320 | | Legendary Land
        103 | Rare | Time Spiral | 140 | {4}{U}{U} | Sorcery | Blue
        218 | Rare | Sneak Attack | 24 | {3}{R} | Enchantment | Red
        347 | Land | Forest | 0.4 | | Basic Land - Forest
        | sealed | Urza's Saga Booster Box | 4600`,
    },
    {
      setId: 1008,
      name: 'Portal Three Kingdoms',
      code: 'PTK',
      publishedOn: '1999-07-06',
      firstProductId: 107001,
      variants: beforeFoils,
      languages: ['English', 'Japanese'],
      rows: `
        35 | Uncommon | Borrowing 100,000 Arrows | 8 | {2}{U} | Sorcery | Blue
        78 | Rare | Imperial Seal | 240 | {B} | Sorcery | Black
        56 | Rare | Sun Quan, Lord of Wu | 32 | {4}{U}{U} | Legendary Creature - Human Soldier | Blue
        113 | Uncommon | Imperial Recruiter | 95 | {2}{R} | Creature - Human Advisor | Red
        178 | Land | Forest | 3.2 | | Basic Land - Forest`,
    },
    {
      setId: 1009,
      name: 'Dark Ascension',
      code: 'DKA',
      publishedOn: '2012-02-03',
      firstProductId: 108001,
      variants: withFoils,
      rows: `
        20 | Rare | Séance | 0.5 | {2}{W}{W} | Enchantment | White
        24 | Rare | Thalia, Guardian of Thraben | 3.2 | {1}{W} | Legendary Creature - Human Soldier | White
        142 | Mythic | Sorin, Lord of Innistrad | 12 | {2}{W}{B} | Legendary Planeswalker - Sorin | White, Black
        87 | Common | Faithless Looting | 0.4 | {R} | Sorcery | Red
        149 | Rare | Grafdigger's Cage | 2.4 | {1} | Artifact
        | sealed | Dark Ascension Booster Box | 420`,
    },
    {
      setId: 1010,
      name: 'Magic 2010 (M10)',
      code: 'M10',
      publishedOn: '2009-07-17',
      firstProductId: 109001,
      variants: withFoils,
      languages: ['English', 'Japanese'],
      rows: `
        146 | Common | Lightning Bolt | 1.4 | {R} | Instant | Red
        118 | Mythic | Vampire Nocturnus | 4 | {1}{B}{B}{B} | Creature - Vampire | Black
        1 | Mythic | Ajani Goldmane | 3.5 | {2}{W}{W} | Legendary Planeswalker - Ajani | White
        4 | Mythic | Baneslayer Angel | 7.5 | {3}{W}{W} | Creature - Angel | White
        230 | Land | Plains (230) | 0.15 | | Basic Land - Plains
        234 | Land | Island (234) | 0.15 | | Basic Land - Island
        238 | Land | Swamp (238) | 0.15 | | Basic Land - Swamp
        242 | Land | Mountain (242) | 0.15 | | Basic Land - Mountain
        246 | Land | Forest (246) | 0.15 | | Basic Land - Forest
        247 | Land | Forest (247) | 0.15 | | Basic Land - Forest
        | sealed | Magic 2010 Booster Box | 460`,
    },
    {
      setId: 1011,
      name: 'Khans of Tarkir',
      code: 'KTK',
      publishedOn: '2014-09-26',
      firstProductId: 110001,
      variants: withFoils,
      rows: `
        230 | Rare | Bloodstained Mire | 26 | | Land
        233 | Rare | Flooded Strand | 24 | | Land
        239 | Rare | Polluted Delta | 25 | | Land
        248 | Rare | Windswept Heath | 16 | | Land
        249 | Rare | Wooded Foothills | 24 | | Land
        202 | Mythic | Sorin, Solemn Visitor | 3 | {2}{W}{B} | Legendary Planeswalker - Sorin | White, Black
        59 | Common | Treasure Cruise | 0.3 | {7}{U} | Sorcery | Blue
        266 | Land | Forest (266) | 0.1 | | Basic Land - Forest
        267 | Land | Forest (267) | 0.1 | | Basic Land - Forest
        | sealed | Khans of Tarkir Booster Box | 520
        | sealed | Khans of Tarkir Fat Pack | 210`,
    },
    {
      setId: 1012,
      name: 'Commander 2013',
      code: 'C13',
      publishedOn: '2013-11-01',
      firstProductId: 111001,
      variants: beforeFoils,
      rows: `
        33 | Uncommon | Borrowing 100,000 Arrows | 0.4 | {2}{U} | Sorcery | Blue
        63 | Rare | True-Name Nemesis | 9 | {1}{U}{U} | Creature - Merfolk Rogue | Blue
        96 | Rare | Toxic Deluge | 12 | {2}{B} | Sorcery | Black
        259 | Uncommon | Sol Ring | 1.4 | {1} | Artifact
        353 | Land | Forest (353) | 0.1 | | Basic Land - Forest
        | sealed | Commander 2013 - Mind Seize Deck | 95`,
    },
    {
      setId: 1013,
      name: 'Throne of Eldraine',
      code: 'ELD',
      publishedOn: '2019-10-04',
      firstProductId: 112001,
      variants: withFoils,
      languages: ['English', 'Japanese'],
      rows: `
        115 | Rare | Bonecrusher Giant | 0.9 | {2}{R} | Creature - Giant | Red
        291 | Rare | Bonecrusher Giant (Showcase) | 1.6 | {2}{R} | Creature - Giant | Red
        39 | Mythic | Brazen Borrower | 3 | {1}{U}{U} | Creature - Faerie Rogue | Blue
        281 | Mythic | Brazen Borrower (Showcase) | 4.5 | {1}{U}{U} | Creature - Faerie Rogue | Blue
        197 | Mythic | Oko, Thief of Crowns | 8 | {1}{G}{U} | Legendary Planeswalker - Oko | Green, Blue
        271 | Mythic | Oko, Thief of Crowns (Borderless) | 14 | {1}{G}{U} | Legendary Planeswalker - Oko | Green, Blue
        171 | Mythic | Questing Beast | 4 | {2}{G}{G} | Legendary Creature - Beast | Green
        242 | Rare | Castle Vantress | 0.7 | | Land
        370 | Mythic | The Great Henge (Extended Art) | 42 | {7}{G}{G} | Legendary Artifact | Green
        120 | Mythic | Embercleave | 7 | {4}{R}{R} | Legendary Artifact - Equipment | Red
        161 | Mythic | The Great Henge | 38 | {7}{G}{G} | Legendary Artifact | Green
        266 | Land | Forest (266) | 0.1 | | Basic Land - Forest
        | sealed | Throne of Eldraine Draft Booster Box | 290
        | sealed | Throne of Eldraine Collector Booster Pack | 48`,
    },
    {
      setId: 1014,
      name: 'Commander Legends',
      code: 'CMR',
      publishedOn: '2020-11-20',
      firstProductId: 113001,
      variants: withFoils,
      rows: `
        319 | Mythic | Jeweled Lotus | 22 | {0} | Artifact
        77 | Mythic | Mana Drain | 38 | {U}{U} | Instant | Blue
        472 | Uncommon | Sol Ring | 1.3 | {1} | Artifact
        297 | Uncommon | Arcane Signet | 0.8 | {2} | Artifact
        350 | Common | Command Tower | 0.3 | | Land
        | sealed | Commander Legends Draft Booster Box | 330`,
    },
    {
      setId: 1015,
      name: 'Modern Horizons 2',
      code: 'MH2',
      publishedOn: '2021-06-18',
      firstProductId: 114001,
      variants: withFoils,
      languages: ['English', 'Japanese'],
      rows: `
        138 | Mythic | Ragavan, Nimble Pilferer | 28 | {R} | Legendary Creature - Monkey Pirate | Red
        315 | Mythic | Ragavan, Nimble Pilferer (Borderless) | 36 | {R} | Legendary Creature - Monkey Pirate | Red
        32 | Mythic | Solitude | 22 | {3}{W}{W} | Creature - Elemental Incarnation | White
        307 | Mythic | Solitude (Borderless) | 30 | {3}{W}{W} | Creature - Elemental Incarnation | White
        67 | Mythic | Subtlety | 9 | {2}{U}{U} | Creature - Elemental Incarnation | Blue
        87 | Mythic | Grief | 4 | {2}{B}{B} | Creature - Elemental Incarnation | Black
        126 | Mythic | Fury | 6 | {3}{R}{R} | Creature - Elemental Incarnation | Red
        157 | Mythic | Endurance | 17 | {1}{G}{G} | Creature - Elemental Incarnation | Green
        52 | Mythic | Murktide Regent | 8.5 | {5}{U}{U} | Creature - Dragon | Blue
        121 | Uncommon | Dragon's Rage Channeler | 0.8 | {R} | Creature - Human Shaman | Red
        145 | Common | Unholy Heat | 0.3 | {R} | Instant | Red
        166 | Rare | Ignoble Hierarch | 5 | {G} | Creature - Goblin Shaman | Green
        12 | Rare | Esper Sentinel | 14 | {W} | Artifact Creature - Human Soldier | White
        25 | Uncommon | Prismatic Ending | 1 | {X}{W} | Sorcery | White
        267 | Uncommon | Counterspell | 1.1 | {U}{U} | Instant | Blue
        244 | Rare | Arid Mesa | 17 | | Land
        248 | Rare | Marsh Flats | 14 | | Land
        250 | Rare | Misty Rainforest | 20 | | Land
        254 | Rare | Scalding Tarn | 19 | | Land
        260 | Rare | Verdant Catacombs | 16 | | Land
        437 | Rare | Marsh Flats (Borderless) | 20 | | Land
        438 | Rare | Misty Rainforest (Borderless) | 30 | | Land
        439 | Rare | Scalding Tarn (Borderless) | 29 | | Land
        259 | Rare | Urza's Saga | 26 | | Enchantment Land - Urza's Saga
        80 | Rare | Damn | 7 | {B}{B} | Sorcery | Black
        75 | Mythic | Archon of Cruelty | 11 | {6}{B}{B} | Creature - Archon | Black
        81 | Rare | Dauthi Voidwalker | 8 | {B}{B} | Creature - Dauthi Rogue | Black
        151 | Mythic | Chatterfang, Squirrel General | 15 | {2}{G} | Legendary Creature - Squirrel Warrior | Green
        186 | Rare | Asmoranomardicadaistinaculdacar | 0.8 | | Legendary Creature - Human Wizard | Black, Red
        202 | Mythic | Grist, the Hunger Tide | 5 | {1}{B}{G} | Legendary Planeswalker - Grist | Black, Green
        227 | Mythic | Kaldra Compleat | 5 | {7} | Legendary Artifact - Equipment
        290 | Rare | Fire // Ice | 0.6 | {1}{R} // {1}{U} | Instant // Instant | Red, Blue
        301 | Mythic | Cabal Coffers | 13 | | Land
        261 | Rare | Yavimaya, Cradle of Growth | 7 | | Legendary Land
        489 | Land | Forest (489) | 0.4 | | Basic Land - Forest
        | sealed | Modern Horizons 2 Draft Booster Box | 360
        | sealed | Modern Horizons 2 Collector Booster Box | 520
        | sealed | Modern Horizons 2 Set Booster Box | 380`,
    },
    {
      setId: 1016,
      name: 'Dominaria United',
      code: 'DMU',
      publishedOn: '2022-09-09',
      firstProductId: 115001,
      variants: withFoils,
      languages: ['English', 'Japanese'],
      rows: `
        107 | Mythic | Sheoldred, the Apocalypse | 72 | {2}{B}{B} | Legendary Creature - Phyrexian Praetor | Black
        97 | Mythic | Liliana of the Veil | 9 | {1}{B}{B} | Legendary Planeswalker - Liliana | Black
        1 | Mythic | Karn, Living Legacy | 2.5 | {4} | Legendary Planeswalker - Karn
        89 | Uncommon | Cut Down | 1.2 | {B} | Instant | Black
        203 | Mythic | Jodah, the Unifier | 8.5 | {W}{U}{B}{R}{G} | Legendary Creature - Human Wizard | White, Blue, Black, Red, Green
        24 | Rare | Leyline Binding | 11 | {5}{W} | Enchantment | White
        32 | Mythic | Serra Paragon | 7 | {2}{W}{W} | Creature - Angel | White
        36 | Rare | Temporary Lockdown | 3 | {1}{W}{W} | Enchantment | White
        243 | Rare | Adarkar Wastes | 1.2 | | Land
        244 | Rare | Caves of Koilos | 0.9 | | Land
        250 | Rare | Karplusan Forest | 1 | | Land
        255 | Rare | Shivan Reef | 0.9 | | Land
        256 | Rare | Sulfurous Springs | 1 | | Land
        261 | Rare | Yavimaya Coast | 1.1 | | Land
        | sealed | Dominaria United Draft Booster Box | 115
        | sealed | Dominaria United Set Booster Box | 125
        | sealed | Dominaria United Bundle | 48`,
    },
    {
      setId: 1017,
      name: 'Bloomburrow',
      code: 'BLB',
      publishedOn: '2024-08-02',
      firstProductId: 116001,
      variants: withFoils,
      languages: ['English', 'Japanese'],
      rows: `
        241 | Mythic | Ygra, Eater of All | 9 | {3}{B}{G} | Legendary Creature - Elemental Cat | Black, Green
        183 | Mythic | Lumra, Bellow of the Woods | 14 | {4}{G}{G} | Legendary Creature - Elemental Bear | Green
        100 | Mythic | Maha, Its Feathers Night | 11 | {3}{B}{B} | Legendary Creature - Elemental Bird | Black
        6 | Rare | Caretaker's Talent | 13 | {2}{W} | Enchantment - Class | White
        224 | Rare | Mabel, Heir to Cragflame | 1.6 | {1}{R}{W} | Legendary Creature - Mouse Soldier | Red, White
        138 | Uncommon | Heartfire Hero | 0.8 | {R} | Creature - Mouse Soldier | Red
        133 | Rare | Emberheart Challenger | 1.5 | {1}{R} | Creature - Mouse Warrior | Red
        | sealed | Bloomburrow Play Booster Box | 150
        | sealed | Bloomburrow Collector Booster Box | 310
        | sealed | Bloomburrow Bundle | 52`,
    },
    {
      setId: 1018,
      name: 'Judge Promos',
      code: 'JDG',
      publishedOn: '1998-01-01',
      firstProductId: 117001,
      variants: foilOnly,
      rows: `
        1 | Rare | Lightning Bolt | 260 | {R} | Instant | Red
        3 | Rare | Gaea's Cradle | 1250 | | Legendary Land`,
    },
  ],
})
