import type { SourceModule } from '../../sources/source-module.ts'

/** Every market source by the word for `MARKET_SOURCE` that chooses it. Only the chosen one is loaded. */
export const marketSources = {
  sandbox: async () => (await import('../../sources/sandbox/sandbox-source.ts')).sandboxSource,
  tcgcsv: async () => (await import('../../sources/tcgcsv/tcgcsv-source.ts')).tcgcsvSource,
  tcgplayer: async () => (await import('../../sources/tcgplayer/tcgplayer-source.ts')).tcgplayerSource,
} satisfies Record<string, () => Promise<SourceModule>>

export type MarketSourceName = keyof typeof marketSources
