import { center, median, type Quad, quadToUnit } from '../image/geometry.ts'
import { type CardFitter, headsOf } from './fit-card.ts'
import { heightOf, isInUnit, type PageContent, type PageTitle, type Placed } from './page.ts'
import { findStaircases, isNamed, pairsIn, type Stair, type Staircase } from './stair-steps.ts'
import { usualPlace } from './title-places.ts'

/** Set by hand on made pages (`npm run eval:pages`). */
const parameters = {
  /** So many times a name follows on a name; fewer only where edges bear the heads out, this share of their sides. */
  enoughPairs: 2,
  minSides: 0.6,
  /** The rules of a card have more long lines than the head of one that another card covers. */
  longLine: 8,
  maxLines: 2,
  /** How far the height of the cards may be from what the page lets expect. */
  sizeSpread: [0.85, 1.2],
  /** Sides of a head that is none, below which it speaks against its staircase. */
  poorSides: 0.35,
  /** What a name adds to the sides of its head. */
  named: 0.4,
  /** A head so much higher than the usual step hides another, whose title was not read. */
  tallHead: 1.3,
  /** A card on top so much higher than others may be two, and one with poorer sides may be covered. */
  tallCard: 1.06,
  sureTop: 0.7,
  /** Staircases that are tried on one page. */
  maxTried: 12,
} as const

/** How many long lines, as of rules, lie in what is seen of each card. */
const longLinesIn = (heads: readonly Quad[], boxes: PageContent['boxes']): number[] => {
  const long = boxes.filter(({ length, breadth }) => length > parameters.longLine * breadth)
  return heads.map((head) => {
    const toUnit = quadToUnit(head)
    return long.filter(({ corners }) => isInUnit(toUnit(center(corners)))).length
  })
}

/** A staircase with its cards as they lie. */
interface Laid {
  readonly stairs: readonly Stair[]
  readonly quads: readonly Quad[]
}

/**
 * The cards of a staircase, without lines at its ends that edges show to be no heads: words of the rules of the card on
 * top, whose own edges are all seen.
 */
const laidOut = ({ stairs, height }: Staircase, fitter: CardFitter): Laid => {
  const place = stairs.find(isNamed)?.title?.place ?? usualPlace
  const [min, max] = parameters.sizeSpread
  const quads = fitter.ofStairs(
    stairs.map(({ corners }) => corners),
    place,
    [min * height, max * height],
  )
  const ofHeads = headsOf(quads).map(
    (head, i) =>
      fitter.sidesOf(head) - parameters.poorSides + (stairs.slice(i, i + 1).some(isNamed) ? parameters.named : 0),
  )
  const ofCards = quads.map((quad) => fitter.sidesOf(quad) - parameters.poorSides)
  let best = { from: 0, to: 0, worth: Number.NEGATIVE_INFINITY }
  for (let from = 0; from < quads.length; from++)
    for (let [to, heads] = [from, 0]; to < quads.length; heads += ofHeads[to] ?? 0, to++) {
      const worth = heads + (ofHeads[to] ?? 0) + 2 * (ofCards[to] ?? 0)
      if (worth > best.worth) best = { from, to, worth }
    }
  return { stairs: stairs.slice(best.from, best.to + 1), quads: quads.slice(best.from, best.to + 1) }
}

const isBorneOut = ({ stairs, quads }: Laid, { boxes, fitter }: PageContent): boolean => {
  const heads = headsOf(quads).slice(0, -1)
  const pairs = pairsIn(stairs)
  return (
    pairs > 0 &&
    (pairs >= parameters.enoughPairs || median(heads.map(fitter.sidesOf)) >= parameters.minSides) &&
    longLinesIn(heads, boxes).every((lines) => lines <= parameters.maxLines)
  )
}

const stepOf = (quads: readonly Quad[]): number => median(headsOf(quads).slice(0, -1).map(heightOf))

/** What staircases of one page have in common: the least step, and the least height of a card. */
interface Usual {
  readonly step: number
  readonly height: number
}

/**
 * The places of a staircase's cards. Where a title between two others was not read, a head seems too high; where that
 * of the card on top was not, the card before it does, or its sides are poor. A card on top without a name may be the
 * rules of the last card that has one.
 */
const placesOf = ({ stairs, quads }: Laid, usual: Usual, fitter: CardFitter): Placed[] => {
  const visible = headsOf(quads)
  const lastNamed = stairs.findLastIndex(isNamed)
  const isTall = (step: number): boolean => step > parameters.tallHead * usual.step
  const hasTallSteps = isTall(stepOf(quads))
  return quads.map((quad, i): Placed => {
    const head = visible[i] ?? quad
    const sides = fitter.sidesOf(head)
    const isTop = i === quads.length - 1
    const isDoubtful = isTop
      ? hasTallSteps || sides < parameters.sureTop || heightOf(quad) > parameters.tallCard * usual.height
      : isTall(heightOf(head)) || i === lastNamed
    return { quad, visible: head, shownBy: 'title', sides, isDoubtful }
  })
}

/**
 * Cards that lie over each other like the steps of a staircase, so that of all but the last no more than the title is
 * seen; one whose title was not read lies between two others.
 * @param heightNear how high a card is there
 */
export const staircases = (
  page: PageContent,
  titles: readonly PageTitle[],
  heightNear: (title: PageTitle) => number,
): Placed[] => {
  const used = new Set<PageTitle>()
  const laid: Laid[] = []
  let tried = 0
  for (const staircase of findStaircases(titles, heightNear)) {
    if (staircase.stairs.some(({ title }) => title !== null && used.has(title))) continue
    if (++tried > parameters.maxTried) break
    const one = laidOut(staircase, page.fitter)
    if (!isBorneOut(one, page)) continue
    for (const { title } of staircase.stairs) if (title !== null) used.add(title)
    laid.push(one)
  }
  const usual = {
    step: Math.min(...laid.map(({ quads }) => stepOf(quads))),
    height: Math.min(...laid.map(({ quads }) => median(quads.map(heightOf)))),
  }
  return laid.flatMap((one) => placesOf(one, usual, page.fitter))
}
