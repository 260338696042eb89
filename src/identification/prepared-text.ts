import { numberSkeleton } from '../cards/collector-number.ts'
import { foldLetters } from '../cards/fold.ts'
import { skeletonOf } from '../cards/look-alikes.ts'
import { maxRarityWords, otherRarity, yugiohRarity } from '../cards/rarities.ts'
import type { CardText, NumberReading, SetMention, TextSpan, TextWord } from '../catalog/ports.ts'
import type { CardLine } from './card-text.ts'
import { isGlueWord, type PreparedWords, prepareWords, wordWeight } from './name-fit.ts'
import { unexplainedShares } from './weights.ts'

/** A number of the text with what comparison needs of it. */
export interface PreparedNumber {
  readonly reading: NumberReading
  readonly lower: string
  readonly skeleton: string
  /** Its words, but for stopwords where it has others. */
  readonly words: readonly number[]
  /**
   * True for a number among stopwords that is no fraction and no code, and for one that may count copies: they
   * contradict nothing.
   */
  readonly contradictsNothing: boolean
}

/** A run of words that names sets, made ready. */
export interface PreparedMention extends TextSpan {
  readonly setIds: ReadonlySet<number>
  /** Its words, but for those that stand in any name, as `of`. */
  readonly words: readonly number[]
  /** The number behind the set's code in the same words, or `null`. */
  readonly number: PreparedNumber | null
  /** The text without them. */
  readonly rest: PreparedWords
}

/** Words that name a rarity. */
export interface PreparedRarity extends TextSpan {
  readonly words: string
}

/** A card text made ready to be compared with many products. */
export interface PreparedText {
  readonly words: PreparedWords
  readonly numbers: readonly PreparedNumber[]
  readonly mentions: readonly PreparedMention[]
  readonly rarities: readonly PreparedRarity[]
  readonly nameless: boolean
  /** Words that speak of the copy. */
  readonly copyWords: readonly number[]
  /** For each word whether it is a stopword. */
  readonly isStopword: readonly boolean[]
  /** What each word weighs when nothing explains it: stopwords hardly anything, numbers little. */
  readonly wordWeights: readonly number[]
  /** Words that may belong to the name, and what they weigh together. */
  readonly nameWords: readonly number[]
  readonly nameWeight: number
  /** Skeletons of the readings' names without spaces, each once. */
  readonly names: readonly string[]
  /** Skeleton of the whole text without spaces. */
  readonly letters: string
}

const gluedSkeleton = (text: string): string => skeletonOf(foldLetters(text))

const spanOf = ({ from, to }: TextSpan): number[] => Array.from({ length: to - from }, (_, at) => from + at)

const prepareNumber = (
  reading: NumberReading,
  words: readonly number[],
  contradictsNothing: boolean,
): PreparedNumber => ({
  reading,
  words,
  lower: reading.text.toLowerCase(),
  skeleton: numberSkeleton(reading.text),
  contradictsNothing,
})

const prepareMention = ({ numbers, words }: CardText, { from, to, number, sets }: SetMention): PreparedMention => {
  const span = spanOf({ from, to })
  const own = span.filter((at) => !isGlueWord((words[at] as TextWord).text))
  const text = numbers.find((reading) => reading.from === from && reading.to === to)?.text ?? ''
  return {
    from,
    to,
    setIds: new Set(sets.map(({ setId }) => setId)),
    words: own.length > 0 ? own : span,
    number: number && prepareNumber({ text, number, strength: 'prefixed', from, to }, span, false),
    rest: prepareWords(words.map((word, at) => (at >= from && at < to ? '' : word.text))),
  }
}

/** The rarities that the words name, each by its longest name. */
const raritiesIn = (words: readonly TextWord[]): PreparedRarity[] => {
  const found: PreparedRarity[] = []
  for (let from = 0; from < words.length; from++) {
    for (let to = Math.min(words.length, from + maxRarityWords); to > from; to--) {
      const run = words.slice(from, to)
      const named = run.map(({ text }) => text).join(' ')
      if ((yugiohRarity(named) ?? otherRarity(named)) === null) continue
      found.push({ from, to, words: named })
      from = to - 1
      break
    }
  }
  return found
}

/** A line that is compared with printings. */
export type ComparedLine = Pick<CardLine, 'text' | 'leadingNumber' | 'copyTerms' | 'setSpan' | 'isGuess'>

/** Prepares a line for ranking. `mayCount` tells that its first word is a number that may count copies. */
export const prepareText = (
  { text, copyTerms, setSpan }: ComparedLine,
  mentions: readonly SetMention[],
  mayCount: boolean,
): PreparedText => {
  const isIn = (spans: readonly TextSpan[], at: number): boolean => spans.some(({ from, to }) => at >= from && at < to)
  const codes = mentions.filter(({ number }) => number === null)
  const saysNothing: readonly TextSpan[] = setSpan === null ? copyTerms : [...copyTerms, setSpan]
  const nameWords: number[] = []
  let nameWeight = 0
  const wordWeights = text.words.map(({ text: word, isStopword }, at) => {
    const weight = wordWeight(word)
    if (isIn(saysNothing, at) || (mayCount && at === 0)) return 0
    if (isStopword) return weight * unexplainedShares.stopword
    // A set's code is a set before it is a number: a printing of another set leaves it unexplained.
    if (isIn(codes, at)) return weight
    if (isIn(text.numbers, at)) return weight * unexplainedShares.inNumber
    nameWords.push(at)
    nameWeight += weight
    return weight
  })
  const openWordsOf = (reading: NumberReading): number[] => {
    const span = spanOf(reading)
    const open = span.filter((at) => text.words[at]?.isStopword === false)
    return open.length > 0 ? open : span
  }
  const contradictsNothingAt = ({ strength, from, to }: NumberReading): boolean =>
    (mayCount && from === 0 && to === 1) ||
    ((strength === 'bare' || strength === 'prefixed') &&
      text.words.slice(from, to).every(({ isStopword }) => isStopword))
  return {
    words: prepareWords(text.words.map((word) => word.text)),
    numbers: text.numbers.map((reading) => prepareNumber(reading, openWordsOf(reading), contradictsNothingAt(reading))),
    mentions: mentions.map((mention) => prepareMention(text, mention)),
    rarities: raritiesIn(text.words),
    nameless: text.nameless,
    copyWords: copyTerms.flatMap(spanOf),
    isStopword: text.words.map((word) => word.isStopword),
    wordWeights,
    nameWords,
    nameWeight,
    names: [...new Set(text.readings.flatMap(({ name }) => (name === null ? [] : [gluedSkeleton(name)])))],
    letters: skeletonOf(text.words.map((word) => word.text).join('')),
  }
}
