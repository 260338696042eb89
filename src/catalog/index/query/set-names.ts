import { editDistance } from '../../../cards/edit-distance.ts'
import { foldedWords, foldText } from '../../../cards/fold.ts'
import type { IndexMeta, IndexSet } from '../format/layout.ts'

/** A run of words in a text that names sets. */
export interface SetMention {
  readonly from: number
  readonly to: number
  readonly sets: readonly number[]
}

/** Sets by their names, slugs and abbreviations. */
export interface SetNames {
  /** Sets that a hint names; `null` when it names none. */
  readonly resolve: (hint: string) => readonly number[] | null
  /** Runs of words that are the whole name of a set, longest first. */
  readonly mentions: (words: readonly string[]) => SetMention[]
  /** Sets with this word in their name or as their abbreviation. */
  readonly withWord: (word: string) => readonly number[]
}

const prefix = /^[^:]{1,24}:\s*|^[A-Z&]{1,5}\s+-\s+|^[A-Z]{1,4}—/
const brackets = /\([^()]*\)|\[[^[\]]*\]/g

/** The folded ways in which people write the name of a set: whole, without its series and without brackets. */
export const setSpellingsOf = (name: string): string[] => {
  const spellings = new Set([name, name.replace(prefix, ''), name.replace(brackets, ' ')].map(foldText))
  spellings.delete('')
  return [...spellings]
}

/** Words of the longest mention. */
const maxMentionWords = 9

const addTo = (map: Map<string, number[]>, key: string, set: number): void => {
  const known = map.get(key)
  if (known === undefined) map.set(key, [set])
  else if (known.at(-1) !== set) known.push(set)
}

/** Creates the names of an index's sets, still empty: there may be tens of thousands, so that they are added in steps. */
export const createSetNames = ({ sets: known }: IndexMeta) => {
  const bySlug = new Map<string, number[]>()
  const byName = new Map<string, number[]>()
  const byLooseName = new Map<string, number[]>()
  const byCode = new Map<string, number[]>()
  const byWord = new Map<string, number[]>()
  let done = 0
  /** Adds the names of `count` more sets; true when all are in. */
  const addNext = (count: number): boolean => {
    for (const end = Math.min(known.length, done + count); done < end; done++) add(known[done] as IndexSet, done)
    return done === known.length
  }
  const add = (set: IndexSet, at: number): void => {
    const [whole = '', ...loose] = set.spellings
    addTo(byName, whole, at)
    addTo(bySlug, set.slug, at)
    const slug = set.slug.replaceAll('-', ' ')
    if (slug !== whole) addTo(byName, slug, at)
    for (const spelling of loose) addTo(byLooseName, spelling, at)
    const code = set.code === null ? null : foldText(set.code)
    for (const word of foldedWords(whole)) addTo(byWord, word, at)
    if (code !== null) {
      addTo(byCode, code, at)
      addTo(byWord, code, at)
    }
  }

  /** Sets whose name holds all words of the hint, the shortest names only. */
  const holding = (words: readonly string[]): readonly number[] | null => {
    let found: number[] | null = null
    for (const word of words) {
      const sets = byWord.get(word)
      if (sets === undefined) return null
      found = found === null ? sets : found.filter((set) => sets.includes(set))
    }
    return found !== null && found.length > 0 && found.length <= 12 ? found : null
  }

  /** The set whose name is within a few edits of the hint. */
  const misspelt = (folded: string): readonly number[] | null => {
    if (folded.length < 5) return null
    const limit = folded.length < 9 ? 1 : 2
    for (const names of [byName, byLooseName]) {
      for (const [name, sets] of names) if (editDistance(folded, name, limit) <= limit) return sets
    }
    return null
  }

  const resolve = (hint: string): readonly number[] | null => {
    // A slug names one set of each line, even where another set is called alike.
    const slugged = bySlug.get(hint.trim().toLowerCase().normalize('NFC'))
    if (slugged !== undefined) return slugged
    const folded = foldText(hint)
    if (folded === '') return null
    return byName.get(folded) ?? byCode.get(folded) ?? byLooseName.get(folded) ?? holding(foldedWords(folded)) ?? misspelt(folded)
  }

  const mentions = (words: readonly string[]): SetMention[] => {
    const found: SetMention[] = []
    for (let from = 0; from < words.length; from++) {
      let run = ''
      for (let to = from + 1; to <= Math.min(words.length, from + maxMentionWords); to++) {
        run += (run === '' ? '' : ' ') + words[to - 1]
        // The whole text is a name to look for, and never only a set.
        if (to - from === words.length) continue
        const sets = byName.get(run) ?? byLooseName.get(run) ?? (to - from === 1 && run.length >= 3 ? byCode.get(run) : undefined)
        if (sets !== undefined) found.push({ from, to, sets })
      }
    }
    return found.sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, 3)
  }

  return { addNext, resolve, mentions, withWord: (word: string): readonly number[] => byWord.get(word) ?? [] }
}
