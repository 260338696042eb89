import { call, newestSignal } from '../session.js'
import { ofCopy, offersPerRequest, withPage } from './offer-lists.js'
import { createRecentPages } from './recent-pages.js'

/** @import { HistoryResult, Operations, ProductSnapshot } from '/console/client/client.js' */
/** @import { Copy } from '../stack/copies.js' */
/** @import { OfferList, OffersInput } from './offer-lists.js' */
/** @import { Range } from './page-query.js' */

/** @typedef {Operations['getProduct']['input']} ProductInput */

/**
 * Everything that was loaded of a product as it is now, or was on a day.
 * @typedef {object} ProductPage
 * @property {string} asOf the day; empty for now
 * @property {ProductInput} input
 * @property {ProductSnapshot} snapshot
 * @property {Map<Range, HistoryResult>} histories
 * @property {Map<number | null, OfferList>} offers by SKU; `null` for those of all copies
 */

/** @typedef {'page' | 'history' | 'offers'} Part */

/**
 * What went wrong, and the work that goes on where it broke off.
 * @typedef {object} Failure
 * @property {unknown} error
 * @property {(signal: AbortSignal) => Promise<unknown>} task
 */

/** @type {ReturnType<typeof createRecentPages<ProductPage>>} */
const recent = createRecentPages(Date.now)

/** @param {Copy} copy */
const wordsOf = ({ condition, variant, language }) => ({
  condition: condition ?? undefined,
  variant: variant ?? undefined,
  language: language ?? undefined,
})

/**
 * The data of a product's page: each part is asked for once, and a failure stays with what was asked for: a day, one of its ranges, offers of one copy.
 * @param {number} productId
 * @param {() => unknown} onChange
 */
export const createProductData = (productId, onChange) => {
  /** @type {ProductPage | null} */
  let page = null
  /** @type {Map<string, Failure>} */
  const failures = new Map()
  /** @type {Set<Part>} */
  const loading = new Set()
  const signals = { page: newestSignal(), history: newestSignal(), offers: newestSignal() }

  /** @param {Part} part @param {string | number | null} of day, range or SKU */
  const nameOf = (part, of) => [part, of, ...(part === 'page' ? [] : [page?.asOf])].join(' ')

  /**
   * @param {Part} part
   * @param {string} name
   * @param {Failure['task']} task
   */
  const run = async (part, name, task) => {
    const signal = signals[part]()
    loading.add(part)
    failures.delete(name)
    onChange()
    try {
      await task(signal)
    } catch (error) {
      if (!signal.aborted) failures.set(name, { error, task })
    }
    if (signal.aborted) return
    loading.delete(part)
    onChange()
  }

  /** @param {Range} range @param {string} asOf */
  const inputOf = (range, asOf) => ({ productId, range, ...(asOf && { asOf }) })

  /** @param {Range} range @param {string} asOf */
  const loadPage = (range, asOf) =>
    run('page', nameOf('page', asOf), async (signal) => {
      const input = inputOf(range, asOf)
      const snapshot = await call('getProduct', input, { signal })
      const { marketHistory, listings } = snapshot
      page = {
        asOf,
        input,
        snapshot,
        histories: new Map(marketHistory ? [[marketHistory.range, marketHistory]] : []),
        offers: new Map(listings ? [[null, withPage(null, listings, null)]] : []),
      }
      recent.set(`${productId}@${asOf}`, page)
    })

  /** History of the past is part of a snapshot alone. @param {Range} range */
  const loadHistory = async (range) => {
    const shown = page
    if (!shown) return
    await run('history', nameOf('history', range), async (signal) => {
      const history = shown.asOf
        ? (await call('getProduct', { ...inputOf(range, shown.asOf), limit: 1 }, { signal })).marketHistory
        : await call('getHistory', { productId, range }, { signal })
      if (history) shown.histories.set(range, history)
    })
  }

  /** @param {Copy | null} copy `null` for all copies @param {number} requests how many to make at most */
  const loadOffers = async (copy, requests) => {
    const shown = page
    if (!shown) return
    const key = copy?.skuId ?? null
    let left = requests
    await run('offers', nameOf('offers', key), async (signal) => {
      while (left > 0) {
        const before = shown.offers.get(key) ?? null
        if (before?.isAll) return
        /** @type {OffersInput} */
        const input = { productId, ...(copy && wordsOf(copy)), offset: before?.nextOffset ?? 0, limit: offersPerRequest }
        shown.offers.set(key, withPage(before, await call('getListings', input, { signal }), input))
        left--
      }
    })
  }

  return {
    page: () => page,
    /** @param {Part} part @param {string | number | null} of day, range or SKU; `null` for offers of all copies */
    problem: (part, of) => failures.get(nameOf(part, of))?.error ?? null,
    /** @param {Part} part */
    isLoading: (part) => loading.has(part),
    /**
     * Shows a range of a day, which costs nothing where it was loaded some minutes ago.
     * @param {Range} range
     * @param {string} asOf
     */
    show: async (range, asOf) => {
      if (page?.asOf !== asOf) {
        const kept = recent.get(`${productId}@${asOf}`)
        if (!kept) return loadPage(range, asOf)
        page = kept
      }
      // What was asked for another day comes too late now.
      signals.page()
      loading.delete('page')
      const canLoad = page?.snapshot.sections.marketHistory.code !== 'not_offered_by_source'
      if (page && canLoad && page.snapshot.marketHistory && !page.histories.has(range)) return loadHistory(range)
      onChange()
    },
    loadPage,
    loadHistory,
    /** @param {Copy | null} copy `null` for all copies @returns {OfferList | null} */
    offersOf: (copy) => {
      const all = page?.offers.get(null) ?? null
      if (copy === null) return all
      return page?.offers.get(copy.skuId) ?? (all && ofCopy(all, copy))
    },
    loadOffers,
    /** Goes on with offers that could not be loaded; where none were asked for yet, asks for the first. @param {Copy | null} copy */
    reloadOffers: async (copy) => {
      const name = nameOf('offers', copy?.skuId ?? null)
      const failed = failures.get(name)
      await (failed ? run('offers', name, failed.task) : loadOffers(null, 1))
    },
  }
}

/** @typedef {ReturnType<typeof createProductData>} ProductData */
