import { conditions } from '../offer.js'

/** @import { Format } from '../exports.js' */
/** @import { SettledRow } from '../settled-row.js' */

/**
 * Condition, finish and language in one, as TCGplayer writes them: `Near Mint Holofoil`, `Lightly Played Foil - Japanese`.
 * @param {SettledRow['copy']} copy
 */
const conditionOf = ({ condition, variant, language }) =>
  [
    [condition, variant !== 'Normal' && variant].filter(Boolean).join(' '),
    ...(language === null || language === 'English' ? [] : [language]),
  ].join(' - ')

/**
 * The pricing file of a TCGplayer seller: adds the copies to what is in stock, at the market price. TCGplayer refuses any other line of heads, and finds a copy by the id of
 * its SKU alone, which a source that prices whole printings does not have.
 * @type {Format}
 */
export const tcgplayer = {
  id: 'tcgplayer',
  name: 'TCGplayer',
  note: 'To import under Pricing: adds the copies to your stock, listed at the market price.',
  columns: [
    ...['TCGplayer Id', 'Product Line', 'Set Name', 'Product Name', 'Title', 'Number', 'Rarity', 'Condition'],
    ...['TCG Market Price', 'TCG Direct Low', 'TCG Low Price With Shipping', 'TCG Low Price', 'Total Quantity'],
    ...['Add to Quantity', 'TCG Marketplace Price', 'Photo URL'],
  ],
  write: ({ printing, copy, quantity, price }) => {
    if (copy.condition === null) return 'noId'
    if (!conditions.some((condition) => condition === copy.condition)) return 'noWord'
    return [
      copy.skuId,
      printing.category,
      printing.setName,
      printing.name,
      null,
      printing.cardNumber,
      printing.rarity,
      conditionOf(copy),
      price,
      null,
      null,
      null,
      null,
      quantity,
      price,
      null,
    ]
  },
}
