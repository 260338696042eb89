import { headOf, type LineCard } from '../../line-catalog.ts'
import { type Draw, isPlainOf, lineIds, rowsOf } from '../shapes/draw.ts'
import { asked, linesShape, priced, pricedOrAsked } from '../shapes/shape.ts'

const isPokemon = isPlainOf(lineIds.pokemon)
const hasNumber = ({ product }: LineCard): boolean => /^\d+\/\d+$/.test(product.number ?? '')

const isEx = (card: LineCard): boolean => isPokemon(card) && hasNumber(card) && / ex$/.test(card.printed)
/** A set with the code `EX`, which the word behind a name is not. */
const isOfExpedition = (card: LineCard): boolean =>
  isPokemon(card) && hasNumber(card) && card.set.name === 'Expedition' && /^[A-Z][a-z]+$/.test(card.printed)
const isOfCode = (card: LineCard): boolean =>
  isPokemon(card) &&
  hasNumber(card) &&
  /^(?:SVI|PAL|OBF|PAR|TEF|TWM|SSP|SWSH\d\d)$/.test(card.set.code ?? '') &&
  / (?:ex|V|VMAX|VSTAR)$/.test(card.printed)

const energies = ['Water', 'Fire', 'Grass', 'Lightning', 'Psychic', 'Fighting', 'Darkness', 'Metal'] as const

/** A card whose name with `ex` no card of its number bears. */
const drawWithoutEx = (draw: Draw): LineCard => {
  for (;;) {
    const card = draw.card(isOfExpedition)
    const number = headOf(card.product.number as string)
    if (!draw.named(`${card.printed} ex`).some(({ product }) => headOf(product.number ?? '') === number)) return card
  }
}

const drawOfCode = (draw: Draw): LineCard => {
  for (;;) {
    const card = draw.card(isOfCode)
    if (draw.isAlone(card, 'numberInSet')) return card
  }
}

/** The plain card that name and number without its total tell; a person where several do. */
const exOf = (draw: Draw, card: LineCard, copies: number) => {
  const number = headOf(card.product.number as string)
  const plain = draw.alike(card, 'name').filter(({ isPlain }) => isPlain)
  const alike = plain.filter(({ product }) => headOf(product.number ?? '') === number)
  const { productId } = card.product
  return alike.length === 1 ? pricedOrAsked({ productId, copies }) : asked('several printings bear name and number')
}

export const linesEx = linesShape({
  name: 'lines-ex.txt',
  rows: (draw) => [
    rowsOf(12, (at) => {
      const copies = at === 0 ? 1 : 1 + draw.random(5)
      const count = at === 0 ? '' : `${copies} `
      if (at < 3) {
        const card = draw.card(isEx)
        const text = `${count}${card.printed} ${at === 0 ? '#' : ''}${headOf(card.product.number as string)}`
        return { text, ...exOf(draw, card, copies) }
      }
      if (at < 6) {
        const { printed, product } = drawWithoutEx(draw)
        const text = `${count}${printed} ex ${headOf(product.number as string)}`
        return { text, ...asked('no such ex card is in the catalogue; the word ex is the card’s, not a set') }
      }
      if (at < 8) {
        const text = `${count}${draw.pick(energies)} Energy ${1 + draw.random(9)}`
        return { text, ...asked('an energy without a set') }
      }
      const card = drawOfCode(draw)
      const { productId, number } = card.product
      const text = `${count}${card.printed} ${card.set.code} ${headOf(number as string)}`
      return { text, ...priced({ productId, copies }) }
    }),
  ],
})
