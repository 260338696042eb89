import { headOf, type LineCard } from '../../line-catalog.ts'
import { type Draw, isPlainOf, lineIds, rowsOf } from '../shapes/draw.ts'
import { asked, priced, pricedOrAsked, tableShape } from '../shapes/shape.ts'

const isPokemon = isPlainOf(lineIds.pokemon)
const seriesOf = /^(?:SWSH|SV)\d\d: (?!.*(?:Base Set|Gallery))/

const isOfSeries = (card: LineCard): boolean =>
  isPokemon(card) && seriesOf.test(card.set.name) && /^\d+\/\d+$/.test(card.product.number ?? '')
const isOfScarletViolet = (card: LineCard): boolean => isOfSeries(card) && /^[A-Z]{3}$/.test(card.set.code ?? '')
const isOld = (card: LineCard): boolean =>
  isPokemon(card) && /^(?:Base Set|Jungle|Fossil|Team Rocket)$/.test(card.set.name)

const drawCard = (draw: Draw, fits: (card: LineCard) => boolean): LineCard => {
  for (;;) {
    const card = draw.card(fits)
    if (draw.isAlone(card, 'numberInSet')) return card
  }
}

const setName = ({ set }: LineCard): string => set.name.replace(/^[A-Z0-9]+: /, '')
const slabs = ['PSA 10', 'PSA 9', 'BGS 9.5', 'CGC 10'] as const
const conditions = ['Near Mint', 'Near Mint', 'Lightly Played', 'Moderately Played', 'Damaged'] as const

export const collectr = tableShape({
  name: 'collectr.csv',
  lineEnd: '\r\n',
  columns:
    'Portfolio Name,Category,Set,Product Name,Card Number,Rarity,Variance,Grade,Card Condition,Average Cost Paid,' +
    'Quantity,Market Price (As of 2026-09-11),Price Override,Watchlist,Date Added,Notes',
  rows: (draw) =>
    rowsOf(10, (at) => {
      const card = drawCard(draw, isOfSeries)
      const copies = 1 + draw.random(4)
      const finish = draw.pick(['Normal', 'Reverse Holofoil', 'Holofoil'])
      const condition = draw.pick(conditions)
      const isSlab = at >= 8
      const cells = {
        'Portfolio Name': 'Main',
        Category: 'Pokemon',
        Set: setName(card),
        'Product Name': card.printed,
        'Card Number': card.product.number as string,
        Rarity: card.product.rarity ?? '',
        Variance: finish,
        Grade: isSlab ? draw.pick(slabs) : 'Ungraded',
        'Card Condition': isSlab ? 'Near Mint' : condition,
        'Average Cost Paid': 0,
        Quantity: copies,
        'Market Price (As of 2026-09-11)': '1.10',
        'Price Override': 0,
        Watchlist: 'FALSE',
        'Date Added': '2026-01-01',
      }
      const { productId } = card.product
      return { cells, ...(isSlab ? asked('graded') : priced({ productId, copies, finish, condition })) }
    }),
})

export const priceCharting = tableShape({
  name: 'pricecharting.csv',
  columns:
    'id,product-name,console-name,price-in-pennies,include-string,condition-string,sku,notes,cost-basis-in-pennies,' +
    'quantity,date-entered,folder',
  rows: (draw) =>
    rowsOf(10, (at) => {
      const card = drawCard(draw, isOfSeries)
      const copies = 1 + draw.random(4)
      const isReverse = at >= 6
      const number = headOf(card.product.number as string)
      const isSlab = at >= 8
      const cells = {
        id: 5_000_000 + draw.random(900_000),
        'product-name': `${card.printed}${isReverse ? ' [Reverse Holo]' : ''} #${number}`,
        'console-name': `Pokemon ${setName(card)}`,
        'price-in-pennies': 120,
        'include-string': isSlab ? draw.pick(slabs) : 'Ungraded',
        'condition-string': 'Normal wear',
        'cost-basis-in-pennies': 0,
        quantity: copies,
        'date-entered': '2025-02-20',
      }
      const { productId } = card.product
      const finish = isReverse ? { finish: 'Reverse Holofoil' } : {}
      return { cells, ...(isSlab ? asked('graded') : pricedOrAsked({ productId, copies, ...finish })) }
    }),
})

export const codeAndNumber = tableShape({
  name: 'code-and-number.csv',
  columns: 'set_code,number,quantity,condition,variant,lang,purchase_price',
  rows: (draw) =>
    rowsOf(10, () => {
      const card = drawCard(draw, isOfScarletViolet)
      const copies = 1 + draw.random(5)
      const { productId, number } = card.product
      const cells = {
        set_code: card.set.code as string,
        number: (number as string).replace(/\/.*/, ''),
        quantity: copies,
        condition: 'NM',
        variant: 'Normal',
        lang: 'en',
        purchase_price: '0.10',
      }
      return { cells, ...pricedOrAsked({ productId, copies, finish: 'Normal', condition: 'Near Mint' }) }
    }),
})

export const psaPortfolio = tableShape({
  name: 'psa-portfolio.csv',
  columns: 'Card Name,PSA Grade,Cost,Market Value,Signal',
  rows: (draw) =>
    rowsOf(6, (at) => {
      const { printed, product, set } = draw.card(isOld)
      const name = at % 2 === 0 ? `${printed} ${set.name} Holo` : `${printed} ${product.number} ${set.name}`
      const cells = {
        'Card Name': name,
        'PSA Grade': 1 + draw.random(10),
        Cost: 100,
        'Market Value': 200,
        Signal: 'HOLD',
      }
      return { cells, ...asked('graded') }
    }),
})
