import { CardMarketError } from '/console/client/client.js'
import { html, nothing, render } from '/console/lit/lit-html.js'
import { capabilityUpdates } from '../capabilities.js'
import { dayNumber } from '../days.js'
import { explain } from '../error-messages.js'
import { copiesText, money, plural } from '../format.js'
import { changeQuery } from '../route.js'
import { say } from '../session.js'
import { stack } from '../stack/open-stack.js'
import { errorNotice } from '../ui/error-notice.js'
import { productPicture } from '../ui/product-picture.js'
import { requestPanel } from '../ui/request-panel.js'
import { addToStack } from './add-to-stack.js'
import { asOfField } from './as-of.js'
import { copiesWithoutPrices, openingCopy } from './copies.js'
import { copyChooser } from './copy-chooser.js'
import { factsSection } from './facts-section.js'
import { headline, soldAndOffered } from './headline.js'
import { historySection } from './history-section.js'
import { offersSection } from './offers-section.js'
import { productIdOf, readPageQuery } from './page-query.js'
import { pricesSection } from './price-table.js'
import { createProductData } from './product-data.js'
import { knownOf, knownOnStack, productHeading } from './product-heading.js'
import { copyText } from './words.js'

/** @import { HistoryResult, Price, ProductSnapshot } from '/console/client/client.js' */
/** @import { Route } from '../route.js' */
/** @import { OfferSort } from './offer-order.js' */
/** @import { OfferList } from './offer-lists.js' */
/** @import { PageQuery, Range } from './page-query.js' */
/** @import { ProductData, ProductPage } from './product-data.js' */

/**
 * What a person does on the page.
 * @typedef {object} Actions
 * @property {(copy: Price) => void} chooseCopy
 * @property {(range: Range) => void} chooseRange
 * @property {(name: string) => void} toggleCompare
 * @property {(isOfAllCopies: boolean) => void} chooseOffers
 * @property {(sort: OfferSort) => void} chooseSort
 * @property {(day: string) => Promise<void>} chooseDay
 * @property {(requests: number) => void} loadOffers
 * @property {() => void} showEveryOffer
 * @property {(quantity: number) => void} added
 * @property {() => void} reload
 * @property {() => void} reloadHistory
 * @property {() => void} reloadOffers
 */

/**
 * Everything that the parts of the page are drawn from.
 * @typedef {object} Shown
 * @property {number} productId
 * @property {PageQuery} query
 * @property {ProductPage} page
 * @property {ProductSnapshot} snapshot
 * @property {readonly Price[]} prices of every copy, each without one where prices are unavailable
 * @property {Price | null} copy the chosen one
 * @property {readonly HistoryResult[]} histories
 * @property {number} day the last one that the page tells of
 * @property {OfferList | null} offers of the chosen copy
 * @property {OfferList | null} listed those that are listed
 * @property {boolean} isEveryOfferShown
 * @property {ProductData} data
 * @property {Actions} actions
 */

/** @param {string} why */
const noSuchProduct = (why) => html`<h1 tabindex="-1">There is no such product</h1>
  <p>${why} Look the card up by its name above.</p>`

/** @param {string | null} id */
const noNumber = (id) => `A product has a number of its own, and ${id ? `“${id}” is none` : 'this address has none'}.`

/** @param {unknown} problem */
const isUnknownProduct = (problem) => problem instanceof CardMarketError && problem.code === 'product_not_found'

/** The outline of the page while nothing is known yet, in its true sizes. */
const skeleton = html`<div class="product-top" aria-hidden="true">
  <span class="product-picture large"></span>
  <div class="answer"><p class="headprice"><strong class="ghost">$000.00</strong> <span class="headcopy ghost">Near Mint</span></p><p class="note ghost">Asked at</p></div>
  <div class="changes ghost"></div>
  <div class="chooser ghost"></div>
</div>`

/**
 * A product's page: the price of the chosen copy first, then all that it rests on.
 * @param {Route} route
 */
export const createProductView = ({ id }) => {
  const element = document.createElement('section')
  const productId = productIdOf(id)
  if (productId === null) {
    render(noSuchProduct(noNumber(id)), element)
    return { title: 'There is no such product', element }
  }
  const data = createProductData(productId, () => draw())
  let query = readPageQuery(new URLSearchParams())
  let isEveryOfferShown = false
  let saidOf = ''

  const known = () => {
    const page = data.page()
    return page ? knownOf(page.snapshot.product) : knownOnStack(productId)
  }

  /** @param {Partial<PageQuery>} change */
  const change = (change) => {
    query = { ...query, ...change }
    changeQuery({
      copy: query.skuId,
      range: query.range === 'quarter' ? null : query.range,
      compare: query.compare.join('~'),
      asOf: query.asOf,
      sort: query.sort === 'total' ? null : query.sort,
      offers: query.isOfAllCopies ? 'all' : null,
    })
    draw()
  }

  /** @param {() => Promise<unknown>} task @param {string} heading whose section is tried again */
  const again = async (task, heading) => {
    await task()
    const target = element.querySelector(heading)
    if (target instanceof HTMLElement) target.focus({ preventScroll: heading !== 'h1' })
  }

  /** Where the control in focus is gone, the heading of its part takes the focus. @param {string} heading */
  const keepFocus = (heading) => {
    const target = element.querySelector(heading)
    if (target instanceof HTMLElement && !element.contains(document.activeElement)) target.focus({ preventScroll: true })
  }

  const show = async () => {
    await data.show(query.range, query.asOf)
    // Another view took its place meanwhile; it is said once this one is shown again.
    if (!element.isConnected) return
    const current = shown()
    const said = `${productId}@${query.asOf}`
    if (!current || saidOf === said || current.page.asOf !== query.asOf) return
    saidOf = said
    say(
      `${current.snapshot.product.name}: ${current.copy ? copyText(current.copy) : 'no copy'}, ${current.copy?.marketPrice == null ? 'price unknown' : money(current.copy.marketPrice)}.`,
    )
  }

  /** The copy whose offers are listed; `null` for all. */
  const listedCopy = () => (query.isOfAllCopies ? null : (shown()?.copy ?? null))

  /** @type {Actions} */
  const actions = {
    chooseCopy: (copy) => {
      isEveryOfferShown = false
      change({ skuId: copy.skuId })
      say(`${copyText(copy)}: ${copy.marketPrice === null ? 'price unknown' : money(copy.marketPrice)}.`)
    },
    chooseRange: (range) => {
      change({ range })
      show()
    },
    toggleCompare: (name) =>
      change({ compare: query.compare.includes(name) ? query.compare.filter((one) => one !== name) : [...query.compare, name] }),
    chooseOffers: (isOfAllCopies) => change({ isOfAllCopies }),
    chooseSort: (sort) => change({ sort }),
    chooseDay: async (asOf) => {
      change({ asOf })
      await show()
      keepFocus('h1')
    },
    loadOffers: async (requests) => {
      isEveryOfferShown = true
      const copy = listedCopy()
      await data.loadOffers(copy, requests)
      keepFocus('#offers-title')
      const list = data.offersOf(copy)
      if (list && element.isConnected && !data.problem('offers', copy?.skuId ?? null))
        say(`${plural(list.offers.length, 'offer')} loaded.`)
    },
    showEveryOffer: () => {
      isEveryOfferShown = true
      draw()
      keepFocus('#offers-title')
    },
    added: (quantity) => say(`${copiesText(quantity)} added to the stack.`),
    reload: () => again(() => data.loadPage(query.range, query.asOf), 'h1'),
    reloadHistory: () => again(() => data.loadHistory(query.range), '#history-title'),
    reloadOffers: () => again(() => data.reloadOffers(listedCopy()), '#offers-title'),
  }

  /** @returns {Shown | null} `null` until the product is there */
  const shown = () => {
    const page = data.page()
    if (!page) return null
    const { snapshot } = page
    const prices = snapshot.marketPrices ?? copiesWithoutPrices(snapshot.product)
    const copy = openingCopy(prices, query.skuId, snapshot.product)
    return {
      ...{ productId, query, page, snapshot, prices, copy, isEveryOfferShown, data, actions },
      histories: [...page.histories.values()],
      day: dayNumber(page.asOf || snapshot.observedAt),
      offers: copy && data.offersOf(copy),
      listed: data.offersOf(query.isOfAllCopies ? null : copy),
    }
  }

  /** @param {Shown} current */
  const content = (current) => html`
    ${current.page.asOf ? asOfField(current) : nothing}
    <div class="product-top" aria-busy=${data.isLoading('page')}>
      ${productPicture(productId, { name: current.snapshot.product.name, size: 'large' })}
      ${headline(current)}
      ${copyChooser(current)}
      ${soldAndOffered(current)}
      ${addToStack(current)}
      ${current.page.asOf ? nothing : asOfField(current)}
    </div>
    ${historySection(current)}
    ${pricesSection(current)}
    ${current.page.asOf ? nothing : offersSection(current)}
    ${factsSection(current)}
    ${requestPanel('getProduct', current.page.input)}`

  const draw = () => {
    const problem = data.problem('page', query.asOf)
    const current = shown()
    if (isUnknownProduct(problem) && !current) {
      render(noSuchProduct(explain('product_not_found').meaning), element)
      return
    }
    const name = known()?.name
    if (name && element.isConnected) document.title = `${name} – Card Market Data`
    render(
      html`<article class="product">
        ${productHeading(productId, known())}
        ${problem ? errorNotice(problem, actions.reload) : nothing}
        ${current ? content(current) : problem ? nothing : skeleton}
      </article>`,
      element,
    )
  }

  const onkey = () => {
    if (data.problem('page', query.asOf)) data.loadPage(query.range, query.asOf)
  }

  /** @param {Route} route */
  const open = ({ query: values }) => {
    query = readPageQuery(values)
    stack.events.addEventListener('change', draw)
    capabilityUpdates.addEventListener('change', draw)
    draw()
    show()
  }

  return {
    get title() {
      return known()?.name ?? `Product ${productId}`
    },
    element,
    open,
    onkey,
    close: () => {
      stack.events.removeEventListener('change', draw)
      capabilityUpdates.removeEventListener('change', draw)
    },
  }
}
