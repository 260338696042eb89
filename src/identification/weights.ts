import type { NumberStrength } from '../catalog/ports.ts'
import { limits } from '../contract/limits.ts'

/**
 * Every constant of the scorer that was set by hand: points lie on the scale of `matchScore`, shares and likenesses
 * between 0 and 1. They come from `npm run eval:identify` (675 labelled queries and 260 labelled lines, 2026-11-22) and
 * generated ones; half of the queries, and all generated ones of seeds from 100 on, decided nothing while they were
 * set, see docs/inside/identification.md.
 */

/** How much a word counts, by its length or its kind. */
export const wordWeights = { glue: 0.35, letter: 0.6, base: 0.7, perLetter: 0.1, max: 1.6 } as const

/** What is left of a word's weight when nothing explains it. */
export const unexplainedShares = { stopword: 0.06, inNumber: 0.12 } as const

/** Likeness of two words. */
export const wordLikeness = {
  /** A word without the `'s` that it has in the name. */
  possessive: 0.99,
  sameSkeleton: 0.96,
  oneEdit: 0.9,
  moreEdits: 1.05,
  prefix: 0.5,
  prefixShare: 0.4,
  /** From here on two words are taken for one, and two that had to be glued or split first. */
  min: 0.6,
  minGlued: 0.7,
  pairGlued: 0.98,
  tripleGlued: 0.97,
  /** For words of the set, the rarity and qualifiers. */
  minBeside: 0.8,
  /** Letters from which such a word may be misspelt. */
  minMisspelt: 5,
} as const

/** Likeness of whole names without spaces, which survives words split, glued and misread at once. */
export const lettersLikeness = {
  maxEditShare: 0.3,
  max: 0.98,
  perEdit: 1.1,
  /** Letters that one edit is measured by at least. */
  minLetters: 3,
  wellCovered: 0.93,
  sameName: 0.9,
} as const

/** How coverage becomes likeness of names: below `minCoverage` it is another name. */
export const nameLikeness = {
  minCoverage: 0.4,
  unexplained: 0.55,
  minUnexplained: 0.15,
  fuzzy: 0.6,
  whole: 0.02,
  minBegun: 4,
  /** A share of the text that nothing explains leaves a name without a number uncertain. */
  maxUnread: 0.12,
  /** The same beside a whole name whose number agrees, and in its set. */
  maxUnreadBesideNumber: 0.3,
  maxUnreadInSet: 0.5,
} as const

/** Order among the numbers that a text may hold, likeliest first. */
export const readingOrder = {
  strength: { code: 4, fraction: 3.5, prefixed: 3, bare: 2 } satisfies Record<NumberStrength, number>,
  repaired: -0.3,
  repairedBare: -0.5,
  strokes: -1.2,
  prefixedBesideBare: -2,
  /** `No.4` as a number of that very form, which hardly any card bears. */
  withSign: -3,
  joinedCode: -0.2,
  joinedFraction: -1.2,
  joinedPrefixed: -2.5,
  atEnd: 0.6,
  atStart: 0.4,
  inMiddle: -0.5,
  /** Magic prints power and toughness, small and without leading zero, as a fraction. */
  powerAndToughness: -1.2,
  maxPower: 20,
  stopword: -4,
} as const

/** Points for a collector number. */
export const numberPoints = {
  /** By itself: a whole code names a card, a bare number hardly. */
  alone: { code: 88, prefixed: 84, fraction: 76, bare: 56 } satisfies Record<NumberStrength, number>,
  /** Beside its set even a bare number names a card. */
  aloneInSet: 84,
  /** The number behind a set's code in one word: a card that bears all of it comes first. */
  aloneBehindCode: 72,
  /** Another number that nothing explains makes one by itself a guess. */
  numberLeft: -40,
  /** Beside another name. */
  againstName: { code: 60, prefixed: 46, fraction: 38, bare: 22 } satisfies Record<NumberStrength, number>,
  againstNameShare: 0.6,
  /** More or less for how it agrees. */
  agreement: { exact: 0.6, normalized: 0, other_language: -1, misread: -5 },
  /** A misread number that no name stands by is a guess. */
  misreadAlone: -44,
  variant: 68,
  variantAlone: 0.55,
  /** A number in conflict keeps any name below a confident match. */
  conflict: 48,
  maxConflict: 46,
  /** The text has a number, the product none. */
  missing: 66,
  /** A number that a printing does not bear leaves it uncertain, whatever else speaks for it. */
  maxOpen: 49,
} as const

/** Points for a name. */
export const namePoints = {
  alone: 94,
  /** Far from the text it is quickly worth nothing. */
  steepBelow: 0.85,
  steepness: 180,
  /** At least, where the name begins with the text, and where it holds every word of it. */
  begun: 47.6,
  holdsText: 47.2,
  withNumber: 52,
  besideNumber: 46,
  /**
   * From here on a name stands beside an agreeing number; a bare number beside less says little and makes no confident
   * match.
   */
  minBesideNumber: 0.3,
  minBesideBare: 0.62,
  poorBesideBare: 47,
  poorShare: 2,
  /** A name that is all of the text fits better than one that leaves words to the set or to stopwords. */
  extent: { all: 2.8, name: 1.2, part: 0 },
} as const

/** Points for what stands beside name and number. */
export const contextPoints = {
  setExact: 2.5,
  setInferred: 4,
  setConflict: -12,
  setMentioned: 2,
  /** A qualifier that nobody named speaks against a printing, so that the plain one wins. */
  qualifierNamed: 9,
  qualifierUnnamed: -4,
  rarity: 4,
  ownSetCode: 0.8,
  ownNumberInName: -0.3,
  /** A number with a letter behind it that nobody wrote is that of a variant. */
  variantLetter: -0.4,
  /** A Japanese name beside a text in Latin letters. */
  otherScript: -6,
  /** Share of the words of a set or of the qualifiers from which all of them are named. */
  whole: 0.99,
} as const

/** From points to `matchScore`. */
export const scoring = {
  min: 8,
  /** Scores closer than this do not tell two printings apart. */
  minGap: limits.ambiguousScoreGap,
  /** Everything above shares the last ten points, so that only a printing with all on its side reaches 100. */
  compressedFrom: 90,
  compressedBy: 2,
} as const

/** A bare number before a name. */
export const counts = {
  /** Counts above this are rare: such a number is the collector number where a printing of the name bears it. */
  maxUsual: 30,
  /** Copies of a card that a deck holds: up to here it counts copies likelier than it is the card's own. */
  maxInDeck: 4,
} as const
