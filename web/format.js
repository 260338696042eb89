/** What is shown where the source has no value: never 0. */
export const unknown = '–'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const counts = new Intl.NumberFormat('en-US')
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const instants = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})

/** An amount of US dollars. */
export const money = (amount) => (amount === null || amount === undefined ? unknown : dollars.format(amount))

/** From one amount to another, or the one when they are the same. */
export const between = (low, high) => (low === high ? money(low) : `${money(low)} to ${money(high)}`)

/** A whole number. */
export const count = (number) => (number === null || number === undefined ? unknown : counts.format(number))

/** A text of the source. */
export const text = (value) => (value === null || value === undefined || value === '' ? unknown : String(value))

/** A date such as 2026-11-21. */
export const day = (date) => (date ? days.format(new Date(`${date.slice(0, 10)}T00:00:00Z`)) : unknown)

/** An instant in UTC. */
export const instant = (iso) => (iso ? `${instants.format(new Date(iso))} UTC` : unknown)

/** One thing or several. */
export const plural = (number, one, several = `${one}s`) => `${count(number)} ${number === 1 ? one : several}`

/** What a product is, in one line under its name. */
export const placeOf = ({ setName, cardNumber, rarity, sealed }) =>
  [setName, cardNumber && `#${cardNumber}`, rarity, sealed && 'sealed'].filter(Boolean).join(' · ')
