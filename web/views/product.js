import { pictureOf } from '../cards.js'
import { choice, field, h, show, table } from '../dom.js'
import { between, count, day, instant, money, plural, text } from '../format.js'
import { requestPanel } from '../request.js'
import { call, say } from '../session.js'
import { explain, trouble } from '../trouble.js'
import { offersSection } from './offers.js'

const ranges = [
  ['month', '1 M', 'One month'],
  ['quarter', '3 M', 'Three months'],
  ['semi-annual', '6 M', 'Six months'],
  ['annual', '1 Y', 'One year'],
]

const unique = (values) => [...new Set(values)]

const unavailable = (what, { code, upstreamStatus }, again) => {
  const [happened, todo] = explain(code)
  return h(
    'div',
    { class: 'trouble' },
    h('p', {}, h('strong', {}, `${what} unavailable.`), ` ${happened} ${todo}`),
    h('p', { class: 'note' }, h('code', {}, code), upstreamStatus && `, the source answered ${upstreamStatus}`),
    h('button', { type: 'button', class: 'quiet', onclick: again }, 'Try again'),
  )
}

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

const pricesSection = ({ marketPrices, sections }, again) => {
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

const nameOf = ({ condition, variant, language }) => [condition, variant, language].map(text).join(' · ')

const historyTable = ({ buckets }) =>
  h(
    'details',
    {},
    h('summary', {}, 'The same as a table'),
    table(
      'Price history',
      ['From', { number: 'Market' }, { number: 'Lowest sale' }, { number: 'Highest sale' }, { number: 'Sold' }],
      [...buckets]
        .reverse()
        .map((bucket) => [
          day(bucket.date),
          { number: money(bucket.marketPrice) },
          { number: money(bucket.lowSalePrice) },
          { number: money(bucket.highSalePrice) },
          { number: count(bucket.quantitySold) },
        ]),
    ),
  )

const historySection = (productId, snapshot) => {
  const body = h('div', {})
  const request = h('div', {})
  let skuId = null
  const draw = async (history) => {
    const { variants, range } = history
    if (variants.length === 0) {
      show(body, rangeButtons(range), h('p', { class: 'empty' }, 'The source has no history of this product.'))
      return
    }
    const variant =
      variants.find((one) => one.skuId === skuId) ??
      variants.find(({ buckets }) => buckets.some(({ marketPrice }) => marketPrice !== null)) ??
      variants[0]
    const readout = h('p', { class: 'readout' })
    const pick = choice(
      variants.map((one) => [String(one.skuId), nameOf(one)]),
      String(variant.skuId),
      {
        onchange: () => {
          skuId = Number(pick.value)
          draw(history)
        },
      },
    )
    const { historyChart } = await import('../chart.js')
    const holder = h('div', {})
    show(
      body,
      h('div', { class: 'bar' }, field('Copy', pick, 'wide'), rangeButtons(range)),
      holder,
      readout,
      h(
        'p',
        { class: 'legend note' },
        h('span', { class: 'key market' }, 'market price'),
        h('span', { class: 'key sales' }, 'lowest to highest sale'),
        h('span', { class: 'key sold' }, 'copies sold'),
      ),
      h(
        'p',
        { class: 'note' },
        `${count(variant.totalQuantitySold)} sold in this time, ${variant.averageDailyQuantitySold === null ? money(null) : variant.averageDailyQuantitySold.toFixed(2)} a day.`,
      ),
      historyTable(variant),
    )
    show(holder, historyChart(variant, readout))
  }
  const rangeButtons = (range) =>
    h(
      'div',
      { class: 'tabs', role: 'group', 'aria-label': 'Range' },
      ranges.map(([id, label, name]) =>
        h('button', { type: 'button', class: 'tab', 'aria-pressed': id === range, title: name, onclick: () => load(id) }, label),
      ),
    )
  const load = async (range) => {
    const input = { productId, range }
    try {
      await draw(await call('getHistory', input))
      show(request, requestPanel('getHistory', input))
    } catch (error) {
      show(
        body,
        trouble(error, () => load(range)),
      )
    }
  }
  const { marketHistory, sections } = snapshot
  if (marketHistory === null)
    show(
      body,
      unavailable('History is', sections.marketHistory, () => load('quarter')),
    )
  else draw(marketHistory)
  return [h('h2', {}, 'Price history'), body, request]
}

const facts = (product) =>
  h(
    'dl',
    { class: 'facts' },
    [
      ['Lowest offer', money(product.lowestPrice)],
      ['With shipping', money(product.lowestPriceWithShipping)],
      ['Offers', `${count(product.listingCount)} from ${count(product.sellerCount)} sellers`],
      ['Set', text(product.group.name)],
      ['Released', day(product.group.publishedOn)],
      ['Number', text(product.cardNumber)],
      ['Rarity', text(product.rarity)],
      ...Object.entries(product.formattedAttributes).filter(([name]) => !/number|rarity/i.test(name)),
    ].map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))),
  )

const pictureSection = ({ product, source }) => {
  const path = pictureOf(product.imageUrl)
  return h(
    'div',
    { class: 'portrait' },
    path
      ? h('img', { src: path, alt: `Picture of ${product.name}`, width: 300, height: 420 })
      : h(
          'div',
          { class: 'no-picture' },
          product.imageUrl
            ? h('a', { href: product.imageUrl, rel: 'noreferrer', target: '_blank' }, 'Picture at the source')
            : 'No picture',
        ),
    h(
      'p',
      { class: 'note' },
      h('a', { href: product.sourceUrl, rel: 'noreferrer', target: '_blank' }, `At the source: ${source}`),
    ),
    source === 'sandbox' && h('p', { class: 'note' }, 'An invented market: nothing here is a real price.'),
  )
}

/** A product's page, drawn from one snapshot. */
export const productView = ({ id }) => {
  const productId = Number(id)
  const body = h('div', {}, h('p', { class: 'busy' }, 'Asking the source…'))
  const view = { title: `Product ${id}`, element: h('section', {}, body) }
  const input = { productId, limit: 25 }
  const run = async () => {
    try {
      const snapshot = await call('getProduct', input)
      const { product } = snapshot
      document.title = `${product.name} – Card Market Data`
      say(`${product.name} is shown.`)
      show(
        body,
        h(
          'div',
          { class: 'headline' },
          h('h1', {}, product.name),
          h('p', { class: 'figure' }, money(product.marketPrice), h('span', { class: 'note' }, ' market price')),
        ),
        h(
          'p',
          { class: 'note' },
          [product.category.name, product.group.name, product.cardNumber && `#${product.cardNumber}`].filter(Boolean).join(' · '),
          ` · product ${product.productId}`,
        ),
        h(
          'div',
          { class: 'product' },
          h('div', { class: 'side' }, pictureSection(snapshot), facts(product)),
          h(
            'div',
            { class: 'sections' },
            h('section', {}, pricesSection(snapshot, run)),
            h('section', {}, historySection(productId, snapshot)),
            h(
              'section',
              {},
              offersSection(snapshot, (status) => unavailable('Offers are', status, run)),
            ),
            requestPanel('getProduct', input),
          ),
        ),
      )
    } catch (error) {
      show(
        body,
        h('h1', {}, `Product ${text(id)}`),
        trouble(error, run),
        h('p', {}, h('a', { href: '#/search' }, 'Back to the search')),
      )
    }
  }
  view.open = run
  return view
}
