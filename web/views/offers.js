import { actions, button, choice, field, h, show, table } from '../dom.js'
import { errorNotice } from '../error-notice.js'
import { count, money, plural, text } from '../format.js'
import { requestPanel } from '../request.js'
import { call, newestSignal, say } from '../session.js'
import { unavailable } from './unavailable.js'

/** @import { ListingsResult, Offer, Operations, ProductSnapshot, Seller } from '/console/client/client.js' */

/** @typedef {Operations['getListings']['input']} OffersInput */

const pageSize = 25
const maxOffset = 10_000

/**
 * @param {ProductSnapshot['product']['skus']} skus
 * @param {'condition' | 'variant' | 'language'} field
 */
const filterOf = (skus, field) => {
  const label = `Any ${field}`
  const known = new Set(skus.map((sku) => sku[field]).filter((value) => value !== null))
  return choice([['', label], ...known], '', { 'aria-label': label })
}

/** @param {Seller} seller */
const sellerCell = ({ name, ratingPercent, sales, verified }) => [
  h('span', {}, text(name), verified && h('span', { class: 'badge' }, 'verified')),
  h('span', { class: 'note' }, `${ratingPercent === null ? text(null) : `${ratingPercent} %`} · ${text(sales)} sales`),
]

/**
 * @param {Offer} offer
 * @param {boolean} isBest
 */
const rowOf = (offer, isBest) => [
  [text(offer.condition), h('span', { class: 'note' }, `${text(offer.variant)} · ${text(offer.language)}`)],
  sellerCell(offer.seller),
  { number: count(offer.quantity) },
  { number: money(offer.itemPrice) },
  { number: offer.shippingPrice === 0 ? 'free' : money(offer.shippingPrice) },
  {
    number: [h('strong', {}, money(offer.totalPrice)), isBest && h('span', { class: 'badge' }, 'best')],
  },
]

/**
 * What sellers ask now, with filters and the price once it has arrived.
 * @param {ProductSnapshot} snapshot
 * @param {() => unknown} again
 */
export const offersSection = (snapshot, again) => {
  const { product, listings, featuredListing, sections } = snapshot
  if (listings === null) return [h('h2', {}, 'Offers'), unavailable('Offers are', sections.listings, again)]
  const condition = filterOf(product.skus, 'condition')
  const variant = filterOf(product.skus, 'variant')
  const language = filterOf(product.skus, 'language')
  const body = h('div', {})
  const nextSignal = newestSignal()
  /** @type {readonly Offer[]} */
  let offers = []

  /**
   * @param {number} offset
   * @returns {OffersInput}
   */
  const inputOf = (offset) => ({
    productId: product.productId,
    condition: condition.value || undefined,
    variant: variant.value || undefined,
    language: language.value || undefined,
    offset,
    limit: pageSize,
  })

  /**
   * @param {ListingsResult} page
   * @param {OffersInput | null} input `null` for the page that the snapshot holds
   */
  const draw = (page, input) => {
    offers = page.offset === 0 ? page.offers : [...offers, ...page.offers]
    const isMore = page.total === null ? page.offers.length === page.limit : offers.length < page.total
    const next = page.offset + page.limit
    show(
      body,
      offers.length === 0
        ? h('p', { class: 'empty' }, 'Nobody offers this now.')
        : table(
            'Offers',
            ['Copy', 'Seller', { number: 'Copies' }, { number: 'Price' }, { number: 'Shipping' }, { number: 'Landed' }],
            offers.map((offer) => rowOf(offer, offer.listingId === featuredListing?.listingId)),
            'offers stack',
          ),
      offers.length > 0 &&
        h(
          'p',
          { class: 'note' },
          page.total === null
            ? `${plural(offers.length, 'offer')} shown.`
            : `${count(offers.length)} of ${plural(page.total, 'offer')}, cheapest copy first; shipping comes on top, so the last column can be out of order.`,
        ),
      isMore && next <= maxOffset && actions(button('More offers', () => load(next), { 'data-at': 'more' })),
      input && requestPanel('getListings', input),
    )
  }

  const load = async (offset = 0) => {
    const input = inputOf(offset)
    const signal = nextSignal()
    try {
      const page = await call('getListings', input, { signal })
      draw(page, input)
      say(`${plural(offers.length, 'offer')} shown.`)
    } catch (error) {
      if (!signal.aborted)
        show(
          body,
          errorNotice(error, () => load(offset)),
        )
    }
  }

  for (const filter of [condition, variant, language]) filter.addEventListener('change', () => load())
  draw(listings, null)
  return [
    h('h2', {}, 'Offers'),
    h('div', { class: 'bar' }, field('Condition', condition), field('Variant', variant), field('Language', language)),
    body,
  ]
}
