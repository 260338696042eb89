import { skeletonOf } from '../../../cards/look-alikes.ts'
import { createHashTableReader, hashText } from '../format/hash-table.ts'
import type { IndexSections } from '../format/layout.ts'
import { nameScoring } from './scoring.ts'
import { createSparseAccumulator } from './sparse-accumulator.ts'
import { type Corrections, createSpellingCorrector, type MatchMode, type QueryWord } from './spelling-corrector.ts'
import type { TermDictionary } from './term-dictionary.ts'

const { postingBudget, candidates: maxCandidates, gluedScore, sureScore, poorScore } = nameScoring

export interface ScoredName {
  readonly base: number
  /** 0 to 1: how well name and text cover each other. */
  readonly score: number
  /** 0 to 1: how much of the name stands in the text. */
  readonly coverage: number
}

type AllowsName = ((base: number) => boolean) | null

export interface FindNamesOptions {
  readonly limit: number
  /**
   * Which names may be found, asked before the limit, `null` for all; the others still settle how freely words match.
   */
  readonly allows: AllowsName
  /** Share of the best score from which a name is near. */
  readonly nearShare: number
}

export interface FoundNames {
  /** Best first. */
  readonly names: readonly ScoredName[]
  /**
   * Near names beyond the limit, in no order, by what was walked; to be asked before the next search, which walks anew.
   */
  readonly beyond: () => readonly number[]
}

/** Creates the search for names; `scores` holds what the last text walked, `found` what was found for one request. */
export const createNameSearch = (sections: IndexSections, dictionary: TermDictionary) => {
  const bases = sections.baseTokenStart.length - 1
  return {
    sections,
    dictionary,
    bases,
    found: new Set<number>(),
    scores: createSparseAccumulator(new Float32Array(bases)),
    readGlued: createHashTableReader(sections.gluedStart, sections.gluedEntries, bases),
    correct: createSpellingCorrector(sections, dictionary),
  }
}

export type NameSearch = ReturnType<typeof createNameSearch>

/** Scores the names that share a word with the text, rarest words first. */
const accumulate = ({ sections, scores }: NameSearch, fits: ReadonlyMap<number, number>): void => {
  const { tokenBaseStart, tokenBases, tokenWeight } = sections
  const { values, touched } = scores
  const postingCount = (token: number): number =>
    (tokenBaseStart[token + 1] as number) - (tokenBaseStart[token] as number)
  scores.reset()
  let walked = 0
  for (const [token, fit] of [...fits].sort((a, b) => postingCount(a[0]) - postingCount(b[0]))) {
    const count = postingCount(token)
    if (walked > 0 && walked + count > postingBudget) break
    walked += count
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
const promising = ({ sections: { baseWeight }, scores }: NameSearch, allows: AllowsName): number[] => {
  const { values, touched } = scores
  const best: number[] = []
  const bestScores: number[] = []
  let minScore = 0
  for (const base of touched) {
    const gained = values[base] as number
    const score = (gained * gained) / (baseWeight[base] as number)
    if (score <= minScore || allows?.(base) === false) continue
    let at = Math.min(best.length, maxCandidates - 1)
    while (at > 0 && (bestScores[at - 1] as number) < score) {
      best[at] = best[at - 1] as number
      bestScores[at] = bestScores[at - 1] as number
      at--
    }
    best[at] = base
    bestScores[at] = score
    if (best.length === maxCandidates) minScore = bestScores[maxCandidates - 1] as number
  }
  return best
}

const scoreOf = (coverage: number, gained: number, { queryWeight }: Corrections): number =>
  coverage * Math.sqrt(queryWeight === 0 ? 1 : Math.min(1, gained / queryWeight))

const scoreName = ({ sections }: NameSearch, base: number, corrections: Corrections): ScoredName => {
  const { baseTokens, baseTokenStart, baseWeight, tokenWeight } = sections
  let gained = 0
  const end = baseTokenStart[base + 1] as number
  for (let at = baseTokenStart[base] as number; at < end; at++) {
    const token = baseTokens[at] as number
    gained += (corrections.fits.get(token) ?? 0) * (tokenWeight[token] as number)
  }
  const coverage = gained / (baseWeight[base] as number)
  return { base, coverage, score: scoreOf(coverage, gained, corrections) }
}

/** Names whose letters, without spaces and look-alikes made equal, are those of the text. */
const gluedNames = ({ readGlued }: NameSearch, fullNames: readonly string[]): number[] => {
  const found: number[] = []
  for (const name of fullNames) {
    const letters = name.replaceAll(' ', '')
    if (letters.length >= 2) readGlued(hashText(skeletonOf(letters)), found)
  }
  return found
}

/** Whether a text is, but for spaces and look-alikes, a whole name. */
export const isName = (search: NameSearch, text: string): boolean => gluedNames(search, [text]).length > 0

/** The best of the allowed names among those that were walked or are glued. */
const rankNames = (
  search: NameSearch,
  corrections: Corrections,
  gluedBases: readonly number[],
  allows: AllowsName,
): ScoredName[] => {
  const found = promising(search, allows).map((base) => scoreName(search, base, corrections))
  for (const base of gluedBases) {
    if (allows?.(base) === false) continue
    const glued = { base, score: gluedScore, coverage: gluedScore }
    const at = found.findIndex((name) => name.base === base)
    if (at < 0) found.push(glued)
    else if ((found[at] as ScoredName).score < gluedScore) found[at] = glued
  }
  return found.sort((a, b) => b.score - a.score)
}

const isSure = (
  { sections: { baseTokenStart } }: NameSearch,
  { score, coverage, base }: ScoredName,
  { unknownWords }: Corrections,
): boolean =>
  score >= sureScore ||
  (unknownWords === 0 && coverage > 0.99 && (baseTokenStart[base + 1] as number) - (baseTokenStart[base] as number) > 1)

/** Near names that were walked and are not among the found. */
const nearBeyond = (
  { sections: { baseWeight }, scores }: NameSearch,
  found: readonly ScoredName[],
  corrections: Corrections,
  { allows, nearShare }: FindNamesOptions,
): number[] => {
  const known = new Set(found.map(({ base }) => base))
  const minScore = (found[0]?.score ?? 0) * nearShare
  const near: number[] = []
  for (const base of scores.touched) {
    const gained = scores.values[base] as number
    const coverage = gained / (baseWeight[base] as number)
    if (coverage < minScore || scoreOf(coverage, gained, corrections) < minScore) continue
    if (!known.has(base) && allows?.(base) !== false) near.push(base)
  }
  return near
}

/**
 * Finds names by coverage: the share of a name's words, weighted by their inverse document frequency (Spärck Jones,
 * 1972), that stands in the text, times the root of the share of the text that stands in the name. Postings are walked
 * from the rarest word on, within a budget. `fullNames` are readings of the whole name, in case its words are split or
 * glued.
 */
export const findNames = (
  search: NameSearch,
  words: readonly QueryWord[],
  fullNames: readonly string[],
  options: FindNamesOptions,
): FoundNames => {
  if (words.length === 0 || search.bases === 0) return { names: [], beyond: () => [] }
  const gluedBases = gluedNames(search, fullNames)
  let corrections = search.correct(words, 'strict')
  let ranked: ScoredName[] = []
  for (const mode of ['strict', 'loose', 'split'] as const satisfies readonly MatchMode[]) {
    if (mode !== 'strict') corrections = search.correct(words, mode)
    accumulate(search, corrections.fits)
    ranked = rankNames(search, corrections, gluedBases, null)
    const [best] = ranked
    if (best !== undefined && (mode === 'strict' ? isSure(search, best, corrections) : best.score >= poorScore)) break
  }
  const { allows, limit } = options
  const best = allows === null ? ranked : ranked.filter(({ base }) => allows(base))
  // None of the best may be found: those below them are looked through.
  const isEnough = best.length > 0 || ranked.length < maxCandidates
  const names = (isEnough ? best : rankNames(search, corrections, gluedBases, allows)).slice(0, limit)
  for (const { base } of names) search.found.add(base)
  return { names, beyond: () => (names.length < limit ? [] : nearBeyond(search, names, corrections, options)) }
}
