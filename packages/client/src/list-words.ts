/** The letters and digits of a cell in lower case without accents: `NearMint`, `near_mint` and `NEAR MINT` are one. */
export const cellKey = (cell: string): string =>
  cell
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()

/** What words mean, by their keys, from a table of meanings with their words between bars. */
export const meaningsOf = <T extends string>(words: Readonly<Record<T, string>>): ReadonlyMap<string, T> =>
  new Map(
    Object.entries<string>(words).flatMap(([meant, written]) =>
      written.split('|').map((word) => [cellKey(word), meant as T]),
    ),
  )

/** A program's own meaning of a cell; `undefined` where it has none, also for `constructor`. */
export const meantBy = <T>(words: Readonly<Record<string, T>>, cell: string): T | undefined => {
  const key = cell === '' ? '' : cellKey(cell)
  return Object.hasOwn(words, key) ? words[key] : undefined
}
