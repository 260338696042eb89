import type { SourceModule } from '../source-module.ts'
import { readTcgplayerSettings } from './tcgplayer-settings.ts'

export const tcgplayerSource: SourceModule = {
  catalogs: ['local', 'tcgplayer'],
  buildsCatalog: false,
  priceArchive: 'off',
  configure: (reader) => {
    const settings = readTcgplayerSettings(reader)
    const { searchUrl, apiUrl, gatewayUrl, historyUrl } = settings
    return {
      hosts: [searchUrl, apiUrl, gatewayUrl, historyUrl],
      open: async (dependencies) => (await import('./open-tcgplayer.ts')).openTcgplayer(settings, dependencies),
    }
  },
}
