import { editDistance } from '../cards/edit-distance.ts'
import { foldedWords, foldText } from '../cards/fold.ts'
import type { Printing } from '../catalog/ports.ts'
import { memoizeByKey } from '../concurrency/memoize.ts'
import { fitName, type NameFit, type PreparedName, prepareName, toWord, type Word, wordSimilarity } from './name-fit.ts'
import { type KnownNumber, matchNumber, type NumberMatch, toKnownNumber } from './number-match.ts'
import type { PreparedNumber, PreparedText } from './prepared-text.ts'
import { lettersLikeness, nameLikeness, wordLikeness } from './weights.ts'

/** What speaks for and against a printing. */
export interface Evidence {
  readonly match: NumberMatch | null
  /** True when the text holds a number that neither the printing bears nor its name explains. */
  readonly openNumber: boolean
  /** 0 to 1: how much of the name stands in the text. */
  readonly coverage: number
  /** True when the name stands in the text letter by letter. */
  readonly exact: boolean
  /** How much of the text the name is, letter by letter or misread: all of it, all but numbers and stopwords, or a part. */
  readonly extent: 'all' | 'name' | 'part'
  /** 0 to 1: how well name and text explain each other; 0 for another name. */
  readonly named: number
  /** 0 to 1: how much of the text nothing about the printing explains. */
  readonly unexplained: number
  /** True when number, set, rarity and stopwords are all there is, so that no name is missed. */
  readonly isNameless: boolean
  /** True when the catalogue added the printing's own number to its name. */
  readonly ownNumber: boolean
  /** Share of the qualifiers that the text names, or `null` for a plain printing. */
  readonly qualified: number | null
  /** Share of the set's and the rarity's words that the rest of the text holds. */
  readonly setShare: number
  readonly rarityShare: number
}

/** Share of these words that stand in the rest of the text, which are marked as explained; one of five letters and more may be misspelt. */
const explain = (words: readonly Word[], explained: Float32Array, by: readonly Word[]): number => {
  let hits = 0
  for (const word of by) {
    let bestAt = -1
    let best: number = wordLikeness.minBeside
    for (let at = 0; at < words.length; at++) {
      if ((explained[at] as number) > 0) continue
      const given = words[at] as Word
      const fit =
        given.text === word.text ? 1 : Math.min(given.text.length, word.text.length) < 5 ? 0 : wordSimilarity(given, word)
      if (fit > best) [best, bestAt] = [fit, at]
      if (fit === 1) break
    }
    if (bestAt < 0) continue
    explained[bestAt] = 1
    hits++
  }
  return by.length === 0 ? 0 : hits / by.length
}

/** What the words weigh that nothing explains yet. */
const unexplainedWeight = (weights: readonly number[], explained: Float32Array): number => {
  let left = 0
  for (let at = 0; at < weights.length; at++) if ((explained[at] as number) === 0) left += weights[at] as number
  return left
}

/** Likeness of the whole names without their spaces, which survives words split, glued and misread at once. */
const lettersFit = ({ names }: PreparedText, { gluedSkeleton }: PreparedName): number => {
  let best = 0
  for (const name of names) {
    const limit = Math.floor(Math.max(name.length, gluedSkeleton.length) * lettersLikeness.maxEditShare)
    const edits = editDistance(name, gluedSkeleton, limit)
    if (edits <= limit) best = Math.max(best, lettersLikeness.max - (lettersLikeness.perEdit * edits) / Math.max(3, name.length))
  }
  return best
}

interface NameEvidence {
  readonly fit: NameFit
  /** Likeness without spaces, 0 where it was not needed. */
  readonly whole: number
  /** True when the name is all the text holds, with what looks like a number in it. */
  readonly entire: boolean
}

/** Gathers evidence about printings. It keeps prepared names, sets and numbers, since the same ones come again; its answers depend on its input alone. */
export const createEvidenceScorer = () => {
  const prepare = memoizeByKey(prepareName)
  const wordsIn = memoizeByKey((text: string) => foldedWords(foldText(text)).map(toWord))
  const knownNumber = memoizeByKey(toKnownNumber)

  const lookAtName = (text: PreparedText, name: PreparedName): NameEvidence => {
    const fit = fitName(text.words, name)
    const entire = text.letters === name.gluedSkeleton
    const whole = fit.exact
      ? 1
      : entire
        ? lettersLikeness.max
        : fit.coverage >= lettersLikeness.wellCovered
          ? 0
          : lettersFit(text, name)
    return { fit, whole, entire }
  }

  /** Makes the scorer for one text. */
  return (text: PreparedText) => {
    const evidenceOfName = memoizeByKey((name: string) => lookAtName(text, prepare(name)))

    /** Whether the text holds a number of which some word is still open. */
    const holdsOpenNumber = (explained: Float32Array): boolean =>
      text.numbers.some(({ reading: { from, to }, idle }) => {
        if (idle) return false
        for (let at = from; at < to; at++) if (explained[at] !== 1) return true
        return from === to
      })

    /** The numbers that are not words of the name (`Lose 1 Turn 10`); all of them where there is none beside the name. */
    const numbersBeside = (explained: Float32Array): readonly PreparedNumber[] => {
      if (text.numbers.length < 2) return text.numbers
      const beside = text.numbers.filter(({ reading: { from, to } }) => explained.subarray(from, to).some((share) => share !== 1))
      return beside.length > 0 ? beside : text.numbers
    }

    const qualifiersOf = (name: string, known: KnownNumber | null): readonly Word[] => {
      const { qualifiers } = prepare(name)
      // A bracketed number that is the printing's own sets it apart from nothing.
      return known === null || qualifiers.length === 0
        ? qualifiers
        : qualifiers.filter(({ text: word }) => !(/^\d+$/.test(word) && known.number?.digits === Number(word)))
    }

    /** What holds for every plain printing of a name that explains the whole text. */
    const plain = new Map<string, Evidence>()
    const scoreEvidence = (product: Printing): Evidence => {
      const known = plain.get(product.name)
      if (known !== undefined) return known
      const evidence = examine(product)
      const { match, unexplained, qualified, setShare, rarityShare } = evidence
      const same =
        match === null &&
        text.numbers.length === 0 &&
        unexplained === 0 &&
        qualified === null &&
        !evidence.ownNumber &&
        setShare + rarityShare === 0
      if (same) plain.set(product.name, evidence)
      return evidence
    }

    const examine = (product: Printing): Evidence => {
      const name = evidenceOfName(product.name)
      const known = product.number === null ? null : knownNumber(product.number)
      const match = known === null ? null : matchNumber(numbersBeside(name.fit.explained), known)
      const explained = name.fit.explained.slice()
      if (match !== null) explained.fill(1, match.reading.from, match.reading.to)
      const qualifiers = qualifiersOf(product.name, known)
      const qualified = qualifiers.length === 0 ? null : explain(text.words.words, explained, qualifiers)
      let left = unexplainedWeight(text.wordWeights, explained)
      let rarityShare = 0
      let setShare = 0
      if (left > nameLikeness.minUnexplained) {
        if (product.rarity !== null) rarityShare = explain(text.words.words, explained, wordsIn(product.rarity))
        setShare = explain(text.words.words, explained, wordsIn(`${product.setName ?? ''} ${product.setCode ?? ''}`))
        left = unexplainedWeight(text.wordWeights, explained)
      }
      const openNumber = match === null && !name.entire && holdsOpenNumber(explained)
      const coverage = Math.max(name.fit.coverage, name.whole)
      const isWhole = name.whole >= lettersLikeness.sameName && !name.fit.exact
      const unexplained = isWhole || text.nameWeight === 0 ? 0 : Math.min(1, left / text.nameWeight)
      const named = coverage < nameLikeness.minCoverage ? 0 : coverage * (1 - nameLikeness.unexplained * unexplained)
      const extent = name.entire ? 'all' : text.names.includes(prepare(product.name).gluedSkeleton) ? 'name' : 'part'
      const isNameless =
        text.nameless ||
        (match !== null && named === 0 && text.words.words.every((_, at) => text.isStopword[at] || explained[at] === 1))
      const ownNumber = qualifiers.length < prepare(product.name).qualifiers.length
      return {
        match,
        openNumber,
        coverage,
        exact: name.fit.exact,
        extent,
        named,
        unexplained,
        isNameless,
        ownNumber,
        qualified,
        setShare,
        rarityShare,
      }
    }

    return scoreEvidence
  }
}
