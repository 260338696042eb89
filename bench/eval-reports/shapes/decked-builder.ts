import { rowsOf } from './draw.ts'
import { drawTold, drawUnique, magicCopy } from './magic.ts'
import { asked, priced, pricedOrAsked, tableShape } from './shape.ts'

/**
 * Decked Builder: counts of both finishes beside their sum, sets by name, ids of another site. Head as in nicho92's
 * MtgDesktopCompanion (`DeckedBuilder.java`) and in the README of oflannabhra's transmute, whose row has both counts;
 * rows of `Magic Online Promos` stand in files that people publish.
 */
export const deckedBuilder = tableShape({
  name: 'decked-builder.csv',
  columns:
    'Total Qty,Reg Qty,Foil Qty,Card,Set,Mana Cost,Card Type,Color,Rarity,Mvid,Single Price,Single Foil Price,' +
    'Total Price,Price Source,Notes',
  rows: (draw) =>
    rowsOf(20, (at) => {
      const isDigital = at >= 17
      const card = isDigital ? drawUnique(draw) : drawTold(draw)
      const regular = at < 9 || at >= 13 ? 1 + draw.random(4) : 0
      const foil = at >= 9 && !isDigital ? 1 + draw.random(3) : 0
      const cells = {
        'Total Qty': regular + foil,
        'Reg Qty': regular,
        'Foil Qty': foil,
        Card: card.printed,
        Set: isDigital ? 'Magic Online Promos' : card.set.name,
        'Mana Cost': draw.pick(['1R', '2U', 'XBB', '']),
        'Card Type': draw.pick(['Instant', 'Sorcery', 'Artifact']),
        Color: draw.pick(['Red', 'Blue', 'Black']),
        Rarity: card.product.rarity ?? 'Common',
        Mvid: 100_000 + draw.random(500_000),
        'Single Price': '0.19',
        'Single Foil Price': '0.45',
        'Total Price': '0.64',
        'Price Source': 'TCGplayer Market',
      }
      if (isDigital) return { cells, ...asked('a set of Magic Online, and no paper printing') }
      const parts = [magicCopy(card, regular), magicCopy(card, foil, { finish: 'Foil' })].filter(
        ({ copies }) => copies > 0,
      )
      return { cells, ...(parts.length === 2 ? pricedOrAsked : priced)(...parts) }
    }),
})
