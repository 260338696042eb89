import { foldLetters } from '../../cards/fold.ts'
import type { Look } from '../look.ts'
import { isLabel } from '../match/labels.ts'
import { bareTitle } from '../match/name-pieces.ts'
import { printedTitles } from '../match/unlisted-title.ts'
import { agreementWeights } from '../match/weights.ts'
import type { CardLexicon } from '../reading.ts'
import { readLabel } from '../slab/read-label.ts'
import { type CardPlace, sharedShare } from './page.ts'
import { areInPlace, titlePlacesOf } from './title-places.ts'

/** Set by hand on the labelled pages that are not kept unseen (`npm run eval:pages`). */
const parameters = {
  /** A name makes up so much of the line that it was read from: `Greninja ex` is not the title `Mega Greninja ex`. */
  minShareOfLine: 0.8,
  /** Titles of one page are about as tall: none is lower than this share of the middle one. */
  minTitleHeight: 0.66,
  /** From this share of edges along its sides a place is a card's. */
  minSides: 0.6,
  /** Without its number a name must be read so well: `Refute` is one letter off `Refuse`. */
  minSimilarity: 0.9,
  /** A number that the name has not contradicts it from here on, if it is no power and toughness such as 12/12. */
  wholeNumber: /[0-9]{3}\/|\/[0-9]{3}$|[A-Z]{2}|^0[0-9]{3}$/,
  sureNumber: 0.6,
  /** How clear a word before the title is, and how far it may reach into it. */
  clearWord: 0.7,
  overlap: 0.03,
  /** Share that two boxes of one name have in common at most. */
  maxShared: 0.02,
} as const

/** What was read at a place. */
export interface PlacedLook {
  readonly place: CardPlace
  readonly look: Look
}

/**
 * What is told of cards among several. A name is that of a card only where it is its title: in the place of its game's
 * titles, as tall as the others, and all of the line; else the title is told as it is printed. A name is for review
 * where neither edges nor number nor neighbors bear its box out, where it was not read well, and where a number says
 * otherwise.
 */
export const toldOf = (looks: readonly PlacedLook[], lexicon: CardLexicon | null): readonly PlacedLook[] => {
  if (lexicon === null) return looks
  const heights = looks.filter(({ look }) => isTitle(look, lexicon)).map(({ look }) => titleHeight(look))
  const middle = heights.toSorted((a, b) => a - b)[heights.length >> 1] ?? 0
  const told = looks.map(({ place, look }) => {
    const { match } = look
    // The label of a graded card names it for its card.
    if (!match.known || match.isByNumber || match.name === null || readLabel(look.lines)) return { place, look }
    const isTall = titleHeight(look) >= parameters.minTitleHeight * middle
    if (!isTitle(look, lexicon) || !isTall) return { place, look: asPrinted(look) }
    return { place, look: isBorneOut(place, look) ? look : { ...look, match: { ...match, isDoubtful: true } } }
  })
  return told.filter((one) => !told.some((other) => isSameCard(one, other)))
}

/** Whether another place, with better edges, lies partly over this one and has the same name: one card, found twice. */
const isSameCard = (one: PlacedLook, other: PlacedLook): boolean =>
  other !== one &&
  one.look.match.name !== null &&
  one.look.match.name === other.look.match.name &&
  sharedShare(one.place.visible, other.place.visible) > parameters.maxShared &&
  (other.place.sides > one.place.sides ||
    (other.place.sides === one.place.sides && other.look.match.score > one.look.match.score))

const titleHeight = ({ quad, match }: Look): number =>
  Math.max(0, ...match.title.map(({ height }) => height)) * Math.hypot(quad[3][0] - quad[0][0], quad[3][1] - quad[0][1])

const isTitle = ({ match: { name, title } }: Look, lexicon: CardLexicon): boolean => {
  if (name === null) return false
  const places = titlePlacesOf(name, lexicon.numbersOf(name))
  const middles = title.map(({ middle }) => middle[1])
  const letters = foldLetters(title.map(({ text }) => bareTitle(text)).join('')).length
  return foldLetters(name).length >= parameters.minShareOfLine * letters && areInPlace(places, middles)
}

// A number that was read well and that the name has not speaks of another card, such as one with a longer name.
const isContradicted = ({ agreement, number }: Look['match']): boolean =>
  agreement === 0 &&
  number !== null &&
  parameters.wholeNumber.test(number.text) &&
  number.certainty >= parameters.sureNumber

const isBorneOut = ({ sides, isInRow }: CardPlace, look: Look): boolean => {
  const { match } = look
  if ((match.agreement ?? 0) >= agreementWeights.min) return true
  const isCard = sides >= parameters.minSides || isInRow
  return isCard && match.similarity >= parameters.minSimilarity && !isContradicted(match) && !hasWordBefore(look)
}

/** Whether a word as tall stands before the title in its row, as `Shining` before `Raichu`. */
const hasWordBefore = ({ lines, match: { title } }: Look): boolean => {
  const first = title.reduce((a, b) => (b.left < a.left ? b : a))
  return lines.some(
    ({ text, confidence, middle, right, height }) =>
      right < first.left + parameters.overlap &&
      Math.abs(middle[1] - first.middle[1]) < first.height / 2 &&
      height > parameters.minTitleHeight * first.height &&
      confidence > parameters.clearWord &&
      /\p{L}{4}/u.test(text) &&
      !isLabel(text),
  )
}

const asPrinted = (look: Look): Look => {
  const [printed] = printedTitles(look.lines)
  const match = {
    ...look.match,
    name: printed?.text ?? null,
    known: false,
    similarity: 0,
    score: printed?.score ?? 0,
    agreement: null,
    title: printed ? [printed.line] : [],
  }
  return { ...look, match }
}
