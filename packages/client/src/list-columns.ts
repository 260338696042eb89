/** What a column of a list says. */
export type ListField =
  | 'name'
  | 'number'
  | 'setCode'
  | 'setName'
  | 'condition'
  | 'variant'
  | 'foil'
  | 'language'
  | 'quantity'
  | 'category'
  | 'productId'
  | 'skuId'
  | 'unusual'

/** Heads of columns as programs and people write them. An id of another site is none of the market's. */
const heads: Readonly<Record<ListField, string>> = {
  name: 'name|card|card name|product|product name|title|text|simple name|nom|nombre|nome|karte|kartenname|carte|carta',
  number:
    'number|no|card number|card no|collector number|collector no|collectors number|set number|cn|nr|nummer|kartennummer|numero',
  setCode: 'set code|edition code|expansion code|set abbreviation|setcode',
  setName: 'set name|set|edition|edition name|expansion|expansion name|extension|edicion|espansione|edicao',
  condition: 'condition|cond|grade|zustand|etat|estado|condizione|condicao',
  variant: 'variant|finish|printing',
  foil: 'foil|is foil|premium',
  language: 'language|lang|sprache|langue|idioma|lingua',
  quantity: 'quantity|qty|count|copies|amount|total quantity|anzahl|menge|quantite|cantidad|quantita|quantidade',
  category: 'category|product line|game|spiel|jeu|juego|gioco|jogo',
  productId: 'product id|tcgplayer product id|tcgplayer id',
  skuId: 'sku|sku id|tcgplayer sku',
  unusual:
    'signed|is signed|altered|is altered|altered art|alter|artist proof|misprint|proxy|is proxy|playtest card|graded|foil quantity|foil qty|foil count',
}

const fieldOfHead: ReadonlyMap<string, ListField> = new Map(
  Object.entries(heads).flatMap(([field, words]) => words.split('|').map((word) => [word, field as ListField])),
)

/** The words of a cell in lower case without accents; `NearMint` and `near_mint` are two. */
export const plainWords = (cell: string): string =>
  cell
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** How a program writes its lists, where that is not as the market does. */
export interface ListProgram {
  /** Conditions of its scale, by their words. `null` for one that has no counterpart on the market's. */
  readonly conditions: Readonly<Record<string, string | null>>
  /** Languages that it names otherwise. */
  readonly languages: Readonly<Record<string, string>>
  readonly category: string | null
}

const otherProgram: ListProgram = { conditions: {}, languages: {}, category: null }

/** Mint to Poor in seven steps. Its `Light Played` lies between the market's Moderately and Heavily Played. */
const europeanScale = {
  m: 'Near Mint',
  mt: 'Near Mint',
  mint: 'Near Mint',
  ex: 'Lightly Played',
  excellent: 'Lightly Played',
  gd: 'Moderately Played',
  good: 'Moderately Played',
  lp: null,
  'light played': null,
  pl: 'Heavily Played',
  played: 'Heavily Played',
  po: 'Damaged',
  poor: 'Damaged',
}

/** Programs by heads that they alone write. */
const programs: readonly (readonly [heads: readonly string[], program: ListProgram])[] = [
  // ManaBox
  [['mana box id'], { conditions: europeanScale, languages: {}, category: 'magic' }],
  // Dragon Shield, and Sorted, its successor
  [['folder name', 'card name'], { conditions: europeanScale, languages: {}, category: null }],
  [['list name', 'card name'], { conditions: europeanScale, languages: {}, category: null }],
  // Deckbox and Moxfield
  [
    ['tradelist count', 'edition'],
    { conditions: { played: 'Moderately Played' }, languages: { chinese: 'Chinese (S)' }, category: null },
  ],
]

/** The columns of a table: what each of them says, and the program whose heads they are. */
export interface ListColumns {
  readonly fields: readonly (ListField | null)[]
  readonly heads: readonly string[]
  readonly program: ListProgram
}

/** Reads a line as the head of a table; `null` when it names no column by which a card can be found. */
export const readHead = (cells: readonly string[]): ListColumns | null => {
  const words = cells.map((cell) => (cell === '#' ? 'number' : plainWords(cell)))
  // In a seller's pricing export `TCGplayer Id` is the id of a SKU.
  const isPricingExport = words.includes('tcgplayer id') && words.includes('product line')
  const fields = words.map((word) => (isPricingExport && word === 'tcgplayer id' ? 'skuId' : (fieldOfHead.get(word) ?? null)))
  if (!fields.some((field) => field === 'name' || field === 'productId' || field === 'skuId')) return null
  const program = programs.find(([own]) => own.every((head) => words.includes(head)))?.[1] ?? otherProgram
  return { fields, heads: cells, program }
}

/** Slugs of product lines by their other names. */
const categories: Readonly<Record<string, string>> = {
  magic: 'magic|magic the gathering|mtg',
  pokemon: 'pokemon|pokemon tcg|ptcg',
  yugioh: 'yugioh|yu gi oh|ygo',
  'pokemon-japan': 'pokemon japan',
  'one-piece-card-game': 'one piece|one piece card game|optcg',
  'flesh-and-blood-tcg': 'flesh and blood|flesh and blood tcg|fab',
}

const slugOfCategory: ReadonlyMap<string, string> = new Map(
  Object.entries(categories).flatMap(([slug, words]) => words.split('|').map((word) => [word, slug])),
)

/** Slug of a product line by the names that it is known by, or `null`. */
export const categorySlug = (name: string): string | null => slugOfCategory.get(plainWords(name)) ?? null
