import type { Config } from './config.ts'
import { createMarketSync, type MarketSync, type MarketSyncDependencies } from './market-sync.ts'

/** Follows the daily pull of the market source; `null` for a source that nothing is pulled for. */
export const openMarketSync = async (
  config: Config,
  dependencies: Pick<MarketSyncDependencies, 'ledger' | 'log' | 'now' | 'onRecorded'>,
): Promise<MarketSync | null> => {
  if (config.marketSource !== 'tcgcsv') return null
  const { isOwnMirror } = await import('../market/sources/tcgcsv/mirror/own-mirror.ts')
  return createMarketSync({ ...dependencies, source: config.marketSource, isOwnMirror: isOwnMirror(config.tcgcsvUrl) })
}
