import { hash } from 'node:crypto'
import { unknownFigures } from '../../catalog/with-figures.ts'
import { tcgplayerAttribution } from '../../contract/capabilities.ts'
import type { OpenSource, SourceDependencies } from '../source-module.ts'
import { createTcgplayerCatalog } from './catalog/tcgplayer-catalog.ts'
import { createTcgplayerMarket } from './market/tcgplayer-market.ts'
import type { TcgplayerSettings } from './tcgplayer-settings.ts'

/** The hosts answer only calls that look as if they came from the source's own pages. */
export const tcgplayerHeaders = { origin: 'https://www.tcgplayer.com', referer: 'https://www.tcgplayer.com/' } as const

/**
 * Opens the source. Hosts are told apart by their part, not their address: one that fails must not stop another that a
 * mirror serves from the same place.
 */
export const openTcgplayer = async (
  settings: TcgplayerSettings,
  { loadHostOpener, findImported, recordedSince, steadyNow, delay }: SourceDependencies,
): Promise<OpenSource> => {
  const { searchUrl, apiUrl, gatewayUrl, historyUrl, imageUrl } = settings
  const openHost = await loadHostOpener()
  const open = (name: string, baseUrl: string) => openHost({ name, baseUrl, headers: tcgplayerHeaders })
  const search = open('search', searchUrl)
  const api = open('api', apiUrl)
  const gateway = open('gateway', gatewayUrl)
  const history = open('history', historyUrl)
  const images = imageUrl === null ? null : open('images', imageUrl)
  // A digest, since an address may hold a password.
  const namespace = `tcgplayer ${hash('sha256', JSON.stringify(settings), 'base64url').slice(0, 16)}`
  return {
    market: createTcgplayerMarket({ search, gateway, history, images, delay }),
    catalog: findImported ? null : { source: createTcgplayerCatalog({ search, api, steadyNow }), entries: null },
    figuresOf: findImported && (() => unknownFigures),
    pages: [],
    namespace: () => namespace,
    offers: async () => ({
      kinds: { details: true, prices: true, history: true, listings: true, image: true },
      pricedBy: 'sku',
      asOf: null,
      recordedSince: await recordedSince(),
      attribution: tcgplayerAttribution,
      sync: null,
    }),
  }
}
