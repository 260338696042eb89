import { rowsOf } from './draw.ts'
import { conditionOf, drawReprinted, drawTold, drawUnique, magicCopy, shortConditions } from './magic.ts'
import { asked, priced, pricedOrAsked, tableShape } from './shape.ts'

/**
 * TappedOut: the deck's board first, a code alone for the printing or nothing, `True` for what is so, no numbers. Head
 * and rows as in the tests of a public backup tool (`main,1,"Kumena, Tyrant of Orazca",RIX,True,,,NM,DE,True,`).
 */
export const tappedOut = tableShape({
  name: 'tappedout.csv',
  columns: 'Board,Qty,Name,Printing,Foil,Alter,Signed,Condition,Language,Commander',
  rows: (draw) =>
    rowsOf(20, (at) => {
      const card = at >= 14 && at < 18 ? drawReprinted(draw) : at >= 18 ? drawUnique(draw) : drawTold(draw)
      const copies = 1 + draw.random(4)
      const condition = draw.pick(shortConditions)
      const said = { condition: conditionOf[condition] as string }
      const cells = {
        Board: draw.pick(['main', 'main', 'side', 'maybe']),
        Qty: copies,
        Name: card.printed,
        Printing: at < 14 ? (card.set.code as string) : '',
        Condition: condition,
      }
      if (at < 8) return { cells, ...priced(magicCopy(card, copies, said)) }
      if (at < 11)
        return { cells: { ...cells, Foil: 'True' }, ...priced(magicCopy(card, copies, { ...said, finish: 'Foil' })) }
      if (at < 13)
        return {
          cells: { ...cells, Language: 'DE' },
          ...priced(magicCopy(card, copies, { ...said, language: 'German' })),
        }
      if (at === 13) return { cells: { ...cells, Alter: 'True' }, ...asked('an altered copy has no market price') }
      if (at < 18) return { cells, ...asked('several printings bear the name') }
      return { cells, ...pricedOrAsked(magicCopy(card, copies, said)) }
    }),
})
