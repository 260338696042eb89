/** Limits that callers have to know, each with its meaning: `npm run generate` writes them into the client. */
export const limitTable = {
  entriesPerRequest: [100, 'Different products, SKUs and cards of one call of `lookUpPrices`.'],
  candidatesPerCard: [5, 'Candidates of one card of `lookUpPrices`.'],
  printingsInQuestion: [200, 'Printings that an answer names at most as those that may be meant.'],
  queryLength: [120, 'Characters of a card text.'],
  setLength: [80, "Characters of a set's name beside a card text."],
  copyLength: [80, 'Characters of a condition, a variant or a language.'],
  // 2^53 - 1: every JSON reader keeps such an integer exact.
  maxId: [9_007_199_254_740_991, 'The highest product id.'],
  maxOffset: [10_000, 'The last offset of a page.'],
  confidentScore: [50, 'The least `matchScore` of a confident match.'],
  ambiguousScoreGap: [
    1.5,
    'Points by which the best candidate must lead; else the answer is `ambiguous`. Small, to ask no needless question.',
  ],
  choiceScoreGap: [
    3,
    'Points below the best up to which candidates of an ambiguous answer are offered to choose from. ' +
      'Wider than `ambiguousScoreGap`, to leave out none that differs only by what the text leaves open.',
  ],
} as const satisfies Record<string, readonly [value: number, meaning: string]>

type Limits = { readonly [name in keyof typeof limitTable]: (typeof limitTable)[name][0] }

// Each value is the first of its row, as the type says.
export const limits = Object.fromEntries(Object.entries(limitTable).map(([name, [value]]) => [name, value])) as Limits
