import { parseLine, type VariantRules } from './bundled.ts'

const vintage: VariantRules = {
  default: ['Unlimited', '1st Edition'],
  'Holo Rare': ['Unlimited Holofoil', '1st Edition Holofoil'],
  'Code Card': ['Normal'],
}

const withoutFirstEdition: VariantRules = { default: ['Normal'], 'Holo Rare': ['Holofoil'] }

/** Since Legendary Collection commons come with a reverse foil, and every rarity above the holo rare is foil only. */
const modern: VariantRules = {
  default: ['Holofoil'],
  Common: ['Normal', 'Reverse Holofoil'],
  Uncommon: ['Normal', 'Reverse Holofoil'],
  Rare: ['Normal', 'Reverse Holofoil'],
  'Holo Rare': ['Holofoil', 'Reverse Holofoil'],
  'Code Card': ['Normal'],
}

/** Pokemon, the English printings. */
export const pokemon = parseLine({
  categoryId: 3,
  name: 'Pokemon',
  slug: 'pokemon',
  columns: ['type', 'hp', 'stage'],
  sets: [
    {
      setId: 3001,
      name: 'Base Set',
      code: 'BS',
      publishedOn: '1999-01-09',
      firstProductId: 300001,
      variants: withoutFirstEdition,
      rows: `
        001/102 | Holo Rare | Alakazam | 45 | Psychic | 80 | Stage 2
        002/102 | Holo Rare | Blastoise | 130 | Water | 100 | Stage 2
        003/102 | Holo Rare | Chansey | 30 | Colorless | 120 | Basic
        004/102 | Holo Rare | Charizard | 420 | Fire | 120 | Stage 2
        005/102 | Holo Rare | Clefairy | 25 | Colorless | 40 | Basic
        006/102 | Holo Rare | Gyarados | 40 | Water | 100 | Stage 1
        007/102 | Holo Rare | Hitmonchan | 24 | Fighting | 70 | Basic
        008/102 | Holo Rare | Machamp | 22 | Fighting | 100 | Stage 2 | variants=1st Edition Holofoil
        009/102 | Holo Rare | Magneton | 22 | Lightning | 60 | Stage 1
        010/102 | Holo Rare | Mewtwo | 48 | Psychic | 60 | Basic
        011/102 | Holo Rare | Nidoking | 32 | Grass | 90 | Stage 2
        012/102 | Holo Rare | Ninetales | 36 | Fire | 80 | Stage 1
        013/102 | Holo Rare | Poliwrath | 24 | Water | 90 | Stage 2
        014/102 | Holo Rare | Raichu | 42 | Lightning | 80 | Stage 1
        015/102 | Holo Rare | Venusaur | 110 | Grass | 100 | Stage 2
        016/102 | Holo Rare | Zapdos | 32 | Lightning | 90 | Basic
        017/102 | Rare | Beedrill | 4.5 | Grass | 80 | Stage 2
        018/102 | Rare | Dragonair | 7 | Colorless | 80 | Stage 1
        019/102 | Rare | Dugtrio | 4 | Fighting | 70 | Stage 1
        020/102 | Rare | Electabuzz | 4 | Lightning | 70 | Basic
        021/102 | Rare | Electrode | 3.5 | Lightning | 80 | Stage 1
        022/102 | Rare | Pidgeotto | 4 | Colorless | 60 | Stage 1
        023/102 | Uncommon | Arcanine | 5 | Fire | 100 | Stage 1
        024/102 | Uncommon | Charmeleon | 5.5 | Fire | 80 | Stage 1
        025/102 | Uncommon | Dewgong | 1.6 | Water | 80 | Stage 1
        026/102 | Uncommon | Dratini | 3 | Colorless | 40 | Basic
        027/102 | Uncommon | Farfetch'd | 1.5 | Colorless | 50 | Basic
        028/102 | Uncommon | Growlithe | 1.8 | Fire | 60 | Basic
        029/102 | Uncommon | Haunter | 2.6 | Psychic | 60 | Stage 1
        030/102 | Uncommon | Ivysaur | 4 | Grass | 60 | Stage 1
        031/102 | Uncommon | Jynx | 1.4 | Psychic | 70 | Basic
        032/102 | Uncommon | Kadabra | 2.4 | Psychic | 60 | Stage 1
        033/102 | Uncommon | Kakuna | 1.2 | Grass | 80 | Stage 1
        034/102 | Uncommon | Machoke | 1.4 | Fighting | 80 | Stage 1
        035/102 | Uncommon | Magikarp | 2.8 | Water | 30 | Basic
        036/102 | Uncommon | Magmar | 1.5 | Fire | 50 | Basic
        037/102 | Uncommon | Nidorino | 1.3 | Grass | 60 | Stage 1
        038/102 | Uncommon | Poliwhirl | 1.3 | Water | 60 | Stage 1
        039/102 | Uncommon | Porygon | 1.8 | Colorless | 30 | Basic
        040/102 | Uncommon | Raticate | 1.2 | Colorless | 60 | Stage 1
        041/102 | Uncommon | Seel | 1.1 | Water | 60 | Basic
        042/102 | Uncommon | Wartortle | 4.2 | Water | 70 | Stage 1
        043/102 | Common | Abra | 1.1 | Psychic | 30 | Basic
        044/102 | Common | Bulbasaur | 4.5 | Grass | 40 | Basic
        045/102 | Common | Caterpie | 0.9 | Grass | 40 | Basic
        046/102 | Common | Charmander | 6 | Fire | 50 | Basic
        047/102 | Common | Diglett | 0.8 | Fighting | 30 | Basic
        048/102 | Common | Doduo | 0.8 | Colorless | 50 | Basic
        049/102 | Common | Drowzee | 0.8 | Psychic | 50 | Basic
        050/102 | Common | Gastly | 1.6 | Psychic | 30 | Basic
        051/102 | Common | Koffing | 0.9 | Grass | 50 | Basic
        052/102 | Common | Machop | 0.9 | Fighting | 50 | Basic
        053/102 | Common | Magnemite | 0.8 | Lightning | 40 | Basic
        054/102 | Common | Metapod | 0.8 | Grass | 70 | Stage 1
        055/102 | Common | Nidoran M | 0.9 | Grass | 40 | Basic
        056/102 | Common | Onix | 0.9 | Fighting | 90 | Basic
        057/102 | Common | Pidgey | 0.9 | Colorless | 40 | Basic
        058/102 | Common | Pikachu | 7.5 | Lightning | 40 | Basic
        059/102 | Common | Poliwag | 0.8 | Water | 40 | Basic
        060/102 | Common | Ponyta | 0.9 | Fire | 40 | Basic
        061/102 | Common | Rattata | 0.8 | Colorless | 30 | Basic
        062/102 | Common | Sandshrew | 0.8 | Fighting | 40 | Basic
        063/102 | Common | Squirtle | 5 | Water | 40 | Basic
        064/102 | Common | Starmie | 1 | Water | 60 | Stage 1
        065/102 | Common | Staryu | 0.8 | Water | 40 | Basic
        066/102 | Common | Tangela | 0.8 | Grass | 50 | Basic
        067/102 | Common | Voltorb | 0.8 | Lightning | 40 | Basic
        068/102 | Common | Vulpix | 1.4 | Fire | 50 | Basic
        069/102 | Common | Weedle | 0.8 | Grass | 40 | Basic
        070/102 | Rare | Clefairy Doll | 2.4 | Trainer
        071/102 | Rare | Computer Search | 8 | Trainer
        072/102 | Rare | Devolution Spray | 2 | Trainer
        073/102 | Rare | Imposter Professor Oak | 2.6 | Trainer
        074/102 | Rare | Item Finder | 3.5 | Trainer
        075/102 | Rare | Lass | 2.8 | Trainer
        076/102 | Rare | Pokemon Breeder | 2.6 | Trainer
        077/102 | Rare | Pokemon Trader | 2.2 | Trainer
        078/102 | Rare | Scoop Up | 2.4 | Trainer
        079/102 | Rare | Super Energy Removal | 2.5 | Trainer
        080/102 | Uncommon | Defender | 0.7 | Trainer
        081/102 | Uncommon | Energy Retrieval | 0.7 | Trainer
        082/102 | Uncommon | Full Heal | 0.6 | Trainer
        083/102 | Uncommon | Maintenance | 0.6 | Trainer
        084/102 | Uncommon | PlusPower | 0.9 | Trainer
        085/102 | Uncommon | Pokemon Center | 1 | Trainer
        086/102 | Uncommon | Pokemon Flute | 0.7 | Trainer
        087/102 | Uncommon | Pokedex | 0.9 | Trainer
        088/102 | Uncommon | Professor Oak | 2.2 | Trainer
        089/102 | Uncommon | Revive | 0.7 | Trainer
        090/102 | Uncommon | Super Potion | 0.7 | Trainer
        091/102 | Common | Bill | 1 | Trainer
        092/102 | Common | Energy Removal | 0.8 | Trainer
        093/102 | Common | Gust of Wind | 0.8 | Trainer
        094/102 | Common | Potion | 0.5 | Trainer
        095/102 | Common | Switch | 0.6 | Trainer
        096/102 | Uncommon | Double Colorless Energy | 1.6 | Energy
        097/102 | Common | Fighting Energy | 0.3 | Energy
        098/102 | Common | Fire Energy | 0.35 | Energy
        099/102 | Common | Grass Energy | 0.3 | Energy
        100/102 | Common | Lightning Energy | 0.35 | Energy
        101/102 | Common | Psychic Energy | 0.3 | Energy
        102/102 | Common | Water Energy | 0.3 | Energy
        | sealed | Base Set Booster Box | 24000
        | sealed | Base Set Booster Pack | 420
        | sealed | Base Set 2-Player Starter Set | 650`,
    },
    {
      setId: 3002,
      name: 'Base Set (Shadowless)',
      code: 'BSS',
      publishedOn: '1999-01-09',
      firstProductId: 301001,
      variants: vintage,
      rows: `
        001/102 | Holo Rare | Alakazam | 150 | Psychic | 80 | Stage 2
        002/102 | Holo Rare | Blastoise | 520 | Water | 100 | Stage 2
        003/102 | Holo Rare | Chansey | 120 | Colorless | 120 | Basic
        004/102 | Holo Rare | Charizard | 1500 | Fire | 120 | Stage 2
        005/102 | Holo Rare | Clefairy | 80 | Colorless | 40 | Basic
        006/102 | Holo Rare | Gyarados | 130 | Water | 100 | Stage 1
        007/102 | Holo Rare | Hitmonchan | 85 | Fighting | 70 | Basic
        009/102 | Holo Rare | Magneton | 75 | Lightning | 60 | Stage 1
        010/102 | Holo Rare | Mewtwo | 190 | Psychic | 60 | Basic
        011/102 | Holo Rare | Nidoking | 110 | Grass | 90 | Stage 2
        012/102 | Holo Rare | Ninetales | 130 | Fire | 80 | Stage 1
        013/102 | Holo Rare | Poliwrath | 90 | Water | 90 | Stage 2
        014/102 | Holo Rare | Raichu | 160 | Lightning | 80 | Stage 1
        015/102 | Holo Rare | Venusaur | 430 | Grass | 100 | Stage 2
        016/102 | Holo Rare | Zapdos | 110 | Lightning | 90 | Basic
        023/102 | Uncommon | Arcanine | 16 | Fire | 100 | Stage 1
        024/102 | Uncommon | Charmeleon | 18 | Fire | 80 | Stage 1
        027/102 | Uncommon | Farfetch'd | 5 | Colorless | 50 | Basic
        035/102 | Uncommon | Magikarp | 9 | Water | 30 | Basic
        044/102 | Common | Bulbasaur | 16 | Grass | 40 | Basic
        046/102 | Common | Charmander | 22 | Fire | 50 | Basic
        055/102 | Common | Nidoran M | 3.5 | Grass | 40 | Basic
        058/102 | Common | Pikachu | 32 | Lightning | 40 | Basic
        063/102 | Common | Squirtle | 18 | Water | 40 | Basic
        071/102 | Rare | Computer Search | 22 | Trainer
        088/102 | Uncommon | Professor Oak | 6 | Trainer
        091/102 | Common | Bill | 3 | Trainer
        094/102 | Common | Potion | 1.8 | Trainer
        098/102 | Common | Fire Energy | 1.5 | Energy
        | sealed | Base Set (Shadowless) Booster Pack | 1350`,
    },
    {
      setId: 3003,
      name: 'Jungle',
      code: 'JU',
      publishedOn: '1999-06-16',
      firstProductId: 302001,
      variants: vintage,
      rows: `
        01/64 | Holo Rare | Clefable (1) | 18 | Colorless | 70 | Stage 1
        02/64 | Holo Rare | Electrode (2) | 14 | Lightning | 90 | Stage 1
        03/64 | Holo Rare | Flareon (3) | 40 | Fire | 70 | Stage 1
        04/64 | Holo Rare | Jolteon (4) | 38 | Lightning | 70 | Stage 1
        05/64 | Holo Rare | Kangaskhan (5) | 18 | Colorless | 90 | Basic
        06/64 | Holo Rare | Mr. Mime (6) | 15 | Psychic | 40 | Basic
        07/64 | Holo Rare | Nidoqueen (7) | 20 | Grass | 90 | Stage 2
        08/64 | Holo Rare | Pidgeot (8) | 20 | Colorless | 80 | Stage 2
        09/64 | Holo Rare | Pinsir (9) | 16 | Grass | 60 | Basic
        10/64 | Holo Rare | Scyther (10) | 24 | Grass | 70 | Basic
        11/64 | Holo Rare | Snorlax (11) | 45 | Colorless | 90 | Basic
        12/64 | Holo Rare | Vaporeon (12) | 42 | Water | 80 | Stage 1
        13/64 | Holo Rare | Venomoth (13) | 12 | Grass | 70 | Stage 1
        14/64 | Holo Rare | Victreebel (14) | 14 | Grass | 80 | Stage 2
        15/64 | Holo Rare | Vileplume (15) | 15 | Grass | 80 | Stage 2
        16/64 | Holo Rare | Wigglytuff (16) | 18 | Colorless | 80 | Stage 1
        19/64 | Rare | Flareon (19) | 9 | Fire | 70 | Stage 1
        20/64 | Rare | Jolteon (20) | 8 | Lightning | 70 | Stage 1
        27/64 | Rare | Snorlax (27) | 9.5 | Colorless | 90 | Basic
        28/64 | Rare | Vaporeon (28) | 9 | Water | 80 | Stage 1
        51/64 | Common | Eevee | 3.5 | Colorless | 50 | Basic
        56/64 | Common | Meowth | 1.6 | Colorless | 50 | Basic
        57/64 | Common | Nidoran F | 1 | Grass | 60 | Basic
        60/64 | Common | Pikachu | 6.5 | Lightning | 50 | Basic
        64/64 | Common | Poke Ball | 0.8 | Trainer
        | sealed | Jungle Booster Box | 9500
        | sealed | Jungle Booster Pack | 260`,
    },
    {
      setId: 3004,
      name: 'Fossil',
      code: 'FO',
      publishedOn: '1999-10-10',
      firstProductId: 303001,
      variants: vintage,
      rows: `
        01/62 | Holo Rare | Aerodactyl (1) | 26 | Fighting | 60 | Stage 1
        02/62 | Holo Rare | Articuno (2) | 32 | Water | 70 | Basic
        03/62 | Holo Rare | Ditto (3) | 24 | Colorless | 50 | Basic
        04/62 | Holo Rare | Dragonite (4) | 60 | Colorless | 100 | Stage 2
        05/62 | Holo Rare | Gengar (5) | 75 | Psychic | 80 | Stage 2
        06/62 | Holo Rare | Haunter (6) | 24 | Psychic | 50 | Stage 1
        07/62 | Holo Rare | Hitmonlee (7) | 16 | Fighting | 60 | Basic
        08/62 | Holo Rare | Hypno (8) | 15 | Psychic | 90 | Stage 1
        09/62 | Holo Rare | Kabutops (9) | 20 | Fighting | 60 | Stage 2
        10/62 | Holo Rare | Lapras (10) | 24 | Water | 80 | Basic
        11/62 | Holo Rare | Magneton (11) | 14 | Lightning | 80 | Stage 1
        12/62 | Holo Rare | Moltres (12) | 32 | Fire | 70 | Basic
        13/62 | Holo Rare | Muk (13) | 14 | Grass | 70 | Stage 1
        14/62 | Holo Rare | Raichu (14) | 36 | Lightning | 90 | Stage 1
        15/62 | Holo Rare | Zapdos (15) | 36 | Lightning | 80 | Basic
        18/62 | Rare | Ditto (18) | 5 | Colorless | 50 | Basic
        19/62 | Rare | Dragonite (19) | 14 | Colorless | 100 | Stage 2
        20/62 | Rare | Gengar (20) | 20 | Psychic | 80 | Stage 2
        53/62 | Common | Psyduck | 1.6 | Water | 50 | Basic
        55/62 | Common | Slowpoke | 1.1 | Psychic | 50 | Basic
        62/62 | Common | Mysterious Fossil | 0.8 | Trainer
        | sealed | Fossil Booster Box | 8800
        | sealed | Fossil Booster Pack | 240`,
    },
    {
      setId: 3005,
      name: 'Team Rocket',
      code: 'TR',
      publishedOn: '2000-04-24',
      firstProductId: 304001,
      variants: { ...vintage, 'Secret Rare': ['Unlimited Holofoil', '1st Edition Holofoil'] },
      rows: `
        03/82 | Holo Rare | Dark Blastoise (3) | 70 | Water | 70 | Stage 2
        04/82 | Holo Rare | Dark Charizard (4) | 160 | Fire | 80 | Stage 2
        05/82 | Holo Rare | Dark Dragonite (5) | 48 | Colorless | 70 | Stage 2
        08/82 | Holo Rare | Dark Gyarados (8) | 40 | Water | 70 | Stage 1
        21/82 | Rare | Dark Charizard (21) | 48 | Fire | 80 | Stage 2
        83/82 | Secret Rare | Dark Raichu | 62 | Lightning | 70 | Stage 1
        | sealed | Team Rocket Booster Pack | 280`,
    },
    {
      setId: 3006,
      name: 'Neo Genesis',
      code: 'N1',
      publishedOn: '2000-12-16',
      firstProductId: 305001,
      variants: vintage,
      rows: `
        009/111 | Holo Rare | Lugia | 260 | Colorless | 90 | Basic
        017/111 | Holo Rare | Typhlosion (17) | 80 | Fire | 100 | Stage 2
        070/111 | Common | Pikachu | 6 | Lightning | 50 | Basic`,
    },
    {
      setId: 3007,
      name: 'WoTC Promo',
      code: 'PR',
      publishedOn: '1999-07-01',
      firstProductId: 306001,
      variants: { default: ['Normal'] },
      rows: `
        01/53 | Promo | Pikachu (1) | 12 | Lightning | 40 | Basic
        12/53 | Promo | Mewtwo (12) | 6 | Psychic | 60 | Basic
        8 | Promo | Mew (8) | 9 | Psychic | 50 | Basic`,
    },
    {
      setId: 3008,
      name: 'SM - Team Up',
      code: 'SM9',
      publishedOn: '2019-02-01',
      firstProductId: 307001,
      variants: modern,
      rows: `
        33/181 | Ultra Rare | Pikachu & Zekrom GX | 9 | Lightning | 240 | Basic
        53/181 | Ultra Rare | Gengar & Mimikyu GX | 12 | Psychic | 240 | Basic
        113/181 | Ultra Rare | Latias & Latios GX | 16 | Dragon | 240 | Basic
        162/181 | Ultra Rare | Pikachu & Zekrom GX (Full Art) | 34 | Lightning | 240 | Basic
        165/181 | Ultra Rare | Gengar & Mimikyu GX (Alternate Full Art) | 420 | Psychic | 240 | Basic
        170/181 | Ultra Rare | Latias & Latios GX (Alternate Full Art) | 980 | Dragon | 240 | Basic
        184/181 | Secret Rare | Pikachu & Zekrom GX (Secret) | 38 | Lightning | 240 | Basic
        | sealed | Team Up Booster Box | 1450
        | sealed | Team Up Booster Pack | 42
        | Code Card | Code Card - Team Up Booster Pack | 0.4`,
    },
    {
      setId: 3009,
      name: 'SM Promos',
      code: 'SMP',
      publishedOn: '2016-12-14',
      firstProductId: 308001,
      variants: { default: ['Holofoil'] },
      rows: `
        SM86 | Promo | Pikachu - SM86 | 3.5 | Lightning | 60 | Basic
        SM168 | Promo | Pikachu & Zekrom GX | 8 | Lightning | 240 | Basic
        SM211 | Promo | Charizard GX - SM211 | 32 | Fire | 250 | Stage 2
        SM217 | Promo | Trevenant & Dusknoir GX - SM217 | 5 | Psychic | 270 | Basic`,
    },
    {
      setId: 3010,
      name: 'XY Promos',
      code: 'PR',
      publishedOn: '2013-12-16',
      firstProductId: 309001,
      variants: { default: ['Holofoil'] },
      rows: `
        XY17 | Promo | Charizard EX - XY17 | 22 | Fire | 180 | Basic
        XY46 | Promo | Altaria - XY46 (Prerelease) | 1.2 | Dragon | 80 | Stage 1
        XY121 | Promo | Charizard EX - XY121 | 26 | Fire | 180 | Basic
        XY124 | Promo | Pikachu EX - XY124 | 9 | Lightning | 130 | Basic`,
    },
    {
      setId: 3011,
      name: 'SWSH: Sword & Shield Promo Cards',
      code: 'SWSD',
      publishedOn: '2019-11-15',
      firstProductId: 310001,
      variants: { default: ['Holofoil'] },
      rows: `
        SWSH001 | Promo | Grookey - SWSH001 | 0.8 | Grass | 70 | Basic
        SWSH002 | Promo | Scorbunny - SWSH002 | 0.8 | Fire | 70 | Basic
        SWSH003 | Promo | Sobble - SWSH003 | 0.8 | Water | 70 | Basic
        SWSH020 | Promo | Pikachu - SWSH020 | 4 | Lightning | 60 | Basic
        SWSH050 | Promo | Charizard V - SWSH050 | 9.5 | Fire | 220 | Basic
        SWSH066 | Promo | Charizard - SWSH066 (Prerelease) | 12 | Fire | 170 | Stage 2
        SWSH260 | Promo | Charizard V - SWSH260 | 14 | Fire | 220 | Basic
        SWSH261 | Promo | Charizard VMAX - SWSH261 | 11 | Fire | 330 | VMAX
        SWSH262 | Promo | Charizard VSTAR - SWSH262 | 8 | Fire | 280 | VSTAR`,
    },
    {
      setId: 3012,
      name: 'SWSH07: Evolving Skies',
      code: 'SWSH07',
      publishedOn: '2021-08-27',
      firstProductId: 311001,
      variants: modern,
      rows: `
        007/203 | Ultra Rare | Leafeon V | 2.5 | Grass | 200 | Basic
        008/203 | Ultra Rare | Leafeon VMAX | 3 | Grass | 310 | VMAX
        018/203 | Ultra Rare | Flareon VMAX | 3.5 | Fire | 320 | VMAX
        030/203 | Ultra Rare | Vaporeon VMAX | 3.5 | Water | 320 | VMAX
        040/203 | Ultra Rare | Glaceon V | 2.5 | Water | 210 | Basic
        041/203 | Ultra Rare | Glaceon VMAX | 3 | Water | 320 | VMAX
        049/203 | Common | Pikachu | 0.35 | Lightning | 60 | Basic
        050/203 | Holo Rare | Raichu | 0.3 | Lightning | 130 | Stage 1
        051/203 | Ultra Rare | Jolteon VMAX | 4 | Lightning | 300 | VMAX
        060/203 | Holo Rare | Regieleki | 0.4 | Lightning | 120 | Basic
        064/203 | Ultra Rare | Espeon V | 3 | Psychic | 180 | Basic
        065/203 | Ultra Rare | Espeon VMAX | 5 | Psychic | 310 | VMAX
        074/203 | Ultra Rare | Sylveon V | 3 | Psychic | 200 | Basic
        075/203 | Ultra Rare | Sylveon VMAX | 5.5 | Psychic | 310 | VMAX
        071/203 | Common | Flabebe | 0.1 | Psychic
        094/203 | Ultra Rare | Umbreon V | 5 | Darkness | 200 | Basic
        095/203 | Ultra Rare | Umbreon VMAX | 11 | Darkness | 310 | VMAX
        110/203 | Ultra Rare | Rayquaza V | 4.5 | Dragon | 210 | Basic
        111/203 | Ultra Rare | Rayquaza VMAX | 9 | Dragon | 320 | VMAX
        125/203 | Common | Eevee | 0.3 | Colorless | 50 | Basic
        167/203 | Ultra Rare | Leafeon V (Alternate Full Art) | 70 | Grass | 200 | Basic
        175/203 | Ultra Rare | Glaceon V (Alternate Full Art) | 65 | Water | 210 | Basic
        180/203 | Ultra Rare | Espeon V (Alternate Full Art) | 130 | Psychic | 180 | Basic
        184/203 | Ultra Rare | Sylveon V (Alternate Full Art) | 95 | Psychic | 200 | Basic
        189/203 | Ultra Rare | Umbreon V (Alternate Full Art) | 190 | Darkness | 200 | Basic
        194/203 | Ultra Rare | Rayquaza V (Alternate Full Art) | 360 | Dragon | 210 | Basic
        205/203 | Secret Rare | Leafeon VMAX (Alternate Art Secret) | 170 | Grass | 310 | VMAX
        209/203 | Secret Rare | Glaceon VMAX (Alternate Art Secret) | 160 | Water | 320 | VMAX
        212/203 | Secret Rare | Sylveon VMAX (Alternate Art Secret) | 240 | Psychic | 310 | VMAX
        215/203 | Secret Rare | Umbreon VMAX (Alternate Art Secret) | 1350 | Darkness | 310 | VMAX
        218/203 | Secret Rare | Rayquaza VMAX (Alternate Art Secret) | 720 | Dragon | 320 | VMAX
        | sealed | Evolving Skies Booster Box | 1500
        | sealed | Evolving Skies Booster Pack | 38
        | sealed | Evolving Skies Elite Trainer Box [Sylveon/Espeon/Glaceon/Vaporeon] | 330
        | Code Card | Code Card - Evolving Skies Booster Pack | 0.35`,
    },
    {
      setId: 3013,
      name: 'SWSH09: Brilliant Stars',
      code: 'SWSH09',
      publishedOn: '2022-02-25',
      firstProductId: 312001,
      variants: modern,
      rows: `
        017/172 | Ultra Rare | Charizard V | 3.5 | Fire | 220 | Basic
        018/172 | Ultra Rare | Charizard VSTAR | 5 | Fire | 280 | VSTAR
        122/172 | Ultra Rare | Arceus V | 1.2 | Colorless | 220 | Basic
        123/172 | Ultra Rare | Arceus VSTAR | 2 | Colorless | 280 | VSTAR
        132/172 | Holo Rare | Boss's Orders | 0.4 | Supporter
        150/172 | Uncommon | Ultra Ball | 0.5 | Item
        153/172 | Ultra Rare | Charizard V (Full Art) | 18 | Fire | 220 | Basic
        154/172 | Ultra Rare | Charizard V (Alternate Full Art) | 190 | Fire | 220 | Basic
        166/172 | Ultra Rare | Arceus V (Alternate Full Art) | 42 | Colorless | 220 | Basic
        174/172 | Secret Rare | Charizard VSTAR (Secret) | 60 | Fire | 280 | VSTAR
        176/172 | Secret Rare | Arceus VSTAR (Secret) (176) | 15 | Colorless | 280 | VSTAR
        | sealed | Brilliant Stars Booster Box | 340
        | sealed | Brilliant Stars Elite Trainer Box | 120
        | Code Card | Code Card - Brilliant Stars Booster Pack | 0.2`,
    },
    {
      setId: 3014,
      name: 'SWSH09: Brilliant Stars Trainer Gallery',
      code: 'SWSH09:TG',
      publishedOn: '2022-02-25',
      firstProductId: 313001,
      variants: modern,
      rows: `
        TG01/TG30 | Ultra Rare | Flareon | 2.5 | Fire | 120 | Stage 1
        TG02/TG30 | Ultra Rare | Vaporeon | 2.5 | Water | 130 | Stage 1
        TG03/TG30 | Ultra Rare | Octillery | 0.9 | Water | 110 | Stage 1
        TG04/TG30 | Ultra Rare | Jolteon | 2.8 | Lightning | 110 | Stage 1
        TG05/TG30 | Ultra Rare | Zekrom | 1.6 | Lightning | 130 | Basic
        TG06/TG30 | Ultra Rare | Dusknoir | 1.5 | Psychic | 160 | Stage 2
        TG22/TG30 | Ultra Rare | Umbreon V | 16 | Darkness | 200 | Basic
        TG23/TG30 | Ultra Rare | Umbreon VMAX | 22 | Darkness | 310 | VMAX
        TG29/TG30 | Ultra Rare | Single Strike Urshifu VMAX (Secret) | 8 | Fighting | 330 | VMAX
        TG30/TG30 | Ultra Rare | Rapid Strike Urshifu VMAX (Secret) | 8 | Water | 330 | VMAX`,
    },
    {
      setId: 3015,
      name: 'Shining Fates',
      code: 'SHF',
      publishedOn: '2021-02-19',
      firstProductId: 314001,
      variants: modern,
      rows: `
        044/072 | Ultra Rare | Crobat V | 0.9 | Darkness | 180 | Basic
        058/072 | Rare | Boss's Orders | 0.4 | Supporter
        | sealed | Shining Fates Elite Trainer Box | 115
        | sealed | Shining Fates Booster Pack | 10
        | Code Card | Code Card - Shining Fates Booster Pack | 0.2`,
    },
    {
      setId: 3016,
      name: 'Shining Fates: Shiny Vault',
      code: 'SHFSV',
      publishedOn: '2021-02-19',
      firstProductId: 315001,
      variants: modern,
      rows: `
        SV001/SV122 | Shiny Holo Rare | Rowlet | 1.8 | Grass | 60 | Basic
        SV002/SV122 | Shiny Holo Rare | Dartrix | 1.2 | Grass | 80 | Stage 1
        SV003/SV122 | Shiny Holo Rare | Decidueye | 2.4 | Grass | 140 | Stage 2
        SV015/SV122 | Shiny Holo Rare | Scorbunny | 2.6 | Fire | 70 | Basic
        SV107/SV122 | Shiny Holo Rare | Charizard VMAX | 95 | Fire | 330 | VMAX`,
    },
    {
      setId: 3017,
      name: 'Celebrations',
      code: 'CLB',
      publishedOn: '2021-10-08',
      firstProductId: 316001,
      variants: { ...modern, 'Holo Rare': ['Holofoil'] },
      rows: `
        001/025 | Holo Rare | Ho-Oh | 1.2 | Fire | 120 | Basic
        005/025 | Holo Rare | Pikachu | 1.8 | Lightning | 70 | Basic
        006/025 | Ultra Rare | Flying Pikachu V | 1.4 | Lightning | 190 | Basic
        007/025 | Ultra Rare | Flying Pikachu VMAX | 1.6 | Lightning | 310 | VMAX
        008/025 | Ultra Rare | Surfing Pikachu V | 1.5 | Lightning | 200 | Basic
        009/025 | Ultra Rare | Surfing Pikachu VMAX | 1.7 | Lightning | 320 | VMAX
        011/025 | Holo Rare | Mew | 2.2 | Psychic | 60 | Basic
        024/025 | Ultra Rare | Professor's Research (Full Art) | 2 | Supporter
        025/025 | Secret Rare | Mew (Secret) | 22 | Psychic | 60 | Basic
        | sealed | Celebrations Elite Trainer Box | 260
        | sealed | Celebrations Booster Pack | 14`,
    },
    {
      setId: 3018,
      name: 'Celebrations: Classic Collection',
      code: 'CCC',
      publishedOn: '2021-10-08',
      firstProductId: 317001,
      variants: { default: ['Holofoil'] },
      rows: `
        2/102 | Classic Collection | Blastoise | 18 | Water | 100 | Stage 2
        4/102 | Classic Collection | Charizard | 130 | Fire | 120 | Stage 2
        15/102 | Classic Collection | Venusaur | 16 | Grass | 100 | Stage 2
        24/53 | Classic Collection | ______'s Pikachu | 9 | Lightning | 50 | Basic
        73/102 | Classic Collection | Imposter Professor Oak | 3 | Trainer`,
    },
    {
      setId: 3019,
      name: 'Crown Zenith: Galarian Gallery',
      code: 'CRZ:GG',
      publishedOn: '2023-01-20',
      firstProductId: 318001,
      variants: modern,
      rows: `
        GG01/GG70 | Ultra Rare | Hisuian Voltorb | 2.2 | Grass | 70 | Basic
        GG10/GG70 | Ultra Rare | Mew | 4.5 | Psychic | 70 | Basic
        GG30/GG70 | Ultra Rare | Pikachu | 8 | Lightning | 60 | Basic
        GG44/GG70 | Ultra Rare | Mewtwo VSTAR | 75 | Psychic | 280 | VSTAR
        GG67/GG70 | Secret Rare | Origin Forme Palkia VSTAR (Secret) | 55 | Water | 280 | VSTAR
        GG68/GG70 | Secret Rare | Origin Forme Dialga VSTAR (Secret) | 52 | Metal | 280 | VSTAR
        GG69/GG70 | Secret Rare | Giratina VSTAR (Secret) | 120 | Dragon | 280 | VSTAR
        GG70/GG70 | Secret Rare | Arceus VSTAR (Secret) | 60 | Colorless | 280 | VSTAR`,
    },
    {
      setId: 3020,
      name: 'SV03: Obsidian Flames',
      code: 'OBF',
      publishedOn: '2023-08-11',
      firstProductId: 319001,
      variants: modern,
      rows: `
        026/197 | Common | Charmander | 0.3 | Fire | 70 | Basic
        027/197 | Uncommon | Charmeleon | 0.3 | Fire | 90 | Stage 1
        125/197 | Double Rare | Charizard ex - 125/197 | 3.5 | Darkness | 330 | Stage 2
        162/197 | Common | Pidgey | 0.1 | Colorless | 60 | Basic
        163/197 | Uncommon | Pidgeotto | 0.1 | Colorless | 80 | Stage 1
        164/197 | Double Rare | Pidgeot ex | 2.2 | Colorless | 280 | Stage 2
        215/197 | Ultra Rare | Charizard ex - 215/197 | 16 | Darkness | 330 | Stage 2
        223/197 | Special Illustration Rare | Charizard ex - 223/197 | 85 | Darkness | 330 | Stage 2
        228/197 | Hyper Rare | Charizard ex - 228/197 | 28 | Darkness | 330 | Stage 2
        | sealed | Obsidian Flames Booster Box | 190
        | sealed | Obsidian Flames Elite Trainer Box | 75
        | sealed | Obsidian Flames Booster Pack | 5.5
        | Code Card | Code Card - Obsidian Flames Booster Pack | 0.1`,
    },
    {
      setId: 3021,
      name: 'SV: Scarlet & Violet 151',
      code: 'MEW',
      publishedOn: '2023-09-22',
      firstProductId: 320001,
      variants: modern,
      rows: `
        001/165 | Common | Bulbasaur - 001/165 | 0.4 | Grass | 70 | Basic
        002/165 | Uncommon | Ivysaur - 002/165 | 0.4 | Grass | 100 | Stage 1
        003/165 | Double Rare | Venusaur ex - 003/165 | 2 | Grass | 340 | Stage 2
        004/165 | Common | Charmander - 004/165 | 0.5 | Fire | 70 | Basic
        005/165 | Uncommon | Charmeleon - 005/165 | 0.4 | Fire | 110 | Stage 1
        006/165 | Double Rare | Charizard ex - 006/165 | 7 | Fire | 330 | Stage 2
        007/165 | Common | Squirtle - 007/165 | 0.4 | Water | 70 | Basic
        008/165 | Uncommon | Wartortle - 008/165 | 0.35 | Water | 100 | Stage 1
        009/165 | Double Rare | Blastoise ex - 009/165 | 2.4 | Water | 330 | Stage 2
        025/165 | Common | Pikachu - 025/165 | 1.1 | Lightning | 60 | Basic
        026/165 | Rare | Raichu | 0.4 | Lightning | 120 | Stage 1
        029/165 | Common | Nidoran F | 0.1 | Psychic | 60 | Basic
        032/165 | Common | Nidoran M | 0.1 | Psychic | 60 | Basic
        052/165 | Common | Meowth | 0.15 | Colorless | 70 | Basic
        054/165 | Common | Psyduck - 054/165 | 0.3 | Water | 60 | Basic
        065/165 | Double Rare | Alakazam ex - 065/165 | 1.8 | Psychic | 310 | Stage 2
        083/165 | Common | Farfetch'd | 0.12 | Colorless | 80 | Basic
        092/165 | Common | Gastly | 0.2 | Psychic | 50 | Basic
        093/165 | Uncommon | Haunter | 0.2 | Psychic | 80 | Stage 1
        094/165 | Rare | Gengar | 1 | Psychic | 130 | Stage 2
        113/165 | Rare | Chansey | 0.2 | Colorless | 110 | Basic
        122/165 | Rare | Mr. Mime - 122/165 | 0.15 | Psychic | 90 | Basic
        129/165 | Common | Magikarp | 0.3 | Water | 30 | Basic
        132/165 | Rare | Ditto | 0.4 | Colorless | 60 | Basic
        133/165 | Common | Eevee | 0.35 | Colorless | 70 | Basic
        143/165 | Uncommon | Snorlax | 0.4 | Colorless | 150 | Basic
        149/165 | Rare | Dragonite | 0.5 | Dragon | 160 | Stage 2
        150/165 | Rare | Mewtwo | 0.6 | Psychic | 130 | Basic
        151/165 | Double Rare | Mew ex - 151/165 | 3 | Psychic | 180 | Basic
        165/165 | Uncommon | Rigid Band | 0.1 | Tool
        166/165 | Illustration Rare | Bulbasaur - 166/165 | 48 | Grass | 70 | Basic
        167/165 | Illustration Rare | Ivysaur - 167/165 | 26 | Grass | 100 | Stage 1
        168/165 | Illustration Rare | Charmander - 168/165 | 52 | Fire | 70 | Basic
        169/165 | Illustration Rare | Charmeleon - 169/165 | 34 | Fire | 110 | Stage 1
        170/165 | Illustration Rare | Squirtle - 170/165 | 50 | Water | 70 | Basic
        171/165 | Illustration Rare | Wartortle - 171/165 | 26 | Water | 100 | Stage 1
        172/165 | Illustration Rare | Caterpie - 172/165 | 14 | Grass | 50 | Basic
        173/165 | Illustration Rare | Pikachu - 173/165 | 58 | Lightning | 60 | Basic
        198/165 | Special Illustration Rare | Venusaur ex - 198/165 | 82 | Grass | 340 | Stage 2
        199/165 | Special Illustration Rare | Charizard ex - 199/165 | 290 | Fire | 330 | Stage 2
        200/165 | Special Illustration Rare | Blastoise ex - 200/165 | 88 | Water | 330 | Stage 2
        201/165 | Special Illustration Rare | Alakazam ex - 201/165 | 62 | Psychic | 310 | Stage 2
        202/165 | Special Illustration Rare | Zapdos ex - 202/165 | 78 | Lightning | 200 | Basic
        205/165 | Hyper Rare | Mew ex - 205/165 | 24 | Psychic | 180 | Basic
        | sealed | 151 Booster Bundle | 72
        | sealed | 151 Elite Trainer Box | 320
        | sealed | 151 Booster Pack | 14
        | Code Card | Code Card - 151 Booster Pack | 0.2`,
    },
    {
      setId: 3022,
      name: 'SV: Scarlet & Violet Promo Cards',
      code: 'SVP',
      publishedOn: '2023-03-31',
      firstProductId: 321001,
      variants: { default: ['Holofoil'] },
      rows: `
        027 | Promo | Pikachu - 027 | 6 | Lightning | 60 | Basic
        053 | Promo | Mew ex - 053 | 12 | Psychic | 180 | Basic
        056 | Promo | Charizard ex - 056 | 14 | Fire | 330 | Stage 2
        085 | Promo | Pikachu with Grey Felt Hat | 420 | Lightning | 60 | Basic`,
    },
    {
      setId: 3023,
      name: 'SV08: Surging Sparks',
      code: 'SSP',
      publishedOn: '2024-11-08',
      firstProductId: 322001,
      variants: modern,
      rows: `
        057/191 | Double Rare | Pikachu ex - 057/191 | 5 | Lightning | 200 | Basic
        219/191 | Ultra Rare | Pikachu ex - 219/191 | 26 | Lightning | 200 | Basic
        238/191 | Special Illustration Rare | Pikachu ex - 238/191 | 380 | Lightning | 200 | Basic
        247/191 | Hyper Rare | Pikachu ex - 247/191 | 62 | Lightning | 200 | Basic
        | sealed | Surging Sparks Booster Box | 240
        | sealed | Surging Sparks Elite Trainer Box | 85`,
    },
    {
      setId: 3024,
      name: 'SV: Prismatic Evolutions',
      code: 'PRE',
      publishedOn: '2025-01-17',
      firstProductId: 323001,
      variants: modern,
      rows: `
        060/131 | Double Rare | Umbreon ex - 060/131 | 9 | Darkness | 280 | Stage 1
        074/131 | Common | Eevee | 0.5 | Colorless | 50 | Basic
        161/131 | Special Illustration Rare | Umbreon ex - 161/131 | 980 | Darkness | 280 | Stage 1
        167/131 | Special Illustration Rare | Eevee ex - 167/131 | 180 | Colorless | 200 | Basic
        | sealed | Prismatic Evolutions Elite Trainer Box | 190
        | sealed | Prismatic Evolutions Booster Bundle | 68`,
    },
    {
      setId: 3025,
      name: 'Neo Revelation',
      code: 'N3',
      publishedOn: '2001-09-21',
      firstProductId: 324001,
      variants: { ...vintage, 'Secret Rare': ['Unlimited Holofoil', '1st Edition Holofoil'] },
      rows: `
        07/64 | Holo Rare | Ho-oh (7) | 95 | Fire | 80 | Basic
        12/64 | Holo Rare | Porygon2 | 26 | Colorless | 60 | Stage 1
        13/64 | Holo Rare | Raikou (13) | 70 | Lightning | 80 | Basic
        66/64 | Secret Rare | Shining Magikarp | 240 | Water | 30 | Basic
        65/64 | Secret Rare | Shining Gyarados | 460 | Water | 100 | Stage 1`,
    },
    {
      setId: 3026,
      name: 'XY - Flashfire',
      code: 'FLF',
      publishedOn: '2014-05-07',
      firstProductId: 325001,
      variants: modern,
      rows: `
        11/106 | Ultra Rare | Charizard EX (11) | 18 | Fire | 180 | Basic
        12/106 | Ultra Rare | Charizard EX (12) | 22 | Fire | 180 | Basic
        13/106 | Ultra Rare | M Charizard EX (Y) | 26 | Fire | 230 | MEGA
        63/106 | Common | Flabebe (63) | 0.15 | Fairy | 40 | Basic
        64/106 | Rare | Floette (64) | 0.2 | Fairy | 70 | Stage 1
        69/106 | Ultra Rare | M Charizard EX (X) | 34 | Dragon | 220 | MEGA
        107/106 | Secret Rare | M Charizard EX (Y) (Secret) | 62 | Fire | 230 | MEGA
        108/106 | Secret Rare | M Charizard EX (X) (Secret) | 190 | Dragon | 220 | MEGA
        | sealed | Flashfire Booster Box | 1650
        | Code Card | Code Card - Flashfire Booster Pack | 0.3`,
    },
    {
      setId: 3027,
      name: 'Kalos Starter Set',
      code: 'KSS',
      publishedOn: '2013-11-08',
      firstProductId: 326001,
      variants: { ...modern, Common: ['Normal'] },
      rows: `
        | Common | Fire Energy | 0.15 | Energy
        | Common | Grass Energy | 0.15 | Energy
        | Common | Water Energy | 0.15 | Energy
        | Common | Fairy Energy | 0.2 | Energy
        | Common | Darkness Energy (Basic) | 0.2 | Energy`,
    },
  ],
})
