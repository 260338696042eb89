import { parseLine, type VariantRules } from './bundled.ts'

/** The first sets came in a first edition and an unlimited one, each with its own foils. */
const bothEditions: VariantRules = {
  default: ['1st Edition Normal', '1st Edition Rainbow Foil', 'Unlimited Edition Normal', 'Unlimited Edition Rainbow Foil'],
  Token: ['1st Edition Normal', 'Unlimited Edition Normal'],
  Fabled: ['1st Edition Cold Foil', 'Unlimited Edition Rainbow Foil'],
  Legendary: ['1st Edition Cold Foil', 'Unlimited Edition Rainbow Foil'],
}

/** Flesh and Blood, where one name has up to three printings, told apart by the pitch colour in the name. */
export const fleshAndBlood = parseLine({
  categoryId: 62,
  name: 'Flesh and Blood TCG',
  slug: 'flesh-and-blood-tcg',
  columns: ['class', 'pitch'],
  sets: [
    {
      setId: 6201,
      name: 'Welcome to Rathe',
      code: 'WTR',
      publishedOn: '2019-10-11',
      firstProductId: 620001,
      variants: bothEditions,
      rows: `
        WTR000 | Fabled | Heart of Fyendal (Blue) | 1400 | Generic | 3
        WTR001 | Token | Rhinar, Reckless Rampage | 1.2 | Brute
        WTR002 | Token | Rhinar | 0.8 | Brute
        WTR003 | Token | Romping Club | 0.8 | Brute
        WTR004 | Legendary | Scabskin Leathers | 160 | Brute
        WTR038 | Token | Bravo, Showstopper | 1.2 | Guardian
        WTR040 | Token | Anothos | 0.9 | Guardian
        WTR041 | Legendary | Tectonic Plating | 140 | Guardian
        WTR043 | Majestic | Crippling Crush (Red) | 9 | Guardian | 1
        WTR044 | Majestic | Spinal Crush (Red) | 7 | Guardian | 1
        WTR076 | Token | Katsu, the Wanderer | 1.2 | Ninja
        WTR077 | Token | Katsu | 0.8 | Ninja
        WTR079 | Legendary | Mask of Momentum | 180 | Ninja
        WTR098 | Common | Head Jab (Red) | 0.8 | Ninja | 1
        WTR099 | Common | Head Jab (Yellow) | 0.4 | Ninja | 2
        WTR100 | Common | Head Jab (Blue) | 0.5 | Ninja | 3
        WTR113 | Token | Dorinthea Ironsong | 1.4 | Warrior
        WTR115 | Token | Dawnblade | 2 | Warrior
        WTR150 | Legendary | Fyendal's Spring Tunic | 320 | Generic
        WTR159 | Majestic | Enlightened Strike (Red) | 34 | Generic | 1
        WTR160 | Majestic | Tome of Fyendal (Yellow) | 14 | Generic | 2
        WTR176 | Common | Barraging Brawnhide (Red) | 0.3 | Generic | 1
        WTR173 | Rare | Sigil of Solace (Red) | 0.3 | Generic | 1
        WTR174 | Rare | Sigil of Solace (Yellow) | 0.2 | Generic | 2
        WTR175 | Rare | Sigil of Solace (Blue) | 0.2 | Generic | 3
        WTR224 | Token | Cracked Bauble (Yellow) | 0.2 | Generic | 2
        | sealed | Welcome to Rathe Booster Box [1st Edition] | 2600
        | sealed | Welcome to Rathe Booster Box [Unlimited Edition] | 180`,
    },
    {
      setId: 6202,
      name: 'Arcane Rising',
      code: 'ARC',
      publishedOn: '2020-03-27',
      firstProductId: 621001,
      variants: bothEditions,
      rows: `
        ARC000 | Fabled | Eye of Ophidia (Blue) | 980 | Generic | 3
        ARC001 | Token | Dash, Inventor Extraordinaire | 1 | Mechanologist
        ARC002 | Token | Dash | 0.7 | Mechanologist
        ARC003 | Token | Teklo Plasma Pistol | 0.8 | Mechanologist
        ARC038 | Token | Azalea, Ace in the Hole | 1 | Ranger
        ARC040 | Token | Death Dealer | 0.8 | Ranger
        ARC075 | Token | Viserai, Rune Blood | 1.2 | Runeblade
        ARC113 | Token | Kano, Dracai of Aether | 1.2 | Wizard
        ARC115 | Token | Crucible of Aetherweave | 0.8 | Wizard
        ARC159 | Majestic | Command and Conquer (Red) | 62 | Generic | 1
        | sealed | Arcane Rising Booster Box [1st Edition] | 1500
        | sealed | Arcane Rising Booster Box [Unlimited Edition] | 150`,
    },
  ],
})
