import { conditionOf } from '../till-row.js'

/** @import { Format } from '../exports.js' */
/** @import { SettledRow } from '../settled-row.js' */

/**
 * Name of a product in addresses: letters, digits and hyphens, the same for the same product each time.
 * @param {SettledRow['printing']} printing
 */
const handleOf = ({ productId, name, setName }) =>
  [name, setName, productId]
    .join(' ')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/**
 * What tells the copies of a product apart, three pairs of name and value. What the source does not say of a copy is no option.
 * @param {SettledRow} row
 */
const optionsOf = ({ printing, copy }) => {
  const said = [
    ['Condition', conditionOf({ printing, copy })],
    ['Finish', copy.variant],
    ['Language', copy.language],
  ].filter(([, value]) => value !== null)
  return [...said.flat(), ...Array(6).fill(null)].slice(0, 6)
}

/** @param {SettledRow['printing']} printing */
const tagsOf = ({ category, setName, rarity }) =>
  [category, setName, rarity].flatMap((tag) => (tag ? tag.replaceAll(',', ' ').replace(/\s+/g, ' ') : [])).join(', ')

/**
 * Products for Shopify, one for each printing with a variant for each copy, at the market price. They are drafts: a person puts them on sale. A copy without a price is left
 * out, since Shopify would sell it for nothing, and so is a played one that has the price of its whole printing, which is more.
 * @type {Format}
 */
export const shopify = {
  id: 'shopify',
  name: 'Shopify',
  note: 'To import under Products: drafts at the market price, with a variant for each copy.',
  columns: [
    ...['Handle', 'Title', 'Body (HTML)', 'Vendor', 'Type', 'Tags', 'Published', 'Option1 Name', 'Option1 Value'],
    ...['Option2 Name', 'Option2 Value', 'Option3 Name', 'Option3 Value', 'Variant SKU', 'Variant Inventory Tracker'],
    ...['Variant Inventory Qty', 'Variant Inventory Policy', 'Variant Fulfillment Service', 'Variant Price'],
    ...['Variant Requires Shipping', 'Variant Taxable', 'Status'],
  ],
  // Variants of a product stand together.
  groupBy: ({ printing }) => printing.productId,
  write: (row, isFirst) => {
    const { printing, copy, stated, quantity, price } = row
    if (stated !== null) return 'noOwnPrice'
    if (price === null) return 'noPrice'
    const title = [printing.name, printing.setName, printing.cardNumber].filter(Boolean).join(' – ')
    return [
      handleOf(printing),
      ...(isFirst ? [title, null, null, printing.category, tagsOf(printing), 'TRUE'] : Array(6).fill(null)),
      ...optionsOf(row),
      copy.skuId,
      'shopify',
      quantity,
      'deny',
      'manual',
      price,
      'TRUE',
      'TRUE',
      isFirst ? 'draft' : null,
    ]
  },
}
