import type { LineCard } from '../../line-catalog.ts'
import { rowsOf } from './draw.ts'
import { drawListed, drawTold, magicCopy, scryfallId, unknownCodes } from './magic.ts'
import { type Answer, asked, priced, pricedOrAsked, tableShape } from './shape.ts'

const languages = [
  ['de', 'German'],
  ['fr', 'French'],
  ['ja', 'Japanese'],
  ['zhs', 'Chinese (S)'],
] as const

/**
 * Helvault: every cell quoted, Scryfall's codes in small letters, `foil` among the extras. Head and row as in the
 * README of oflannabhra's transmute; tokens, rebalanced cards and The List as Scryfall has them, whose data it exports.
 */
export const helvault = tableShape({
  name: 'helvault.csv',
  columns:
    'cmc,collector_number,color_identity,colors,estimated_price,extras,language,mana_cost,name,oracle_id,quantity,' +
    'rarity,scryfall_id,set_code,set_name,type_line',
  quotesAll: true,
  rows: (draw) => {
    const write = (card: LineCard, copies: number, answer: Answer, more: Record<string, string>) => ({
      ...answer,
      cells: {
        cmc: '3.0',
        collector_number: card.product.number ?? '',
        color_identity: 'R',
        colors: 'R',
        estimated_price: '0.12',
        language: 'en',
        mana_cost: '{2}{R}',
        name: card.printed,
        oracle_id: scryfallId(draw),
        quantity: copies,
        rarity: 'common',
        scryfall_id: scryfallId(draw),
        set_code: (card.set.code ?? '').toLowerCase(),
        set_name: card.set.name,
        type_line: 'Creature - Goblin',
        ...more,
      },
    })
    return rowsOf(20, (at) => {
      const card = drawTold(draw)
      const copies = 1 + draw.random(4)
      if (at < 9) return write(card, copies, priced(magicCopy(card, copies)), {})
      if (at < 12) return write(card, copies, priced(magicCopy(card, copies, { finish: 'Foil' })), { extras: 'foil' })
      if (at < 16) {
        const [language, word] = languages[at - 12] as (typeof languages)[number]
        return write(card, copies, priced(magicCopy(card, copies, { language: word })), { language })
      }
      if (at < 18) {
        const token = { name: draw.pick(['Soldier', 'Treasure', 'Clue', 'Zombie']), collector_number: '7' }
        const set = { set_code: `t${draw.pick(unknownCodes).toLowerCase()}`, set_name: 'Tokens' }
        return write(card, copies, asked('a token of a set that the catalogue lacks'), { ...token, ...set })
      }
      if (at === 18) {
        const digital = { name: `A-${card.printed}`, collector_number: `A-${card.product.number}` }
        return write(card, copies, asked('a rebalanced card, which is digital only'), digital)
      }
      const { listed, number } = drawListed(draw)
      const list = { collector_number: number, set_code: 'plst', set_name: 'The List' }
      return write(listed, copies, pricedOrAsked(magicCopy(listed, copies)), list)
    })
  },
})
