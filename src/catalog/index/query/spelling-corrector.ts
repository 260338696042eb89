import type { IndexSections } from '../format/layout.ts'
import type { TermDictionary } from './term-dictionary.ts'

/** A word of a text to be found in names. */
export interface QueryWord {
  readonly text: string
  /** How much it counts, from 0 to 1: below a half for words that need not belong to the name. */
  readonly weight: number
}

/** Words of names that the words of a text may be. */
export interface Corrections {
  /** Token → how well a word of the text fits it. */
  readonly fits: ReadonlyMap<number, number>
  /** What the telling words of the text weigh together. */
  readonly asked: number
  /** Telling words that are no words of any name. */
  readonly unknown: number
}

/** How freely words are read: as they stand where they are known; all of them as if misspelt; also as two glued ones of which one is misspelt. */
export type MatchMode = 'strict' | 'loose' | 'split'

/** Words from this weight on are telling. */
const significant = 0.5
/** Texts of more words are not tried with neighbours joined. */
const maxJoinableWords = 40
/** Longest word tried as three pieces. */
const maxTripleLength = 16
/** Words that a beginning is completed to at most. */
const maxCompletions = 24

/** Creates the speller over a dictionary. */
export const createSpellingCorrector = ({ tokenWeight, baseTokenStart }: IndexSections, dictionary: TermDictionary) => {
  const unknownWeight = Math.log(baseTokenStart.length)

  return (words: readonly QueryWord[], mode: MatchMode): Corrections => {
    const fits = new Map<number, number>()
    const offer = (token: number, fit: number): void => {
      if ((fits.get(token) ?? 0) < fit) fits.set(token, fit)
    }

    const offerJoined = (joined: string, known: boolean): void => {
      const whole = dictionary.find(joined)
      if (whole !== undefined) offer(whole, 0.95)
      else if (!known && joined.length >= 5) for (const near of dictionary.near(joined)) offer(near.token, near.fit * 0.9)
    }

    const offerSplits = (word: string): void => {
      for (let cut = 2; cut <= word.length - 2; cut++) {
        const first = dictionary.find(word.slice(0, cut))
        const second = first === undefined ? undefined : dictionary.find(word.slice(cut))
        if (first === undefined || second === undefined) continue
        offer(first, 0.85)
        offer(second, 0.85)
      }
    }

    /** One half is a word, the other a misspelt one: `AnimatcDead`. */
    const offerMisspeltSplits = (word: string): void => {
      for (let cut = 3; cut <= word.length - 3; cut++) {
        const [left, right] = [word.slice(0, cut), word.slice(cut)]
        const [first, second] = [dictionary.find(left), dictionary.find(right)]
        const sound = first ?? second
        if (sound === undefined || (first !== undefined && second !== undefined) || dictionary.word(sound).length < 4) continue
        const others = dictionary.near(first === undefined ? left : right)
        if (others.length > 0) offer(sound, 0.85)
        for (const { token, fit } of others) offer(token, fit * 0.85)
      }
    }

    const offerPrefix = (start: string): void => {
      const [from, to] = dictionary.prefixRange(start)
      for (let token = from; token < Math.min(to, from + maxCompletions); token++) {
        offer(token, 0.55 + 0.35 * (start.length / dictionary.word(token).length))
      }
    }

    const tokens = words.map(({ text }) => dictionary.find(text))
    let asked = 0
    let unknown = 0
    for (let at = 0; at < words.length; at++) {
      const { text, weight } = words[at] as QueryWord
      const token = tokens[at]
      if (token !== undefined) offer(token, weight)
      if (weight < significant) continue
      asked += weight * (token === undefined ? unknownWeight : (tokenWeight[token] as number))
      if (token === undefined) unknown++
      const freely = token === undefined || mode !== 'strict'
      if (freely) {
        for (const near of dictionary.near(text)) offer(near.token, near.fit * weight)
        offerSplits(text)
        if (text.length >= 3 && at === words.length - 1) offerPrefix(text)
        if (mode === 'split' && text.length >= 7) offerMisspeltSplits(text)
      }
      const next = words[at + 1]
      if (next === undefined || words.length > maxJoinableWords || (!freely && tokens[at + 1] !== undefined)) continue
      const known = token !== undefined && tokens[at + 1] !== undefined
      offerJoined(text + next.text, known)
      const third = words[at + 2]
      if (third === undefined || text.length + next.text.length + third.text.length > maxTripleLength) continue
      offerJoined(text + next.text + third.text, known && tokens[at + 2] !== undefined)
    }
    return { fits, asked, unknown }
  }
}
