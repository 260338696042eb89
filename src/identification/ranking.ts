import {
  type CardText,
  type CatalogProduct,
  editDistance,
  foldedWords,
  foldText,
  type NumberReading,
  numberSkeleton,
  readCollectorNumber,
  relateNumbers,
  skeletonOf,
} from '../catalog/ports.ts'
import type { MatchReason } from '../contract/identification.ts'
import { fitName, type NameFit, type PreparedName, prepareName, weightOf, wordFit } from './name-fit.ts'

/** A product with its rank and the reasons for it. */
export interface RankedPrinting {
  readonly product: CatalogProduct
  /** 0 to 100; 50 and more is a confident match. */
  readonly matchScore: number
  readonly matchReasons: readonly MatchReason[]
  /** Which number of the text the product bears, or `null`. */
  readonly number: NumberReading | null
}

/** Printings in the order of their fit. */
export interface Ranking {
  readonly printings: readonly RankedPrinting[]
  /** True when the leading ones cannot be told apart by what was given. */
  readonly ambiguous: boolean
}

/** What is ranked against what. */
export interface RankingInput {
  readonly text: CardText
  readonly products: readonly CatalogProduct[]
  /** The set hint of the caller. */
  readonly setHint: string | null
  /** Name of the set that hint or text resolved to. */
  readonly matchedSet: string | null
}

interface Scored extends RankedPrinting {
  readonly score: number
}

type NumberMatch = { readonly kind: 'exact' | 'normalized' | 'misread' | 'variant'; readonly reading: NumberReading }

const kindOrder = { exact: 0, normalized: 1, misread: 2, variant: 3 } as const

/** The best agreement between the numbers of the text and that of a product. */
const matchNumber = (numbers: readonly NumberReading[], written: string | null): NumberMatch | null => {
  if (written === null || numbers.length === 0) return null
  let best: NumberMatch | null = null
  const known = readCollectorNumber(written)
  if (known === null) return null
  for (const reading of numbers) {
    const relation = relateNumbers(reading.number, known)
    let kind: NumberMatch['kind'] | null = null
    if (relation === 'same') kind = reading.text.toLowerCase() === written.toLowerCase() ? 'exact' : 'normalized'
    else if (relation === 'variant') kind = 'variant'
    else if (/[a-z]/.test(known.head) && known.head.length > 3 && numberSkeleton(reading.text) === numberSkeleton(written))
      kind = 'misread'
    if (kind !== null && (best === null || kindOrder[kind] < kindOrder[best.kind])) best = { kind, reading }
  }
  return best
}

/** What a number is worth when the name says nothing: a whole code names a card, a bare number hardly. */
const numberAlone = { code: 88, prefixed: 84, fraction: 76, bare: 56 } as const
const numberAgainstName = { code: 60, prefixed: 46, fraction: 38, bare: 22 } as const

const setWordsOf = (product: CatalogProduct): string[] =>
  foldedWords(foldText(`${product.setName ?? ''} ${product.setCode ?? ''}`))

/** Share of words that the list explains, and marks them as explained. */
const explain = (words: readonly string[], explained: Float32Array, by: readonly string[], as: number): number => {
  let hits = 0
  for (const word of by) {
    let bestAt = -1
    let best = 0.8
    for (let at = 0; at < words.length; at++) {
      if ((explained[at] as number) > 0) continue
      const fit = wordFit(words[at] as string, word)
      if (fit > best) [best, bestAt] = [fit, at]
    }
    if (bestAt < 0) continue
    explained[bestAt] = as
    hits++
  }
  return by.length === 0 ? 0 : hits / by.length
}

/** Scores printings against a card text. It remembers prepared names, since the same ones come again; its answers depend on its input alone. */
export const createRanking = () => {
  const prepared = new Map<string, PreparedName>()
  const setWords = new Map<string, string[]>()
  const kept = 8192

  const prepare = (name: string): PreparedName => {
    let found = prepared.get(name)
    if (found === undefined) {
      if (prepared.size >= kept) prepared.clear()
      found = prepareName(name)
      prepared.set(name, found)
    }
    return found
  }

  const wordsOfSet = (product: CatalogProduct): string[] => {
    const key = `${product.setId} ${product.setName}`
    let found = setWords.get(key)
    if (found === undefined) {
      if (setWords.size >= kept) setWords.clear()
      found = setWordsOf(product)
      setWords.set(key, found)
    }
    return found
  }

  const rank = ({ text, products, setHint, matchedSet }: RankingInput): Ranking => {
    const words = text.words.map((word) => word.text)
    const hint = setHint === null ? null : foldText(setHint)
    const fits = new Map<string, NameFit>()
    const glued = text.readings.flatMap(({ name }) => (name === null ? [] : [skeletonOf(foldText(name).replaceAll(' ', ''))]))
    const inNumbers = words.map((_, at) => text.numbers.some(({ from, to }) => at >= from && at < to))
    const { nameless } = text
    const letters = skeletonOf(foldText(text.line).replaceAll(' ', ''))

    const fitOf = (name: string): NameFit => {
      let fit = fits.get(name)
      if (fit === undefined) {
        fit = fitName(words, prepare(name))
        fits.set(name, fit)
      }
      return fit
    }

    /** Likeness of the whole names without their spaces, which survives words split, glued and misread at once. */
    const wholeFit = (name: PreparedName): number => {
      let best = 0
      for (const asked of glued) {
        const limit = Math.floor(Math.max(asked.length, name.gluedSkeleton.length) * 0.3)
        const edits = editDistance(asked, name.gluedSkeleton, limit)
        if (edits <= limit) best = Math.max(best, 0.98 - (1.1 * edits) / Math.max(3, asked.length))
      }
      return best
    }
    const wholes = new Map<string, number>()
    const wholeOf = (name: string): number => {
      let fit = wholes.get(name)
      if (fit === undefined) {
        fit = wholeFit(prepare(name))
        wholes.set(name, fit)
      }
      return fit
    }

    const score = (product: CatalogProduct): Scored => {
      const name = prepare(product.name)
      const fit = fitOf(product.name)
      const reasons: MatchReason[] = []
      const match = matchNumber(text.numbers, product.number)
      const explained = fit.explained.slice()
      if (match !== null)
        for (let at = match.reading.from; at < match.reading.to; at++) explained[at] = Math.max(explained[at] as number, 1)

      const qualified = name.qualifiers.filter((word) => !sameNumber(word, product.number))
      const qualifierShare = explain(words, explained, qualified, 1)
      const beforeRest = leftover(words, explained, text, inNumbers)
      const rarityShare =
        beforeRest > 0 && product.rarity !== null ? explain(words, explained, foldedWords(foldText(product.rarity)), 1) : 0
      const setShare = beforeRest > 0 ? explain(words, explained, wordsOfSet(product), 1) : 0
      const left = leftover(words, explained, text, inNumbers)
      let asked = 0
      for (let at = 0; at < words.length; at++)
        if (!inNumbers[at] && !text.words[at]?.noise) asked += weightOf(words[at] as string)

      // The name is all there is, also what looks like a number in it.
      const entire = letters === name.gluedSkeleton
      const whole = fit.exact ? 1 : entire ? 0.98 : wholeOf(product.name)
      const coverage = Math.max(fit.coverage, whole)
      const unexplained = whole >= 0.9 && !fit.exact ? 0 : asked === 0 ? 0 : Math.min(1, left / asked)
      // A name of which too little is there is another name.
      const named = coverage < 0.4 ? 0 : coverage * (1 - 0.55 * unexplained)

      // Every number of the text that the name itself explains is no collector number for this product.
      const open = text.numbers.filter(
        ({ from, to, strength }) =>
          !entire &&
          !words.slice(from, to).every((_, at) => fit.explained[from + at] === 1) &&
          !(strength === 'bare' && text.words.slice(from, to).every((word) => word.noise)),
      )
      let points: number
      if (match !== null && match.kind !== 'variant') {
        reasons.push(match.kind === 'exact' ? 'number_exact' : 'number_normalized')
        const { strength } = match.reading
        if (nameless) points = numberAlone[strength]
        else if (named < 0.3) points = numberAgainstName[strength] * (0.6 + 0.4 * Math.min(1, named / 0.3))
        else points = 52 + 46 * named
        if (match.kind === 'misread') points -= 5
        if (match.kind === 'exact') points += 0.6
      } else if (match !== null) {
        reasons.push('number_normalized')
        points = nameless ? numberAlone[match.reading.strength] * 0.55 : 68 * named
      } else if (open.length > 0 && product.number !== null) {
        reasons.push('number_conflict')
        points = Math.min(46, 48 * named)
      } else if (open.length > 0) {
        reasons.push('number_missing')
        points = 66 * named
      } else points = 94 * named

      if (!nameless || fit.coverage > 0) reasons.push(nameReason(fit, coverage, named, text))
      if (hint !== null || matchedSet !== null) {
        const inSet = isInSet(product, hint, matchedSet)
        if (inSet) reasons.push(hint !== null ? 'set_exact' : 'set_inferred')
        else if (hint !== null && matchedSet !== null) reasons.push('set_conflict')
        points += inSet ? (hint !== null ? 2.5 : 1 + 2 * setShare) : reasons.includes('set_conflict') ? -12 : 0
      } else if (setShare > 0.99) points += 2
      points += 4 * rarityShare * rarityShare
      if (qualified.length > 0) {
        reasons.push(qualifierShare > 0.99 ? 'qualifier_exact' : 'qualifier_extra')
        points += 4 * qualifierShare - 4 * (1 - qualifierShare)
      }
      if (bearsItsSet(product)) points += 0.8
      // Everything above 90 shares the last ten points, so that only a printing with all on its side reaches 100.
      const limited = Math.min(100, Math.max(0, points > 90 ? 90 + (points - 90) / 2 : points))
      return {
        product,
        score: points,
        matchScore: Math.round(limited),
        matchReasons: reasons,
        number: match?.kind === 'variant' ? null : (match?.reading ?? null),
      }
    }

    const scored = products.map(score).filter(({ matchScore }) => matchScore >= leastScore)
    scored.sort((a, b) => b.score - a.score || a.product.productId - b.product.productId)
    const [first, second] = scored
    const ambiguous =
      first !== undefined && second !== undefined && first.matchScore >= confident && first.score - second.score < tellingGap
    return { printings: scored, ambiguous }
  }

  return rank
}

/** Candidates below this are noise and left out. */
const leastScore = 8
/** From here on a match is confident. */
const confident = 50
/** Scores closer than this do not tell two printings apart. */
const tellingGap = 1.5

const sameNumber = (word: string, number: string | null): boolean => {
  if (number === null || !/^\d+$/.test(word)) return false
  return readCollectorNumber(number)?.digits === Number(word)
}

/** Weight of the words that nothing explains: noise hardly counts, numbers a little. */
const leftover = (words: readonly string[], explained: Float32Array, text: CardText, inNumbers: readonly boolean[]): number => {
  let left = 0
  for (let at = 0; at < words.length; at++) {
    if ((explained[at] as number) > 0) continue
    left += weightOf(words[at] as string) * (text.words[at]?.noise ? 0.06 : inNumbers[at] ? 0.12 : 1)
  }
  return left
}

/** True where a code begins with its set's: reprints elsewhere keep the code of the set they first came in. */
const bearsItsSet = ({ setCode, number }: CatalogProduct): boolean => {
  if (setCode === null || number === null || !number.includes('-')) return false
  const code = readCollectorNumber(setCode)?.head
  return code !== undefined && readCollectorNumber(number)?.head.startsWith(code) === true
}

const nameReason = (fit: NameFit, coverage: number, named: number, text: CardText): MatchReason => {
  if (named === 0) return 'name_conflict'
  if (fit.exact)
    return fit.explained.every((part, at) => part > 0 || text.words[at]?.noise || /^\d/.test(text.words[at]?.text ?? ''))
      ? 'name_exact'
      : 'name_partial'
  return coverage >= 0.6 ? 'name_fuzzy' : 'name_partial'
}

const isInSet = (product: CatalogProduct, hint: string | null, matchedSet: string | null): boolean => {
  if (matchedSet !== null && product.setName === matchedSet) return true
  if (hint === null || product.setName === null) return false
  return [product.setName, product.setSlug, product.setCode].some((known) => known !== null && foldText(known) === hint)
}
