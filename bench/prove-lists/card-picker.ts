import { type LineCard, type LineCatalog, type LineFacts, unspaced } from '../line-catalog.ts'
import type { Random } from '../multiply.ts'

/** What a row says of its card when nothing is missing. */
const wholeFacts = ({ printed, product, set }: LineCard): LineFacts => ({
  name: printed,
  number: product.number as string,
  inSet: ({ name }) => name === set.name,
})

export interface PickedCards {
  /** Ids of the product lines that are listed. */
  readonly lines: readonly number[]
  /** Whether rows tell cards by ids too. */
  readonly hasIds?: boolean
  /** What a row says of its card, where that is not name, set and number. */
  readonly facts?: (card: LineCard) => LineFacts
  readonly fits?: (card: LineCard) => boolean
}

/**
 * Picks cards of product lines, each line equally often: no sealed products, and only such as a row can tell from every
 * other.
 */
export const createCardPicker = (
  { lines, hasIds = false, facts = wholeFacts, fits = () => true }: PickedCards,
  { cards, accepted }: LineCatalog,
): ((random: Random) => LineCard) => {
  const known = cards.filter(
    (card) =>
      lines.includes(card.product.categoryId ?? 0) &&
      card.product.number !== null &&
      card.set.name !== '' &&
      !unspaced.test(card.printed) &&
      fits(card),
  )
  const byLine = Object.values(Object.groupBy(known, ({ product }) => product.categoryId ?? 0)).filter(
    (line) => line !== undefined,
  )
  const isTold = (card: LineCard): boolean => hasIds || (card.isPlain && accepted(card, facts(card)).length === 1)
  return (random) => {
    for (;;) {
      const line = byLine[random(byLine.length)] as LineCard[]
      const card = line[random(line.length)] as LineCard
      if (isTold(card)) return card
    }
  }
}
