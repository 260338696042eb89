import { createClient } from '/console/client/client.js'
import { byId, h, show } from './dom.js'
import { count, instant } from './format.js'

/** @import { Capabilities } from '/console/client/client.js' */

/** Pauses between two looks: while prices are being pulled, while there are none, and else, for a page that stays open for days. */
const pausesMs = { pulling: 3_000, empty: 30_000, settled: 600_000 }

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

/** @param {Capabilities} capabilities */
const draw = ({ source, data, attribution, dataRightsNote, sync }) => {
  const { asOf, ageSeconds } = data.prices
  const isStale = ageSeconds !== null && ageSeconds > staleAfterSeconds
  const state = sync && syncNote(sync)
  show(
    byId('source-note', HTMLElement),
    h(
      'p',
      {},
      source === 'sandbox' ? 'An invented market: nothing here is a real price.' : `Source: ${source}`,
      asOf && `, prices of ${instant(asOf)}`,
      isStale && `, which is ${count(Math.floor(ageSeconds / 3_600))} hours ago`,
      '.',
    ),
    state && h('p', { role: 'status' }, state),
    attribution &&
      h('p', {}, attribution.text, ' ', h('a', { href: attribution.termsUrl, rel: 'noreferrer', target: '_blank' }, 'Terms')),
    dataRightsNote && h('p', {}, dataRightsNote),
  )
}

/** Says at the foot of every view whose data it shows, of when, and how a pull of it stands. */
export const followSource = async () => {
  const client = createClient({ baseUrl: location.origin, key: '', retries: 0 })
  for (;;) {
    let pauseMs = pausesMs.empty
    try {
      const { data } = await client.capabilities()
      draw(data)
      if (data.sync?.progress) pauseMs = pausesMs.pulling
      else if (data.sync?.build !== null) pauseMs = pausesMs.settled
    } catch {
      // Each view tells of a lost connection itself.
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
