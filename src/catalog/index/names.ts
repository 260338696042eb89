import { skeletonOf } from '../text/skeleton.ts'
import { createBucketReader, hashText } from './buckets.ts'
import type { IndexSections } from './layout.ts'
import type { Vocabulary } from './vocabulary.ts'

/** A word of a text to be found in names. */
export interface QueryWord {
  readonly text: string
  /** How much it counts, from 0 to 1: less for words that need not belong to the name. */
  readonly weight: number
}

/** A name that a text may mean. */
export interface NameMatch {
  readonly base: number
  /** 0 to 1: how well name and text cover each other. */
  readonly score: number
  /** 0 to 1: how much of the name stands in the text. */
  readonly coverage: number
}

/** Finds the card names that a text may mean. */
export interface NameFinder {
  /** `wholes` are readings of the whole name, in case its words are split or glued. */
  readonly word: (token: number) => string
  readonly find: (words: readonly QueryWord[], wholes: readonly string[], limit: number) => NameMatch[]
}

/** Postings walked before common words are only verified: bounds the work on names made of everyday words. */
const postingBudget = 9000
/** Names examined closely. */
const closely = 48
/** A best name scoring below this sends every word through the misspellings. */
const sureScore = 0.8
/** Below this words are also taken for two glued ones of which one is misspelt. */
const poorScore = 0.6
/** Words longer than this many are not joined with their neighbours. */
const mostWords = 40

/** Creates the finder over an index; it keeps one score per name, cleared after every use. */
export const createNameFinder = (sections: IndexSections, vocabulary: Vocabulary): NameFinder => {
  const { tokenBaseStart, tokenBases, tokenWeight, baseTokenStart, baseTokens, baseWeight } = sections
  const bases = baseTokenStart.length - 1
  const scores = new Float32Array(bases)
  const readGlued = createBucketReader({ start: sections.gluedStart, entries: sections.gluedEntries }, bases)
  const unknownWeight = Math.log(1 + bases)

  const postings = (token: number): number => (tokenBaseStart[token + 1] as number) - (tokenBaseStart[token] as number)

  const offer = (fits: Map<number, number>, token: number, fit: number): void => {
    if ((fits.get(token) ?? 0) < fit) fits.set(token, fit)
  }

  /** Tokens that each word may be, with their fit; the sum of what the words weigh. */
  const spell = (words: readonly QueryWord[], loosely: boolean): { fits: Map<number, number>; asked: number } => {
    const fits = new Map<number, number>()
    let asked = 0
    const tokens = words.map(({ text }) => vocabulary.find(text))
    for (const [at, { text, weight }] of words.entries()) {
      const token = tokens[at]
      if (weight >= 0.5) asked += weight * (token === undefined ? unknownWeight : (tokenWeight[token] as number))
      if (token !== undefined) offer(fits, token, weight)
      if (weight < 0.5) continue
      if (loosely || token === undefined) for (const near of vocabulary.near(text)) offer(fits, near.token, near.fit * weight)
      if (token === undefined || loosely) {
        for (let cut = 2; cut <= text.length - 2; cut++) offerSplit(fits, text.slice(0, cut), text.slice(cut))
        if (text.length >= 3 && at === words.length - 1) offerBeginning(fits, text)
      }
      if (at + 1 >= words.length || words.length > mostWords) continue
      if (token !== undefined && tokens[at + 1] !== undefined && !loosely) continue
      const pair = text + (words[at + 1] as QueryWord).text
      offerJoined(fits, pair)
      const third = words[at + 2]
      if (third !== undefined && pair.length + third.text.length <= 16) offerJoined(fits, pair + third.text)
    }
    return { fits, asked }
  }

  const offerJoined = (fits: Map<number, number>, joined: string): void => {
    const whole = vocabulary.find(joined)
    if (whole !== undefined) offer(fits, whole, 0.95)
    else if (joined.length >= 5) for (const near of vocabulary.near(joined)) offer(fits, near.token, near.fit * 0.9)
  }

  const offerSplit = (fits: Map<number, number>, left: string, right: string): void => {
    const first = vocabulary.find(left)
    const second = vocabulary.find(right)
    if (first === undefined || second === undefined) return
    offer(fits, first, 0.85)
    offer(fits, second, 0.85)
  }

  /** One half is a word, the other a misspelt one: `AnimatcDead`. */
  const offerMisspeltSplits = (fits: Map<number, number>, word: string): void => {
    for (let cut = 3; cut <= word.length - 3; cut++) {
      const halves = [word.slice(0, cut), word.slice(cut)] as const
      const known = halves.map(vocabulary.find)
      if ((known[0] === undefined) === (known[1] === undefined)) continue
      const sound = known[0] ?? (known[1] as number)
      if (vocabulary.word(sound).length < 4) continue
      const others = vocabulary.near(known[0] === undefined ? halves[0] : halves[1])
      if (others.length === 0) continue
      offer(fits, sound, 0.85)
      for (const { token, fit } of others) offer(fits, token, fit * 0.85)
    }
  }

  const offerBeginning = (fits: Map<number, number>, start: string): void => {
    const [from, to] = vocabulary.beginningWith(start)
    for (let token = from; token < Math.min(to, from + 24); token++) {
      offer(fits, token, 0.55 + 0.35 * (start.length / vocabulary.word(token).length))
    }
  }

  /** Scores the names that share a word with the text, rarest words first. */
  const gather = (fits: Map<number, number>): number[] => {
    const touched: number[] = []
    let walked = 0
    for (const [token, fit] of [...fits].sort((a, b) => postings(a[0]) - postings(b[0]))) {
      const length = postings(token)
      if (walked > 0 && walked + length > postingBudget) continue
      walked += length
      const gain = fit * (tokenWeight[token] as number)
      const end = tokenBaseStart[token + 1] as number
      for (let at = tokenBaseStart[token] as number; at < end; at++) {
        const base = tokenBases[at] as number
        const score = scores[base] as number
        if (score === 0) touched.push(base)
        scores[base] = score + gain
      }
    }
    return touched
  }

  /** The most promising names by what was walked, and the scores cleared. */
  const promising = (touched: readonly number[]): number[] => {
    const best: number[] = []
    const bestScores: number[] = []
    for (const base of touched) {
      const gained = scores[base] as number
      scores[base] = 0
      const score = (gained * gained) / (baseWeight[base] as number)
      if (best.length === closely && score <= (bestScores[closely - 1] as number)) continue
      let at = Math.min(best.length, closely - 1)
      while (at > 0 && (bestScores[at - 1] as number) < score) {
        best[at] = best[at - 1] as number
        bestScores[at] = bestScores[at - 1] as number
        at--
      }
      best[at] = base
      bestScores[at] = score
    }
    return best
  }

  const score = (base: number, fits: Map<number, number>, asked: number): NameMatch => {
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

  const attempt = (words: readonly QueryWord[], loosely: boolean, whole: readonly number[], splits = false): NameMatch[] => {
    const { fits, asked } = spell(words, loosely)
    if (splits) for (const { text, weight } of words) if (weight >= 0.5 && text.length >= 7) offerMisspeltSplits(fits, text)
    const found = promising(gather(fits)).map((base) => score(base, fits, asked))
    for (const base of whole) {
      const at = found.findIndex((match) => match.base === base)
      if (at < 0) found.push({ base, score: 0.96, coverage: 0.96 })
      else if ((found[at] as NameMatch).score < 0.96) found[at] = { base, score: 0.96, coverage: 0.96 }
    }
    return found.sort((a, b) => b.score - a.score)
  }

  const find = (words: readonly QueryWord[], wholes: readonly string[], limit: number): NameMatch[] => {
    if (words.length === 0 || bases === 0) return []
    const whole = glued(wholes)
    const exact = attempt(words, false, whole)
    const best = exact[0]
    if (best !== undefined && best.score >= sureScore) return exact.slice(0, limit)
    const loose = attempt(words, true, whole)
    if ((loose[0]?.score ?? 0) >= poorScore) return loose.slice(0, limit)
    return attempt(words, true, whole, true).slice(0, limit)
  }

  return { find, word: vocabulary.word }
}
