import type { LineCard } from '../../line-catalog.ts'
import { type Draw, isPlainOf, lineIds, rowsOf } from './draw.ts'
import { asked, linesShape, pricedOrAsked } from './shape.ts'

/**
 * Decks of names: where one plain printing bears the name it may be priced, else a person is asked. One that the
 * catalogue qualifies is told by its qualifier.
 */
const rowsAs =
  (fits: (card: LineCard) => boolean, write: (copies: number, name: string, at: number) => string) => (draw: Draw) => {
    const rows = rowsOf(20, (at) => {
      const card = draw.card(fits)
      const copies = 1 + draw.random(4)
      const text = write(copies, card.printed, at)
      const plain = draw.alike(card, 'name').filter(({ isPlain }) => isPlain)
      if (plain.length > 1) return { text, ...asked('several plain printings bear the name') }
      const { productId } = card.product
      return {
        text,
        ...pricedOrAsked({ productId, copies, finish: 'Normal', condition: 'Near Mint', language: 'English' }),
      }
    })
    return [rows.slice(0, 1), rows.slice(1, 17), rows.slice(17)]
  }

/** Piltover Archive (Riftbound): legend, cards, runes; as in the documents of silhouette-card-maker's plugins. */
export const piltoverArchive = linesShape({
  name: 'piltover-archive.txt',
  rows: rowsAs(isPlainOf(lineIds.riftbound), (copies, name) => `${copies} ${name}`),
})

/**
 * Decks of Lorcana as Dreamborn writes them, with a comma or a dash before the version and `*E*` for the enchanted art,
 * as in the documents of silhouette-card-maker's plugins.
 */
export const lorcanaDeck = linesShape({
  name: 'lorcana-deck.txt',
  rows: rowsAs(isPlainOf(lineIds.lorcana), (copies, name, at) =>
    at % 2 === 0 ? `${copies} ${name}` : `${copies} ${name.replace(' - ', ', ')}`,
  ),
})
