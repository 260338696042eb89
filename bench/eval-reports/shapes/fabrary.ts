import type { LineCard } from '../../line-catalog.ts'
import { type Draw, lineIds, rowsOf } from './draw.ts'
import { asked, priced, pricedOrAsked, tableShape } from './shape.ts'

const pitched = /^(.*) \((Red|Yellow|Blue)\)$/

const isOfLaterSet = ({ product, set }: LineCard): boolean =>
  product.categoryId === lineIds.fab &&
  ['Outsiders', 'Dynasty', 'Dusk till Dawn', 'Bright Lights', 'Heavy Hitters', 'Part the Mistveil'].includes(
    set.name,
  ) &&
  (pitched.test(product.name) || !product.name.includes('('))

const drawCard = (draw: Draw): LineCard => {
  for (;;) {
    const card = draw.card(isOfLaterSet)
    if (draw.isAlone(card, 'number')) return card
  }
}

/**
 * FaBrary's collection: the color in a column of its own, `Have` counts, wants are no copies. Head and the words of
 * `Foiling` as in Jazzman1976's FabCollectionTool (`FabraryDto.cs`, `FabraryConstants.cs`).
 */
export const fabrary = tableShape({
  name: 'fabrary.csv',
  columns:
    'Identifier,Name,Pitch,Set,Set number,Edition,Foiling,Treatment,Have,Want in trade,Want to buy,Extra for trade,' +
    'Extra to sell',
  rows: (draw) =>
    rowsOf(20, (at) => {
      const card = drawCard(draw)
      const [, name = card.product.name, pitch = ''] = pitched.exec(card.product.name) ?? []
      const copies = 1 + draw.random(3)
      const copy = {
        productId: card.product.productId,
        copies,
        condition: 'Near Mint',
        language: 'English',
        finish: at < 14 ? 'Normal' : at < 17 ? 'Rainbow Foil' : 'Cold Foil',
      }
      const cells = {
        Identifier: `${name} ${pitch}`
          .trim()
          .toLowerCase()
          .replace(/[^a-z0-9 -]/g, '')
          .replaceAll(' ', '-'),
        Name: name,
        Pitch: pitch,
        Set: card.set.name,
        'Set number': card.product.number as string,
        Foiling: at < 14 ? '' : at < 17 ? 'Rainbow' : at < 18 ? 'Cold' : at < 19 ? 'Gold' : '',
        Have: copies,
      }
      if (at === 18) return { cells, ...asked('the market has no gold foil') }
      if (at === 19) return { cells: { ...cells, Have: 0, 'Want to buy': 3 }, ...pricedOrAsked({ ...copy, copies: 0 }) }
      return { cells, ...priced(copy) }
    }),
})
