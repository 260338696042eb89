import type { LineCard } from '../../line-catalog.ts'
import { headOf } from '../../line-catalog.ts'
import { isPlainOf, lineIds, rowsOf } from './draw.ts'
import { asked, pricedOrAsked, tableShape } from './shape.ts'

/** Sets by the ids that TCGdex has for them; most are codes of Japanese sets here. */
const setIds: ReadonlyMap<string, string> = new Map([
  ['SV03: Obsidian Flames', 'sv3'],
  ['SV04: Paradox Rift', 'sv4'],
  ['SV05: Temporal Forces', 'sv5'],
  ['SV06: Twilight Masquerade', 'sv6'],
  ['SV07: Stellar Crown', 'sv7'],
  ['SM - Team Up', 'sm9'],
  ['SM - Unbroken Bonds', 'sm10'],
  ['SM - Unified Minds', 'sm11'],
  ['Jungle', 'base2'],
  ['SWSH12: Silver Tempest', 'swsh12'],
])

const isPokemon = isPlainOf(lineIds.pokemon)
const isOfKnownId = (card: LineCard): boolean =>
  isPokemon(card) && setIds.has(card.set.name) && /^\d/.test(card.product.number ?? '')

const variants = { normal: 'Normal', reverse: 'Reverse Holofoil', holo: 'Holofoil' }

/**
 * A binder's import: ids of TCGdex for sets and numbers without names or totals, no count. Columns and words as the
 * page "Card import (Excel / CSV)" of a public binder lists them (`base1`, `swsh12`, `sv6`; `normal`, `reverse`,
 * `holo`, `firstEdition`). The ids are another site's, so that a person may be asked.
 */
export const tcgdexIds = tableShape({
  name: 'tcgdex-ids.csv',
  columns: 'Set ID,Card Number,Language,Variant',
  rows: (draw) =>
    rowsOf(20, (at) => {
      const card = draw.card(isOfKnownId)
      const variant = draw.pick(['normal', 'normal', 'reverse', 'holo'] as const)
      const language = at < 16 ? 'en' : 'de'
      const cells = {
        'Set ID': setIds.get(card.set.name) as string,
        'Card Number': headOf(card.product.number as string),
        Language: language,
        Variant: at === 19 ? 'firstEdition' : variant,
      }
      if (at === 19) return { cells, ...asked('the market has no first edition of it') }
      if (!draw.isAlone(card, 'numberInSet')) return { cells, ...asked('several printings bear the number') }
      const copy = { condition: 'Near Mint', language: language === 'en' ? 'English' : 'German' }
      const { productId } = card.product
      return { cells, ...pricedOrAsked({ productId, copies: 1, finish: variants[variant], ...copy }) }
    }),
})
