import type { UpstreamObserver } from '../../upstream/reports.ts'
import { createUpstreamHost, type UpstreamHost } from '../../upstream/upstream.ts'

/** Where the hosts are and how they are to be treated. */
export interface TcgplayerSettings {
  readonly searchUrl: string
  readonly apiUrl: string
  readonly gatewayUrl: string
  readonly historyUrl: string
  readonly imageUrl: string | null
  readonly timeoutMs: number
  readonly concurrency: number
  readonly perSecond: number
  readonly userAgent: string
}

/** The hosts of the source, one client each. */
export interface TcgplayerHosts {
  readonly search: UpstreamHost
  readonly api: UpstreamHost
  readonly gateway: UpstreamHost
  readonly history: UpstreamHost
  readonly images: UpstreamHost | null
}

/** The hosts answer only calls that look as if they came from the source's own pages. */
export const tcgplayerHeaders = { origin: 'https://www.tcgplayer.com', referer: 'https://www.tcgplayer.com/' } as const

/** Opens the clients. Hosts are told apart by their part, not their address: one ill part must not stop another that a mirror serves from the same place. */
export const openTcgplayerHosts = (
  { searchUrl, apiUrl, gatewayUrl, historyUrl, imageUrl, ...treatment }: TcgplayerSettings,
  observer: UpstreamObserver,
): { hosts: TcgplayerHosts; all: readonly UpstreamHost[]; close: () => void } => {
  const open = (name: string, baseUrl: string) =>
    createUpstreamHost({ name, baseUrl, headers: tcgplayerHeaders, ...treatment, observer })
  const hosts = {
    search: open('search', searchUrl),
    api: open('api', apiUrl),
    gateway: open('gateway', gatewayUrl),
    history: open('history', historyUrl),
    images: imageUrl === null ? null : open('images', imageUrl),
  }
  const all = Object.values(hosts).filter((host) => host !== null)
  return {
    hosts,
    all,
    close: () => {
      for (const host of all) host.close()
    },
  }
}
