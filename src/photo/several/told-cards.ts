import { foldLetters } from '../../cards/fold.ts'
import { median } from '../image/geometry.ts'
import type { Look } from '../look.ts'
import { isLabel } from '../match/labels.ts'
import { bareTitle } from '../match/name-pieces.ts'
import { mayLackLogo } from '../match/to-reading.ts'
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
  /** How far below a title there are no lines of rules, in heights of a card. */
  pictureBelow: 0.2,
  /** Share of a place over which another may lie. */
  maxOver: 0.1,
  /** Letters of a short name, and how clear its line must be. */
  shortName: 6,
  clearTitle: 0.9,
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
  const middle = median(looks.filter(({ look }) => isTitle(look, lexicon)).map(({ look }) => titleHeight(look)))
  const told = looks.map(({ place, look }) => {
    const { match } = look
    if (!match.known || match.isByNumber || match.name === null) return { place, look }
    // The label of a graded card names it for its card.
    const isLabelled = readLabel(look.lines) !== null
    const isTall = titleHeight(look) >= parameters.minTitleHeight * middle
    if (!isLabelled && !(isTall && isTitle(look, lexicon))) return { place, look: asPrinted(look) }
    const isSure = isLabelled ? place.isDoubtful !== true : isBorneOut({ place, look }, looks, lexicon)
    return { place, look: isSure ? look : { ...look, match: { ...match, isDoubtful: true } } }
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

/** Whether a number that the name has was read, or place, title and what stands around it leave no doubt. */
const isBorneOut = (one: PlacedLook, all: readonly PlacedLook[], lexicon: CardLexicon): boolean => {
  const { place, look } = one
  const { match } = look
  if (isNumbered(match)) return true
  return (
    isOwnPlace(place, all) &&
    match.similarity >= parameters.minSimilarity &&
    !isContradicted(match) &&
    !mayBeLonger(match, lexicon) &&
    !hasWordBefore(look) &&
    !standsOverRules(look) &&
    !isPoorTitle(match)
  )
}

const isNumbered = ({ agreement, number }: Look['match']): boolean =>
  (agreement ?? 0) >= agreementWeights.min && (number?.certainty ?? 0) >= parameters.sureNumber

/** Whether edges or neighbors show a card there, in step with the others and not over one of them. */
const isOwnPlace = (place: CardPlace, all: readonly PlacedLook[]): boolean => {
  const { sides, isInRow, isDoubtful = false } = place
  const others = all.filter((other) => other.place !== place).map((other) => other.place)
  const areInRows = others.length > 1 && others.every((other) => other.isInRow)
  return (
    !isDoubtful &&
    (isInRow || (sides >= parameters.minSides && !areInRows)) &&
    others.every((other) => sharedShare(place.visible, other.visible) <= parameters.maxOver)
  )
}

/** Words drawn in foil or as a logo before a name, where no reader of letters finds them. */
const drawnBefore = ['Shining', 'M', 'Mega', 'Radiant', 'Crystal']
const mayBeLonger = (match: Look['match'], lexicon: CardLexicon): boolean =>
  mayLackLogo(match, lexicon) || drawnBefore.some((word) => lexicon.numbersOf(`${word} ${match.name}`).length > 0)

/** A line that begins in the middle of a sentence, or a few letters that are not clear. */
const isPoorTitle = ({ name, title: [first] }: Look['match']): boolean =>
  first === undefined ||
  /^\P{L}*\p{Ll}/u.test(first.text) ||
  (foldLetters(name ?? '').length < parameters.shortName && first.confidence < parameters.clearTitle)

/** Types of Magic cards, which stand before the kind of a creature: `Creature — Griffin`. */
const typeWords = /creature|artifact|enchantment|legendary|planeswalker|summon/i

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
      (!isLabel(text) || typeWords.test(text)),
  )
}

/** Whether lines as tall follow at once, as rules do below a type (`Griffin`): below a title is the picture. */
const standsOverRules = ({ lines, match: { title } }: Look): boolean => {
  const { middle, height } = title.reduce((a, b) => (b.middle[1] > a.middle[1] ? b : a))
  return (
    lines.filter(
      (line) =>
        line.middle[1] > middle[1] + height / 2 &&
        line.middle[1] < middle[1] + parameters.pictureBelow &&
        line.height > parameters.minTitleHeight * height &&
        /\p{L}{4}/u.test(line.text) &&
        !isLabel(line.text),
    ).length > 1
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
