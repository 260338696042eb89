/** What collectors call sealed products for short (https://tcgcardinvestor.com/articles/pokemon-tcg-acronyms). */
export const sealedAbbreviations: Readonly<Record<string, readonly string[]>> = {
  bb: ['booster', 'box'],
  etb: ['elite', 'trainer', 'box'],
  upc: ['ultra', 'premium', 'collection'],
}
