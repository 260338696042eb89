/** The source's own words for conditions, finishes and languages; its filters take them only to the letter. */
const words = (
  'Near Mint, Lightly Played, Moderately Played, Heavily Played, Damaged, Unopened, ' +
  'Normal, Foil, Holofoil, Reverse Holofoil, 1st Edition, Unlimited, Limited, 1st Edition Holofoil, ' +
  'Unlimited Holofoil, Cold Foil, Rainbow Foil, ' +
  'English, Chinese (S), Chinese (T), French, German, Italian, Japanese, Korean, Portuguese, Russian, Spanish'
).split(', ')

const bySpelling = new Map(words.map((word) => [word.toLowerCase(), word]))

/** A filter in the source's spelling. Its known words begin with capitals, so unknown ones get theirs. */
export const spellFilter = (filter: string): string => {
  const plain = filter.trim().replace(/\s+/g, ' ').toLowerCase()
  return bySpelling.get(plain) ?? plain.replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())
}
