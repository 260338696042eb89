import { parseLine, type VariantRules } from './bundled.ts'

const booster: VariantRules = { default: ['Normal', 'Cold Foil'], Enchanted: ['Holofoil'] }

/** Disney Lorcana. */
export const lorcana = parseLine({
  categoryId: 71,
  name: 'Disney Lorcana',
  slug: 'disney-lorcana',
  columns: ['ink', 'cost', 'cardType'],
  sets: [
    {
      setId: 7101,
      name: 'The First Chapter',
      code: '1',
      publishedOn: '2023-08-18',
      firstProductId: 710001,
      variants: booster,
      rows: `
        1/204 | Uncommon | Ariel - On Human Legs | 0.4 | Amber | 4 | Character
        2/204 | Super Rare | Ariel - Spectacular Singer | 1.2 | Amber | 3 | Character
        3/204 | Uncommon | Cinderella - Gentle and Kind | 0.5 | Amber | 4 | Character
        9/204 | Rare | Lilo - Making a Wish | 0.4 | Amber | 1 | Character
        21/204 | Legendary | Stitch - Carefree Surfer | 2.6 | Amber | 7 | Character
        22/204 | Common | Stitch - New Dog | 0.2 | Amber | 1 | Character
        23/204 | Super Rare | Stitch - Rock Star | 3.5 | Amber | 6 | Character
        37/204 | Rare | Dr. Facilier - Agent Provocateur | 0.9 | Amethyst | 7 | Character
        42/204 | Legendary | Elsa - Spirit of Winter | 12 | Amethyst | 8 | Character
        51/204 | Super Rare | Mickey Mouse - Wayward Sorcerer | 1.2 | Amethyst | 4 | Character
        104/204 | Super Rare | Aladdin - Heroic Outlaw | 1.2 | Ruby | 7 | Character
        113/204 | Legendary | Maleficent - Monstrous Dragon | 12 | Ruby | 9 | Character
        88/204 | Super Rare | Mickey Mouse - Artful Rogue | 0.8 | Emerald | 5 | Character
        115/204 | Legendary | Mickey Mouse - Brave Little Tailor | 4.2 | Ruby | 8 | Character
        128/204 | Rare | Be Prepared | 4.5 | Ruby | 7 | Song
        205/204 | Enchanted | Hades - King of Olympus (Enchanted) | 60 | Amber | 8 | Character
        206/204 | Enchanted | Stitch - Carefree Surfer (Enchanted) | 260 | Amber | 7 | Character
        207/204 | Enchanted | Elsa - Spirit of Winter (Enchanted) | 620 | Amethyst | 8 | Character
        210/204 | Enchanted | Mickey Mouse - Artful Rogue (Enchanted) | 160 | Emerald | 5 | Character
        216/204 | Enchanted | Tinker Bell - Giant Fairy (Enchanted) | 140 | Steel | 6 | Character
        | sealed | The First Chapter Booster Box | 260
        | sealed | The First Chapter Booster Pack | 11
        | sealed | The First Chapter Illumineer's Trove | 140
        | sealed | The First Chapter Starter Deck: Amber and Amethyst | 28`,
    },
    {
      setId: 7102,
      name: 'Rise of the Floodborn',
      code: '2',
      publishedOn: '2023-11-17',
      firstProductId: 711001,
      variants: booster,
      rows: `
        3/204 | Rare | Cinderella - Ballroom Sensation | 0.4 | Amber | 1 | Character
        35/204 | Super Rare | Arthur - Wizard's Apprentice | 0.6 | Amethyst | 2 | Character
        53/204 | Rare | Merlin - Shapeshifter | 0.6 | Amethyst | 4 | Character
        59/204 | Common | Winnie the Pooh - Hunny Wizard | 0.1 | Amethyst | 3 | Character
        68/204 | Rare | The Sorcerer's Spellbook | 0.5 | Amethyst | 3 | Item
        173/204 | Legendary | Beast - Tragic Hero | 18 | Steel | 5 | Character
        | sealed | Rise of the Floodborn Booster Box | 120
        | sealed | Rise of the Floodborn Booster Pack | 5
        | sealed | Rise of the Floodborn Illumineer's Trove | 62`,
    },
  ],
})
