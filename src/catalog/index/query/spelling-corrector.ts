import { foldedPossessive } from '../../../cards/possessive.ts'
import type { IndexSections } from '../format/layout.ts'
import { fitWeights, correctionLimits as limits, nameScoring } from './scoring.ts'
import type { TermDictionary } from './term-dictionary.ts'

export interface QueryWord {
  readonly text: string
  /** How much it counts, from 0 to 1. */
  readonly weight: number
}

/** Words of names that the words of a text may be. */
export interface Corrections {
  /** How well a word of the text fits each token, where one does. */
  readonly fits: ReadonlyMap<number, number>
  /** What the significant words of the text weigh together. */
  readonly queryWeight: number
  /** Significant words that stand in no name. */
  readonly unknownWords: number
}

/**
 * What a word may be: itself where it is known; any similar word; also two words written as one, of which one is
 * misspelt.
 */
export type MatchMode = 'strict' | 'loose' | 'split'

/**
 * Creates a spelling corrector over the words of all names: edits, words joined and split, and a prefix where the text
 * ends.
 */
export const createSpellingCorrector = ({ tokenWeight, baseTokenStart }: IndexSections, dictionary: TermDictionary) => {
  const unknownWeight = Math.log(baseTokenStart.length)

  return (words: readonly QueryWord[], mode: MatchMode): Corrections => {
    const fits = new Map<number, number>()
    const offer = (token: number, fit: number): void => {
      if ((fits.get(token) ?? 0) < fit) fits.set(token, fit)
    }

    const offerJoined = (joined: string, areKnown: boolean): void => {
      const whole = dictionary.find(joined)
      if (whole !== undefined) offer(whole, fitWeights.joined)
      else if (!areKnown && joined.length >= limits.joinedMisspeltFrom)
        for (const { token, fit } of dictionary.similar(joined)) offer(token, fit * fitWeights.joinedMisspelt)
    }

    const offerSplits = (word: string): void => {
      for (let cut = 2; cut <= word.length - 2; cut++) {
        const first = dictionary.find(word.slice(0, cut))
        const second = first === undefined ? undefined : dictionary.find(word.slice(cut))
        if (first === undefined || second === undefined) continue
        offer(first, fitWeights.split)
        offer(second, fitWeights.split)
      }
    }

    /** One half is a word, the other a misspelt one: `AnimatcDead`. */
    const offerMisspeltSplits = (word: string): void => {
      for (let cut = 3; cut <= word.length - 3; cut++) {
        const [left, right] = [word.slice(0, cut), word.slice(cut)]
        const [first, second] = [dictionary.find(left), dictionary.find(right)]
        const known = first ?? second
        if (known === undefined || (first !== undefined && second !== undefined) || dictionary.word(known).length < 4)
          continue
        const others = dictionary.similar(first === undefined ? left : right)
        if (others.length > 0) offer(known, fitWeights.split)
        for (const { token, fit } of others) offer(token, fit * fitWeights.split)
      }
    }

    const offerCompletions = (prefix: string): void => {
      const [from, to] = dictionary.prefixRange(prefix)
      for (let token = from; token < Math.min(to, from + limits.prefixCompletions); token++) {
        offer(token, fitWeights.prefix + fitWeights.prefixShare * (prefix.length / dictionary.word(token).length))
      }
    }

    const tokens = words.map(({ text }) => dictionary.find(text))
    let queryWeight = 0
    let unknownWords = 0
    for (let at = 0; at < words.length; at++) {
      const { text, weight } = words[at] as QueryWord
      const token = tokens[at]
      if (token !== undefined) offer(token, weight)
      const owner = dictionary.possessiveBases(text).length === 0 ? undefined : dictionary.find(foldedPossessive(text))
      if (owner !== undefined) offer(owner, weight * fitWeights.possessive)
      if (weight < nameScoring.significantWeight) continue
      queryWeight += weight * (token === undefined ? unknownWeight : (tokenWeight[token] as number))
      if (token === undefined) unknownWords++
      const isCorrected = token === undefined || mode !== 'strict'
      if (isCorrected) {
        for (const similar of dictionary.similar(text)) offer(similar.token, similar.fit * weight)
        offerSplits(text)
        if (text.length >= limits.prefixFrom && at === words.length - 1) offerCompletions(text)
        if (mode === 'split' && text.length >= limits.splitMisspeltFrom) offerMisspeltSplits(text)
      }
      const next = words[at + 1]
      if (next === undefined || words.length > limits.joinableWords || (!isCorrected && tokens[at + 1] !== undefined))
        continue
      const areKnown = token !== undefined && tokens[at + 1] !== undefined
      offerJoined(text + next.text, areKnown)
      const third = words[at + 2]
      if (third === undefined || text.length + next.text.length + third.text.length > limits.joinedTripleLetters)
        continue
      offerJoined(text + next.text + third.text, areKnown && tokens[at + 2] !== undefined)
    }
    return { fits, queryWeight, unknownWords }
  }
}
