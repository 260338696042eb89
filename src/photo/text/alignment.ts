import { memoizeByKey, memoizeByObject } from '../../concurrency/memoize.ts'

/**
 * What the recognizer thought of each column of a line, beside what it chose: by symbol, the logarithm of its
 * probability less that of the column's most probable class, 0 at best.
 */
export interface Columns {
  readonly count: number
  /** `symbolCount` values a column. */
  readonly values: Float32Array
}

/** Symbols kept of a column: the blank, a–z, 0–9, slash, dash. */
export const symbolCount = 39
const [blank, firstLetter, firstDigit, slash, dash] = [0, 1, 27, 37, 38]

/** Least value kept; what the network considers less probable than this is all the same. */
const floor = -9
const impossible = -1e9

/**
 * The symbol of a recognizer's character; the blank for spaces and signs, −1 for scripts that no name is written in.
 */
export const symbolOf = (character: string): number => {
  const letter = character.normalize('NFKD').toLowerCase()[0]
  if (letter === undefined) return blank
  if (letter >= 'a' && letter <= 'z') return letter.charCodeAt(0) - 97 + firstLetter
  if (letter >= '0' && letter <= '9') return letter.charCodeAt(0) - 48 + firstDigit
  if (letter === '/') return slash
  if (letter === '-') return dash
  return letter.charCodeAt(0) < 0x2e80 ? blank : -1
}

/** The classes of a recognizer that have a symbol, and the symbol of each; the thousands of others are left out. */
export interface SymbolClasses {
  readonly classes: Int32Array
  readonly symbols: Int8Array
}

export const symbolClassesOf = (characters: readonly string[]): SymbolClasses => {
  const known = characters.flatMap((character, index) => {
    const symbol = symbolOf(character)
    return symbol < 0 ? [] : [{ index, symbol }]
  })
  return {
    classes: Int32Array.from(known, ({ index }) => index),
    symbols: Int8Array.from(known, ({ symbol }) => symbol),
  }
}

/**
 * Reduces a recognizer's output, `classCount` probabilities a column, to symbols; `bests` is the highest probability of
 * each column.
 */
export const toColumns = (
  output: Float32Array,
  classCount: number,
  bests: Float32Array,
  { classes, symbols }: SymbolClasses,
): Columns => {
  const count = bests.length
  const values = new Float32Array(count * symbolCount).fill(floor)
  for (let column = 0; column < count; column++) {
    const [from, to, best] = [column * classCount, column * symbolCount, bests[column] ?? 0]
    // Classes far below the best would be cut to the floor anyway.
    const min = best * Math.exp(floor)
    for (let i = 0; i < classes.length; i++) {
      const value = output[from + (classes[i] ?? 0)] ?? 0
      if (value <= min) continue
      const symbol = symbols[i] ?? 0
      const relative = Math.log(value / best)
      if (relative > (values[to + symbol] ?? floor)) values[to + symbol] = relative
    }
  }
  return { count, values }
}

/** Columns of lines read one after the other, with a blank after each. */
export const joinColumns = (lines: readonly Columns[]): Columns => {
  const count = lines.reduce((sum, line) => sum + line.count + 1, 0)
  const values = new Float32Array(count * symbolCount).fill(floor)
  let at = 0
  for (const line of lines) {
    values.set(line.values, at * symbolCount)
    at += line.count
    values[at * symbolCount + blank] = 0
    at++
  }
  return { count, values }
}

/**
 * How well a text fits anywhere in a line: the logarithm of its likelihood less that of what was read there, 0 at best.
 * Letters and digits count, and slash and dash where the text has them; a digit just before or after the text speaks
 * against a number.
 *
 * Forced alignment to the states of connectionist temporal classification (Graves et al., ICML 2006, 4.1) by the
 * Viterbi algorithm, with a free start and a free end as in keyword spotting.
 */
export const align = (columns: Columns, text: string): number => losses(columns)(text)

/** Matching asks the same again with every line that is read. */
const losses = memoizeByObject((columns: Columns) => memoizeByKey((text: string) => alignAnew(columns, text)))

const alignAnew = ({ count, values }: Columns, text: string): number => {
  const labels = [...text].map(symbolOf).filter((symbol) => symbol > blank)
  if (labels.length === 0) return 0
  const hasSigns = labels.includes(slash) || labels.includes(dash)
  const states = labels.length * 2
  let previous = new Float32Array(states).fill(impossible)
  let current = new Float32Array(states)
  let best = impossible
  // State 2i is label i, 2i + 1 the blank after it. A text may begin at any column.
  for (let column = 0; column < count; column++) {
    const at = column * symbolCount
    const blankValue = hasSigns
      ? (values[at] ?? floor)
      : Math.max(values[at] ?? floor, values[at + slash] ?? floor, values[at + dash] ?? floor)
    for (let i = 0; i < labels.length; i++) {
      const label = labels[i] ?? 0
      const stay = previous[2 * i] ?? impossible
      const fromBlank = i === 0 ? entryPenalty(values, column, hasSigns) : (previous[2 * i - 1] ?? impossible)
      const fromLabel = i > 0 && labels[i - 1] !== label ? (previous[2 * i - 2] ?? impossible) : impossible
      current[2 * i] = Math.max(stay, fromBlank, fromLabel) + (values[at + label] ?? floor)
      current[2 * i + 1] = Math.max(previous[2 * i + 1] ?? impossible, stay) + blankValue
    }
    ;[previous, current] = [current, previous]
    const end = (previous[states - 2] ?? impossible) + exitPenalty(values, column, count, hasSigns)
    if (end > best) best = end
  }
  return Math.max(best, floor * labels.length)
}

/** Set by hand on the labelled development pictures (`npm run eval:photos`). */
const digitRules = {
  /** Added to a number that has another digit beside it. */
  besidePenalty: -2.5,
  /** Columns looked at on either side. */
  reach: 2,
  /** A digit is what was read from this value on. */
  readFrom: -0.1,
  /** Below this value a column does not also hold a digit. */
  absentBelow: -0.7,
} as const

/** Whether a digit from `first` on is what was read in a column. */
const hasDigit = (values: Float32Array, column: number, first: number): boolean => {
  for (let digit = first; digit <= 9; digit++)
    if ((values[column * symbolCount + firstDigit + digit] ?? floor) > digitRules.readFrom) return true
  return false
}

/** A number may begin after anything but a digit other than 0: then it would be the tail of a longer one. */
const entryPenalty = (values: Float32Array, column: number, isNumber: boolean): number => {
  if (!isNumber) return 0
  for (let before = column - 1; before >= Math.max(0, column - digitRules.reach); before--)
    if (hasDigit(values, before, 1)) return digitRules.besidePenalty
  return 0
}

/**
 * Nor may another digit follow. The last digit may take several columns, so one that this column holds too is no other.
 */
const exitPenalty = (values: Float32Array, column: number, count: number, isNumber: boolean): number => {
  if (!isNumber) return 0
  for (let after = column + 1; after <= Math.min(column + digitRules.reach, count - 1); after++) {
    if (!hasDigit(values, after, 0)) continue
    for (let digit = 0; digit <= 9; digit++) {
      const here = values[column * symbolCount + firstDigit + digit] ?? floor
      const there = values[after * symbolCount + firstDigit + digit] ?? floor
      if (there > digitRules.readFrom && here < digitRules.absentBelow) return digitRules.besidePenalty
    }
  }
  return 0
}
