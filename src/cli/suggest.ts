import { editDistance } from '../cards/edit-distance.ts'

/** The words that are fewest edits from a mistyped one, if that is few for its length. */
export const nearest = (typed: string, words: readonly string[]): readonly string[] => {
  const limit = Math.max(1, Math.min(3, Math.floor(typed.length / 3)))
  const measured = words.map((word) => ({ word, edits: editDistance(typed, word, limit) }))
  const fewest = Math.min(limit, ...measured.map(({ edits }) => edits))
  return [...new Set(measured.filter(({ edits }) => edits === fewest).map(({ word }) => word))]
}

export const didYouMean = (words: readonly string[]): string =>
  words.length === 0 ? '' : `; did you mean ${words.join(' or ')}?`
