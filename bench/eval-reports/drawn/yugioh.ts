import type { LineCard } from '../../line-catalog.ts'
import { type Draw, isPlainOf, lineIds, rowsOf } from '../shapes/draw.ts'
import { asked, linesShape, priced, pricedOrAsked, tableShape } from '../shapes/shape.ts'

const isYugioh = isPlainOf(lineIds.yugioh)
const isEnglish = (card: LineCard): boolean =>
  isYugioh(card) && /^[A-Z0-9]{3,4}-EN[A-Z]?\d+$/.test(card.product.number ?? '') && card.product.rarity !== null

/** A card whose number no other bears, or one whose number others bear with other rarities. */
const drawCard = (draw: Draw, isAlone: boolean): LineCard => {
  for (;;) {
    const card = draw.card(isEnglish)
    const alike = draw.alike(card, 'number')
    const ofRarity = alike.filter(({ product }) => product.rarity === card.product.rarity)
    if (isAlone ? alike.length === 1 : alike.length > 1 && ofRarity.length === 1) return card
  }
}

/** The rarity alone tells the last three from their kin, so that a person may be asked. */
export const ygoProDeck = tableShape({
  name: 'ygoprodeck.csv',
  mark: '\ufeff',
  columns: 'cardname,cardq,cardrarity,card_edition,cardset,cardcode,cardid,print_id',
  rows: (draw) =>
    rowsOf(10, (at) => {
      const card = drawCard(draw, at < 7)
      const copies = 1 + draw.random(6)
      const finish = draw.pick(['Unlimited', '1st Edition'])
      const { productId, number, rarity } = card.product
      const cells = {
        cardname: card.printed,
        cardq: copies,
        cardrarity: rarity as string,
        card_edition: finish,
        cardset: card.set.name,
        cardcode: number as string,
        cardid: 10_000_000 + draw.random(80_000_000),
        print_id: 20_000 + draw.random(30_000),
      }
      return { cells, ...(at < 7 ? priced : pricedOrAsked)({ productId, copies, finish }) }
    }),
})

const hasSixDigits = ({ product }: LineCard): boolean => product.productId > 99_999 && product.productId < 1_000_000

/** Passcodes, a third of them such as are ids of products here. */
export const ydk = linesShape({
  name: 'deck.ydk',
  before: ['#created by a player', '#main'],
  rows: (draw) => [
    rowsOf(12, (at) => ({
      text: String(at % 3 === 0 ? draw.card(hasSixDigits).product.productId : 10_000_000 + draw.random(89_000_000)),
      ...asked('a passcode of the game, no product id'),
    })),
  ],
})
