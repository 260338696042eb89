import type { LineCard, LineFacts } from '../line-catalog.ts'

/** A copy that a row is written about, in the words of the market. */
export interface WantedCopy {
  readonly condition: string
  readonly variant: string
  readonly language: string
}

/** What a row of a file says. */
export interface FileRow {
  readonly card: LineCard
  readonly copy: WantedCopy
  readonly quantity: number
  readonly skuId: number
}

/** A program that exports lists, with the columns that it documents. */
export interface Program {
  readonly name: string
  /** Ids of the product lines that it knows. */
  readonly lines: readonly number[]
  readonly firstLine?: string
  readonly columns: readonly string[]
  /** Columns that hold name, set and number, for what damages them. */
  readonly nameColumn: string
  readonly setColumns: readonly string[]
  /** Whether it names sets by codes of another site alone, which may be those of several sets here. */
  readonly hasCodesAlone?: boolean
  /** `null` where a row has no number of its card, or only one that nothing damages. */
  readonly numberColumn: string | null
  /** What a row says of its card, where that is not name, set and number. */
  readonly facts?: (card: LineCard) => LineFacts
  readonly fits?: (card: LineCard) => boolean
  /** Copies that it can tell from others. */
  readonly fitsCopy?: (copy: WantedCopy) => boolean
  /** A condition that no step of the market's scale is. */
  readonly uncertainCondition?: string
  /** A column that marks copies which the market has no price for, and what it says then. */
  readonly mark?: readonly [column: string, word: string]
  /** Whether it tells copies by ids of the market. */
  readonly hasIds?: boolean
  readonly quotesAll?: boolean
  /** Languages that it has a column for. */
  readonly languages: Readonly<Record<string, string>>
  readonly write: (row: FileRow) => Readonly<Record<string, string | number>>
}

const european = (words: readonly [mint: string, nm: string, ex: string, gd: string, pl: string, po: string]) => ({
  'Near Mint': [words[1], words[1], words[1], words[0]],
  'Lightly Played': [words[2]],
  'Moderately Played': [words[3]],
  'Heavily Played': [words[4]],
  Damaged: [words[5]],
})

const manaBoxConditions = european(['mint', 'near_mint', 'excellent', 'good', 'played', 'poor'])
const dragonShieldConditions = european(['Mint', 'NearMint', 'Excellent', 'Good', 'Played', 'Poor'])
const deckboxConditions: Readonly<Record<string, readonly string[]>> = {
  'Near Mint': ['Near Mint', 'Near Mint', 'Mint'],
  'Lightly Played': ['Good (Lightly Played)'],
  'Moderately Played': ['Played'],
  'Heavily Played': ['Heavily Played'],
  Damaged: ['Damaged'],
}
const shortConditions: Readonly<Record<string, string>> = {
  'Near Mint': 'NM',
  'Lightly Played': 'LP',
  'Moderately Played': 'MP',
  'Heavily Played': 'HP',
  Damaged: 'D',
}

const columnsOf = (text: string): readonly string[] => text.split(',')
const codes = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(text.split('|').map((pair) => pair.split('=') as [string, string]))
const fullNames = (more: string): Readonly<Record<string, string>> => ({
  ...codes(
    'English=English|German=German|French=French|Italian=Italian|Spanish=Spanish|' +
      'Portuguese=Portuguese|Japanese=Japanese|Korean=Korean|Russian=Russian',
  ),
  ...codes(more),
})

/** One of the words that fit, the same for the same row. */
const wordFor = (words: readonly string[] | undefined, { card, quantity }: FileRow): string =>
  words?.[(card.product.productId + quantity) % words.length] ?? ''

const numberOf = ({ card }: FileRow): string => card.product.number ?? ''
/** The set's code as Scryfall has it, and its name without what TCGplayer adds. */
const scryfallCode = ({ card }: FileRow): string => card.product.setCode ?? card.set.code ?? ''
const scryfallName = ({ card }: FileRow): string =>
  card.set.name
    .replace(/ \([A-Z0-9]+\)$/, '')
    .replace(/^Universes Beyond: /, '')
    .replace(/^Commander: (.*)$/, '$1 Commander')

const finish = (foil: string, normal: string, { copy }: FileRow): string => (copy.variant === 'Normal' ? normal : foil)

const manaBox: Program = {
  name: 'ManaBox',
  lines: [1],
  uncertainCondition: 'light_played',
  mark: ['Altered', 'true'],
  columns: columnsOf(
    'Name,Set code,Set name,Collector number,Foil,Rarity,Quantity,ManaBox ID,Scryfall ID,' +
      'Purchase price,Misprint,Altered,Condition,Language,Purchase price currency',
  ),
  nameColumn: 'Name',
  setColumns: ['Set code', 'Set name'],
  numberColumn: 'Collector number',
  languages: codes(
    'English=en|German=de|French=fr|Italian=it|Spanish=es|Portuguese=pt|Japanese=ja|Korean=ko|' +
      'Russian=ru|Chinese (S)=zh_CN|Chinese (T)=zh_TW',
  ),
  write: (row) => ({
    Name: row.card.printed,
    'Set code': scryfallCode(row).toUpperCase(),
    'Set name': scryfallName(row),
    'Collector number': numberOf(row),
    Foil: finish('foil', 'normal', row),
    Rarity: row.card.product.rarity ?? 'common',
    Quantity: row.quantity,
    'ManaBox ID': row.skuId % 100_000,
    'Scryfall ID': '8a29a357-b1e9-4097-a2c1-a9013c4de95c',
    'Purchase price': '0.5',
    Misprint: 'false',
    Altered: 'false',
    Condition: wordFor(manaBoxConditions[row.copy.condition as keyof typeof manaBoxConditions], row),
    'Purchase price currency': 'EUR',
  }),
}

const dragonShield: Program = {
  name: 'Dragon Shield',
  lines: [1, 3, 62],
  uncertainCondition: 'LightPlayed',
  firstLine: '"sep=,"',
  columns: columnsOf(
    'Folder Name,Quantity,Trade Quantity,Card Name,Set Code,Set Name,Card Number,Condition,Printing,' +
      'Language,Price Bought,Date Bought,LOW,MID,MARKET',
  ),
  nameColumn: 'Card Name',
  setColumns: ['Set Code', 'Set Name'],
  numberColumn: 'Card Number',
  languages: fullNames('Chinese (S)=Simplified Chinese|Chinese (T)=Traditional Chinese'),
  write: (row) => ({
    'Folder Name': 'Binder',
    Quantity: row.quantity,
    'Trade Quantity': 0,
    'Card Name': row.card.printed,
    'Set Code': scryfallCode(row).toUpperCase(),
    'Set Name': scryfallName(row),
    'Card Number': numberOf(row),
    Condition: wordFor(dragonShieldConditions[row.copy.condition as keyof typeof dragonShieldConditions], row),
    Printing: row.copy.variant,
    'Price Bought': '0.50',
    'Date Bought': '2024-03-01',
    LOW: '0.3',
    MID: '0.4',
    MARKET: '0.5',
  }),
}

const deckbox: Program = {
  name: 'Deckbox',
  lines: [1],
  mark: ['Signed', 'signed'],
  columns: columnsOf(
    'Count,Tradelist Count,Name,Edition,Card Number,Condition,Language,Foil,Signed,Artist Proof,' +
      'Altered Art,Misprint,Promo,Textless,My Price',
  ),
  nameColumn: 'Name',
  setColumns: ['Edition'],
  numberColumn: 'Card Number',
  languages: fullNames('Chinese (S)=Chinese|Chinese (T)=Traditional Chinese'),
  write: (row) => ({
    Count: row.quantity,
    'Tradelist Count': 0,
    Name: row.card.printed,
    Edition: scryfallName(row),
    'Card Number': numberOf(row),
    Condition: wordFor(deckboxConditions[row.copy.condition], row),
    Foil: finish('foil', '', row),
    'My Price': '$0.10',
  }),
}

const moxfield: Program = {
  name: 'Moxfield',
  lines: [1],
  hasCodesAlone: true,
  mark: ['Proxy', 'True'],
  columns: columnsOf(
    'Count,Tradelist Count,Name,Edition,Condition,Language,Foil,Tags,Last Modified,Collector Number,' +
      'Alter,Proxy,Purchase Price',
  ),
  nameColumn: 'Name',
  setColumns: ['Edition'],
  numberColumn: 'Collector Number',
  languages: fullNames('Chinese (S)=Chinese|Chinese (T)=Traditional Chinese'),
  quotesAll: true,
  write: (row) => ({
    Count: row.quantity,
    'Tradelist Count': 0,
    Name: row.card.printed,
    Edition: scryfallCode(row).toLowerCase(),
    Condition: wordFor(deckboxConditions[row.copy.condition], row),
    Foil: finish('foil', '', row),
    'Last Modified': '2025-01-05 19:26:45.563000',
    'Collector Number': numberOf(row),
    Alter: 'False',
    Proxy: 'False',
  }),
}

const archidekt: Program = {
  name: 'Archidekt',
  lines: [1],
  columns: columnsOf(
    'Quantity,Name,Finish,Condition,Date Added,Language,Purchase Price,Tags,Edition Name,Edition Code,' +
      'Multiverse Id,Scryfall ID,Collector Number',
  ),
  nameColumn: 'Name',
  setColumns: ['Edition Name', 'Edition Code'],
  numberColumn: 'Collector Number',
  languages: codes(
    'English=EN|German=DE|French=FR|Italian=IT|Portuguese=PT|Japanese=JP|Korean=KR|Russian=RU|' +
      'Chinese (S)=CS|Chinese (T)=CT',
  ),
  write: (row) => ({
    Quantity: row.quantity,
    Name: row.card.printed,
    Finish: finish('Foil', 'Normal', row),
    Condition: shortConditions[row.copy.condition] ?? '',
    'Date Added': '2024-01-01',
    'Edition Name': scryfallName(row),
    'Edition Code': scryfallCode(row).toLowerCase(),
    'Multiverse Id': 0,
    'Scryfall ID': '8a29a357-b1e9-4097-a2c1-a9013c4de95c',
    'Collector Number': numberOf(row),
  }),
}

const games: ReadonlyMap<number, string> = new Map([
  [1, 'Magic'],
  [2, 'YuGiOh'],
  [3, 'Pokemon'],
  [62, 'Flesh & Blood TCG'],
  [68, 'One Piece Card Game'],
  [71, 'Lorcana TCG'],
  [89, 'Riftbound: League of Legends Trading Card Game'],
])

const tcgplayerApp: Program = {
  name: 'TCGplayer app',
  lines: [1, 2, 3, 71],
  columns: columnsOf(
    'Quantity,Name,Simple Name,Set,Card Number,Set Code,Printing,Condition,Language,Rarity,Product ID,' + 'SKU',
  ),
  nameColumn: 'Name',
  setColumns: ['Set', 'Set Code'],
  numberColumn: 'Card Number',
  hasIds: true,
  languages: fullNames('Chinese (S)=Chinese (S)|Chinese (T)=Chinese (T)'),
  write: (row) => ({
    Quantity: row.quantity,
    Name: row.card.product.name,
    'Simple Name': row.card.printed,
    Set: row.card.set.name,
    'Card Number': numberOf(row),
    'Set Code': row.card.set.code ?? '',
    Printing: row.copy.variant,
    Condition: row.copy.condition,
    Rarity: row.card.product.rarity ?? '',
    'Product ID': row.card.product.productId,
    SKU: row.skuId,
  }),
}

const tcgplayerPricing: Program = {
  name: 'TCGplayer pricing',
  lines: [...games.keys()],
  columns: columnsOf(
    'TCGplayer Id,Product Line,Set Name,Product Name,Title,Number,Rarity,Condition,TCG Market Price,' +
      'TCG Direct Low,TCG Low Price With Shipping,TCG Low Price,Total Quantity,Add to Quantity,' +
      'TCG Marketplace Price,Photo URL',
  ),
  nameColumn: 'Product Name',
  setColumns: ['Set Name'],
  numberColumn: 'Number',
  hasIds: true,
  quotesAll: true,
  languages: { English: 'English' },
  write: (row) => ({
    'TCGplayer Id': row.skuId,
    'Product Line': games.get(row.card.product.categoryId ?? 0) ?? '',
    'Set Name': row.card.set.name,
    'Product Name': row.card.product.name,
    Number: numberOf(row),
    Rarity: row.card.product.rarity ?? '',
    Condition: [row.copy.condition, row.copy.variant === 'Normal' ? '' : row.copy.variant].filter(Boolean).join(' '),
    'TCG Market Price': '10.72',
    'Total Quantity': row.quantity,
    'Add to Quantity': 0,
    'TCG Marketplace Price': '7.5200',
  }),
}

/** The programs; all that have columns of condition and language call them so. */
export const programs: readonly Program[] = [
  manaBox,
  dragonShield,
  deckbox,
  moxfield,
  archidekt,
  tcgplayerApp,
  tcgplayerPricing,
]
