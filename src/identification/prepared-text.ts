import { numberSkeleton } from '../cards/collector-number.ts'
import { foldLetters } from '../cards/fold.ts'
import { skeletonOf } from '../cards/look-alikes.ts'
import type { CardText, NumberReading } from '../catalog/ports.ts'
import { type PreparedWords, prepareWords, wordWeight } from './name-fit.ts'
import { unexplainedShares } from './weights.ts'

/** A number of the text with what comparison needs of it. */
export interface PreparedNumber {
  readonly reading: NumberReading
  readonly lower: string
  readonly skeleton: string
  /** True for a bare number among stopwords, which contradicts nothing. */
  readonly idle: boolean
}

/** A card text made ready to be compared with many products. */
export interface PreparedText {
  readonly words: PreparedWords
  readonly numbers: readonly PreparedNumber[]
  readonly nameless: boolean
  /** For each word whether it is a stopword. */
  readonly isStopword: readonly boolean[]
  /** What each word weighs when nothing explains it: stopwords hardly anything, numbers little. */
  readonly wordWeights: readonly number[]
  /** What the words of the name weigh together. */
  readonly nameWeight: number
  /** Skeletons of the readings' names without spaces, each once. */
  readonly names: readonly string[]
  /** Skeleton of the whole text without spaces. */
  readonly letters: string
}

const gluedSkeleton = (text: string): string => skeletonOf(foldLetters(text))

/** Prepares a card text for ranking. */
export const prepareText = (text: CardText): PreparedText => {
  const inNumbers = text.words.map((_, at) => text.numbers.some(({ from, to }) => at >= from && at < to))
  let nameWeight = 0
  const wordWeights = text.words.map(({ text: word, isStopword }, at) => {
    const weight = wordWeight(word)
    if (isStopword) return weight * unexplainedShares.stopword
    if (inNumbers[at]) return weight * unexplainedShares.inNumber
    nameWeight += weight
    return weight
  })
  return {
    words: prepareWords(text.words.map((word) => word.text)),
    numbers: text.numbers.map((reading) => ({
      reading,
      lower: reading.text.toLowerCase(),
      skeleton: numberSkeleton(reading.text),
      idle: reading.strength === 'bare' && text.words.slice(reading.from, reading.to).every(({ isStopword }) => isStopword),
    })),
    nameless: text.nameless,
    isStopword: text.words.map((word) => word.isStopword),
    wordWeights,
    nameWeight,
    names: [...new Set(text.readings.flatMap(({ name }) => (name === null ? [] : [gluedSkeleton(name)])))],
    letters: gluedSkeleton(text.line),
  }
}
