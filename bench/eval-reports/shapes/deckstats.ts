import { rowsOf } from './draw.ts'
import { conditionOf, drawListed, drawTold, magicCopy, shortConditions, unknownCodes } from './magic.ts'
import { asked, priced, pricedOrAsked, tableShape } from './shape.ts'

/**
 * Deckstats: small heads with underscores, `1` or nothing for what is so, numbers that may be missing. Head as in
 * nicho92's MtgDesktopCompanion (`DeckStatExport.java`); empty numbers, empty conditions, German rows and `PLIST` as in
 * a published export.
 */
export const deckstats = tableShape({
  name: 'deckstats.csv',
  columns:
    'amount,card_name,is_foil,is_pinned,is_signed,set_id,set_code,collector_number,language,condition,comment,added',
  rows: (draw) =>
    rowsOf(20, (at) => {
      const copies = 1 + draw.random(4)
      const condition = draw.pick(shortConditions)
      const said = { condition: conditionOf[condition] as string }
      const card = drawTold(draw)
      const cells = {
        amount: copies,
        card_name: card.printed,
        set_id: 10 + draw.random(300),
        set_code: card.set.code as string,
        collector_number: card.product.number as string,
        language: 'en',
        condition,
        added: '2023-05-04 10:12:55',
      }
      if (at < 6) return { cells, ...priced(magicCopy(card, copies, said)) }
      if (at < 9) return { cells: { ...cells, collector_number: '' }, ...priced(magicCopy(card, copies, said)) }
      if (at < 12)
        return { cells: { ...cells, is_foil: 1 }, ...priced(magicCopy(card, copies, { ...said, finish: 'Foil' })) }
      if (at < 15)
        return {
          cells: { ...cells, language: 'de' },
          ...priced(magicCopy(card, copies, { ...said, language: 'German' })),
        }
      if (at < 17) return { cells: { ...cells, condition: '' }, ...priced(magicCopy(card, copies)) }
      if (at === 17) return { cells: { ...cells, is_signed: 1 }, ...asked('a signed copy has no market price') }
      if (at === 18) {
        const token = { card_name: 'Soldier', set_code: `T${draw.pick(unknownCodes)}`, collector_number: '3' }
        return { cells: { ...cells, ...token }, ...asked('a token of a set that the catalogue lacks') }
      }
      const { listed, number } = drawListed(draw)
      const list = { card_name: listed.printed, set_code: 'PLIST', collector_number: number }
      return { cells: { ...cells, ...list }, ...pricedOrAsked(magicCopy(listed, copies, said)) }
    }),
})
