import { parseLine, type VariantRules } from './bundled.ts'

const booster: VariantRules = { default: ['Foil'], Common: ['Normal', 'Foil'], Uncommon: ['Normal', 'Foil'] }

/** Riftbound, whose alternate art carries a letter after the number and whose overnumbered copies exceed the set's count. */
export const riftbound = parseLine({
  categoryId: 89,
  name: 'Riftbound: League of Legends Trading Card Game',
  slug: 'riftbound-league-of-legends-trading-card-game',
  columns: ['cardType', 'domains[]'],
  sets: [
    {
      setId: 8901,
      name: 'Origins',
      code: 'OGN',
      publishedOn: '2025-10-31',
      firstProductId: 890001,
      variants: booster,
      rows: `
        001/298 | Common | Blazing Scorcher | 0.1 | Unit | Fury
        002/298 | Common | Brazen Buccaneer | 0.1 | Unit | Fury
        003/298 | Common | Chemtech Enforcer | 0.1 | Unit | Fury
        004/298 | Common | Cleave | 0.2 | Spell | Fury
        005/298 | Common | Disintegrate | 0.1 | Spell | Fury
        006/298 | Common | Flame Chompers | 0.2 | Unit | Fury
        007/298 | Common | Fury Rune | 0.1 | Rune | Fury
        007a/298 | Showcase | Fury Rune (Alternate Art) | 3 | Rune | Fury
        008/298 | Common | Get Excited! | 0.15 | Spell | Fury
        009/298 | Common | Hextech Ray | 0.2 | Spell | Fury
        010/298 | Common | Legion Rearguard | 0.1 | Unit | Fury
        011/298 | Common | Magma Wurm | 0.1 | Unit | Fury
        012/298 | Common | Noxus Hopeful | 0.1 | Unit | Fury
        013/298 | Common | Pouty Poro | 0.3 | Unit | Fury
        247/298 | Rare | Kai'Sa - Daughter of the Void | 2.5 | Legend | Fury, Mind
        251/298 | Rare | Jinx - Loose Cannon | 3 | Legend | Fury, Chaos
        253/298 | Rare | Darius - Hand of Noxus | 1.5 | Legend | Fury, Order
        255/298 | Rare | Ahri - Nine-Tailed Fox | 2.6 | Legend | Calm, Mind
        257/298 | Rare | Lee Sin - Blind Monk | 1.2 | Legend | Calm, Body
        259/298 | Rare | Yasuo - Unforgiven | 2 | Legend | Calm, Chaos
        263/298 | Rare | Teemo - Swift Scout | 1.6 | Legend | Mind, Chaos
        265/298 | Rare | Viktor - Herald of the Arcane | 1.8 | Legend | Mind, Order
        267/298 | Rare | Miss Fortune - Bounty Hunter | 1.4 | Legend | Body, Chaos
        269/298 | Rare | Sett - The Boss | 1.2 | Legend | Body, Order
        299/298 | Showcase | Kai'Sa - Daughter of the Void (Overnumbered) | 120 | Legend | Fury, Mind
        301/298 | Showcase | Jinx - Loose Cannon (Overnumbered) | 150 | Legend | Fury, Chaos
        303/298 | Showcase | Ahri - Nine-Tailed Fox (Overnumbered) | 240 | Legend | Calm, Mind
        | sealed | Origins Booster Display | 320
        | sealed | Origins Booster Pack | 14
        | sealed | Origins Champion Deck: Jinx | 42`,
    },
  ],
})
