import { type FinishColumn, finishColumns, readFinishHead } from './list-finishes.ts'
import { type ListProgram, listPrograms, otherProgram } from './list-programs.ts'
import { cellKey, meaningsOf } from './list-words.ts'

/** Meaning of a column of a list. */
export type ListField =
  | 'name'
  | 'simpleName'
  | 'variation'
  | 'number'
  | 'cardId'
  | 'code'
  | 'setCode'
  | 'setId'
  | 'setName'
  | 'lineAndSet'
  | 'rarity'
  | 'condition'
  | 'grade'
  | 'grader'
  | 'certificate'
  | 'variant'
  | 'edition'
  | 'foil'
  | 'language'
  | 'quantity'
  | 'addedQuantity'
  | 'owned'
  | 'category'
  | 'game'
  | 'productId'
  | 'skuId'
  | 'unusual'

/** Heads of columns as programs and people write them. An id of another site is none of the market's. */
const heads: Readonly<Record<ListField, string>> = {
  name:
    'name|card|card name|card title|product|product name|title|text|subject|' +
    'nom|nombre|nome|karte|kartenname|carte|carta',
  simpleName: 'simple name',
  variation: 'variation|treatment',
  number:
    'number|no|card number|card no|collector number|collector no|collectors number|collector|set number|card code|' +
    'print number|variant number|cn|nr|nummer|kartennummer|numero',
  cardId: 'card id|printing id',
  code: 'code',
  setCode:
    'set code|edition code|expansion code|set abbreviation|set abbr|set symbol|expansion symbol|set prefix|' +
    'set short name|release code',
  setId: 'set id|edition id|expansion id',
  setName: 'set name|set|card set|edition name|expansion|expansion name|extension|edicion|espansione|edicao',
  lineAndSet: 'console name',
  rarity: 'rarity|card rarity',
  condition: 'condition|cond|card condition|zustand|etat|estado|condizione|condicao',
  grade: 'grade|card grade|item grade|psa grade|bgs grade|cgc grade|sgc grade|grading|include string',
  grader: 'grade issuer|grader|grading company|grading service|graded by',
  certificate: 'cert number|cert no|cert|certificate|certification number|certificate number|grading cert id|psa cert',
  variant: 'variant|finish|printing|variance|extras|foil type|card finish|card edition',
  edition: 'edition',
  foil: 'foil|is foil|foiling|premium',
  language: 'language|languages|lang|sprache|langue|idioma|lingua',
  quantity:
    'quantity|qty|count|copies|amount|total quantity|total qty|total count|card q|stock quantity|in stock|' +
    'number of copies|quantity x|anzahl|menge|quantite|cantidad|quantita|quantidade',
  addedQuantity: 'add to quantity',
  owned: 'have|owned|quantity owned|qty owned|total qty owned',
  category: 'category',
  game: 'game|product line|spiel|jeu|juego|gioco|jogo',
  productId: 'product id|tcgplayer product id|tcgplayer id',
  skuId: 'sku|sku id|tcgplayer sku',
  unusual:
    'signed|is signed|signing|signature|autographed|altered|is altered|alteration|altered art|alter|artist proof|' +
    'misprint|proxy|is proxy|playtest card|graded|is graded',
}

const fieldOfHead: ReadonlyMap<string, ListField> = meaningsOf(heads)

/** Words of heads that say nothing of the card and its copy: what was paid, where it lies, what it looks like. */
const passedOver = new Set(
  (
    'price|prices|cost|paid|value|worth|market|low|mid|high|trend|average|avg|usd|eur|currency|msrp|roi|signal|' +
    'date|time|added|modified|updated|created|acquired|purchase|purchased|bought|folder|binder|list|deck|portfolio|' +
    'location|box|page|tag|tags|note|notes|comment|comments|label|watchlist|wishlist|want|trade|tradelist|points|' +
    'status|pinned|source|url|link|image|photo|picture|id|ids|mvid|multiverse|oracle|scryfall|uuid|color|colors|' +
    'colour|identity|identities|mana|cmc|type|types|text|artist|pennies|ink|inkable|lore|strength|willpower|level|' +
    'attribute|race|atk|def|hp|year|population|pop|override|user|owner|promo|textless|string|played|power|toughness|' +
    'sku|set|release|released|block|series|total|print|printnumber|seller|reserve|index|row|board|' +
    'commander|identifier|author|sell'
  ).split('|'),
)

/** Whether a head is one that nothing is lost by. */
const isPassedOver = (head: string): boolean =>
  head
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .some((word) => passedOver.has(word) || /^\d*$/.test(word))

/** A column about a finish. */
export interface FinishCells {
  readonly head: string
  readonly finish: string
}

/** The columns of a table: what each of them says, and the program whose heads they are. */
export interface ListColumns {
  readonly fields: readonly (ListField | null)[]
  readonly heads: readonly string[]
  /** Columns that count the copies of a finish, by their places. */
  readonly counts: ReadonlyMap<number, FinishCells>
  /** Columns that mark rows of a finish, but for that of foils. */
  readonly marks: ReadonlyMap<number, FinishCells>
  /** Head of the column of grades, which may name who graded. */
  readonly gradeHead: string
  /** Whether a column has numbers that tell cards without their sets, such as `OP01-001`. */
  readonly hasCardCodes: boolean
  /** Whether a column says which copies are foils. */
  readonly hasFoil: boolean
  /** Heads that were not understood, and may say something of the card. */
  readonly unknownHeads: readonly string[]
  readonly program: ListProgram
}

const setFields: readonly (ListField | null)[] = ['setCode', 'setId', 'setName', 'edition', 'lineAndSet', 'code']
const numberFields: readonly (ListField | null)[] = ['number', 'cardId', 'code']

/** Whether cards can be found by these columns. */
export const findsCards = ({ fields, hasCardCodes }: Pick<ListColumns, 'fields' | 'hasCardCodes'>): boolean => {
  const has = (wanted: readonly (ListField | null)[]): boolean => fields.some((field) => wanted.includes(field))
  return hasCardCodes || has(['name', 'simpleName', 'productId', 'skuId']) || (has(['number']) && has(setFields))
}

/** The code of a card with its set: `OGN-068`, `OP01-001`, `RA01-EN008`. */
export const isCardCode = (cell: string): boolean => /^[a-z][a-z0-9]{0,6}-[a-z]{0,3}\d{1,4}[a-z]?$/i.test(cell)

const isSetHead = (key: string): boolean => setFields.includes(fieldOfHead.get(key) ?? null)

/** What a head means beside the others. */
const fieldBeside = (key: string, keys: readonly string[]): ListField | null => {
  // In a seller's pricing export `TCGplayer Id` is the id of a SKU.
  if (key === 'tcgplayerid' && keys.includes('productline')) return 'skuId'
  // PriceCharting's is the owner's.
  if (key === 'sku' && keys.includes('consolename')) return null
  // Beside the card's number, `Set Number` is the set's.
  if (key === 'setnumber' && keys.includes('cardnumber')) return 'setCode'
  const field = fieldOfHead.get(key) ?? null
  // Where another column says the finish and none the set, `Printing` is the set's code, as TappedOut has it.
  const namesSet = key === 'printing' && keys.includes('foil') && !keys.some((other) => isSetHead(other))
  return namesSet ? 'setCode' : field
}

/** Reads the first line of a table, whose cells below tell what columns of finishes are. */
export const readColumns = (cells: readonly string[], rows: readonly (readonly string[])[]): ListColumns => {
  const keys = cells.map((cell) => (cell === '#' ? 'number' : cellKey(cell)))
  const named = keys.map((key) => fieldBeside(key, keys))
  const finishes = cells.map((cell, at) =>
    named[at] === null || named[at] === 'foil'
      ? (readFinishHead(cell) ?? (named[at] === 'foil' ? { finish: 'Foil', isCount: false } : null))
      : null,
  )
  const kinds = finishColumns(finishes, rows)
  const fields = named.map((field, at) => {
    const isLeftOut = field === 'owned' && rows.every((row) => (row[at] ?? '') === '')
    return isLeftOut || (field === 'foil' && kinds[at] !== 'marks') ? null : field
  })
  const unknownHeads = cells.filter(
    (cell, at) =>
      cell !== '' && fields[at] === null && (kinds[at] === null || kinds[at] === 'other') && !isPassedOver(cell),
  )
  const finishCells = (kind: FinishColumn): ReadonlyMap<number, FinishCells> =>
    new Map(
      finishes.flatMap((head, at): [number, FinishCells][] =>
        head === null || kinds[at] !== kind || fields[at] === 'foil'
          ? []
          : [[at, { head: cells[at] as string, finish: head.finish }]],
      ),
    )
  const program = listPrograms.find(({ heads }) => heads.every((head) => keys.includes(head))) ?? otherProgram
  return {
    fields,
    heads: cells,
    counts: finishCells('counts'),
    marks: finishCells('marks'),
    gradeHead: (cells[fields.indexOf('grade')] ?? '').replace(/[_-]+/g, ' '),
    hasCardCodes: rows.some((row) =>
      row.some((cell, at) => numberFields.includes(fields[at] ?? null) && isCardCode(cell)),
    ),
    hasFoil: fields.includes('foil'),
    unknownHeads,
    program,
  }
}
