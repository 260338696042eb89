import { headOf, type LineCard } from '../../line-catalog.ts'
import type { RightCopy } from '../report-file.ts'
import { type Draw, isPlainOf, lineIds, rowsOf } from '../shapes/draw.ts'
import { type Answer, priced, pricedOrAsked, tableShape } from '../shapes/shape.ts'

const isLorcana = isPlainOf(lineIds.lorcana)
const isRiftbound = isPlainOf(lineIds.riftbound)

const isLorcanaOfSet = (card: LineCard): boolean => isLorcana(card) && /^\d+\/20\d$/.test(card.product.number ?? '')
const isRiftboundOfSet = (card: LineCard): boolean =>
  isRiftbound(card) && /^\d{3}\/\d+$/.test(card.product.number ?? '')

const drawCard = (draw: Draw, fits: (card: LineCard) => boolean): LineCard => {
  for (;;) {
    const card = draw.card(fits)
    if (draw.isAlone(card, 'numberInSet')) return card
  }
}

/** Counts of both finishes: four rows of one, three of the other, three of both. */
const counted = (draw: Draw, at: number, { product }: LineCard, foil: string) => {
  const normals = at < 4 || at >= 7 ? 1 + draw.random(12) : 0
  const foils = at >= 4 ? 1 + draw.random(3) : 0
  const parts: RightCopy[] = [
    { productId: product.productId, copies: normals, finish: 'Normal' },
    { productId: product.productId, copies: foils, finish: foil },
  ].filter(({ copies }) => copies > 0)
  const answer: Answer = parts.length === 2 ? pricedOrAsked(...parts) : priced(...parts)
  return { normals, foils, answer }
}

export const dreamborn = tableShape({
  name: 'dreamborn.csv',
  columns: 'Normal,Foil,Name,Set,Card Number,Color,Rarity,Price,Foil Price',
  rows: (draw) =>
    rowsOf(10, (at) => {
      const card = drawCard(draw, isLorcanaOfSet)
      const { normals, foils, answer } = counted(draw, at, card, 'Cold Foil')
      const cells = {
        Normal: normals,
        Foil: foils,
        Name: card.printed,
        Set: card.set.name,
        'Card Number': headOf(card.product.number as string),
        Color: draw.pick(['Amber', 'Ruby', 'Steel']),
        Rarity: card.product.rarity ?? 'Common',
        Price: '0.10',
        'Foil Price': '0.60',
      }
      return { cells, ...answer }
    }),
})

export const dotGg = tableShape({
  name: 'riftbound-dotgg.csv',
  columns: 'CardId,Normal,Foil,Name,Set',
  rows: (draw) =>
    rowsOf(10, (at) => {
      const card = drawCard(draw, isRiftboundOfSet)
      const { normals, foils, answer } = counted(draw, at, card, 'Foil')
      const number = (card.product.number as string).slice(0, 3)
      const cells = {
        CardId: `${card.set.code}-${number}`,
        Normal: normals,
        Foil: foils,
        Name: card.printed,
        Set: card.set.name,
      }
      return { cells, ...answer }
    }),
})
