import type { PlacedCard } from '../../src/contract/identification.ts'
import type { PlacedLabel } from '../../test/support/photos/labelled.ts'
import { sureFrom } from '../photo-eval/score.ts'
import { nameFits, numberFits } from '../photo-set.ts'

/** Least overlap of a box with a card's, intersection over union, for the card to be found. */
const minOverlap = 0.5

/** Intersection over union of a found box and a labelled one. */
export const overlapOf = (found: PlacedCard['box'], [x, y, width, height]: PlacedLabel['box']): number => {
  const across = Math.min(found.x + found.width, x + width) - Math.max(found.x, x)
  const down = Math.min(found.y + found.height, y + height) - Math.max(found.y, y)
  if (across <= 0 || down <= 0) return 0
  return (across * down) / (found.width * found.height + width * height - across * down)
}

/** Pairs each labelled card with the box that lies over it most; no box counts for two. */
export const pairCards = (
  labels: readonly PlacedLabel[],
  cards: readonly PlacedCard[],
): Map<PlacedLabel, PlacedCard> => {
  const pairs = labels
    .flatMap((label) => cards.map((card) => ({ label, card, overlap: overlapOf(card.box, label.box) })))
    .filter(({ overlap }) => overlap >= minOverlap)
    .toSorted((a, b) => b.overlap - a.overlap)
  const found = new Map<PlacedLabel, PlacedCard>()
  const used = new Set<PlacedCard>()
  for (const { label, card } of pairs) {
    if (found.has(label) || used.has(card)) continue
    found.set(label, card)
    used.add(card)
  }
  return found
}

/** How the cards of a page fared. */
export interface PageScore {
  readonly cards: number
  readonly found: number
  /** Boxes that lie over no card. */
  readonly strange: number
  /** Names that were to be read, and those of them that were. */
  readonly names: number
  readonly namesRight: number
  readonly numbers: number
  readonly numbersRight: number
  /** Wrong name or number at 80 or more, and how many said so much. */
  readonly sure: number
  readonly sureWrong: number
  /** Names told with 60 or more, and those of them that no card there bears. */
  readonly named: number
  readonly namedWrong: number
}

/** From this confidence on a name may be taken, so that none may be wrong. */
const namedFrom = 60

const isWrong = (label: PlacedLabel, { ocr: { suggested } }: PlacedCard): boolean =>
  (label.name !== null && !nameFits(label, suggested.name)) ||
  (suggested.cardNumber !== null && label.cardNumber !== null && !numberFits(label, suggested.cardNumber))

/**
 * Told cards whose name, at 60 or more, is not that of their card; of a box that lies over no card as closely as one
 * should, of no card below it that nothing else was told of.
 */
export const wronglyNamed = (labels: readonly PlacedLabel[], cards: readonly PlacedCard[]): PlacedCard[] => {
  const pairs = pairCards(labels, cards)
  const labelOf = new Map([...pairs].map(([label, card]) => [card, label]))
  const left = labels.filter((label) => !pairs.has(label))
  return cards.filter((card) => {
    const { nameConfidence, suggested } = card.ocr
    if (suggested.name === null || nameConfidence < namedFrom) return false
    const label = labelOf.get(card)
    const below = label ? [label] : left.filter(({ box }) => overlapOf(card.box, box) > 0)
    return !below.some((one) => one.name === null || nameFits(one, suggested.name))
  })
}

/**
 * Scores the cards of one page; a card that was not found is neither read nor wrong. Names that the catalogue lacks are
 * not asked for.
 */
export const scorePage = (
  labels: readonly PlacedLabel[],
  cards: readonly PlacedCard[],
  isListed: (label: PlacedLabel) => boolean,
): PageScore => {
  const pairs = pairCards(labels, cards)
  const named = labels.filter((label) => label.name !== null && label.nameLegible !== false && isListed(label))
  const numbered = labels.filter(({ cardNumber, numberLegible }) => cardNumber !== null && numberLegible)
  const sure = [...pairs].filter(([, card]) => card.ocr.confidence >= sureFrom)
  const said = (label: PlacedLabel) => pairs.get(label)?.ocr.suggested
  return {
    cards: labels.length,
    found: pairs.size,
    strange: cards.length - pairs.size,
    names: named.length,
    namesRight: named.filter((label) => nameFits(label, said(label)?.name ?? null)).length,
    numbers: numbered.length,
    numbersRight: numbered.filter((label) => numberFits(label, said(label)?.cardNumber ?? null)).length,
    sure: sure.length,
    sureWrong: sure.filter(([label, card]) => isWrong(label, card)).length,
    named: cards.filter(({ ocr }) => ocr.suggested.name !== null && ocr.nameConfidence >= namedFrom).length,
    namedWrong: wronglyNamed(labels, cards).length,
  }
}

/** The scores of several pages together. */
export const sumScores = (scores: readonly PageScore[]): PageScore => {
  const sum = (of: keyof PageScore): number => scores.reduce((total, score) => total + score[of], 0)
  return {
    cards: sum('cards'),
    found: sum('found'),
    strange: sum('strange'),
    names: sum('names'),
    namesRight: sum('namesRight'),
    numbers: sum('numbers'),
    numbersRight: sum('numbersRight'),
    sure: sum('sure'),
    sureWrong: sum('sureWrong'),
    named: sum('named'),
    namedWrong: sum('namedWrong'),
  }
}
