import { keepSetting, readSetting } from '../local-storage.js'
import { conditions, defaultTerms, readPercent, roundings } from './offer.js'

/** @import { Percentages, Terms } from './offer.js' */

/**
 * What the till keeps between visits: the shop's terms, its name, and what was chosen last.
 * @typedef {Terms & { readonly shopName: string, readonly payout: Payout, readonly format: string }} TillTerms
 */

/** @typedef {'both' | 'cash' | 'credit'} Payout which offers a receipt shows */

const storageKey = 'card-market-till'
export const maxShopNameLength = 80

/** @type {TillTerms} */
export const defaultTillTerms = { ...defaultTerms, shopName: '', payout: 'both', format: 'plain' }

/**
 * @param {unknown} value
 * @returns {value is Readonly<Record<string, unknown>>}
 */
const isRecord = (value) => typeof value === 'object' && value !== null

/**
 * Whether every condition has a percentage that a person could have typed.
 * @param {unknown} value
 * @returns {value is Percentages}
 */
const arePercentages = (value) =>
  isRecord(value) &&
  conditions.every((condition) => {
    const percent = value[condition]
    return typeof percent === 'number' && readPercent(String(percent)) === percent
  })

/**
 * Reads what was kept, each part by itself: what is missing or damaged is as by default.
 * @param {string | null} kept
 * @returns {TillTerms}
 */
export const readTillTerms = (kept) => {
  /** @type {Readonly<Record<string, unknown>>} */
  let found = {}
  try {
    const parsed = JSON.parse(kept ?? '{}')
    if (isRecord(parsed)) found = parsed
  } catch {
    // Damaged: as by default.
  }
  const { cashPercent, creditPercent, minCents, roundToCents, shopName, payout, format } = found
  const usual = defaultTillTerms
  return {
    cashPercent: arePercentages(cashPercent) ? cashPercent : usual.cashPercent,
    creditPercent: arePercentages(creditPercent) ? creditPercent : usual.creditPercent,
    minCents: typeof minCents === 'number' && Number.isSafeInteger(minCents) && minCents >= 0 ? minCents : usual.minCents,
    roundToCents: roundings.find((rounding) => rounding === roundToCents) ?? usual.roundToCents,
    shopName: typeof shopName === 'string' ? shopName.slice(0, maxShopNameLength) : usual.shopName,
    payout: payout === 'cash' || payout === 'credit' ? payout : usual.payout,
    format: typeof format === 'string' ? format : usual.format,
  }
}

/** The terms as this browser keeps them; a browser that keeps nothing has the usual ones. */
export const loadTillTerms = () => readTillTerms(readSetting(storageKey))

/** @param {TillTerms} terms */
export const keepTillTerms = (terms) => keepSetting(storageKey, JSON.stringify(terms))
