import { editDistance } from '../cards/edit-distance.ts'
import { fitName, type NameFit, type PreparedName, type Word } from './name-fit.ts'
import type { PreparedMention, PreparedText } from './prepared-text.ts'
import { lettersLikeness, nameLikeness, wordLikeness } from './weights.ts'

/** How a name and the text resemble each other, before anything else of the text is explained. */
export interface NameLikeness {
  readonly fit: NameFit
  /** Likeness without spaces, 0 where it was not needed. */
  readonly letters: number
  /** True when the name is all the text holds, with what looks like a number in it. */
  readonly isAllOfText: boolean
}

/** What the name says for and against a printing. */
export interface NameEvidence {
  /** 0 to 1: how much of the name stands in the text. */
  readonly coverage: number
  /** True when the name stands in the text letter by letter. */
  readonly exact: boolean
  /** True when the name begins with all that the text names and goes on. */
  readonly begun: boolean
  /** True when the name holds every word of the text letter by letter, and more. */
  readonly holdsText: boolean
  /**
   * True when the name has a number of its own that the text does not say, as `151 Elite Trainer Box` beside `Elite
   * Trainer Box`.
   */
  readonly missesNumber: boolean
  /**
   * How much of the text the name is, letter by letter or misread: all of it, all but numbers and stopwords, or a part.
   */
  readonly extent: 'all' | 'name' | 'part'
  /** 0 to 1: how well name and text explain each other; 0 for another name. */
  readonly named: number
  /** For each word of the text how well the name explains it, 0 for not at all. */
  readonly explained: Float32Array
}

/** Likeness of the whole names without their spaces, which survives words split, glued and misread at once. */
const lettersFit = ({ names }: PreparedText, { gluedSkeleton }: PreparedName): number => {
  let best = 0
  for (const name of names) {
    const limit = Math.floor(Math.max(name.length, gluedSkeleton.length) * lettersLikeness.maxEditShare)
    const edits = editDistance(name, gluedSkeleton, limit)
    if (edits > limit) continue
    const letters = Math.max(lettersLikeness.minLetters, name.length)
    best = Math.max(best, lettersLikeness.max - (lettersLikeness.perEdit * edits) / letters)
  }
  return best
}

/** Compares a name with the whole text. */
export const compareName = (text: PreparedText, name: PreparedName): NameLikeness => {
  const fit = fitName(text.words, name)
  const isAllOfText = text.letters === name.gluedSkeleton
  if (fit.exact) return { fit, letters: 1, isAllOfText }
  if (isAllOfText) return { fit, letters: lettersLikeness.max, isAllOfText }
  return { fit, letters: fit.coverage >= lettersLikeness.wellCovered ? 0 : lettersFit(text, name), isAllOfText }
}

/** Compares a name again without the words that merely resemble it and are its set's. */
export const compareBesideSet = (
  likeness: NameLikeness,
  name: PreparedName,
  mentions: readonly PreparedMention[],
): NameLikeness => {
  const taken = mentions.find(
    ({ number, words }) => number === null && words.some((at) => likeness.fit.explained[at] !== 0),
  )
  return taken === undefined ? likeness : { fit: fitName(taken.rest, name), letters: 0, isAllOfText: false }
}

/** True when the name goes on behind all that the text names, as `Ragavan, Nimble Pilferer` does behind `Ragavan`. */
const goesOn = ({ names }: PreparedText, { base, gluedSkeleton }: PreparedName): boolean =>
  names.some((begun) => {
    if (begun.length < nameLikeness.minBegun || begun.length >= gluedSkeleton.length) return false
    if (!gluedSkeleton.startsWith(begun)) return false
    let length = 0
    let last: Word | undefined
    for (const word of base) {
      if (length >= begun.length) break
      length += word.skeleton.length
      last = word
    }
    return length === begun.length || (last?.stem != null && length === begun.length + 1)
  })

/** True when the letters alone, split and glued at once, show that text and name are one. */
export const isSameByLetters = ({ fit, letters }: NameLikeness): boolean =>
  letters >= lettersLikeness.sameName && !fit.exact

/** The text beside the name. */
interface BesideName {
  /** Share of the text that nothing explains. */
  readonly unexplained: number
  /** True when the set or the qualifiers explain all that the name leaves. */
  readonly isCompleted: boolean
}

/** Finds the evidence of a name. */
export const findNameEvidence = (
  text: PreparedText,
  name: PreparedName,
  { fit, letters, isAllOfText }: NameLikeness,
  { unexplained, isCompleted }: BesideName,
): NameEvidence => {
  const { coverage: wordCoverage, exact, explained } = fit
  const coverage = Math.max(wordCoverage, letters)
  const isAllOfName = text.names.includes(name.gluedSkeleton) || (isCompleted && exact)
  return {
    coverage,
    exact,
    begun: !exact && goesOn(text, name),
    holdsText:
      !exact &&
      coverage < wordLikeness.possessive &&
      text.nameWords.length > 0 &&
      text.nameWords.every((at) => (explained[at] as number) >= wordLikeness.possessive),
    missesNumber: name.base.some(
      ({ text: word }) => /^\d+$/.test(word) && !text.words.words.some((given) => given.text === word),
    ),
    extent: isAllOfText ? 'all' : isAllOfName ? 'name' : 'part',
    named: coverage < nameLikeness.minCoverage ? 0 : coverage * (1 - nameLikeness.unexplained * unexplained),
    explained,
  }
}
