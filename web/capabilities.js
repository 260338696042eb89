import { createClient } from '/console/client/client.js'

/** @import { Capabilities } from '/console/client/client.js' */

/** Pauses between two looks: while prices are being pulled, while there are none, and else, for a page that stays open for days. */
const pausesMs = { pulling: 3_000, empty: 30_000, settled: 600_000 }

/** Fires `answer` with each answer, and `change` with the first and whenever something other than the time has changed. */
export const capabilityUpdates = new EventTarget()

/** @type {Capabilities | null} */
let newest = null
let isFollowed = false

/** What the service can answer, as it said last; `null` before the first answer. */
export const capabilities = () => newest

/** @param {Capabilities | null} told */
const withoutTime = (told) => JSON.stringify(told, (name, value) => (/^(?:observedAt|ageSeconds)$/.test(name) ? null : value))

/** @param {Capabilities} told */
const keep = (told) => {
  const isChanged = withoutTime(told) !== withoutTime(newest)
  newest = told
  capabilityUpdates.dispatchEvent(new Event('answer'))
  if (isChanged) capabilityUpdates.dispatchEvent(new Event('change'))
}

/** @param {Capabilities['sync']} sync */
const pauseAfter = (sync) => {
  if (sync?.progress) return pausesMs.pulling
  return sync?.build === null ? pausesMs.empty : pausesMs.settled
}

/** Asks the service now, and again as often as its answer is likely to change, for as long as the page is open. */
export const followCapabilities = async () => {
  if (isFollowed) return
  isFollowed = true
  const client = createClient({ baseUrl: location.origin, retries: 0 })
  for (;;) {
    let pauseMs = pausesMs.empty
    try {
      const { data } = await client.capabilities()
      keep(data)
      pauseMs = pauseAfter(data.sync)
    } catch {
      // Each view tells of a lost connection itself.
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
