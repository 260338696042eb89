import type { IndexData } from '../format/layout.ts'
import type { QueryTerm } from './query-terms.ts'
import { searchScoring as scoring } from './scoring.ts'
import { createSparseAccumulator } from './sparse-accumulator.ts'

/** For everything of one kind the words of the query that it explains, one bit each. */
const createMarks = (count: number) => {
  const { values, touched, reset } = createSparseAccumulator(new Uint32Array(count))
  return {
    bits: values,
    reset,
    mark: (places: ArrayLike<number>, mask: number, from = 0, to = places.length): void => {
      for (let place = from; place < to; place++) {
        const at = places[place] as number
        if (values[at] === 0) touched.push(at)
        values[at] = (values[at] as number) | mask
      }
    },
  }
}

const bitCount = (bits: number): number => {
  let left = bits - ((bits >>> 1) & 0x55555555)
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Steps of relevance: by how much of name and query explain each other, then names that begin with a word of the query, then those without other qualifiers. */
const steps = 240
export const maxRelevance = 4 * steps + 4

/** Creates the scorer of rows against the terms of a query, which are marked first. */
export const createRelevance = ({ sections, meta }: IndexData) => {
  const { rowName, rowSet, rowNumber, rowRarity, nameBase, nameQualifierStart, baseTokenStart, baseTokens } = sections
  const { tokenBaseStart, tokenBases, tokenNameStart, tokenNames } = sections
  const tokens = createMarks(tokenBaseStart.length - 1)
  const exactBases = createMarks(baseTokenStart.length - 1)
  const closeBases = createMarks(baseTokenStart.length - 1)
  const farBases = createMarks(baseTokenStart.length - 1)
  const wholeBases = createMarks(baseTokenStart.length - 1)
  const names = createMarks(nameBase.length)
  const wholeSets = createMarks(meta.sets.length)
  const sets = createMarks(meta.sets.length)
  const lineSets = createMarks(meta.sets.length)
  const numbers = createMarks(sections.numberDigits.length)
  const nearNumbers = createMarks(sections.numberDigits.length)
  const rarities = createMarks(meta.rarities.length)
  const wholeRarities = createMarks(meta.rarities.length)
  const ofTokens = [tokens, exactBases, closeBases, farBases, wholeBases, names]
  const all = [...ofTokens, wholeSets, sets, lineSets, numbers, nearNumbers, rarities, wholeRarities]

  const markTokens = (found: readonly number[], bases: typeof exactBases, mask: number): void => {
    tokens.mark(found, mask)
    for (const token of found) {
      bases.mark(tokenBases, mask, tokenBaseStart[token], tokenBaseStart[token + 1])
      names.mark(tokenNames, mask, tokenNameStart[token], tokenNameStart[token + 1])
    }
  }

  const mark = (terms: readonly QueryTerm[]): void => {
    for (const marks of all) marks.reset()
    for (const term of terms) {
      const { mask } = term
      markTokens(term.exactTokens, exactBases, mask)
      markTokens(term.closeTokens, closeBases, mask)
      markTokens(term.farTokens, farBases, mask)
      exactBases.mark(term.phraseBases, mask)
      exactBases.mark(term.wholeBases, mask)
      wholeBases.mark(term.wholeBases, mask)
      wholeSets.mark(term.wholeSets, mask)
      sets.mark(term.wholeSets, mask)
      sets.mark(term.sets, mask)
      lineSets.mark(term.lineSets, mask)
      numbers.mark(term.numbers, mask)
      nearNumbers.mark(term.nearNumbers, mask)
      rarities.mark(term.rarities, mask)
      wholeRarities.mark(term.wholeRarities, mask)
    }
  }

  /** The words that name, set and number of a row explain as they stand. */
  const placedIn = (row: number): number => {
    const name = rowName[row] as number
    return (
      (exactBases.bits[nameBase[name] as number] as number) |
      (names.bits[name] as number) |
      (sets.bits[rowSet[row] as number] as number) |
      (numbers.bits[rowNumber[row] as number] as number)
    )
  }

  /** The words that its product line and rarity explain. */
  const contextOf = (row: number): number =>
    (lineSets.bits[rowSet[row] as number] as number) | (rarities.bits[rowRarity[row] as number] as number)

  /** The words that a row explains as they stand; what it is counts only beside a word of what it is called. */
  const heldExactlyBy = (row: number): number => {
    const placed = placedIn(row)
    return placed === 0 ? 0 : placed | contextOf(row)
  }

  /** The words that a row explains, those too that are begun, misspelt or nearly its number. */
  const heldBy = (row: number): number => {
    const base = nameBase[rowName[row] as number] as number
    const near = nearNumbers.bits[rowNumber[row] as number] as number
    const placed = placedIn(row) | (closeBases.bits[base] as number) | (farBases.bits[base] as number) | near
    return placed === 0 ? 0 : placed | contextOf(row)
  }

  /** How well a row matches the words that it explains, from 1 to `maxRelevance`. */
  const scoreOf = (row: number, held: number): number => {
    const name = rowName[row] as number
    const base = nameBase[name] as number
    const set = rowSet[row] as number
    const exact = (exactBases.bits[base] as number) & held
    const number = (numbers.bits[rowNumber[row] as number] as number) & held
    const qualifiers = (names.bits[name] as number) & held
    const whole = (wholeSets.bits[set] as number) | (wholeRarities.bits[rowRarity[row] as number] as number)
    const sure = exact | number | qualifiers | (whole & held)
    const inSet = (sets.bits[set] as number) & held & ~sure
    const close = (closeBases.bits[base] as number) & held & ~sure & ~inSet
    const far = (farBases.bits[base] as number) & held & ~sure & ~inSet & ~close
    const context = held & ~sure & ~inSet & ~close & ~far
    const misspelt = scoring.close * bitCount(close) + scoring.far * bitCount(far)
    const explained = bitCount(sure) + scoring.set * bitCount(inSet) + misspelt + scoring.context * bitCount(context)
    const isWhole = ((wholeBases.bits[base] as number) & held) !== 0
    const inName = bitCount(exact) + misspelt
    const baseWords = Math.max(1, (baseTokenStart[base + 1] as number) - (baseTokenStart[base] as number))
    const ofName = inName > 0 ? scoring.scattered * Math.min(1, inName / baseWords) : number !== 0 ? 1 : scoring.nameless
    const begun = tokens.bits[baseTokens[baseTokenStart[base] as number] as number] === 0 ? 0 : 1
    const isPlain = (nameQualifierStart[name + 1] as number) - (nameQualifierStart[name] as number) <= bitCount(qualifiers)
    return 1 + Math.round((steps * (isWhole ? 1 : ofName) * explained) / bitCount(held)) * 4 + begun * 2 + (isPlain ? 1 : 0)
  }

  return { mark, heldBy, heldExactlyBy, scoreOf }
}
