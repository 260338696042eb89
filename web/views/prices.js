import { choice, field, h, show, table } from '../dom.js'
import { between, instant, money, plural, text } from '../format.js'
import { unavailable } from './unavailable.js'

const unique = (values) => [...new Set(values)]

/** Market prices by condition and variant, in one language. */
const priceTable = (prices, language) => {
  const rows = prices.filter((price) => price.language === language)
  const variants = unique(rows.map(({ variant }) => variant))
  const conditions = unique(rows.map(({ condition }) => condition))
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
            `${between(lowSalePrice, highSalePrice)}, ${sampleSize === null ? money(null) : plural(sampleSize, 'sale')}`,
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

/** What each SKU is worth: condition by variant, the language chosen. */
export const pricesSection = ({ marketPrices, sections }, again) => {
  if (marketPrices === null) return [h('h2', {}, 'Market prices'), unavailable('Prices are', sections.marketPrices, again)]
  const languages = unique(marketPrices.map(({ language }) => language))
  const holder = h('div', {}, priceTable(marketPrices, languages[0]))
  const pick = choice(
    languages.map((language) => [language ?? '', text(language)]),
    languages[0] ?? '',
    { onchange: () => show(holder, priceTable(marketPrices, pick.value || null)) },
  )
  const isBlank = marketPrices.every(({ marketPrice }) => marketPrice === null)
  return [
    h('h2', {}, 'Market prices'),
    languages.length > 1 && field('Language', pick),
    holder,
    isBlank && h('p', { class: 'note' }, 'The source has observed no price of this product. That is unknown, not worthless.'),
    h(
      'p',
      { class: 'note' },
      `${sections.marketPrices.cacheHit ? 'Kept' : 'Asked'} from the source at ${instant(sections.marketPrices.fetchedAt)}. ${money(null)} is unknown.`,
    ),
  ]
}
