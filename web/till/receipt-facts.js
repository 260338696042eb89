import { count, money, plural } from '../format.js'

/** @import { Capabilities } from '/console/client/client.js' */
/** @import { Cents, Offer } from './offer.js' */
/** @import { TillRow } from './till-row.js' */
/** @import { TillTerms } from './terms.js' */

/** @typedef {Pick<Capabilities, 'source' | 'attribution'> & Partial<Pick<Capabilities, 'pricedBy'>> | null} TillSource whose prices they are; `null` while that is not known */

/** @typedef {'cash' | 'credit'} Payment */

/** @typedef {{ readonly quantity: number, readonly name: string, readonly details: string, readonly pays: Readonly<Record<Payment, Cents>> }} ReceiptLine */

/**
 * What a receipt says, on paper as in a message.
 * @typedef {object} ReceiptFacts
 * @property {string} title the shop's name, or what the paper is
 * @property {string} time
 * @property {readonly Payment[]} payments those that it shows
 * @property {readonly ReceiptLine[]} lines
 * @property {number} copies
 * @property {Readonly<Record<Payment, number>>} sums cents
 * @property {readonly string[]} notes
 */

// The day and hour of the shop, wherever it is.
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })
const times = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** @param {number} cents */
export const moneyOf = (cents) => money(cents / 100)

/** @type {Readonly<Record<Payment, string>>} */
export const paymentNames = { cash: 'Cash', credit: 'Credit' }

/** Sources by the name of their owner. */
const owners = new Map([
  ['tcgplayer', 'TCGplayer'],
  ['tcgcsv', 'TCGplayer'],
])

/**
 * @param {TillSource} source
 * @param {readonly string[]} pricedAt ISO instants
 */
const sourceLine = (source, pricedAt) => {
  const [first, last] = [pricedAt.at(0), pricedAt.at(-1)].map((iso) => iso && days.format(new Date(iso)))
  const when = first === undefined ? '' : ` of ${first === last ? first : `${first} to ${last}`}`
  const owner = source === null || source.source === 'sandbox' ? '' : `${owners.get(source.source) ?? source.source} `
  return `${owner}${owner ? 'market' : 'Market'} prices${when}.`
}

/**
 * Set, number, condition, finish and language of a row, as far as they say something.
 * @param {TillRow} row
 */
const detailsOf = ({ printing, copy, stated }) => {
  const variant = copy?.variant === 'Normal' ? null : copy?.variant
  const language = copy?.language === 'English' ? null : (copy?.language ?? stated?.language)
  const inWords = [copy?.condition ?? stated?.condition, variant].filter(Boolean).join(' ')
  return [printing?.setName, printing?.cardNumber, inWords, language, stated && 'by the price of the whole printing']
    .filter(Boolean)
    .join(' · ')
}

/** @param {readonly TillRow[]} rows */
const withoutOffer = (rows) => {
  const cards = rows.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
  const uncounted = rows.filter(({ quantity }) => quantity === null).length
  const parts = [cards > 0 && plural(cards, 'card'), uncounted > 0 && plural(uncounted, 'uncounted row')].filter(Boolean)
  return parts.length === 0 ? '' : `Not on this receipt: ${parts.join(' and ')} without an offer.`
}

/**
 * What the receipt of a stack says: the rows that have an offer, and those only.
 * @param {{ readonly rows: readonly TillRow[], readonly offer: Offer, readonly terms: Pick<TillTerms, 'shopName' | 'payout'>, readonly source: TillSource, readonly at: Date }} facts
 * @returns {ReceiptFacts}
 */
export const receiptOf = ({ rows, offer, terms: { shopName, payout }, source, at }) => {
  /** @type {ReceiptLine[]} */
  const lines = []
  const pricedAt = []
  /** @type {TillRow[]} */
  const without = []
  for (const [index, row] of rows.entries()) {
    const { cash, credit } = offer.rows[index] ?? { cash: null, credit: null }
    if (cash === null || credit === null || row.quantity === null) {
      without.push(row)
      continue
    }
    lines.push({ quantity: row.quantity, name: row.printing?.name ?? row.text, details: detailsOf(row), pays: { cash, credit } })
    if (row.pricedAt !== null) pricedAt.push(row.pricedAt)
  }
  return {
    title: shopName.trim() || 'Offer for cards',
    time: times.format(at),
    payments: payout === 'both' ? ['cash', 'credit'] : [payout],
    lines,
    copies: offer.copies,
    sums: offer.sums,
    notes: [
      withoutOffer(without),
      sourceLine(source, pricedAt.toSorted()),
      source?.source === 'sandbox' ? 'These prices are invented: this is no real offer.' : '',
      source?.attribution?.text ?? '',
    ].filter(Boolean),
  }
}

/**
 * The receipt as plain text, for a message or the clipboard.
 * @param {ReceiptFacts} facts
 */
export const shareText = ({ title, time, payments, lines, copies, sums, notes }) => {
  /** @type {(line: ReceiptLine) => string} */
  const paid = ({ quantity, pays }) =>
    payments
      .map((payment) => {
        const { each, all } = pays[payment]
        const sum = quantity === 1 ? moneyOf(all) : `${count(quantity)} × ${moneyOf(each)} = ${moneyOf(all)}`
        return `${paymentNames[payment].toLowerCase()} ${sum}`
      })
      .join(', ')
  return [
    title,
    time,
    '',
    ...lines.flatMap((line) => [
      `${count(line.quantity)} × ${line.name}`,
      ...[line.details, paid(line)].filter(Boolean).map((text) => `  ${text}`),
    ]),
    '',
    `${plural(copies, 'card')}: ${payments.map((payment) => `${paymentNames[payment].toLowerCase()} ${moneyOf(sums[payment])}`).join(', ')}`,
    '',
    ...notes,
  ].join('\n')
}
