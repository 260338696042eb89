/**
 * Every constant of the matcher that was set by hand. Places and sizes are fractions of the card or picture, heights
 * those of a line; the rest lies between 0 and 1. All come from `npm run eval:photos` (67 labelled pictures,
 * 2026-11-21), those of `chances` from bench/fit-confidence.ts on the same in random disguises.
 */

/** Pieces of text that may be a name. */
export const pieceLimits = {
  minLetters: 3,
  maxLetters: 44,
  minConfidence: 0.4,
  /** A second line in the row of the first. */
  row: { drift: 0.7, overlap: 0.03, gap: 0.12 },
  /** A second line below the first. */
  stack: { minGap: 0.3, maxGap: 1.9, maxHeights: 3 },
} as const

/** How much a piece of text is like a title by place, size and clearness. */
export const titleWeights = { height: 0.55, confidence: 0.6 } as const

/** Most games put the title on top, Lorcana and Riftbound under the picture, One Piece near the lower edge. */
export const titlePlaces = [
  { from: 0, below: 0.2, weight: 1 },
  { from: 0.5, below: 0.66, weight: 0.62 },
  { from: 0.8, below: 0.94, weight: 0.68 },
] as const
export const noTitlePlace = 0.45

/** Names of the lexicon as candidates for a piece of text. */
export const nameWeights = {
  perPiece: 6,
  minSimilarity: 0.5,
  likenessPower: 3,
  /** Three letters found somewhere prove little; a dozen prove much. */
  shortest: 0.55,
  lettersForFull: 18,
  maxCandidates: 16,
  /** How much of what is missing an alignment with the recognizer's columns may add, and what any misreading costs. */
  aligned: 0.7,
  misread: 0.02,
  /** How much an agreeing number adds to the name's score. */
  number: 1.2,
  /** A name this long and this well read keeps most of its weight wherever it stands. */
  longName: { letters: 12, likeness: 0.85, place: 0.85 },
  /** Below this the title is more likely one that the catalogue lacks. */
  minScore: 0.34,
  /** A name of the same lines with this share of the best score is a rival, at half its score. */
  twin: 0.97,
  twinShare: 0.5,
} as const

/** A title beside the title proves another card: read this well and, if its name is another, with so many letters. */
export const otherCard = { similarity: 0.9, letters: 5, sameHeight: 0.7 } as const

/**
 * Names that a number brings where the title does not: how sure the number, how much of the name the text shows, and
 * how far before the next name of that number.
 */
export const numberNames = {
  minCertainty: 0.6,
  minFit: 0.45,
  ahead: 0.15,
  minConfidence: 0.7,
  setLineFrom: 0.84,
  untitled: 0.7,
} as const

/** A title without a lexicon to match it against, or that it lacks; the loss is a logarithm. */
export const unknownTitle = {
  minConfidence: 0.75,
  maxY: 0.2,
  foot: { minY: 0.84, maxY: 0.92, offMiddle: 0.06 },
  /** From here on a title says what it says, and a name that it is not is not its own. */
  clear: 0.85,
  maxLossPerLetter: 0.75,
} as const

/** What each relation of two numbers is worth as evidence for a name. */
export const agreementWeights = {
  same: 1,
  other_language: 1,
  variant: 0.6,
  conflict: 0,
  /** A bare number repeats from set to set. */
  bare: 0.6,
  otherTotal: 0.25,
  /** One that only the recognizer's columns bear out. */
  aligned: 0.9,
  /** From here on a number speaks for a name. */
  min: 0.5,
} as const

/** Numbers as they were read. */
export const numberWeights = {
  /** The lower edge is where most games print theirs. */
  lowerEdge: 0.82,
  elsewhere: 0.6,
  /** A reading this sure needs no second opinion. */
  sureWorth: 0.6,
  /** A reading this sure yields only to a number that is nearly the same. */
  sureReading: 0.75,
} as const

/** Digits without a slash are a number only here: three at the lower left, two in the corner on the right. */
export const barePlace = {
  left: { maxX: 0.35, minY: 0.88 },
  right: { minX: 0.9, minY: 0.94 },
  minConfidence: 0.85,
} as const

/** Numbers of a name looked for in the recognizer's columns by CTC forced alignment; losses are logarithms. */
export const alignmentLimits = {
  /** Fewer characters stand in too many places by chance. */
  minCharacters: 4,
  minY: 0.55,
  maxLossAgainstSure: 2.5,
  maxLossPerCharacter: 1.25,
  /** Of two that are as good as each other the first is a guess, and counts as one. */
  tie: 0.6,
  /** A lead, in logarithms of probability, is divided by this: the recognizer is too sure of small print. */
  clearAhead: 2,
  noRivalAhead: 9,
  /** What was read, however strange, comes before a poorer guess. */
  againstReading: 0.5,
} as const

/** When reading on would add nothing. */
export const settledFrom = {
  scoreUnaided: 0.5,
  similarity: 0.8,
  numberAlone: 0.75,
  numberAgreeing: 0.5,
  numberStrange: 0.88,
} as const

/** Logistic regression over the features of confidence.ts, in their order. */
export const chances = {
  name: [-6.25, 4.22, 1.5, 0.72, 0.88, 1.6, -0.35, 1.99, 1.19],
  /** By hand, steeper than the fit: too few numbers were misread there to trust its upper end. */
  number: [-5, 6, 3, 1],
} as const

/** What is reported, and with what confidence. */
export const reporting = {
  /** From this similarity on the name says in which language the card is. */
  wellRead: 0.9,
  /**
   * Below these a guess helps nobody who reviews it; the last is for a number that the catalogue does not know with the
   * name.
   */
  minName: 0.35,
  minNumber: 0.25,
  minStrangeNumber: 0.5,
  /** Of one card among several: which of them was meant is not known. */
  maxAmongSeveral: 35,
  /** With no catalogue to confirm it, a clear title is right more often than not, and no more is claimed. */
  unaided: 0.6,
  /** A title that the catalogue lacks: without a number, and beside the poorest and the best one. */
  unlisted: { alone: 0.35, min: 0.4, max: 0.59 },
  /** A name that only its number brings keeps this share of the number's chance. */
  byNumber: 0.79,
  /** A number alone is no whole answer, unless the picture is a strip this much wider than high. */
  maxNameless: 0.79,
  stripShape: 1.4,
  /** A doubtful number beside a sure name takes at most half of the confidence. */
  doubtfulNumber: 0.5,
  /**
   * What a name keeps of its chance when a logo behind it may have been missed, and when it is a word of the rules that
   * is some card's name: that is no card by itself.
   */
  withoutLogo: 0.8,
  outOfPlace: 0.7,
  maxOutOfPlace: 0.39,
  /** One that nothing else bears out is for review. */
  maxDoubtful: 0.59,
} as const
