/**
 * The hand-set constants of name and printing search, one table for each scorer. They come from `npm run eval:identify`
 * (99.85 % first, 100 % among twelve on 675 labelled queries); budgets and limits from `npm run bench identify`. Change
 * them only with both runs beside each other.
 */

/** How well a word of a name fits a word of the text: 1 is the word itself. */
export const fitWeights = {
  /** Neighbours of the text that are one word of a name, as they stand or misspelt. */
  joined: 0.95,
  joinedMisspelt: 0.9,
  /** One word of the text that is two of a name. */
  split: 0.85,
  /** A word that stands in names before `'s`. */
  possessive: 0.95,
  /** A prefix of a word, and what its share of the word adds. */
  prefix: 0.55,
  prefixShare: 0.35,
  /** A misspelt word, less one for each edit per letter of the shorter word. */
  misspelt: 0.97,
  /** Letters that one edit is measured by at least. */
  minLetters: 4,
  /** What fits worse is another word. */
  min: 0.45,
} as const

/** Which corrections are tried, and how many are kept. */
export const correctionLimits = {
  similarWords: 32,
  prefixCompletions: 24,
  /** Texts of more words are not tried with neighbours joined. */
  joinableWords: 40,
  joinedTripleLetters: 16,
  /** Shortest words that are read as joined and misspelt, as a prefix, and as two of which one is misspelt. */
  joinedMisspeltFrom: 5,
  prefixFrom: 3,
  splitMisspeltFrom: 7,
} as const

/** How names are found and when a match mode is good enough. */
export const nameScoring = {
  /** Words of the text from this weight on count; lighter ones need not belong to the name. */
  significantWeight: 0.5,
  /** Postings walked before common words are only verified: bounds the work on names made of everyday words. */
  postingBudget: 3000,
  /** Names scored exactly. */
  candidates: 48,
  /** A name whose letters are those of the text, but for spaces and look-alikes. */
  gluedScore: 0.96,
  /** A best name below this goes on to `loose`, unless it is there whole and every word is known. */
  sureScore: 0.8,
  /** A best name below this goes on to `split`. */
  poorScore: 0.6,
} as const

/** What the words of a card text weigh when names are looked for. */
export const textWeights = {
  stopword: 0.3,
  /** Words of the likeliest number, if it is more than a bare one; if it is bare; and of all other numbers. */
  sureNumber: 0.1,
  bareNumber: 0.3,
  otherNumber: 0.45,
} as const

/** How many printings are collected, and when a set named in the text settles the matter. */
export const printingLimits = {
  names: 40,
  /** Names below this share of the best score are left out where no number decides. */
  nameShare: 0.55,
  /** Rows of other numbers shown beside those that agree. */
  otherNumbers: 14,
  /** Rows collected for each set that words of the text may name. */
  rowsOfMention: 40,
  /** Least coverage of a name inside a named set where no number agrees. */
  coverageInSet: 0.75,
  /** A name inside a set of several words that scores this needs no other. */
  sureInSet: 0.9,
  /** What each qualifier that is not in the query takes off. */
  extraQualifier: 0.1,
} as const

/**
 * What is read of a search query (its constants come from `npm run eval:search`), and how far a word may be from one of
 * the dictionary.
 */
export const searchLimits = {
  /** Neighbouring parts that are looked up as one whole name, and as one word or number. */
  runParts: 12,
  joinedParts: 3,
  /** Words that a prefix is completed to, and the shortest word that is one though it is not the last. */
  completions: 4000,
  prefixFrom: 3,
  /** Shortest words that may have one and two errors: `fuzziness: AUTO:4,6` of Elasticsearch. */
  oneEditFrom: 4,
  twoEditsFrom: 6,
  /** Words of the dictionary that one is taken for. */
  misspeltWords: 8,
  /** Rows looked through for a partial match before more common words are left out. */
  partialRows: 4_000,
} as const

/** What a word of a search query counts by where it stands, beside 1 in the name, the qualifiers and the number. */
export const searchScoring = {
  /** Begun, or with one error; with two. */
  close: 0.8,
  far: 0.4,
  set: 0.4,
  /** As the rarity or the product line, or nearly the number. */
  context: 0.8,
  /** A name that does not stand in the query as a run of words. */
  scattered: 0.9,
  /** Least share of a name that begins with the query, and of one that is called so before a comma or a dash. */
  begunName: 0.5,
  shortName: 0.75,
  /** How well known a name is counts by this for all but its first printing. */
  laterPrinting: 0.4,
  /** A product of the set that is called as the query, but for its series. */
  wholeSet: 0.7,
  /** The whole name of a token and the like. */
  wholeExtra: 0.91,
  /** Sets in which a name was printed that is as well known as any. */
  famousSets: 64,
  /** A product of which the query says no word of the name, and no number either. */
  nameless: 0.05,
  /** Least share of the query that a partial match has to explain. */
  partialShare: 0.3,
  /** What numbers without letters weigh in one beside no word, and what words weigh that are begun or misspelt. */
  loneNumber: 0.4,
  closeShare: 0.5,
  /** What words of the copy weigh in a partial match. */
  copyShare: 0.5,
} as const
