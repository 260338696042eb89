import type { LineCard } from '../../line-catalog.ts'
import { type Draw, lineIds, rowsOf } from './draw.ts'
import { asked, linesShape, priced } from './shape.ts'

const isOnePiece = ({ product, isPlain }: LineCard): boolean =>
  product.categoryId === lineIds.onePiece && isPlain && /^(?:OP|ST|EB)\d\d-\d{3}$/.test(product.number ?? '')

const drawCard = (draw: Draw, isAlone: boolean): LineCard => {
  for (;;) {
    const card = draw.card(isOnePiece)
    if (draw.isAlone(card, 'number') === isAlone) return card
  }
}

/** Two thirds of the rows name a number that one printing bears; the others are reprints. */
const rowsAs = (write: (copies: number, card: LineCard) => string) => (draw: Draw) => [
  rowsOf(20, (at) => {
    const isAlone = at % 3 !== 2
    const card = drawCard(draw, isAlone)
    const copies = 1 + draw.random(4)
    const text = write(copies, card)
    if (!isAlone) return { text, ...asked('several printings bear the number') }
    const { productId } = card.product
    return { text, ...priced({ productId, copies, finish: 'Normal', condition: 'Near Mint', language: 'English' }) }
  }),
]

/** Egman Events: `4 OP01-016 Nami`, as in the documents of silhouette-card-maker's plugins. */
export const egman = linesShape({
  name: 'egman.txt',
  rows: rowsAs((copies, { product, printed }) => `${copies} ${product.number} ${printed}`),
})

/** OPTCG Simulator: `4xOP01-016`, as in the same documents. */
export const optcgSimulator = linesShape({
  name: 'optcg-simulator.txt',
  rows: rowsAs((copies, { product }) => `${copies}x${product.number}`),
})
