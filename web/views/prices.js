import { choice, field, h, show, table } from '../dom.js'
import { instant, money, plural, priceRange, text } from '../format.js'
import { unavailable } from './unavailable.js'

/** @import { Price, ProductSnapshot } from '/console/client/client.js' */

/**
 * @param {readonly Price[]} prices
 * @param {'condition' | 'variant' | 'language'} field
 */
const distinct = (prices, field) => [...new Set(prices.map((price) => price[field]))]

/**
 * Prices of a source that knows printings and no conditions.
 * @param {readonly Price[]} prices
 */
const printingTable = (prices) =>
  table(
    'Market prices by printing',
    ['Printing', { number: 'Market' }, { number: 'Lowest offer' }],
    prices.map(({ variant, marketPrice, lowestPrice }) => [
      text(variant),
      { number: h('span', { class: 'price' }, money(marketPrice)) },
      { number: money(lowestPrice) },
    ]),
    'prices',
  )

/**
 * Market prices by condition and variant, in one language.
 * @param {readonly Price[]} prices
 * @param {string | null} language
 */
const priceTable = (prices, language) => {
  if (prices.every((price) => price.condition === null && price.language === null)) return printingTable(prices)
  const rows = prices.filter((price) => price.language === language)
  const variants = distinct(rows, 'variant')
  const conditions = distinct(rows, 'condition')
  /**
   * @param {string | null} condition
   * @param {string | null} variant
   */
  const cell = (condition, variant) => {
    const found = rows.find((price) => price.condition === condition && price.variant === variant)
    if (!found) return { number: '' }
    const { marketPrice, lowSalePrice, highSalePrice, sampleSize } = found
    const sales =
      marketPrice === null
        ? null
        : h(
            'span',
            { class: 'note' },
            `${priceRange(lowSalePrice, highSalePrice)}, ${sampleSize === null ? money(null) : plural(sampleSize, 'sale')}`,
          )
    return { number: [h('span', { class: 'price' }, money(marketPrice)), sales] }
  }
  return table(
    `Market prices in ${text(language)}`,
    ['Condition', ...variants.map((variant) => ({ number: text(variant) }))],
    conditions.map((condition) => [text(condition), ...variants.map((variant) => cell(condition, variant))]),
    'prices',
  )
}

/**
 * Market price of each SKU in a chosen language.
 * @param {ProductSnapshot} snapshot
 * @param {() => unknown} again
 */
export const pricesSection = ({ marketPrices, sections }, again) => {
  if (marketPrices === null) return [h('h2', {}, 'Market prices'), unavailable('Prices are', sections.marketPrices, again)]
  const languages = distinct(marketPrices, 'language')
  const [first = null] = languages
  const holder = h('div', {}, priceTable(marketPrices, first))
  const pick = choice(
    languages.map((language) => [language ?? '', text(language)]),
    first ?? '',
    { onchange: () => show(holder, priceTable(marketPrices, pick.value || null)) },
  )
  const calculatedAt =
    marketPrices
      .map((price) => price.calculatedAt)
      .sort()
      .at(-1) ?? null
  const isBlank = marketPrices.every(({ marketPrice }) => marketPrice === null)
  return [
    h('h2', {}, 'Market prices'),
    languages.length > 1 && field('Language', pick),
    holder,
    isBlank && h('p', { class: 'note' }, 'The source has observed no price of this product. That is unknown, not worthless.'),
    h(
      'p',
      { class: 'note' },
      `${sections.marketPrices.cacheHit ? 'Kept' : 'Asked'} from the source at ${instant(sections.marketPrices.fetchedAt)}${calculatedAt === null ? '' : `, calculated at ${instant(calculatedAt)}`}. ${money(null)} is unknown.`,
    ),
  ]
}
