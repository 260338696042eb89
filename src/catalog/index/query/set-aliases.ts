/** Folded names of Magic's sets as Scryfall has them, and so Moxfield, ManaBox and others, by which the market's names are found. */
export const setAliases: ReadonlyMap<string, string> = new Map([
  ['limited edition alpha', 'alpha edition'],
  ['limited edition beta', 'beta edition'],
  ['seventh edition', '7th edition'],
  ['eighth edition', '8th edition'],
  ['ninth edition', '9th edition'],
  ['tenth edition', '10th edition'],
])
