import { scryfallSets, soldAs } from './scryfall-sets.ts'

/** A program whose files are known by heads that it alone writes, and how its words differ from the market's. */
export interface ListProgram {
  readonly name: string
  /** Where its columns are documented, or a file of it that somebody published. */
  readonly source: string
  /** Keys of heads that its files have, all of them. */
  readonly heads: readonly string[]
  /** The product line of all its cards, where it knows no other. */
  readonly category: string | null
  /** Conditions of its scale, by their keys. `null` for one that has no counterpart on the market's. */
  readonly conditions: Readonly<Record<string, string | null>>
  /** Codes of sets that are another's on the market, by their keys. */
  readonly sets: Readonly<Record<string, string>>
  /** Languages that it names otherwise. */
  readonly languages: Readonly<Record<string, string>>
  /** Whether its codes of sets are Scryfall's. */
  readonly hasScryfallCodes: boolean
}

/** Mint to Poor in seven steps. Its `Light Played` lies between the market's Moderately and Heavily Played. */
const europeanScale = {
  m: 'Near Mint',
  mt: 'Near Mint',
  mint: 'Near Mint',
  nm: 'Near Mint',
  nearmint: 'Near Mint',
  ex: 'Lightly Played',
  excellent: 'Lightly Played',
  gd: 'Moderately Played',
  good: 'Moderately Played',
  lp: null,
  lightplayed: null,
  pl: 'Heavily Played',
  played: 'Heavily Played',
  po: 'Damaged',
  poor: 'Damaged',
}

/** Magic Online's codes of the sets before 2003, by which MTGGoldfish names them too. */
const magicOnlineSets = {
  ...{ '1e': 'LEA', '2e': 'LEB', '2u': '2ED', '3e': '3ED', '4e': '4ED', '5e': '5ED', '6e': '6ED', '7e': '7ED' },
  ...{ ia: 'ICE', al: 'ALL', hm: 'HML', mi: 'MIR', vi: 'VIS', wl: 'WTH', te: 'TMP', st: 'STH', ex: 'EXO' },
  ...{ uz: 'USG', ul: 'ULG', ud: 'UDS', mm: 'MMQ', ne: 'NMS', pr: 'PCY', in: 'INV', ps: 'PLS', ap: 'APC', od: 'ODY' },
  ...{ plist: 'LIST', nem: 'NMS' },
}

const asOnTheMarket = { category: null, conditions: {}, sets: {}, languages: {}, hasScryfallCodes: false }
const scryfall = { ...asOnTheMarket, sets: scryfallSets, hasScryfallCodes: true }

export const otherProgram: ListProgram = { name: 'another program', source: '', heads: [], ...asOnTheMarket }

const importFormats = 'https://www.mtggoldfish.com/help/import_formats'

/** The first whose heads a table has is the program that wrote it. */
export const listPrograms: readonly ListProgram[] = [
  {
    name: 'ManaBox',
    source: 'https://www.manabox.app/guides/collection/import-export/',
    ...scryfall,
    heads: ['manaboxid'],
    category: 'magic',
    conditions: europeanScale,
  },
  {
    name: 'Dragon Shield',
    source: 'https://github.com/Chazmus/dragonshield-converter/blob/23d65e14/tests/resources/dragon-shield.csv',
    ...asOnTheMarket,
    heads: ['foldername', 'cardname'],
    conditions: europeanScale,
  },
  {
    name: 'Sorted, after Dragon Shield',
    source: 'https://github.com/Chazmus/dragonshield-converter/blob/23d65e14/tests/resources/dragon-shield.csv',
    ...asOnTheMarket,
    heads: ['listname', 'cardname'],
    conditions: europeanScale,
  },
  { name: 'Archidekt', source: 'https://archidekt.com/news/5891613', ...scryfall, heads: ['editioncode', 'finish'] },
  {
    name: 'Moxfield and Deckbox',
    source: 'https://moxfield.com/help/importing-collection',
    ...scryfall,
    heads: ['tradelistcount', 'edition'],
    conditions: { played: 'Moderately Played' },
    languages: { chinese: 'Chinese (S)' },
  },
  {
    name: 'Helvault',
    source: 'https://github.com/charlesrocket/frightcrawler/tree/a4a221f4/spec/data',
    ...scryfall,
    heads: ['extras', 'scryfallid', 'name'],
    category: 'magic',
  },
  {
    name: 'TopDecked',
    source: importFormats,
    ...scryfall,
    heads: ['signing', 'alteration', 'setcode'],
    category: 'magic',
  },
  {
    name: 'MTGGoldfish',
    source: importFormats,
    ...asOnTheMarket,
    heads: ['card', 'setid', 'setname', 'foil'],
    category: 'magic',
    sets: magicOnlineSets,
  },
  {
    name: 'Magic Online',
    source: importFormats,
    ...asOnTheMarket,
    heads: ['cardname', 'collector', 'premium'],
    category: 'magic',
    sets: magicOnlineSets,
  },
  {
    name: 'YGOPRODeck',
    source: 'https://ygoprodeck.com/collection/',
    ...asOnTheMarket,
    heads: ['cardname', 'cardq', 'cardcode'],
    category: 'yugioh',
  },
  {
    name: 'Dreamborn, a file of the collection',
    source: 'https://dreamborn.ink/collection',
    ...asOnTheMarket,
    heads: ['normal', 'foil', 'name', 'cardnumber', 'color'],
    category: 'lorcana-tcg',
  },
  {
    name: 'Dreamborn, a file for its import',
    source: 'https://dreamborn.ink/collection',
    ...asOnTheMarket,
    heads: ['setnumber', 'cardnumber', 'variant', 'count'],
    category: 'lorcana-tcg',
  },
]

/** The set of a row as the market has it. */
export const setOnMarket = (
  { sets, hasScryfallCodes }: ListProgram,
  code: string,
  number: string,
): { readonly set: string; readonly setName: string | null } => {
  const key = code.toLowerCase()
  if (hasScryfallCodes) return soldAs(code, number)
  return { set: (Object.hasOwn(sets, key) ? sets[key] : undefined) ?? code, setName: null }
}
