import { type IndexData, shortOfOthers } from '../format/layout.ts'
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
 * those without other qualifiers, and those in whose set a word stands as well.
 */
const steps = 240
/** Products that nobody asked for, other products, those of the set that was typed, and the product that was. */
const tier = { extra: 0, card: 1, set: 2, product: 3 } as const
const stepsOfTier = 8 * steps + 8
export const maxRelevance = 4 * stepsOfTier
/** One step: a product that bears a name itself comes before one that bears it in another language. */
const otherNameLoss = 8

/** Creates the marks of what the terms of a query explain. */
export const createRelevance = ({ sections, meta }: IndexData) => {
  const bases = sections.baseTokenStart.length - 1
  const marks = {
    tokens: createMarks(sections.tokenBaseStart.length - 1),
    exactBases: createMarks(bases),
    closeBases: createMarks(bases),
    farBases: createMarks(bases),
    wholeBases: createMarks(bases),
    fullBases: createMarks(bases),
    fullNames: createMarks(sections.nameBase.length),
    fullSets: createMarks(meta.sets.length),
    names: createMarks(sections.nameBase.length),
    wholeSets: createMarks(meta.sets.length),
    sets: createMarks(meta.sets.length),
    lineSets: createMarks(meta.sets.length),
    numbers: createMarks(sections.numberDigits.length),
    nearNumbers: createMarks(sections.numberDigits.length),
    rarities: createMarks(meta.rarities.length),
    wholeRarities: createMarks(meta.rarities.length),
    /** Names of which a printing was scored. */
    shownBases: createMarks(bases),
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
    mark(relevance.fullBases, term.fullBases, mask)
    mark(relevance.fullNames, term.fullNames, mask)
    mark(relevance.fullSets, term.fullSets, mask)
    mark(relevance.sets, term.fullSets, mask)
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
 * Creates the readers of the words that a row explains. A search may call them for every row of the catalogue, so they
 * close over its arrays, which V8 then compiles in as constants: 5 to 10 % of a search.
 */
const createRowWords = (relevance: Relevance) => {
  const { rowName, rowSet, rowNumber, rowRarity, nameBase } = relevance.sections
  const { exactBases, closeBases, farBases, names, fullNames, sets, lineSets } = relevance
  const { numbers, nearNumbers, rarities } = relevance
  const hasOthers = relevance.sections.rowOthers.length > 0
  const ofOthers = createOtherMarks(relevance.sections)

  /** The words that name, set and number of a row explain as they stand. */
  const placedIn = (row: number): number => {
    const name = rowName[row] as number
    return (
      (exactBases.values[nameBase[name] as number] as number) |
      (hasOthers ? ofOthers(exactBases, row) : 0) |
      (names.values[name] as number) |
      (fullNames.values[name] as number) |
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

  return { heldBy, heldExactlyBy }
}

/** How well known a name is by the sets that it was printed in: from 0 for one to 1. */
const fame = Float64Array.from({ length: 0x100 }, (_, sets) =>
  Math.min(1, Math.log2(Math.max(1, sets)) / Math.log2(scoring.famousSets)),
)

/** Creates the memory of names with a scored printing: true the first time that it is asked for a name. */
const createShow =
  ({ values, touched }: Marks) =>
  (base: number): boolean => {
    if (values[base] !== 0) return false
    touched.push(base)
    values[base] = 1
    return true
  }

/** Creates the scorer of names that are asked for in part. */
const createNameFit = ({ sections, tokens, shownBases }: Relevance) => {
  const { baseTokenStart, baseTokens, baseShortWords, baseSets } = sections
  const show = createShow(shownBases)

  /** Whether the first so many words of a name are asked for; the caller has checked the first one. */
  const isLedBy = (base: number, words: number): boolean => {
    const start = baseTokenStart[base] as number
    for (let at = start + 1; at < start + words; at++) if (tokens.values[baseTokens[at] as number] === 0) return false
    return true
  }

  /**
   * The share of a name that is asked for, higher where the name begins with it. A well-known name makes up for what is
   * lacking, its first printing more than the others. `isBegun`: its first word is asked for.
   */
  return (base: number, inName: number, isBegun: boolean): number => {
    const words = Math.max(1, (baseTokenStart[base + 1] as number) - (baseTokenStart[base] as number))
    const isLed = isBegun && inName < words && isLedBy(base, inName)
    const least = !isLed ? 0 : inName === baseShortWords[base] ? scoring.shortName : scoring.begunName
    const share = Math.max(least, Math.min(1, inName / words))
    const known = (fame[baseSets[base] as number] as number) * (show(base) ? 1 : scoring.laterPrinting)
    return scoring.scattered * (share + (1 - share) * known)
  }
}

/** Creates the scorer of rows against the terms that were marked last. */
export const createRowScorer = (relevance: Relevance) => {
  const { rowName, rowSet, rowNumber, rowRarity, rowFlags, nameBase, nameQualifierStart } = relevance.sections
  const { baseTokenStart, baseTokens, baseShortWords, rowOtherStart, rowOthers } = relevance.sections
  const { tokens, exactBases, closeBases, farBases, wholeBases, fullBases, names, fullNames } = relevance
  const { wholeSets, fullSets, sets, numbers, wholeRarities } = relevance
  const hasOthers = rowOthers.length > 0
  const fitOfName = createNameFit(relevance)
  const show = createShow(relevance.shownBases)

  /**
   * Names and sets that the whole text is come first, extras that nobody asked for last. One printing of a token that
   * the whole text names stays with the cards, unless cards bear that name too.
   */
  const tierOf = (name: number, base: number, set: number, isExtra: boolean): number => {
    if (fullNames.values[name] !== 0) return tier.product
    const isFull = fullBases.values[base] !== 0
    if (isExtra) return isFull && baseShortWords[base] !== shortOfOthers && show(base) ? tier.card : tier.extra
    return isFull ? tier.product : fullSets.values[set] === 0 ? tier.card : tier.set
  }

  /** How well a row under one of its names matches the words that were asked for. */
  const scoreOfName = (row: number, base: number, held: number, asked: number, extras: number): number => {
    const name = rowName[row] as number
    const set = rowSet[row] as number
    const exact = (exactBases.values[base] as number) & held
    const number = (numbers.values[rowNumber[row] as number] as number) & held
    const qualifiers = (names.values[name] as number) & held
    const wholeSet = (wholeSets.values[set] as number) & held
    const sure =
      exact | number | qualifiers | wholeSet | ((wholeRarities.values[rowRarity[row] as number] as number) & held)
    const ofSet = (sets.values[set] as number) & held
    const inSet = ofSet & ~sure
    const close = (closeBases.values[base] as number) & held & ~sure & ~inSet
    const far = (farBases.values[base] as number) & held & ~sure & ~inSet & ~close
    const context = held & ~sure & ~inSet & ~close & ~far
    const misspelt = scoring.close * bitCount(close) + scoring.far * bitCount(far)
    const explained = bitCount(sure) + scoring.set * bitCount(inSet) + misspelt + scoring.context * bitCount(context)
    const inName = bitCount(exact) + misspelt
    const isBegun = tokens.values[baseTokens[baseTokenStart[base] as number] as number] !== 0
    const isWhole = ((wholeBases.values[base] as number) & held) !== 0
    // Name and number together ask for it.
    const isExtra = ((rowFlags[row] as number) & extras) !== 0 && !(isWhole && number !== 0)
    const fit = isWhole
      ? isExtra
        ? scoring.wholeExtra
        : 1
      : Math.max(
          wholeSet === held ? scoring.wholeSet : 0,
          inName > 0 ? fitOfName(base, inName, isBegun) : number !== 0 ? 1 : scoring.nameless,
        )
    const isPlain =
      (nameQualifierStart[name + 1] as number) - (nameQualifierStart[name] as number) <= bitCount(qualifiers)
    return (
      1 +
      tierOf(name, base, set, isExtra) * stepsOfTier +
      Math.round((steps * fit * explained) / bitCount(asked)) * 8 +
      (isBegun ? 4 : 0) +
      (isPlain ? 2 : 0) +
      ((ofSet & ~exact) === 0 && fullSets.values[set] === 0 ? 0 : 1)
    )
  }

  /**
   * How well a row that explains the words `held` matches those that were asked for, from 1 to `maxRelevance`; the name
   * that fits best counts. `extras` are flags of what comes last.
   */
  const scoreOf = (row: number, held: number, asked: number, extras: number): number => {
    let best = scoreOfName(row, nameBase[rowName[row] as number] as number, held, asked, extras)
    if (!hasOthers) return best
    const end = rowOtherStart[row + 1] as number
    for (let at = rowOtherStart[row] as number; at < end; at++) {
      const other = rowOthers[at] as number
      const marked =
        (exactBases.values[other] as number) | (closeBases.values[other] as number) | (farBases.values[other] as number)
      if ((marked & held) !== 0) best = Math.max(best, scoreOfName(row, other, held, asked, extras) - otherNameLoss)
    }
    return best
  }

  return { ...createRowWords(relevance), scoreOf }
}
