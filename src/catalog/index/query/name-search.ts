import { skeletonOf } from '../../../cards/look-alikes.ts'
import { createHashTableReader, hashText } from '../format/hash-table.ts'
import type { IndexSections } from '../format/layout.ts'
import { createSparseAccumulator } from './sparse-accumulator.ts'
import { type Corrections, createSpellingCorrector, type MatchMode, type QueryWord } from './spelling-corrector.ts'
import type { TermDictionary } from './term-dictionary.ts'

/** A name that a text may mean. */
export interface ScoredName {
  readonly base: number
  /** 0 to 1: how well name and text cover each other. */
  readonly score: number
  /** 0 to 1: how much of the name stands in the text. */
  readonly coverage: number
}

/** Finds the card names that a text may mean. */
export interface NameSearch {
  /** Whether a text is, but for spaces and look-alikes, a whole name. */
  readonly isName: (text: string) => boolean
  readonly word: (token: number) => string
  /** `wholes` are readings of the whole name, in case its words are split or glued. */
  readonly find: (words: readonly QueryWord[], wholes: readonly string[], limit: number) => ScoredName[]
}

/** Postings walked before common words are only verified: bounds the work on names made of everyday words. */
const postingBudget = 3000
/** Names examined closely. */
const maxScored = 48
/** A best name scoring below this sends every word through the misspellings, unless it is there whole and every word is known. */
const sureScore = 0.8
/** Below this words are also taken for two glued ones of which one is misspelt. */
const poorScore = 0.6
/** What a name scores whose letters are those of the text, but for spaces and look-alikes. */
const gluedScore = 0.96

/** Creates the finder over an index. */
export const createNameSearch = (sections: IndexSections, dictionary: TermDictionary): NameSearch => {
  const { tokenBaseStart, tokenBases, tokenWeight, baseTokenStart, baseTokens, baseWeight } = sections
  const bases = baseTokenStart.length - 1
  const scores = createSparseAccumulator(new Float32Array(bases))
  const readGlued = createHashTableReader({ start: sections.gluedStart, entries: sections.gluedEntries }, bases)
  const spell = createSpellingCorrector(sections, dictionary)

  const postings = (token: number): number => (tokenBaseStart[token + 1] as number) - (tokenBaseStart[token] as number)

  /** Scores the names that share a word with the text, rarest words first. */
  const accumulate = (fits: ReadonlyMap<number, number>): void => {
    scores.reset()
    const { values, touched } = scores
    let walked = 0
    for (const [token, fit] of [...fits].sort((a, b) => postings(a[0]) - postings(b[0]))) {
      const length = postings(token)
      if (walked > 0 && walked + length > postingBudget) break
      walked += length
      const gain = fit * (tokenWeight[token] as number)
      const end = tokenBaseStart[token + 1] as number
      for (let at = tokenBaseStart[token] as number; at < end; at++) {
        const base = tokenBases[at] as number
        const score = values[base] as number
        if (score === 0) touched.push(base)
        values[base] = score + gain
      }
    }
  }

  /** The most promising names by what was walked. */
  const promising = (): number[] => {
    const best: number[] = []
    const bestScores: number[] = []
    let least = 0
    for (const base of scores.touched) {
      const gained = scores.values[base] as number
      const score = (gained * gained) / (baseWeight[base] as number)
      if (score <= least) continue
      let at = Math.min(best.length, maxScored - 1)
      while (at > 0 && (bestScores[at - 1] as number) < score) {
        best[at] = best[at - 1] as number
        bestScores[at] = bestScores[at - 1] as number
        at--
      }
      best[at] = base
      bestScores[at] = score
      if (best.length === maxScored) least = bestScores[maxScored - 1] as number
    }
    return best
  }

  const score = (base: number, { fits, asked }: Corrections): ScoredName => {
    let gained = 0
    const end = baseTokenStart[base + 1] as number
    for (let at = baseTokenStart[base] as number; at < end; at++) {
      const token = baseTokens[at] as number
      gained += (fits.get(token) ?? 0) * (tokenWeight[token] as number)
    }
    const coverage = gained / (baseWeight[base] as number)
    return { base, coverage, score: coverage * Math.sqrt(asked === 0 ? 1 : Math.min(1, gained / asked)) }
  }

  /** Names whose letters, without spaces and look-alikes made equal, are those of the text. */
  const glued = (wholes: readonly string[]): number[] => {
    const found: number[] = []
    for (const whole of wholes) {
      const letters = whole.replaceAll(' ', '')
      if (letters.length >= 2) readGlued(hashText(skeletonOf(letters)), found)
    }
    return found
  }

  const attempt = (corrections: Corrections, whole: readonly number[]): ScoredName[] => {
    accumulate(corrections.fits)
    const found = promising().map((base) => score(base, corrections))
    for (const base of whole) {
      const at = found.findIndex((match) => match.base === base)
      if (at < 0) found.push({ base, score: gluedScore, coverage: gluedScore })
      else if ((found[at] as ScoredName).score < gluedScore) found[at] = { base, score: gluedScore, coverage: gluedScore }
    }
    return found.sort((a, b) => b.score - a.score)
  }

  const isSure = ({ score, coverage, base }: ScoredName, { unknown }: Corrections): boolean =>
    score >= sureScore ||
    (unknown === 0 && coverage > 0.99 && (baseTokenStart[base + 1] as number) - (baseTokenStart[base] as number) > 1)

  const find = (words: readonly QueryWord[], wholes: readonly string[], limit: number): ScoredName[] => {
    if (words.length === 0 || bases === 0) return []
    const whole = glued(wholes)
    let found: ScoredName[] = []
    for (const mode of ['strict', 'loose', 'split'] as const satisfies readonly MatchMode[]) {
      const corrections = spell(words, mode)
      found = attempt(corrections, whole)
      const best = found[0]
      if (best !== undefined && (mode === 'strict' ? isSure(best, corrections) : best.score >= poorScore)) break
    }
    return found.slice(0, limit)
  }

  return { find, isName: (text) => glued([text]).length > 0, word: dictionary.word }
}
