import type { Printing } from '../catalog/ports.ts'

/**
 * Scryfall has sets of its own for promos, tokens and oversized cards, which no market has: the code of the set with a
 * letter before it, as `puma` and `tfth`, or the year of a program, as `f05`, `j18` and `pal04`.
 */
const scryfallsOwn = /^(?:[fgj]\d\d|[pt][a-z\d]{3,4}|o[a-z]{3}|f[a-z]{2}\d)$/i

/**
 * Whether a hint that no set is known by may leave open whether the printing is meant. Beside name and number one of
 * Scryfall's own sets of Magic does not.
 */
export const mayMeanAnotherSet = (hint: string, { categorySlug }: Printing, isOnlyOne: boolean): boolean =>
  !(isOnlyOne && categorySlug === 'magic' && scryfallsOwn.test(hint))
