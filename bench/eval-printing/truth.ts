import { settleText } from '../../packages/client/src/certain.ts'
import type { IdentifyResult } from '../../src/contract/identification.ts'
import { exactCode, looseCode, type Row, type Rows, readRowNumber } from './rows.ts'

/** What a text says, in one way of reading it: a name, a number or both. What it leaves out may be anything. */
export interface Reading {
  /** Folded name without brackets; `isMisspelt` where one letter of it may be wrong. */
  readonly base?: string
  readonly isMisspelt?: boolean
  /** True where `base` is a part of the name, which a number beside it makes whole. */
  readonly isPart?: boolean
  /** Folded contents of brackets that name neither a rarity nor the number. */
  readonly qualifiers?: readonly string[]
  /** As written, with its total where one was typed. */
  readonly number?: string
  /** Name or code of a set as written. */
  readonly set?: string
  /** Folded. */
  readonly rarity?: string
}

/** A text as somebody asks, and all it may say. */
export interface AskedText {
  readonly q: string
  readonly set?: string
  /** Slug of the only product line. */
  readonly category?: string
  readonly readings: readonly Reading[]
}

const isOneLetterOff = (one: string, other: string): boolean => {
  if (one.length !== other.length) return false
  let wrong = 0
  for (let at = 0; at < one.length && wrong < 2; at++) if (one[at] !== other[at]) wrong++
  return wrong <= 1
}

const hasWords = (base: string, words: string): boolean => {
  const all = base.split(' ')
  return words.split(' ').every((word) => all.includes(word))
}

const fitsName = ({ base, isMisspelt, isPart, qualifiers = [] }: Reading, row: Row): boolean =>
  (base === undefined ||
    row.base === base ||
    (isMisspelt === true && isOneLetterOff(base, row.base)) ||
    (isPart === true && hasWords(row.base, base))) &&
  qualifiers.every((qualifier) => row.qualifiers.includes(qualifier))

const fitsSet = ({ set }: Reading, row: Row): boolean =>
  set === undefined || isInNamedSet(set, row) || row.codes.some((code) => looseCode(code) === looseCode(set))

/** Whether a row's set has exactly this name or code. */
const isInNamedSet = (set: string, row: Row): boolean =>
  row.product.setName?.toLowerCase() === set.toLowerCase() ||
  row.setCodes.some((code) => exactCode(code) === exactCode(set))

/** Rows among which those that fit must be. */
const pool = ({ number, base = '' }: Reading, rows: Rows): readonly Row[] =>
  number === undefined ? rows.named(base) : rows.numbered(readRowNumber(number).head)

/** Rows that agree with `best` where there are any; else all. */
const preferring = (rows: readonly Row[], best: (row: Row) => boolean): readonly Row[] => {
  const preferred = rows.filter(best)
  return preferred.length > 0 ? preferred : rows
}

/**
 * Rows with no more qualifiers than were typed, where there are some. Yu-Gi-Oh! prints one code in several rarities,
 * each with qualifiers of its own, so that there it holds within a rarity.
 */
const preferringPlain = (rows: readonly Row[], typed: number): readonly Row[] =>
  Object.values(Object.groupBy(rows, ({ category, rarity }) => (category === 'yugioh' ? rarity : ''))).flatMap(
    (ofRarity = []) => preferring(ofRarity, ({ qualifiers }) => qualifiers.length === typed),
  )

/**
 * Rows that fit all that one reading says. A total that was typed is borne out by a row that has it, or by one without
 * any while none has it; a set's exact name or code goes before one that is only alike; and a name without brackets
 * means the rows without any, where there are some. A rarity in brackets tells no row apart that was not asked for it.
 */
const fittingOne = (reading: Reading, category: string | undefined, rows: Rows): readonly Row[] => {
  const total = reading.number === undefined ? null : readRowNumber(reading.number).total
  const fitting = pool(reading, rows).filter(
    (row) =>
      (category === undefined || row.category === category) &&
      fitsName(reading, row) &&
      fitsSet(reading, row) &&
      (reading.rarity === undefined || row.rarity === reading.rarity) &&
      (total === null || row.number?.total === total || (row.number?.total === null && /^\d+$/.test(total))),
  )
  const withTotal = total === null ? fitting : preferring(fitting, ({ number }) => number?.total === total)
  const { set } = reading
  const inSet = set === undefined ? withTotal : preferring(withTotal, (row) => isInNamedSet(set, row))
  if (reading.base === undefined) return inSet
  return preferringPlain(inSet, reading.qualifiers?.length ?? 0)
}

/** All rows that fit a text equally well; more than one, or none, and nobody can be certain. */
export const fittingRows = ({ readings, category }: AskedText, rows: Rows): readonly Row[] => {
  const fitting = new Set(readings.flatMap((reading) => fittingOne(reading, category, rows)))
  const totals = new Set(readings.flatMap(({ number }) => (number === undefined ? [] : [readRowNumber(number).total])))
  totals.delete(null)
  return preferring([...fitting], ({ number }) => totals.has(number?.total ?? null))
}

export interface Verdict {
  /** Whether a list would price the first candidate without asking. */
  readonly isCertain: boolean
  readonly isWrong: boolean
  /** Whether the first candidate is one of those that fit; null where none does. */
  readonly isFirstRight: boolean | null
  /** Whether one row alone fits, and a person was asked all the same. */
  readonly isNeedless: boolean
}

/** Judges an answer by the rows that fit the text. */
export const judge = (fitting: readonly Row[], result: IdentifyResult): Verdict => {
  const [first] = result.candidates
  const isCertain = settleText(result).question === null
  const isFitting = fitting.some(({ product }) => product.productId === first?.productId)
  return {
    isCertain,
    isWrong: isCertain && !(fitting.length === 1 && isFitting),
    isFirstRight: fitting.length === 0 ? null : isFitting,
    isNeedless: !isCertain && fitting.length === 1,
  }
}
