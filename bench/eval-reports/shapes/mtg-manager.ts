import { rowsOf } from './draw.ts'
import { drawTold, magicCopy } from './magic.ts'
import { pricedOrAsked, tableShape } from './shape.ts'

const conditions = ['Near Mint', 'Near Mint', 'Lightly Played', 'Moderately Played', 'Heavily Played', 'Damaged']
const languages = ['English', 'German', 'French']

/**
 * MTG Manager: condition, language and finish as numbers, so that a person may be asked, but no copy guessed. Head, row
 * and the meaning of the numbers as in the README of oflannabhra's transmute (0 is mint, 1 near mint, … 5 damaged).
 */
export const mtgManager = tableShape({
  name: 'mtg-manager.csv',
  columns: 'Quantity,Name,Code,PurchasePrice,Foil,Condition,Language,PurchaseDate',
  rows: (draw) =>
    rowsOf(20, (at) => {
      const card = drawTold(draw)
      const copies = 1 + draw.random(4)
      const isFoil = at % 5 === 4
      const condition = at < 8 ? at % 2 : draw.random(conditions.length)
      const language = at < 14 ? 0 : draw.random(languages.length)
      const copy = {
        condition: conditions[condition] as string,
        language: languages[language] as string,
        finish: isFoil ? 'Foil' : 'Normal',
      }
      const cells = {
        Quantity: copies,
        Name: card.printed,
        Code: card.set.code as string,
        PurchasePrice: '3.83',
        Foil: isFoil ? 1 : 0,
        Condition: condition,
        Language: language,
        PurchaseDate: '5/6/2018',
      }
      return { cells, ...pricedOrAsked(magicCopy(card, copies, copy)) }
    }),
})
