import { type CopyColumn, type CopyTerm, type CopyWords, cellWords, readCopyTerms } from './copy-words.ts'

/**
 * What is said of the copy that is wanted, in the words of the market or as people write them; what is left out, `null`
 * or blank is not said.
 */
export interface WantedCopy {
  readonly condition?: string | null | undefined
  readonly variant?: string | null | undefined
  readonly language?: string | null | undefined
}

export interface PickedCopy<T> {
  /** `null` where it cannot be told for certain which copy is meant. */
  readonly copy: T | null
  /**
   * Why `copy` is `null`: what was said or left out of this fits none, or several alike. `null` with it where there is
   * nothing to tell apart.
   */
  readonly unclear: CopyColumn | null
}

/**
 * What a field says, else what the text says; but a grade in the text, as `PSA 10`, is no matter of opinion: no field
 * unmakes it.
 */
export const wantedCopyOf = (fields: WantedCopy, read: WantedCopy | null | undefined): WantedCopy => {
  const inText = read?.condition ?? null
  const isGrade = inText !== null && readCopyTerms(inText, 'condition') === null
  return {
    condition: isGrade ? inText : fields.condition?.trim() || inText,
    variant: fields.variant?.trim() || read?.variant,
    language: fields.language?.trim() || read?.language,
  }
}

/** A market's variant, taken apart. */
interface Variant {
  readonly text: string | null
  readonly edition: string | null
  /** As the market names it; its own text where that is not understood. */
  readonly finish: string | null
}

/** The terms of all cells, each once. */
interface Said {
  readonly values: (field: CopyTerm['field']) => readonly string[]
  /** The words of a cell that only the market can understand; `null` where the cell was understood or is blank. */
  readonly ownWords: (column: CopyColumn) => string | null
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

export const copyColumns = ['condition', 'variant', 'language'] as const
const plain = 'Normal'
const anyFoil = 'Foil'

const isFoilLike = (finish: string | null): boolean => finish !== null && /foil|holo|etched/i.test(finish)

/** A text as it is compared: its words in lower case, without signs. */
export const wordsOf = (text: string): string => cellWords(text).join(' ')

/** Fields of a row that is looked up, which say something else than the copy. */
const ofRow: ReadonlySet<string> = new Set(['q', 'set', 'category'])

/**
 * A misspelt field would be the usual copy. What has all three columns, such as the service's reading of a text, may
 * have more.
 */
const assertKnown = (wanted: WantedCopy): void => {
  if (copyColumns.every((column) => column in wanted)) return
  const isKnown = (name: string): boolean => ofRow.has(name) || copyColumns.some((column) => column === name)
  const stranger = Object.keys(wanted).find((name) => !isKnown(name))
  if (stranger !== undefined)
    throw new TypeError(`A copy is wanted by ${copyColumns.join(', ')}; "${stranger}" is none of them.`)
}

const readWanted = (wanted: WantedCopy): Said => {
  const terms: CopyTerm[] = []
  const ownWords = new Map<CopyColumn, string>()
  for (const column of copyColumns) {
    const cell = wanted[column] ?? ''
    const read = readCopyTerms(cell, column)
    if (read === null) ownWords.set(column, wordsOf(cell))
    else terms.push(...read)
  }
  return {
    values: (field) => [...new Set(terms.filter((term) => term.field === field).map(({ value }) => value))],
    ownWords: (column) => ownWords.get(column) ?? null,
  }
}

const readVariant = (text: string | null): Variant => {
  const terms = text === null ? null : readCopyTerms(text, 'variant')
  const named = (field: CopyTerm['field']) => terms?.find((term) => term.field === field)?.value ?? null
  if (terms === null || terms.length === 0) return { text, edition: null, finish: text }
  return { text, edition: named('edition'), finish: named('finish') ?? plain }
}

/** The only one of a list; `undefined` where there are none or several. */
const only = <T>(values: readonly T[]): T | undefined => (values.length === 1 ? values[0] : undefined)

const withFinish = (variants: readonly Variant[], said: readonly string[], productName: string): readonly Variant[] => {
  // Beside the name of one foil, the word itself says nothing more.
  const finish = only(said.length > 1 ? said.filter((one) => one !== anyFoil) : said)
  if (finish === anyFoil) return variants.filter((one) => isFoilLike(one.finish))
  const fitting = variants.filter((one) => one.finish === finish)
  const isEtchedProduct = finish === 'Foil Etched' && wordsOf(productName).split(' ').includes('etched')
  return fitting.length === 0 && isEtchedProduct ? variants.filter((one) => one.finish === anyFoil) : fitting
}

/** The variants of the edition and the finish that are said; what is not said may be any. */
const variantsSaid = (texts: readonly (string | null)[], said: Said, productName: string): readonly Variant[] => {
  const [editions, finishes] = [said.values('edition'), said.values('finish')]
  const ofEdition = texts.map(readVariant).filter(({ edition }) => editions.length === 0 || edition === only(editions))
  return finishes.length === 0 ? ofEdition : withFinish(ofEdition, finishes, productName)
}

/** All variants that a cell may mean: `1st` is one of each finish, `foil` every foil. */
export const variantsMeant = (texts: readonly string[], cell: WantedCopy, productName: string): readonly string[] =>
  variantsSaid(texts, readWanted(cell), productName).flatMap(({ text }) => text ?? [])

/** The plain finish where it is wanted as usual, and a holofoil before the reverse one. */
const usualFinish = (variants: readonly Variant[], isFinishSaid: boolean): readonly Variant[] => {
  const plainOnes = isFinishSaid ? [] : variants.filter(({ finish }) => finish === plain)
  if (plainOnes.length > 0) return plainOnes
  const hasHolofoil = variants.some(({ finish }) => finish === 'Holofoil')
  return hasHolofoil ? variants.filter(({ finish }) => finish !== 'Reverse Holofoil') : variants
}

/**
 * The text of the variant that is meant; `undefined` where it cannot be told. An edition counts as told where all that
 * fits is of one.
 */
const pickVariant = (texts: readonly (string | null)[], said: Said, productName: string): string | null | undefined => {
  const ownWords = said.ownWords('variant')
  if (ownWords !== null) return only(texts.filter((text) => text !== null && wordsOf(text) === ownWords))
  const fitting = variantsSaid(texts, said, productName)
  if (new Set(fitting.map(({ edition }) => edition)).size > 1) return undefined
  return only(usualFinish(fitting, said.values('finish').length > 0))?.text
}

/** Near mint, or unopened where that is all there is; a source that knows no conditions has only `null`. */
const usualCondition = (texts: readonly (string | null)[]): string | null | undefined => {
  if (texts.includes('Near Mint')) return 'Near Mint'
  const all = only(texts)
  return all === 'Unopened' || all === null ? all : undefined
}

const usualLanguage = (texts: readonly (string | null)[]): string | null | undefined =>
  texts.includes('English') ? 'English' : only(texts)

/**
 * Languages in which a source that names none sells: by product line, since such a source has a line of its own for
 * each language.
 */
const usualLanguageOf = (productLine: string): string => (/\bjapan(ese)?\b/i.test(productLine) ? 'Japanese' : 'English')

/**
 * Whether all that was said of a column is what a source of printings prices: one usual copy, of which it names neither
 * condition nor language.
 */
const isUsual = (said: Said, column: 'condition' | 'language', usual: readonly string[]): boolean => {
  const values = said.values(column)
  return said.ownWords(column) === null && (values.length === 0 || usual.includes(only(values) ?? ''))
}

/** The condition or language that was said; `undefined` where none has it, and what is usual where nothing was said. */
const pickText = (
  texts: readonly (string | null)[],
  said: Said,
  column: 'condition' | 'language',
  usual: (texts: readonly (string | null)[]) => string | null | undefined,
): string | null | undefined => {
  const ownWords = said.ownWords(column)
  if (ownWords !== null) return only(texts.filter((text) => text !== null && wordsOf(text) === ownWords))
  const values = said.values(column)
  if (values.length > 0) return texts.find((text) => text !== null && text === only(values))
  return usual(texts)
}

/**
 * Which of a product's copies is meant: the one rule for whoever prices a card. What is not said is as usual: near mint
 * (or unopened), English or the only language, and the plain finish. What cannot be told for certain is `null`, never a
 * neighbor: an edition that is not said where there are several, `foil` where there are several foils, a word that is
 * not understood or that no copy has. `productName` tells that all copies of an etched product are etched.
 *
 * A source that prices whole printings has `null` for condition and language on every copy: its price is that of the
 * usual copy, and of no other condition, grade or language. What is usual there, `productLine` tells, the name or slug
 * of the line.
 * @throws TypeError for a field of `wanted` that is not one, such as a misspelt one
 */
export const pickCopy = <T extends CopyWords>(
  copies: readonly T[],
  wanted: WantedCopy,
  productName = '',
  productLine = '',
): PickedCopy<T> => {
  const unclear = (column: CopyColumn): PickedCopy<T> => ({ copy: null, unclear: column })
  assertKnown(wanted)
  if (copies.length === 0) return { copy: null, unclear: null }
  const said = readWanted(wanted)
  const arePrintings = copies.every(({ condition, language }) => condition === null && language === null)
  if (arePrintings && !isUsual(said, 'language', [usualLanguageOf(productLine)])) return unclear('language')
  const languages = distinct(copies.map((copy) => copy.language))
  const language = arePrintings ? null : pickText(languages, said, 'language', usualLanguage)
  if (language === undefined) return unclear('language')
  const inLanguage = copies.filter((copy) => copy.language === language)
  const variant = pickVariant(distinct(inLanguage.map((copy) => copy.variant)), said, productName)
  if (variant === undefined) return unclear('variant')
  const ofVariant = inLanguage.filter((copy) => copy.variant === variant)
  if (arePrintings && !isUsual(said, 'condition', ['Near Mint', 'Unopened'])) return unclear('condition')
  const conditions = distinct(ofVariant.map((copy) => copy.condition))
  const condition = arePrintings ? null : pickText(conditions, said, 'condition', usualCondition)
  if (condition === undefined) return unclear('condition')
  return { copy: only(ofVariant.filter((copy) => copy.condition === condition)) ?? null, unclear: null }
}
