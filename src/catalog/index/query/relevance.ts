import type { IndexData } from '../format/layout.ts'
import type { QueryTerm } from './query-terms.ts'
import { searchScoring as scoring } from './scoring.ts'
import { createSparseAccumulator } from './sparse-accumulator.ts'

/** For everything of one kind the words of the query that it explains, one bit each. */
const createMarks = (count: number) => createSparseAccumulator(new Uint32Array(count))
type Marks = ReturnType<typeof createMarks>

const mark = (
  { values, touched }: Marks,
  places: ArrayLike<number>,
  mask: number,
  from = 0,
  to = places.length,
): void => {
  for (let place = from; place < to; place++) {
    const at = places[place] as number
    if (values[at] === 0) touched.push(at)
    values[at] = (values[at] as number) | mask
  }
}

const bitCount = (bits: number): number => {
  let left = bits - ((bits >>> 1) & 0x55555555)
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333)
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/**
 * Steps of relevance: by how much of name and query explain each other, then names that begin with a word of the query,
 * then those without other qualifiers.
 */
const steps = 240
export const maxRelevance = 4 * steps + 4
/** One step: a product that bears a name itself comes before one that bears it in another language. */
const otherNameLoss = 4

/** Creates the marks of what the terms of a query explain. */
export const createRelevance = ({ sections, meta }: IndexData) => {
  const bases = sections.baseTokenStart.length - 1
  const marks = {
    tokens: createMarks(sections.tokenBaseStart.length - 1),
    exactBases: createMarks(bases),
    closeBases: createMarks(bases),
    farBases: createMarks(bases),
    wholeBases: createMarks(bases),
    names: createMarks(sections.nameBase.length),
    wholeSets: createMarks(meta.sets.length),
    sets: createMarks(meta.sets.length),
    lineSets: createMarks(meta.sets.length),
    numbers: createMarks(sections.numberDigits.length),
    nearNumbers: createMarks(sections.numberDigits.length),
    rarities: createMarks(meta.rarities.length),
    wholeRarities: createMarks(meta.rarities.length),
  }
  return { sections, ...marks, all: Object.values(marks) }
}

export type Relevance = ReturnType<typeof createRelevance>

const markTokens = ({ sections, tokens, names }: Relevance, found: readonly number[], bases: Marks, mask: number) => {
  const { tokenBases, tokenBaseStart, tokenNames, tokenNameStart } = sections
  mark(tokens, found, mask)
  for (const token of found) {
    mark(bases, tokenBases, mask, tokenBaseStart[token], tokenBaseStart[token + 1])
    mark(names, tokenNames, mask, tokenNameStart[token], tokenNameStart[token + 1])
  }
}

export const markTerms = (relevance: Relevance, terms: readonly QueryTerm[]): void => {
  for (const marks of relevance.all) marks.reset()
  for (const term of terms) {
    const { mask } = term
    markTokens(relevance, term.exactTokens, relevance.exactBases, mask)
    markTokens(relevance, term.closeTokens, relevance.closeBases, mask)
    markTokens(relevance, term.farTokens, relevance.farBases, mask)
    mark(relevance.exactBases, term.phraseBases, mask)
    mark(relevance.exactBases, term.wholeBases, mask)
    mark(relevance.wholeBases, term.wholeBases, mask)
    mark(relevance.wholeSets, term.wholeSets, mask)
    mark(relevance.sets, term.wholeSets, mask)
    mark(relevance.sets, term.sets, mask)
    mark(relevance.lineSets, term.lineSets, mask)
    mark(relevance.numbers, term.numbers, mask)
    mark(relevance.nearNumbers, term.nearNumbers, mask)
    mark(relevance.rarities, term.rarities, mask)
    mark(relevance.wholeRarities, term.wholeRarities, mask)
  }
}

/** Creates the reader of the words that the other names of a row explain by some marks. */
const createOtherMarks =
  ({ rowOtherStart, rowOthers }: Relevance['sections']) =>
  ({ values }: Marks, row: number): number => {
    let explained = 0
    const end = rowOtherStart[row + 1] as number
    for (let at = rowOtherStart[row] as number; at < end; at++) explained |= values[rowOthers[at] as number] as number
    return explained
  }

/**
 * Creates the scorer of rows against the terms that were marked last. It asks of up to every row of the catalogue, so
 * it closes over its arrays, which V8 then compiles in as constants: 5 to 10 % of a search.
 */
export const createRowScorer = (relevance: Relevance) => {
  const { rowName, rowSet, rowNumber, rowRarity, nameBase, nameQualifierStart, baseTokenStart, baseTokens } =
    relevance.sections
  const { tokens, exactBases, closeBases, farBases, wholeBases, names, wholeSets, sets, lineSets } = relevance
  const { numbers, nearNumbers, rarities, wholeRarities } = relevance
  const { rowOtherStart, rowOthers } = relevance.sections
  const hasOthers = rowOthers.length > 0
  const ofOthers = createOtherMarks(relevance.sections)

  /** The words that name, set and number of a row explain as they stand. */
  const placedIn = (row: number): number => {
    const name = rowName[row] as number
    return (
      (exactBases.values[nameBase[name] as number] as number) |
      (hasOthers ? ofOthers(exactBases, row) : 0) |
      (names.values[name] as number) |
      (sets.values[rowSet[row] as number] as number) |
      (numbers.values[rowNumber[row] as number] as number)
    )
  }

  /** The words that its product line and rarity explain. */
  const contextOf = (row: number): number =>
    (lineSets.values[rowSet[row] as number] as number) | (rarities.values[rowRarity[row] as number] as number)

  /** The words that a row explains as they stand; what it is counts only beside a word of what it is called. */
  const heldExactlyBy = (row: number): number => {
    const placed = placedIn(row)
    return placed === 0 ? 0 : placed | contextOf(row)
  }

  /** The words that a row explains, those too that are begun, misspelt or nearly its number. */
  const heldBy = (row: number): number => {
    const base = nameBase[rowName[row] as number] as number
    const near = nearNumbers.values[rowNumber[row] as number] as number
    const others = hasOthers ? ofOthers(closeBases, row) | ofOthers(farBases, row) : 0
    const placed =
      placedIn(row) | (closeBases.values[base] as number) | (farBases.values[base] as number) | others | near
    return placed === 0 ? 0 : placed | contextOf(row)
  }

  /** How well a row under one of its names matches the words that it explains. */
  const scoreOfName = (row: number, base: number, held: number): number => {
    const name = rowName[row] as number
    const set = rowSet[row] as number
    const exact = (exactBases.values[base] as number) & held
    const number = (numbers.values[rowNumber[row] as number] as number) & held
    const qualifiers = (names.values[name] as number) & held
    const whole = (wholeSets.values[set] as number) | (wholeRarities.values[rowRarity[row] as number] as number)
    const sure = exact | number | qualifiers | (whole & held)
    const inSet = (sets.values[set] as number) & held & ~sure
    const close = (closeBases.values[base] as number) & held & ~sure & ~inSet
    const far = (farBases.values[base] as number) & held & ~sure & ~inSet & ~close
    const context = held & ~sure & ~inSet & ~close & ~far
    const misspelt = scoring.close * bitCount(close) + scoring.far * bitCount(far)
    const explained = bitCount(sure) + scoring.set * bitCount(inSet) + misspelt + scoring.context * bitCount(context)
    const isWhole = ((wholeBases.values[base] as number) & held) !== 0
    const inName = bitCount(exact) + misspelt
    const baseWords = Math.max(1, (baseTokenStart[base + 1] as number) - (baseTokenStart[base] as number))
    const ofName =
      inName > 0 ? scoring.scattered * Math.min(1, inName / baseWords) : number !== 0 ? 1 : scoring.nameless
    const begun = tokens.values[baseTokens[baseTokenStart[base] as number] as number] === 0 ? 0 : 1
    const isPlain =
      (nameQualifierStart[name + 1] as number) - (nameQualifierStart[name] as number) <= bitCount(qualifiers)
    return (
      1 + Math.round((steps * (isWhole ? 1 : ofName) * explained) / bitCount(held)) * 4 + begun * 2 + (isPlain ? 1 : 0)
    )
  }

  /** How well a row matches the words that it explains, from 1 to `maxRelevance`; the name that fits best counts. */
  const scoreOf = (row: number, held: number): number => {
    let best = scoreOfName(row, nameBase[rowName[row] as number] as number, held)
    if (!hasOthers) return best
    const end = rowOtherStart[row + 1] as number
    for (let at = rowOtherStart[row] as number; at < end; at++) {
      const other = rowOthers[at] as number
      const marked =
        (exactBases.values[other] as number) | (closeBases.values[other] as number) | (farBases.values[other] as number)
      if ((marked & held) !== 0) best = Math.max(best, scoreOfName(row, other, held) - otherNameLoss)
    }
    return best
  }

  return { heldBy, heldExactlyBy, scoreOf }
}
