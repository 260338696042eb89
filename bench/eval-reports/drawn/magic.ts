import type { LineCard } from '../../line-catalog.ts'
import { type Draw, lineIds, rowsOf } from '../shapes/draw.ts'
import { drawListed, drawTold, drawUnique, magicCopy, unknownCodes } from '../shapes/magic.ts'
import { asked, priced, pricedOrAsked, tableShape } from '../shapes/shape.ts'

export const moxfieldListTokens = tableShape({
  name: 'moxfield-list-tokens.csv',
  quotesAll: true,
  columns:
    'Count,Tradelist Count,Name,Edition,Condition,Language,Foil,Tags,Last Modified,Collector Number,Alter,Proxy,' +
    'Purchase Price',
  rows: (draw) =>
    rowsOf(12, (at) => {
      const copies = 1 + draw.random(3)
      const cells = {
        Count: copies,
        'Tradelist Count': copies,
        Condition: 'Near Mint',
        Language: 'English',
        'Last Modified': '2026-05-15 13:51:43.373000',
        Alter: 'False',
        Proxy: 'False',
      }
      if (at < 5) {
        const { listed, number } = drawListed(draw)
        const card = { Name: listed.printed, Edition: 'plst', 'Collector Number': number }
        return { cells: { ...cells, ...card }, ...pricedOrAsked(magicCopy(listed, copies)) }
      }
      const card = drawTold(draw)
      if (at < 9) {
        const name = draw.pick(['Spider', 'Construct', 'Eldrazi Spawn', 'Treasure', 'Goblin'])
        const token = {
          Name: name,
          Edition: `t${draw.pick(unknownCodes).toLowerCase()}`,
          'Collector Number': 1 + draw.random(15),
        }
        return { cells: { ...cells, ...token }, ...asked('a token of a set that the catalogue lacks') }
      }
      const said = { finish: 'Foil', condition: 'Lightly Played', language: 'German' }
      const words = { Condition: 'Good (Lightly Played)', Language: 'German', Foil: 'foil' }
      const told = {
        Name: card.printed,
        Edition: card.set.code?.toLowerCase() ?? '',
        'Collector Number': card.product.number ?? '',
      }
      return { cells: { ...cells, ...words, ...told }, ...priced(magicCopy(card, copies, said)) }
    }),
})

/** What makes a name that no card has of one, as near to it as names of other cards are. */
const othersNear: readonly ((name: string) => string)[] = [
  (name) => name.replace(/\w{3}(\w+)$/, 'Oil$1'),
  (name) => name.replace(/^(\w{5})\w{3,}/, '$1'),
  (name) => `The ${name.replace(/(\w+)$/, (word) => `B${word.toLowerCase()}`)}`,
]

const drawUnknownName = (draw: Draw, at: number): string => {
  for (;;) {
    const { printed } = drawUnique(draw)
    const name = othersNear[at % othersNear.length]?.(printed) ?? printed
    if (/^\w+ \w+$/.test(printed) && draw.named(name).length === 0) return name
  }
}

export const mtgGoldfish = tableShape({
  name: 'mtggoldfish.csv',
  columns: 'Card,Set ID,Set Name,Quantity,Foil',
  rows: (draw) =>
    rowsOf(10, (at) => {
      const copies = 1 + draw.random(4)
      const code = draw.pick(['BRO', 'MOM', 'WOE'])
      if (at < 3) {
        const cells = { Card: drawUnknownName(draw, at), 'Set ID': code, Quantity: copies }
        return { cells, ...asked('the catalogue does not have this card') }
      }
      if (at < 6) {
        const cells = { Card: drawUnique(draw).printed, 'Set ID': draw.pick(unknownCodes), Quantity: copies }
        return { cells, ...asked('the set is not in the catalogue; the one printing there is another') }
      }
      const card = drawTold(draw)
      const isFoil = at % 2 === 0
      const cells = {
        Card: card.printed,
        'Set ID': card.set.code as string,
        Quantity: copies,
        Foil: isFoil ? 'FOIL' : '',
      }
      return { cells, ...priced(magicCopy(card, copies, { finish: isFoil ? 'Foil' : 'Normal' })) }
    }),
})

export const delverLens = tableShape({
  name: 'delver-lens.tsv',
  separator: '\t',
  columns: 'Reg Qty,Foil Qty,Name,Set,Acquired,Language',
  rows: (draw) =>
    rowsOf(10, (at) => {
      const card = drawTold(draw)
      const regular = at < 5 || at >= 8 ? 1 + draw.random(20) : 0
      const foil = at >= 5 ? 1 + draw.random(3) : 0
      const parts = [magicCopy(card, regular), magicCopy(card, foil, { finish: 'Foil' })].filter(
        ({ copies }) => copies > 0,
      )
      const cells = {
        'Reg Qty': regular,
        'Foil Qty': foil,
        Name: card.printed,
        Set: card.set.name,
        Acquired: `$0.${10 + at}`,
        Language: at % 2 === 0 ? '' : 'English',
      }
      return { cells, ...(parts.length === 2 ? pricedOrAsked : priced)(...parts) }
    }),
})

const isTreatment = ({ product, isPlain }: LineCard): boolean =>
  product.categoryId === lineIds.magic &&
  !isPlain &&
  /\((?:Extended Art|Showcase|Borderless)\)$/.test(product.name) &&
  product.number !== null

export const tcgplayerApp = tableShape({
  name: 'tcgplayer-app.csv',
  columns:
    'Quantity,Name,Simple Name,Set,Card Number,Set Code,Printing,Condition,Language,Rarity,Product ID,SKU,Price,' +
    'Price Each',
  rows: (draw) =>
    rowsOf(10, (at) => {
      const { listed, number } = drawListed(draw)
      const card = at < 4 ? draw.card(isTreatment) : at < 6 ? listed : drawTold(draw)
      const copies = 1 + draw.random(2)
      const isFoil = at < 4
      const said =
        at < 6
          ? {}
          : {
              condition: draw.pick(['Heavily Played', 'Moderately Played']),
              language: draw.pick(['Italian', 'French']),
            }
      const copy = magicCopy(card, copies, { ...said, finish: isFoil ? 'Foil' : 'Normal' })
      const cells = {
        Quantity: copies,
        Name: card.product.name,
        'Simple Name': card.printed,
        Set: card.set.name,
        'Card Number': at === 4 || at === 5 ? number : (card.product.number as string),
        'Set Code': card.set.code ?? '',
        Printing: copy.finish as string,
        Condition: copy.condition as string,
        Language: copy.language as string,
        Rarity: card.product.rarity ?? '',
        'Product ID': at < 6 ? card.product.productId : '',
        Price: '$1.00',
        'Price Each': '$1.00',
      }
      return { cells, ...priced(copy) }
    }),
})

export const cardmarketStock = tableShape({
  name: 'cardmarket-stock.csv',
  separator: ';',
  columns:
    'idProduct,groupCount,price,idLanguage,condition,isFoil,isSigned,isAltered,isPlayset,isReverseHolo,isFirstEd,' +
    'isFullArt,isUberRare,isWithDie',
  rows: (draw) =>
    rowsOf(6, () => {
      const { productId } = drawTold(draw).product
      const cells = { idProduct: productId, groupCount: 1 + draw.random(5), price: '0.15', idLanguage: 1, condition: 2 }
      return { cells, ...asked("another site's id only") }
    }),
})
