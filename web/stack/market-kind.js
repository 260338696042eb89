import { keepSetting, readSetting } from '../local-storage.js'

/**
 * Ids of products mean the same cards on every real source; the sandbox invents its own.
 * @typedef {'sandbox' | 'real'} MarketKind
 */

const kindKey = 'card-market-kind'
const firstKindKey = 'card-market-first-kind'

/** Of the service as this page knows it; `null` in a browser that has never seen its answer. @type {string | null} */
let kind = readSetting(kindKey)

const isFirst = kind === null || kind === readSetting(firstKindKey)

/** The kind of market whose stacks this page has opened; `null` where no answer has told yet. */
export const openedKind = kind

/** @param {string} source @returns {MarketKind} */
export const marketKind = (source) => (source === 'sandbox' ? 'sandbox' : 'real')

/** What keeps the stacks of one kind of market apart from those of the other; empty for the first kind that this browser saw. */
export const kindSuffix = isFirst ? '' : `-${kind}`

/**
 * Keeps which kind of market the service answers from.
 * @param {string} source
 * @returns {boolean} whether the page has opened the stacks of the other kind
 */
export const isOtherMarket = (source) => {
  const now = marketKind(source)
  const before = kind
  kind = now
  if (before === now) return false
  if (before === null && readSetting(firstKindKey) === null) keepSetting(firstKindKey, now)
  keepSetting(kindKey, now)
  // A browser that keeps nothing has no stacks of before either.
  return before !== null && readSetting(kindKey) === now
}
