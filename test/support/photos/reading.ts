import type { CardReader, PhotoReading, ReadCard } from '../../../src/identification/ports.ts'

type Given = Partial<Omit<PhotoReading, 'card'>> & { readonly card?: Partial<ReadCard> }

/** A reading of one card whose name, if any, the catalogue has. */
export const photoReading = ({ card, ...rest }: Given = {}): PhotoReading => {
  const { confidence = 0 } = rest
  const name = card?.name ?? null
  return {
    text: '',
    confidence,
    nameConfidence: name === null ? 0 : confidence,
    numberConfidence: card?.number ? confidence : 0,
    cards: [],
    cardsOmitted: 0,
    ...rest,
    card: { name, isListed: name !== null, number: null, language: null, ...card },
  }
}

/** A reader that makes the same of every picture. */
export const readerOf = (given: Given = {}): CardReader => ({
  read: async () => photoReading(given),
  close: async () => {},
})
