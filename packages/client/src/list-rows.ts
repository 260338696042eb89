import { readCopyTerms } from './copy-words.ts'
import { categorySlug, lineAndSet } from './list-categories.ts'
import { isCardCode, type ListColumns, type ListField } from './list-columns.ts'
import { copiesIn, wordOfAll } from './list-copies.ts'
import { readGrade } from './list-grades.ts'
import { isHeading, isRemark } from './list-lines.ts'
import { setOnMarket } from './list-programs.ts'
import { meantBy } from './list-words.ts'
import { limits } from './operations.ts'
import type { CsvRecord } from './read-csv.ts'
import { isDigitalSet } from './scryfall-sets.ts'

/** A card of a list, as `cards` of `POST /v1/prices` takes it. */
export interface ListEntry {
  /** Empty where the list has nothing but an id. */
  readonly q: string
  readonly set?: string
  readonly category?: string
  readonly condition?: string
  readonly variant?: string
  readonly language?: string
}

/** One row of a list. A row of a table that counts copies of two finishes is two. */
export interface ListRow {
  /** Number of the line it begins on. */
  readonly line: number
  /** As it is written. */
  readonly text: string
  /** Copies; `null` where what is written is no number of copies. */
  readonly quantity: number | null
  /**
   * A bare number before the card that counts copies only where the service reads it so, as in `35 Island` but not in
   * `151 Elite Trainer Box`; `quantity` is `null` then.
   */
  readonly mayCount?: number
  /** What to ask for; `null` where the row cannot be read as one card. */
  readonly entry: ListEntry | null
  /** The set's name where the entry has its code, which another site may have made up. */
  readonly setName: string | null
  /** The game as the list names it, where its slug is not known here. */
  readonly game: string | null
  /** The market's own id of the product, where the list has it. */
  readonly productId: number | null
  /** The market's own id of the SKU, where the list has it. */
  readonly skuId: number | null
  /** The rarity of its printing, where the game prints a card in several under one number. */
  readonly rarity?: string
  /** What it says of its copy that no copy of the market is, in its own words: `Signed`, `PSA 9`, `digital card`. */
  readonly unusual?: string
  /** True for the copies of a column of foils, which says nothing of which foil they are. */
  readonly isAnyFoil?: boolean
}

/** A product's or SKU's id in digits, up to the last that there may be; else `null`. */
export const readId = (cell: string, max: number): number | null => {
  const id = /^\d{1,16}$/.test(cell) ? Number(cell) : 0
  return id >= 1 && id <= max ? id : null
}

const falseWords = /^(?:false|no|n|0|nein|non|none|normal|regular|nonfoil|-|–)?$/i
const trueWords = /^(?:true|yes|y|1|x|ja|oui|si|sí|✓|✔)$/i

/** Name and number in one text. A long name gives way to its number. */
const queryOf = (name: string, number: string): string => {
  if (number === '' || name.split(/[\s()[\]]+/).includes(number)) return name.slice(0, limits.queryLength)
  return `${name.slice(0, Math.max(0, limits.queryLength - number.length - 1))} ${number}`
    .trim()
    .slice(0, limits.queryLength)
}

type Cells = { readonly [field in ListField]?: string }

/** The first cell of each field that says something, and the heads of all marks that are set, such as `signed`. */
const cellsOf = ({ fields, heads }: ListColumns, cells: readonly string[]): Cells => {
  const said: { [field in ListField]?: string } = {}
  for (const [at, cell] of cells.entries()) {
    const field = fields[at]
    if (field === undefined || field === null || cell === '') continue
    if (field !== 'unusual') said[field] ??= cell
    else if (!falseWords.test(cell)) said.unusual = [said.unusual, heads[at]].filter(Boolean).join(', ')
  }
  return said
}

/** Words that no copy has, so that a person is asked about a card that was never of paper. */
export const digital = 'digital card'

/** Arena writes this before the names of cards that it rebalanced. */
const rebalanced = /^A-(?=\p{Lu})/u

/** Whether a card of Magic exists on a screen alone. */
const isDigitalCard = (name: string, setCode: string): boolean => rebalanced.test(name) || isDigitalSet(setCode)

/** Whether a line of a deck list names such a card, as `4 A-Lier, Disciple of the Drowned (MID) 59` does. */
export const isDigitalLine = (card: string): boolean => {
  const [, name = '', code] = /^(.{1,100}?)\s\(([A-Z0-9]{3,6})\)(?:\s|$)/.exec(card) ?? []
  return code !== undefined && isDigitalCard(name, code)
}

/** The code of a row's set. Digits that another site has for it are none. */
const codeOf = ({ setCode, setId = '', code = '' }: Cells): string | undefined =>
  setCode ?? [setId, code].find((cell) => cell !== '' && !/^\d+$/.test(cell) && !isCardCode(cell))

/**
 * Whether `Edition` says which edition of a set the copy is of, as a column of that head does beside that of the set.
 * Magic's Unlimited Edition is a set.
 */
const isCopyEdition = (said: Cells): boolean => {
  const { edition = '', number = '' } = said
  const tellsSet = said.setName !== undefined || codeOf(said) !== undefined || isCardCode(number)
  const isEdition = edition !== '' && readCopyTerms(edition, 'variant') !== null
  return isEdition && (tellsSet || /^(?:1st|first)\b/i.test(edition))
}

interface SetCells {
  readonly set: string
  readonly setName: string | null
  /** The product line as the row names it; `undefined` where a word may be anything, such as a tag in `Category`. */
  readonly line: string | undefined
}

const setOf = (said: Cells, { program }: ListColumns): SetCells => {
  const { edition = '', number = '', lineAndSet: both = '' } = said
  const parted = both === '' ? null : lineAndSet(both)
  const name = said.setName ?? (isCopyEdition(said) ? '' : edition)
  const written = codeOf(said) ?? (name || (parted?.set ?? both))
  // Some write zeros before a set that is a number.
  const sold = setOnMarket(program, written.replace(/^0+(?=\d{1,2}$)/, ''), number)
  return {
    set: sold.set,
    setName: codeOf(said) === undefined ? sold.setName : name || sold.setName,
    line: said.game ?? parted?.category ?? (both || undefined),
  }
}

/** The product line that prints a card in several rarities under one number. */
const rarityLine = 'yugioh'

/** What to ask for: name, treatment and number of the card, and its rarity where printings differ by it alone. */
const cardOf = (said: Cells, category: string): string => {
  const { simpleName = '', name = simpleName, variation = '', rarity = '' } = said
  const isNumber = /^\d+$/.test(variation)
  const code = [said.cardId, said.code].find((cell = '') => isCardCode(cell))
  const number = said.number ?? code ?? (isNumber ? variation : '')
  const treatment = variation !== '' && !isNumber && !name.includes(variation) ? ` (${variation})` : ''
  const plain = `${name.replace(/\s+/g, (blank) => (blank.includes('\n') ? ' ' : blank))}${treatment}`
  const q = queryOf(plain, number)
  return category !== rarityLine || rarity === '' ? q : `${q} ${rarity}`.slice(0, limits.queryLength)
}

/** The condition of a row, and what makes its copy unusual: words that no copy has, so that a person is asked. */
const conditionOf = (
  said: Cells,
  columns: ListColumns,
  cells: readonly string[],
  copies: number | null,
  marks: readonly string[],
): { readonly condition: string; readonly unusual: string } => {
  const { condition, grade = '', grader = '', certificate = '' } = said
  const graded = readGrade({ grade, gradeHead: columns.gradeHead, grader, certificate }, cells)
  const written = wordOfAll(condition ?? graded.condition ?? '', copies)
  const meant = meantBy(columns.program.conditions, written)
  const named = meant === null ? `${written} (European scale)` : (meant ?? written)
  const worded = (words: readonly (string | null | undefined)[]): string => words.filter(Boolean).join(', ')
  return {
    condition: worded([graded.slab, named, said.unusual, ...marks]),
    unusual: worded([graded.slab, said.unusual, ...marks]),
  }
}

/** A column of foils that is there says of every row whether it is one. */
const foilOf = ({ variant, foil = '' }: Cells, { hasFoil }: ListColumns): string => {
  if (variant !== undefined) return variant
  if (trueWords.test(foil)) return 'Foil'
  return !falseWords.test(foil) ? foil : hasFoil ? 'Normal' : ''
}

/** Finish and edition of a row, with those that a column marks, such as `Reverse Holo` or `1st Edition`. */
const variantOf = (said: Cells, columns: ListColumns, cells: readonly string[]): string => {
  const marked = cells.flatMap((cell, at) => (trueWords.test(cell) ? (columns.marks.get(at)?.finish ?? []) : []))
  const foil = foilOf(said, columns)
  const edition = isCopyEdition(said) ? [said.edition] : []
  // What is marked says more than that the copy is no foil.
  return [...(marked.length > 0 && foil === 'Normal' ? [] : [foil]), ...edition, ...marked].filter(Boolean).join(', ')
}

/** Leaves out what is not said. */
const entryOf = ({ q, ...said }: { readonly [key in keyof Required<ListEntry>]: string }): ListEntry => ({
  q,
  ...Object.fromEntries(Object.entries(said).filter(([, text]) => text !== '')),
})

/** Reads a row of a table: none where it holds no card, and one for each finish whose copies it counts. */
export const readRow = (columns: ListColumns, { line, text, cells, isWellFormed }: CsvRecord): ListRow[] => {
  const { program, fields } = columns
  const said = cellsOf(columns, cells)
  const { language = '' } = said
  const [productId, skuId] = [
    readId(said.productId ?? '', limits.maxId),
    readId(said.skuId ?? '', Number.MAX_SAFE_INTEGER),
  ]
  const { set, setName, line: named } = setOf(said, columns)
  const lineName = named ?? said.category
  const slug = lineName === undefined ? null : categorySlug(lineName)
  const game = slug === null ? (named ?? null) : null
  const category = slug ?? (game === null ? program.category : null) ?? ''
  const q = cardOf(said, category)
  const hasCard = q !== '' || productId !== null || skuId !== null
  const isAlone = cells.filter((cell) => cell !== '').length === 1
  if (isAlone && (isHeading(cells.join('')) || isRemark(text.trim()) || !hasCard)) return []
  // Cells of a row whose quotes do not pair stand where they should only if there are as many as columns.
  if (!isWellFormed && cells.length !== fields.length)
    return [{ line, text, quantity: null, entry: null, setName: null, game: null, productId: null, skuId: null }]
  const isMagic = category === 'magic' || program.hasScryfallCodes
  const isDigital = isMagic && isDigitalCard(said.name ?? '', codeOf(said) ?? said.setName ?? said.edition ?? '')
  const { parts, unclear } = copiesIn(said, columns, cells)
  const copies = parts.reduce<number | null>(
    (sum, { quantity }) => (sum === null || quantity === null ? null : sum + quantity),
    0,
  )
  const marks = [...unclear, ...(isDigital ? [digital] : [])]
  const { condition, unusual } = conditionOf(said, columns, cells, copies, marks)
  const spoken = wordOfAll(language, copies)
  const variant = variantOf(said, columns, cells)
  return parts.map(({ quantity, finish }) => {
    const entry = entryOf({
      q,
      set: set.slice(0, limits.setLength),
      category,
      condition: condition.slice(0, limits.copyLength),
      variant: [variant, finish].filter(Boolean).join(', ').slice(0, limits.copyLength),
      language: (meantBy(program.languages, spoken) ?? spoken).slice(0, limits.copyLength),
    })
    return {
      ...{ line, text, quantity, entry: hasCard ? entry : null, game, productId, skuId },
      setName: setName === null ? null : setName.slice(0, limits.setLength),
      ...(category === rarityLine && said.rarity !== undefined ? { rarity: said.rarity } : {}),
      ...(unusual === '' ? {} : { unusual }),
      ...(finish !== null && /^foil$/i.test(finish) ? { isAnyFoil: true } : {}),
    }
  })
}
