import { foldText } from './fold.ts'

/**
 * Rarities of Yu-Gi-Oh!, where cards of one code differ by nothing else, by their names and the abbreviations that
 * people write. One letter alone is none: it stands for too much else.
 */
const yugiohRarities: Readonly<Record<string, string>> = {
  Common: '',
  Rare: '',
  'Short Print': '',
  'Super Rare': 'SR',
  'Ultra Rare': 'UR',
  'Secret Rare': 'ScR',
  'Ultimate Rare': 'UtR',
  'Ghost Rare': 'GR|GhR',
  'Gold Rare': 'GUR',
  'Premium Gold Rare': 'PGR',
  'Gold Secret Rare': 'GScR',
  'Extra Secret Rare': 'EScR',
  'Ultra Secret Rare': '',
  'Prismatic Secret Rare': 'PScR',
  'Prismatic Ultimate Rare': 'PUR',
  "Prismatic Collector's Rare": 'PCR',
  "Collector's Rare": 'CR',
  'Platinum Rare': 'PlR',
  'Platinum Secret Rare': 'PlScR',
  'Quarter Century Secret Rare': 'QCSR|QCScR|Quarter Century Rare',
  'Starlight Rare': 'StR|SLR',
  'Starfoil Rare': 'SFR',
  'Shatterfoil Rare': 'SHR',
  'Mosaic Rare': 'MSR',
  ...Object.fromEntries(
    ['Rare-Red', 'Rare-Blue', 'Rare-Green', 'Rare-Purple', 'Rare-Copper', 'Rare-Wedgewood'].map((rarity) => [
      rarity,
      '',
    ]),
  ),
  ...Object.fromEntries(['Ultra-Blue', 'Ultra-Green', 'Ultra-Purple'].map((rarity) => [rarity, ''])),
  'Ultra Parallel Rare': 'UPR',
  'Super Parallel Rare': 'SPR',
  'Duel Terminal Normal Parallel Rare': 'DNPR',
  'Duel Terminal Normal Rare Parallel Rare': 'DNRPR',
  'Duel Terminal Super Parallel Rare': 'DSPR',
  'Duel Terminal Ultra Parallel Rare': 'DUPR',
}

const rarityOfWords: ReadonlyMap<string, string> = new Map(
  Object.entries(yugiohRarities).flatMap(([rarity, short]) =>
    [rarity, ...short.split('|').filter((written) => written !== '')].map((written) => [foldText(written), rarity]),
  ),
)

/** Words of the longest name of a rarity. */
export const maxRarityWords = Math.max(...[...rarityOfWords.keys()].map((words) => words.split(' ').length))

/** The rarity of Yu-Gi-Oh! that folded words name, as `secret rare` and `scr`; `null` for none. */
export const yugiohRarity = (words: string): string | null => rarityOfWords.get(words) ?? null

const otherRarities: ReadonlySet<string> = new Set([
  ...['common', 'uncommon', 'mythic'],
  ...['illustration rare', 'special illustration rare', 'prism rare', 'amazing rare', 'radiant rare'],
])

const vague: ReadonlySet<string> = new Set(
  'promo|none|special|token|land|basic land|code card|unconfirmed|bonus|basic'.split('|'),
)

/** Whether the rarity that a catalogue has of a card says something: no letter, and no word for what has no rarity. */
export const isTellingRarity = (words: string): boolean => words.length > 2 && !vague.has(words)

/**
 * The rarity of any other game that folded words name for certain; `null` for none. `rare` praises as often as it
 * names, and of `Ultra Rare` and `Holo Rare` each program has its own idea.
 */
export const otherRarity = (words: string): string | null => (otherRarities.has(words) ? words : null)
