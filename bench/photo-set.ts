import { foldLetters } from '../src/cards/fold.ts'
import type { Label, LabelledCard } from '../test/support/photos/labelled.ts'

/** A number for comparison: leading zeros play no part. */
const bareNumber = (number: string): string => number.toUpperCase().replace(/(^|[^0-9])0+(?=[0-9])/g, '$1')

/** The names that count as right, folded: as printed, in English, and of a picture with several cards all. */
export const acceptedNames = ({ name, englishName, names, cards }: LabelledCard & Pick<Label, 'cards'>): string[] =>
  [name, englishName, ...(names ?? []), ...(cards ?? []).map((card) => card.name)]
    .filter((text) => typeof text === 'string')
    .map(foldLetters)

/** Whether a suggested name is the card's. */
export const nameFits = (label: Parameters<typeof acceptedNames>[0], name: string | null): boolean =>
  name !== null && acceptedNames(label).includes(foldLetters(name))

/** Whether a suggested number is the one printed, leading zeros aside. */
export const numberFits = ({ cardNumber }: Pick<LabelledCard, 'cardNumber'>, number: string | null): boolean =>
  cardNumber !== null && number !== null && bareNumber(number) === bareNumber(cardNumber)
