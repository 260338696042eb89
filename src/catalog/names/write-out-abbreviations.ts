import type { NameInLanguage } from './name-record.ts'

/** One letter and a full stop before a word, as in `Blauäugiger w. Drache`. */
const abbreviation = /(?<![\p{L}\p{N}.])(\p{L})\.\s+(?=(\p{L}{2,}))/u

/**
 * Adds the names in which a word that a print abbreviates to its first letter is written out, where all names of the
 * language show one word with that letter before the next: `weißer`, since `Tiefäugiger weißer Drache` and its like
 * have no other.
 */
export const withAbbreviationsWrittenOut = <T extends NameInLanguage>(names: readonly T[]): T[] => {
  /** Words that stand before a word of a language, by their first letter. */
  const before = new Map<string, Set<string>>()
  const keyOf = (language: string, letter: string, next: string): string =>
    `${language} ${letter.toLowerCase()} ${next.toLowerCase()}`
  const wanted = new Set<string>()
  for (const { language, name } of names) {
    const [, letter, next] = abbreviation.exec(name) ?? []
    if (letter !== undefined && next !== undefined) wanted.add(keyOf(language, letter, next))
  }
  if (wanted.size > 0)
    for (const { language, name } of names) {
      const words = name.split(/\s+/)
      for (const [at, word] of words.slice(0, -1).entries()) {
        const key = keyOf(language, word.charAt(0), words[at + 1] as string)
        if (!wanted.has(key) || /^\p{L}\.$/u.test(word)) continue
        const known = before.get(key) ?? new Set()
        before.set(key, known.add(word.toLowerCase()))
      }
    }
  return names.flatMap((other) => {
    const [, letter, next] = abbreviation.exec(other.name) ?? []
    if (letter === undefined || next === undefined) return other
    const words = [...(before.get(keyOf(other.language, letter, next)) ?? [])]
    return words.length === 1 ? [other, { ...other, name: other.name.replace(abbreviation, `${words[0]} `) }] : other
  })
}
