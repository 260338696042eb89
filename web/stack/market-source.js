import { capabilities, capabilityUpdates } from '../capabilities.js'
import { keepSetting, readSetting } from '../local-storage.js'
import { marketKind, openedKind } from './market-kind.js'

/** @import { Capabilities } from '/console/client/client.js' */

/** Whose prices they are and what has to be said with them. @typedef {Pick<Capabilities, 'source' | 'attribution' | 'dataRightsNote' | 'pricedBy'>} MarketSource */

/** Of each kind of market by itself, as its stacks are. @param {string} kind */
const keyOf = (kind) => `card-market-source-${kind}`

/**
 * What an earlier visit has kept; `null` where that is nothing, or no longer whole.
 * @param {string | null} kept
 * @returns {MarketSource | null}
 */
export const readSource = (kept) => {
  try {
    const found = JSON.parse(kept ?? 'null')
    return typeof found?.source === 'string' && typeof found.pricedBy === 'string' ? found : null
  } catch {
    return null
  }
}

const kept = openedKind === null ? null : readSource(readSetting(keyOf(openedKind)))

/**
 * Whose prices the open stack has, also while the service does not answer: prices outlast a connection, and so has what is said of them. `null` where nobody has told yet.
 * @returns {MarketSource | null}
 */
export const marketSource = () => capabilities() ?? kept

capabilityUpdates.addEventListener('answer', () => {
  const told = capabilities()
  if (told === null) return
  const { source, attribution, dataRightsNote, pricedBy } = told
  keepSetting(keyOf(marketKind(source)), JSON.stringify({ source, attribution, dataRightsNote, pricedBy }))
})
