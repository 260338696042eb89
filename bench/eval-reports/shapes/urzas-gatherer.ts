import { rowsOf } from './draw.ts'
import { drawTold, magicCopy, scryfallId } from './magic.ts'
import { type Answer, asked, priced, pricedOrAsked, tableShape } from './shape.ts'

interface Said {
  readonly foils: number
  readonly condition: string
  readonly languages: string
  readonly answer: Answer
}

/**
 * Urza's Gatherer: `Count` is the sum and the foils are among it; conditions and languages are counted words
 * (`2xNear mint, 1xPlayed`). Head and rows as in the tests of a public importer and of mtgorg, whose first row is
 * `"Demonic Tutor","Sorcery",Black,Uncommon,"Douglas Shuler",0,0,(1)(B),2,1,0,0,19.57€,…,"1xGood"`.
 */
export const urzasGatherer = tableShape({
  name: 'urzas-gatherer.csv',
  before: ['"sep=,"'],
  columns:
    'Name,Type,Color,Rarity,Author,Power,Toughness,Mana cost,Converted mana cost,Count,Foil count,Special foil count,' +
    'Price,Foil price,Number,Set,Set code,ID,Multiverse ID,Comments,To trade,Wanted,Condition,Grading,Languages,' +
    'TCG ID,Cardmarket ID,Scryfall ID',
  rows: (draw) =>
    rowsOf(20, (at) => {
      const card = drawTold(draw)
      const count = at < 15 ? 1 + draw.random(4) : 2 + draw.random(3)
      // Where both are empty the counts of foils decide alone.
      const isBare = (at >= 8 && at < 12) || at === 15
      const whole = {
        foils: 0,
        condition: isBare ? '' : `${count}xNear mint`,
        languages: isBare ? '' : `${count}xEnglish`,
      }
      const plain = magicCopy(card, count)
      const said = ((): Said => {
        if (at < 11) return { ...whole, answer: priced(plain) }
        if (at < 14) return { ...whole, foils: count, answer: priced({ ...plain, finish: 'Foil' }) }
        if (at === 14)
          return { ...whole, languages: `${count}xGerman`, answer: pricedOrAsked({ ...plain, language: 'German' }) }
        if (at < 18) {
          const parts = [magicCopy(card, count - 1), magicCopy(card, 1, { finish: 'Foil' })]
          return { ...whole, foils: 1, answer: pricedOrAsked(...parts) }
        }
        if (at === 18)
          return { ...whole, condition: `1xPlayed, ${count - 1}xNear mint`, answer: asked('copies of two conditions') }
        return { ...whole, languages: `1xGerman, ${count - 1}xEnglish`, answer: asked('copies of two languages') }
      })()
      const cells = {
        Name: card.printed,
        Type: 'Creature',
        Color: 'Red',
        Rarity: 'Uncommon',
        Author: 'Douglas Shuler',
        Power: draw.random(6),
        Toughness: draw.random(6),
        'Mana cost': '(1)(B)',
        'Converted mana cost': draw.random(7),
        Count: count,
        'Foil count': said.foils,
        'Special foil count': 0,
        Price: '19.57€',
        'Foil price': '19.57€',
        Number: card.product.number as string,
        Set: card.set.name,
        'Set code': card.set.code as string,
        ID: draw.random(90_000),
        'Multiverse ID': draw.random(500_000),
        'To trade': 0,
        Wanted: 0,
        Condition: said.condition,
        Languages: said.languages,
        'TCG ID': card.product.productId,
        'Cardmarket ID': draw.random(500_000),
        'Scryfall ID': scryfallId(draw),
      }
      return { cells, ...said.answer }
    }),
})
