import { hashText } from './hash-table.ts'

/** Shortest skeletons that may differ by one and by two edits. */
const oneEditFrom = 3
const twoEditsFrom = { dictionary: 6, query: 5 } as const
/** Words of other languages alone get single deletes: theirs would outnumber all others. */
export type DeleteSide = keyof typeof twoEditsFrom | 'other languages'

/** Longer words get single deletes only: their pairs of deletes would fill the index. */
const twoEditsUpTo = 14

/**
 * Adds the hashes of a skeleton with up to two letters left out: the deletes of the symmetric delete algorithm
 * (SymSpell, Wolf Garbe, 2012; after Mor and Fraenkel, 1982). Two words within one or two edits share such a hash, so
 * that similar words are found without looking through the dictionary.
 */
export const pushDeleteHashes = (skeleton: string, side: DeleteSide, hashes: number[]): void => {
  hashes.push(hashText(skeleton))
  const { length } = skeleton
  if (length < oneEditFrom) return
  const pairs = side !== 'other languages' && length >= twoEditsFrom[side] && length <= twoEditsUpTo
  for (let first = 0; first < length; first++) {
    hashes.push(hashText(skeleton, first))
    if (!pairs) continue
    for (let second = first + 1; second < length; second++) hashes.push(hashText(skeleton, first, second))
  }
}

/** The most edits at which a word of this length is taken for another. */
export const maxEditsOf = (length: number): number => (length < oneEditFrom ? 0 : length < twoEditsFrom.query ? 1 : 2)
