import { editDistance } from '../../../cards/edit-distance.ts'

/**
 * What tells sets of one series apart and is never taken for an error: digits, Roman numerals, and words of up to two
 * letters.
 */
const tellsApart = /\d|^[ivx]+$|^.{1,2}$/

/** Errors that a name of so many letters may have. */
const maxErrors = (name: string): number => (name.length < 5 ? 0 : name.length < 9 ? 1 : 2)

/**
 * How many errors make one folded name of a set of another, or `null` where they are two names: `Base Set 2` is no
 * `Base Set`, and `Magic 2011` no `Magic 2010`. Words may be split and glued, but none is added or left out.
 */
export const errorsInSetName = (written: string, name: string): number | null => {
  if (written.replaceAll(' ', '') === name.replaceAll(' ', '')) return 0
  const limit = maxErrors(written)
  const errors = editDistance(written, name, limit)
  if (errors > limit) return null
  const [given, known] = [written.split(' '), name.split(' ')]
  if (given.length !== known.length) return null
  const isSame = (word: string, at: number): boolean => {
    const other = known[at] as string
    return word === other || !(tellsApart.test(word) || tellsApart.test(other))
  }
  return given.every(isSame) ? errors : null
}
