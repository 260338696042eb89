import { localPicturePath } from '../cards.js'
import { factList, h, show } from '../dom.js'
import { errorNotice } from '../error-notice.js'
import { count, day, money, text } from '../format.js'
import { requestPanel } from '../request.js'
import { call, newestSignal, say } from '../session.js'
import { historySection } from './history.js'
import { offersSection } from './offers.js'
import { pricesSection } from './prices.js'

/** @import { Product, ProductSnapshot } from '/console/client/client.js' */

/**
 * What a source of listings knows besides the lowest price; nothing where it counts none.
 * @param {Product} product
 * @returns {readonly (readonly [label: string, value: string])[]}
 */
const offerFacts = ({ lowestPriceWithShipping, listingCount, sellerCount }) =>
  lowestPriceWithShipping === null && listingCount === null && sellerCount === null
    ? []
    : [
        ['With shipping', money(lowestPriceWithShipping)],
        ['Offers', `${count(listingCount)} from ${count(sellerCount)} sellers`],
      ]

/** @param {Product} product */
const facts = (product) =>
  factList([
    ['Lowest offer', money(product.lowestPrice)],
    ...offerFacts(product),
    ['Set', text(product.group.name)],
    ['Released', day(product.group.publishedOn)],
    ['Number', text(product.cardNumber)],
    ['Rarity', text(product.rarity)],
    ...Object.entries(product.formattedAttributes).filter(([name]) => !/number|rarity/i.test(name)),
  ])

/** @param {ProductSnapshot} snapshot */
const pictureSection = ({ product, source }) => {
  const path = localPicturePath(product.imageUrl)
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

/**
 * A product's page, drawn from one snapshot.
 * @param {{ readonly id: string | null }} route
 */
export const productView = ({ id }) => {
  const productId = Number(id)
  const body = h('div', {}, h('p', { class: 'busy' }, 'Asking the source…'))
  /** @type {ReturnType<typeof historySection> | null} */
  let history = null
  const input = { productId, limit: 25 }
  const nextSignal = newestSignal()
  const run = async () => {
    const signal = nextSignal()
    try {
      const snapshot = await call('getProduct', input, { signal })
      // Another view is shown by now.
      if (!body.isConnected) return
      const { product } = snapshot
      history?.close()
      history = historySection(productId, snapshot)
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
            h('section', {}, history.children),
            h('section', {}, offersSection(snapshot, run)),
            requestPanel('getProduct', input),
          ),
        ),
      )
    } catch (error) {
      if (signal.aborted) return
      show(
        body,
        h('h1', {}, `Product ${text(id)}`),
        errorNotice(error, run),
        h('p', {}, h('a', { href: '#/search' }, 'Back to the search')),
      )
    }
  }
  return { title: `Product ${id}`, element: h('section', {}, body), open: run, close: () => history?.close() }
}
