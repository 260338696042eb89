/**
 * What the recognizer thought of each column of a line, beside what it chose: for the blank, 26 letters, 10 digits,
 * slash and dash, the logarithm of its certainty less that of the column's best; 0 is the best itself.
 */
export interface Columns {
  count: number
  values: Float32Array
}

/** Kinds of character kept per column: blank, a–z, 0–9, slash, dash. */
export const symbolCount = 39
const slash = 37
const dash = 38
/** The least value kept; what a network has not seen at all is not told apart. */
const floor = -9

/** The symbol of a recognizer's character; 0 for blanks, spaces and signs, −1 for scripts that names here have none of. */
export const symbolOf = (character: string): number => {
  const letter = character.normalize('NFKD').toLowerCase()[0]
  if (letter === undefined) return 0
  if (letter >= 'a' && letter <= 'z') return letter.charCodeAt(0) - 96
  if (letter >= '0' && letter <= '9') return letter.charCodeAt(0) - 21
  if (letter === '/') return slash
  if (letter === '-') return dash
  return letter.charCodeAt(0) < 0x2e80 ? 0 : -1
}

/** The classes of a recognizer that matching tells apart, and the symbol of each; the thousands of others are left out. */
export interface SymbolClasses {
  classes: Int32Array
  symbols: Int8Array
}

/** Finds them among the characters that the classes stand for. */
export const symbolClassesOf = (characters: readonly string[]): SymbolClasses => {
  const known = characters.flatMap((character, index) => {
    const symbol = symbolOf(character)
    return symbol < 0 ? [] : [{ index, symbol }]
  })
  return { classes: Int32Array.from(known, ({ index }) => index), symbols: Int8Array.from(known, ({ symbol }) => symbol) }
}

/** Reduces a recognizer's output, `classes` values a column, to columns; `bests` is the certainty of each column's best. */
export const toColumns = (
  output: Float32Array,
  classes: number,
  bests: Float32Array,
  { classes: known, symbols: symbolsOfKnown }: SymbolClasses,
): Columns => {
  const count = bests.length
  const values = new Float32Array(count * symbolCount).fill(floor)
  for (let column = 0; column < count; column++) {
    const [from, to, best] = [column * classes, column * symbolCount, bests[column] ?? 0]
    // Classes far below the best would be cut to the floor anyway.
    const least = best * Math.exp(floor)
    for (let i = 0; i < known.length; i++) {
      const value = output[from + (known[i] ?? 0)] ?? 0
      if (value <= least) continue
      const symbol = symbolsOfKnown[i] ?? 0
      const relative = Math.log(value / best)
      if (relative > (values[to + symbol] ?? floor)) values[to + symbol] = relative
    }
  }
  return { count, values }
}

/** Columns of lines read one after the other, with a blank between. */
export const joinColumns = (lines: readonly Columns[]): Columns => {
  const count = lines.reduce((sum, line) => sum + line.count + 1, 0)
  const values = new Float32Array(count * symbolCount).fill(floor)
  let at = 0
  for (const line of lines) {
    values.set(line.values, at * symbolCount)
    at += line.count
    values[at * symbolCount] = 0
    at++
  }
  return { count, values }
}

/**
 * How well a text stands anywhere in a line: the logarithm of its likelihood less that of what was read there, 0 at
 * best. Letters and digits count, and slash and dash where the text has them; a digit just before or after it speaks
 * against a number.
 */
export const align = ({ count, values }: Columns, text: string): number => {
  const labels = [...text].map(symbolOf).filter((symbol) => symbol > 0)
  if (labels.length === 0) return 0
  const signs = labels.includes(slash) || labels.includes(dash)
  const states = labels.length * 2
  let previous = new Float32Array(states).fill(-1e9)
  let current = new Float32Array(states)
  let best = -1e9
  // State 2i is label i, 2i + 1 the blank after it. A text may begin at any column.
  for (let column = 0; column < count; column++) {
    const at = column * symbolCount
    const blank = signs
      ? (values[at] ?? floor)
      : Math.max(values[at] ?? floor, values[at + slash] ?? floor, values[at + dash] ?? floor)
    for (let i = 0; i < labels.length; i++) {
      const label = labels[i] ?? 0
      const stay = previous[2 * i] ?? -1e9
      const fromBlank = i === 0 ? entry(values, column, signs) : (previous[2 * i - 1] ?? -1e9)
      const fromLabel = i > 0 && labels[i - 1] !== label ? (previous[2 * i - 2] ?? -1e9) : -1e9
      current[2 * i] = Math.max(stay, fromBlank, fromLabel) + (values[at + label] ?? floor)
      current[2 * i + 1] = Math.max(previous[2 * i + 1] ?? -1e9, stay) + blank
    }
    ;[previous, current] = [current, previous]
    const end = (previous[states - 2] ?? -1e9) + exit(values, column, count, signs)
    if (end > best) best = end
  }
  return Math.max(best, floor * labels.length)
}

const besideDigit = -2.5

// Whether a digit, from the least on, is what was read in a column.
const hasDigit = (values: Float32Array, column: number, least: number): boolean => {
  for (let digit = least; digit <= 9; digit++) if ((values[column * symbolCount + 27 + digit] ?? floor) > -0.1) return true
  return false
}

// A number may begin after anything but another digit than 0: then it would be the tail of a longer one.
const entry = (values: Float32Array, column: number, number: boolean): number => {
  if (!number) return 0
  for (let before = column - 1; before >= Math.max(0, column - 2); before--) if (hasDigit(values, before, 1)) return besideDigit
  return 0
}

// Nor may another digit follow; the digit's own columns may, so a column that also holds this one's is let pass.
const exit = (values: Float32Array, column: number, count: number, number: boolean): number => {
  if (!number) return 0
  for (let after = column + 1; after <= Math.min(column + 2, count - 1); after++) {
    if (!hasDigit(values, after, 0)) continue
    for (let digit = 0; digit <= 9; digit++) {
      const [here, there] = [
        values[column * symbolCount + 27 + digit] ?? floor,
        values[after * symbolCount + 27 + digit] ?? floor,
      ]
      if (there > -0.1 && here < -0.7) return besideDigit
    }
  }
  return 0
}
