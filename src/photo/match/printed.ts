/** One printing as the catalogue has it; printings of one set share `set`, where that is known. */
export interface LexiconEntry {
  readonly name: string
  readonly number: string | null
  readonly set?: number | null
  /** The set's code, which Magic prints beside the number. */
  readonly setCode?: string | null
  /** Names in other languages, and passcodes. */
  readonly otherNames?: readonly string[]
}

/** A set with fewer numbered cards is a promotion or a box, whose highest number says nothing. */
const minSetSize = 40
const minBareShare = 0.9

const isBare = (number: string): boolean => /^[0-9]{1,3}$/.test(number)

/**
 * The highest number of each set whose numbers are written without a total, as Magic's are: on most of its cards of
 * 1998 to 2022 that is the total after the slash.
 */
export const highestNumbers = (entries: readonly LexiconEntry[]): ReadonlyMap<number, number> => {
  const highest = new Map<number, number>()
  for (const [set, numbered] of Map.groupBy(
    entries.filter(({ number }) => number),
    (entry) => entry.set,
  )) {
    const bare = numbered.flatMap(({ number }) => (number !== null && isBare(number) ? [Number(number)] : []))
    if (typeof set !== 'number' || bare.length < Math.max(minSetSize, minBareShare * numbered.length)) continue
    highest.set(set, Math.max(...bare))
  }
  return highest
}

/** The ways in which a printing's number may stand on its card. */
export const printedNumbers = ({ number, set }: LexiconEntry, highest: ReadonlyMap<number, number>): string[] => {
  if (number === null || number === '') return []
  const total = typeof set === 'number' ? highest.get(set) : undefined
  return total === undefined || !isBare(number) ? [number] : [number, `${number}/${total}`]
}
