import { foldText, slugOf } from '../../src/cards/fold.ts'
import type { IndexInput } from '../../src/catalog/index/build/index-input.ts'
import type { CatalogProduct } from '../../src/catalog/ports.ts'

/** A collector number for comparing: case, separators and leading zeros do not count. */
export interface RowNumber {
  /** Without its total: `TG12/TG30` → `TG12`. */
  readonly head: string
  /** `TG30`; null where the number is written without one. */
  readonly total: string | null
}

/** A row of the catalogue, parted into what a text may say of it. */
export interface Row {
  readonly product: CatalogProduct
  /** Name of the card as it is written, without brackets and its own number. */
  readonly printed: string
  /** The same, folded. */
  readonly base: string
  /** Folded contents of brackets that neither repeat the number nor name the rarity, sorted. */
  readonly qualifiers: readonly string[]
  /** Whether the name has the rarity in brackets, as Yu-Gi-Oh! names have. */
  readonly isRarityInName: boolean
  readonly number: RowNumber | null
  /** Folded; empty where the row has none. */
  readonly rarity: string
  /** Slug of the product line. */
  readonly category: string
  /** Folded. */
  readonly setName: string
  /** The set's code as it is written, and the one before its name (`SV03: …`). */
  readonly setCodes: readonly string[]
  /** These, and the code that the product has of its own where it is another (`NEM` in the set `NMS`). */
  readonly codes: readonly string[]
}

const withoutZeros = (part: string): string =>
  part
    .toUpperCase()
    .replace(/\s+/g, '')
    .replace(/(?<!\d)0+(?=\d)/g, '')

export const readRowNumber = (written: string): RowNumber => {
  const bare = written.trim().replace(/^(?:#|no\.\s*)/i, '')
  const slash = bare.indexOf('/')
  if (slash <= 0) return { head: withoutZeros(bare), total: null }
  return { head: withoutZeros(bare.slice(0, slash)), total: withoutZeros(bare.slice(slash + 1)) }
}

/** A set's code for comparing as it is written, and where only its letters and digits count. */
export const exactCode = (code: string): string => code.trim().toUpperCase()
export const looseCode = (code: string): string => withoutZeros(code.replace(/[^\p{L}\p{N}+]/gu, ''))

/** What the catalogue's names put in brackets for a rarity of Yu-Gi-Oh!. */
const rarityMarks: Readonly<Record<string, string>> = {
  ur: 'ultra rare',
  pcr: 'prismatic collectors rare',
  pur: 'prismatic ultimate rare',
}

const brackets = /\s*(?:\(([^()]*)\)|\[([^[\]]*)\])/g
const trailingPart = / - ([^ ]+)$/
/** `299` is the number of `SWSH299`, and `001` that of `OP08-001`. */
const digitsAtEnd = /\d+$/
const year = /^(?:19|20)\d\d$/

/** A number that stands in the name alone, as in `Water Energy (3)`. */
const numberInName = / \(#?(\d{1,3})\)/

/** Parts a name by its own row: by the number that it repeats, and by the rarity that it puts in brackets. */
const readName = (name: string, own: string | undefined, rarity: string | null) => {
  const isOwnNumber = (text: string): boolean => {
    const { head } = readRowNumber(text)
    return own !== undefined && (head === own || head === digitsAtEnd.exec(own)?.[0])
  }
  const qualifiers: string[] = []
  let isRarityInName = false
  const addQualifier = (text: string): void => {
    const folded = foldText(text)
    if (rarity !== null && (folded === rarity || rarityMarks[folded] === rarity)) isRarityInName = true
    else if (!isOwnNumber(text)) qualifiers.push(folded)
  }
  const open = name.replace(brackets, (_, round?: string, square?: string) => {
    addQualifier(round ?? square ?? '')
    return ''
  })
  const printed = open
    .replace(trailingPart, (all, text: string) => {
      if (year.test(text)) qualifiers.push(text)
      return year.test(text) || isOwnNumber(text) ? '' : all
    })
    .trim()
  const base = foldText(printed)
  if (base === '') return { printed: name, base: foldText(name), qualifiers: [], isRarityInName: false }
  return { printed, base, qualifiers: qualifiers.toSorted(), isRarityInName }
}

const known = (codes: readonly (string | null | undefined)[]): string[] => [
  ...new Set(codes.flatMap((code) => (code ? [code] : []))),
]

const codeBeforeName = /^([A-Z]{1,4}\d{0,3}[a-z]?): /

/** The rows of a catalogue, found by the parts of a text. */
export const createRows = ({ products, sets = [], categories = [] }: IndexInput) => {
  const setOf = new Map(sets.map((set) => [`${set.categoryId}:${set.id}`, set]))
  const slugs = new Map(categories.map(({ id, name }) => [id, slugOf(name)]))
  const rows = products.map((product): Row => {
    const rarity = foldText(product.rarity ?? '')
    const category = slugs.get(product.categoryId ?? 0) ?? ''
    const set = setOf.get(`${product.categoryId}:${product.setId}`)
    const written = product.number ?? numberInName.exec(product.name)?.[1]
    const number = written === undefined ? null : readRowNumber(written)
    const setCodes = known([set?.code ?? product.setCode, codeBeforeName.exec(product.setName ?? '')?.[1]])
    return {
      product,
      ...readName(product.name, number?.head, category === 'yugioh' ? rarity : null),
      number,
      rarity,
      category,
      setName: foldText(product.setName ?? ''),
      setCodes,
      codes: known([...setCodes, product.setCode]),
    }
  })
  const byBase = Map.groupBy(rows, ({ base }) => base)
  const byHead = Map.groupBy(rows, ({ number }) => number?.head)
  const codes = new Set(known([...rows.flatMap((row) => row.codes), ...sets.map(({ code }) => code)]).map(looseCode))
  return {
    rows,
    /** Single cards with a number, as texts are written about them. */
    cards: rows.filter(({ product }) => isWritten(product.number) && !product.sealed && !isCodeCard(product)),
    named: (base: string): readonly Row[] => byBase.get(base) ?? [],
    numbered: (head: string): readonly Row[] => byHead.get(head) ?? [],
    hasCode: (code: string): boolean => codes.has(looseCode(code)),
  }
}

/** Whether a number can be typed: one of two cards (`99/102 & 100/102`) and an unknown one (`L26D-EN???`) cannot. */
const isWritten = (number: string | null): boolean => number !== null && !/\s|\?\?/.test(number)
const isCodeCard = ({ name }: CatalogProduct): boolean => name.startsWith('Code Card')

export type Rows = ReturnType<typeof createRows>
