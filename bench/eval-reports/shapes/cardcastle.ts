import type { LineCard } from '../../line-catalog.ts'
import { lineIds, rowsOf } from './draw.ts'
import { drawTold, magicCopy, scryfallId } from './magic.ts'
import { asked, priced, tableShape } from './shape.ts'

const isTreatment = ({ product, isPlain }: LineCard): boolean =>
  product.categoryId === lineIds.magic &&
  !isPlain &&
  /\((?:Extended Art|Showcase|Borderless)\)$/.test(product.name) &&
  /^\d+$/.test(product.number ?? '')

/**
 * CardCastle: a row for each copy, so that no column counts, and the market's own id of the product behind ids of other
 * sites. Head and rows as in the tests of a public inventory (`Rhonas the Indomitable,Amonkhet Invocations,28,…`).
 */
export const cardCastle = tableShape({
  name: 'cardcastle.csv',
  columns:
    'Card Name,Set Name,Collector Number,Condition,Foil,Language,Multiverse ID,JSON ID,Price USD,Photo URL,' +
    'TCGPlayer Id,TCGPlayer Product Id',
  rows: (draw) =>
    rowsOf(20, (at) => {
      const card = at >= 13 && at < 16 ? draw.card(isTreatment) : drawTold(draw)
      const isFoil = at % 3 === 2
      const condition = draw.pick(['Near Mint', 'Near Mint', 'Lightly Played', 'Moderately Played'])
      const other = drawTold(draw)
      const id = at < 16 ? card.product.productId : at < 18 ? '' : other.product.productId
      const cells = {
        'Card Name': card.printed,
        'Set Name': card.set.name,
        'Collector Number': card.product.number as string,
        Condition: condition,
        Foil: isFoil ? 'Foil' : 'Normal',
        Language: 'en',
        'Multiverse ID': 100_000 + draw.random(400_000),
        'JSON ID': scryfallId(draw),
        'Price USD': '0.16',
        'TCGPlayer Product Id': id,
      }
      if (at >= 18) return { cells, ...asked('the id is that of another card than the name') }
      return { cells, ...priced(magicCopy(card, 1, { condition, finish: isFoil ? 'Foil' : 'Normal' })) }
    }),
})
