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
const transmute = 'https://github.com/oflannabhra/transmute/blob/eb24d021d08d707a3b57244274098e9a670148dd/README.md'
const echoFiles =
  'https://github.com/EchoMTG/mtg-csv-reader/tree/fa0e05e337f5b290b8d46c48e3d98526623113f2/example_datasets'
const psaFiles = 'https://github.com/stoyreo/psa-collectr-matrix/tree/6f1b817a58ed1d1df4e70bb2deea519e3d42e7f9'
const dragonShield =
  'https://github.com/Chazmus/dragonshield-converter/blob/23d65e14d81ff89eb2223fbe5610c20923230250/tests/resources/' +
  'dragon-shield.csv'

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
    source: dragonShield,
    ...asOnTheMarket,
    heads: ['foldername', 'cardname'],
    conditions: europeanScale,
  },
  {
    name: 'Sorted, after Dragon Shield',
    source: dragonShield,
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
    source: transmute,
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
    source: transmute,
    ...asOnTheMarket,
    heads: ['cardname', 'collector', 'premium'],
    category: 'magic',
    sets: magicOnlineSets,
  },
  {
    name: "Urza's Gatherer",
    source:
      'https://github.com/nicho92/MtgDesktopCompanion/blob/018dad7eb558dbc47cc83a538957ac96a1e4475d/src/main/java/' +
      'org/magic/api/exports/impl/UrzaGathererExport.java',
    ...asOnTheMarket,
    heads: ['foilcount', 'specialfoilcount', 'languages'],
    category: 'magic',
    conditions: europeanScale,
  },
  {
    name: 'FaBrary',
    source:
      'https://github.com/Jazzman1976/FabCollectionTool/blob/d59736869e8f4a3d63e02bd4a300abbd57cd59e6/docs/' +
      'Fabrary%20Export%20Beispiel.csv',
    ...asOnTheMarket,
    heads: ['identifier', 'pitch', 'foiling', 'have'],
    category: 'flesh-and-blood-tcg',
  },
  {
    name: 'YGOPRODeck',
    source: 'https://github.com/zephyros-dev/ygoprodeck-input/blob/2890a57f0325ab7595c5ca02eb0489c7d76cebba/main.py',
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
    source:
      'https://github.com/bengeendokter/tcg-app-to-dreamborn/blob/010c480687345a0f21ca41c5c74dc11fa2abc63c/' +
      'bulk_add_sample.csv',
    ...asOnTheMarket,
    heads: ['setnumber', 'cardnumber', 'variant', 'count'],
    category: 'lorcana-tcg',
  },
  // Those below say all in the market's words.
  { ...asOnTheMarket, name: 'DotGG', source: 'https://riftbound.gg/collection/', heads: ['cardid', 'normal', 'foil'] },
  { ...asOnTheMarket, name: 'Decked Builder', source: transmute, heads: ['totalqty', 'regqty', 'foilqty'] },
  { ...asOnTheMarket, name: 'Delver Lens', source: echoFiles, heads: ['regqty', 'foilqty'] },
  { ...asOnTheMarket, name: 'Deckstats', source: transmute, heads: ['cardname', 'isfoil', 'setid'] },
  { ...asOnTheMarket, name: 'Collectr', source: psaFiles, heads: ['portfolioname', 'variance'] },
  { ...asOnTheMarket, name: 'PSA', source: psaFiles, heads: ['certnumber', 'gradeissuer', 'subject'] },
  {
    ...asOnTheMarket,
    name: 'PriceCharting',
    source: 'https://www.pricecharting.com/api-documentation',
    heads: ['productname', 'consolename'],
  },
  { ...asOnTheMarket, name: 'TCGplayer, app', source: echoFiles, heads: ['simplename', 'productid'] },
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
