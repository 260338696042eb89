import type { ListingsRequest, MarketOffer, OfferPage } from '../../../market/ports.ts'
import type { ListingsPage } from './map-listings.ts'

/** The source refuses larger pages. */
export const wirePageSize = 50

/** Where a page of the source starts and how long it is. */
export interface PageSpan {
  readonly from: number
  readonly size: number
}

/**
 * The source's form of a request for listings. Without the exclusion suspended sellers would appear, without the
 * quantity what is sold out; `JSON.stringify` leaves out the filters that are not set.
 */
export const listingsBody = ({ sort, conditions, variants, languages }: ListingsRequest, { from, size }: PageSpan) => ({
  filters: {
    term: {
      sellerStatus: 'Live',
      channelId: 0,
      condition: conditions ?? undefined,
      printing: variants ?? undefined,
      language: languages ?? undefined,
    },
    range: { quantity: { gte: 1 } },
    exclude: { channelExclusion: 0 },
  },
  from,
  size,
  ...(sort === 'price' ? { sort: { field: 'price', order: 'asc' } } : {}),
  context: { shippingCountry: 'US', cart: {} },
  aggregations: ['listingType'],
})

const byItemPrice = (a: MarketOffer, b: MarketOffer): number =>
  (a.itemPriceCents ?? Number.POSITIVE_INFINITY) - (b.itemPriceCents ?? Number.POSITIVE_INFINITY) || 0

/**
 * Puts one of our pages together from the source's smaller ones, one after the other while there is more. The market
 * moves between two requests, so a listing may come twice: it is shown once.
 */
export const assembleOffers = async (
  { offset, limit, sort }: ListingsRequest,
  fetchPage: (span: PageSpan) => Promise<ListingsPage | null>,
): Promise<OfferPage | null> => {
  const offers = new Map<number, MarketOffer>()
  let total: number | null = null
  for (let from = offset; from < offset + limit; from += wirePageSize) {
    // Always a whole page: then a page that several requests need is the same request.
    const page = await fetchPage({ from, size: wirePageSize })
    if (page === null) return from === offset ? null : { total, offers: [...offers.values()] }
    total = page.total ?? total
    for (const offer of page.offers) if (!offers.has(offer.listingId)) offers.set(offer.listingId, offer)
    if (page.rowCount < wirePageSize || (page.total !== null && page.total <= from + wirePageSize)) break
  }
  const all = [...offers.values()]
  if (sort === 'price') all.sort(byItemPrice)
  return { total, offers: all.slice(0, limit) }
}
