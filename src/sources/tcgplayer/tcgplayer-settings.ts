import type { SettingsReader } from '../source-module.ts'

export interface TcgplayerSettings {
  readonly searchUrl: string
  readonly apiUrl: string
  readonly gatewayUrl: string
  readonly historyUrl: string
  /** Where pictures are looked for when their number is unknown; `null` looks nowhere. */
  readonly imageUrl: string | null
}

export const readTcgplayerSettings = ({ address }: SettingsReader): TcgplayerSettings => {
  const searchUrl = address('TCGPLAYER_SEARCH_URL')
  return {
    searchUrl: searchUrl ?? 'https://mp-search-api.tcgplayer.com',
    apiUrl: address('TCGPLAYER_API_URL') ?? 'https://mpapi.tcgplayer.com',
    gatewayUrl: address('TCGPLAYER_GATEWAY_URL') ?? 'https://mpgateway.tcgplayer.com',
    historyUrl: address('TCGPLAYER_HISTORY_URL') ?? 'https://infinite-api.tcgplayer.com',
    // Whoever points the source elsewhere has no pictures at the source's own host.
    imageUrl: address('TCGPLAYER_IMAGE_URL') ?? (searchUrl === null ? 'https://tcgplayer-cdn.tcgplayer.com' : null),
  }
}
