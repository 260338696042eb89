import { html, nothing, render } from '/console/lit/lit-html.js'
import { capabilityUpdates, followCapabilities } from '../capabilities.js'
import { count, instant, plural } from '../format.js'
import { marketSource } from '../stack/market-source.js'

/** @import { Capabilities } from '/console/client/client.js' */
/** @import { MarketSource } from '../stack/market-source.js' */

/** The service's answer, or what is kept of an earlier one. @typedef {MarketSource & Partial<Pick<Capabilities, 'data' | 'sync'>>} Told */

/** How old files of a day may be before the page says so: two days, as when a service waits for the mirror's hour for the first time. */
const staleAfterSeconds = 50 * 3_600

/** @param {NonNullable<Capabilities['sync']>} sync */
const syncNote = ({ build, progress, refused, failedAt }) => {
  if (progress) {
    const { step, done, total } = progress
    const parts = total === 0 ? step : `${step}, ${count(done)} of ${count(total)}`
    return build === null ? `The first prices are on their way: ${parts}.` : `New prices are on their way: ${parts}.`
  }
  if (refused) return `The newest prices (${refused.build}) were refused: ${refused.reason} The last good ones are shown.`
  if (failedAt) return `The last attempt to fetch prices failed at ${instant(failedAt)}.`
  return build === null ? 'There are no prices yet.' : null
}

/** Files are of a day, so that nobody has to divide their age by 24. @param {number} seconds */
const age = (seconds) => plural(Math.floor(seconds / 86_400), 'day')

/** @param {Told} told */
const sourceOf = ({ source, data }) => {
  const { asOf, ageSeconds } = data?.prices ?? { asOf: null, ageSeconds: null }
  const isStale = ageSeconds !== null && ageSeconds > staleAfterSeconds
  return [
    source === 'sandbox' ? 'An invented market: nothing here is a real price' : `Source: ${source}`,
    asOf ? `. Prices of ${instant(asOf)}` : '',
    isStale ? `, which is ${age(ageSeconds)} ago` : '',
    '.',
  ].join('')
}

/** @param {Told} told */
const note = (told) => {
  const { sync, attribution, dataRightsNote } = told
  const state = sync && syncNote(sync)
  return html`
    <p>${sourceOf(told)}</p>
    ${state ? html`<p>${state}</p>` : nothing}
    ${
      attribution
        ? html`<p>${attribution.text} <a href=${attribution.termsUrl} rel="noreferrer" target="_blank">Terms</a></p>`
        : nothing
    }
    ${dataRightsNote ? html`<p>${dataRightsNote}</p>` : nothing}
  `
}

/**
 * Says at the foot of every view whose data it shows, of when, and how a pull of it stands.
 * @param {HTMLElement} footer
 */
export const followSource = (footer) => {
  const draw = () => {
    const told = marketSource()
    if (told) render(note(told), footer)
  }
  draw()
  capabilityUpdates.addEventListener('answer', draw)
  followCapabilities()
}
