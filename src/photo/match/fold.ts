/** A name brought to what a reader of letters can be held to: small letters and digits, no spaces, accents or signs. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  q: 'o',
  '1': 'l',
  i: 'l',
  j: 'l',
  '5': 's',
  '8': 'b',
  '2': 'z',
  '6': 'b',
  u: 'v',
  c: 'e',
}

/** Letters that a reader takes for one another become the same letter. */
export const skeleton = (folded: string): string => {
  let out = ''
  for (const letter of folded) out += lookalikes[letter] ?? letter
  return out
}

// What a character at either end of a text costs that the name has not: mana signs and hit points run into titles.
const endCost = (character: string): number => (character >= '0' && character <= '9' ? 0.25 : 0.7)

/**
 * How alike a folded text and a folded name are, 0 to 1: one less the edits over the longer length. Taking a letter
 * for its lookalike is a third of an edit, and what the text has before or after the name is cheap.
 */
export const similarity = (a: string, b: string): number => {
  if (a === b) return 1
  const longer = Math.max(a.length, b.length)
  if (longer === 0) return 0
  let previous = new Float32Array(b.length + 1)
  let current = new Float32Array(b.length + 1)
  for (let j = 0; j <= b.length; j++) previous[j] = j
  let before = 0
  for (let i = 1; i <= a.length; i++) {
    const letter = a[i - 1] ?? ''
    before += endCost(letter)
    current[0] = before
    for (let j = 1; j <= b.length; j++) {
      const other = b[j - 1] ?? ''
      const change = letter === other ? 0 : (lookalikes[letter] ?? letter) === (lookalikes[other] ?? other) ? 0.34 : 1
      current[j] = Math.min(
        (previous[j - 1] ?? 0) + change,
        (previous[j] ?? 0) + (j === b.length ? endCost(letter) : 1),
        (current[j - 1] ?? 0) + 1,
      )
    }
    ;[previous, current] = [current, previous]
  }
  return 1 - (previous[b.length] ?? longer) / longer
}
