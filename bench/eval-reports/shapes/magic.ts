import type { LineCard } from '../../line-catalog.ts'
import type { RightCopy } from '../report-file.ts'
import type { Draw } from './draw.ts'
import { isOrdinaryMagic } from './draw.ts'

/** Near mint, in English and no foil, where a row says nothing else. */
export const magicCopy = (card: LineCard, copies: number, more: Partial<RightCopy> = {}): RightCopy => ({
  productId: card.product.productId,
  copies,
  finish: 'Normal',
  condition: 'Near Mint',
  language: 'English',
  ...more,
})

/** A card that name and set tell from every other, by the set's name and by its code. */
export const drawTold = (draw: Draw): LineCard => {
  for (;;) {
    const card = draw.card(isOrdinaryMagic)
    if (draw.isAlone(card, 'nameInSet') && draw.isAlone(card, 'nameUnderCode')) return card
  }
}

/** A card of which the catalogue has one printing. */
export const drawUnique = (draw: Draw): LineCard => {
  for (;;) {
    const card = drawTold(draw)
    if (draw.isAlone(card, 'name')) return card
  }
}

/** A card of which the catalogue has several printings. */
export const drawReprinted = (draw: Draw): LineCard => {
  for (;;) {
    const card = drawTold(draw)
    if (draw.alike(card, 'name').length > 2) return card
  }
}

const isListed = ({ set }: LineCard): boolean => set.name === 'The List Reprints'

/** A printing of The List with the number that it has on Scryfall: code and number of the original, `XLN-88`. */
export const drawListed = (draw: Draw): { readonly listed: LineCard; readonly number: string } => {
  for (;;) {
    const listed = draw.card(isListed)
    const original = draw.alike(listed, 'name').find(isOrdinaryMagic)
    if (original !== undefined && draw.isAlone(listed, 'nameInSet'))
      return { listed, number: `${original.set.code}-${original.product.number}` }
  }
}

/** Sets of which the catalogue has no card. */
export const unknownCodes = ['MKM', 'DRC', 'INR', 'FDN', 'DSK', 'BLB', 'WOE', 'DFT'] as const

/** In the form of an id of Scryfall. */
export const scryfallId = ({ random }: Draw): string => {
  const hex = (digits: number): string => Array.from({ length: digits }, () => random(16).toString(16)).join('')
  return [hex(8), hex(4), `4${hex(3)}`, `a${hex(3)}`, hex(12)].join('-')
}

/** Conditions in the words of Magic's European and American programs. */
export const shortConditions = ['NM', 'NM', 'NM', 'LP', 'MP', 'HP'] as const
export const conditionOf: Readonly<Record<string, string>> = {
  NM: 'Near Mint',
  LP: 'Lightly Played',
  MP: 'Moderately Played',
  HP: 'Heavily Played',
}
