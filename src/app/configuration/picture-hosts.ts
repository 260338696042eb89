import type { MarketSourceName } from './market-sources.ts'

const maxHosts = 16

/** A name of two labels or more whose last is no number, so that no address and no pattern passes. */
const dnsName = /^(?=.{1,253}$)(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/

/** A server on this machine, such as an emulator of the picture host: the only one that may be asked without TLS. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}):\d{1,5}$/

const isPictureHost = (host: string): boolean =>
  loopback.test(host) ? URL.canParse(`http://${host}`) : dnsName.test(host)

/** Reads the hosts whose pictures the console may show: names without scheme, port and path, commas between. */
export const readPictureHosts = (value: string | null, problems: string[]): readonly string[] => {
  const words = (value ?? '').split(',').map((word) => word.trim().toLowerCase())
  const hosts = [...new Set(words)].filter(Boolean)
  if (hosts.length <= maxHosts && hosts.every(isPictureHost)) return hosts
  problems.push(
    `CONSOLE_PICTURE_HOSTS must be at most ${maxHosts} host names with commas between, such as cdn.example.com, ` +
      `or localhost and 127.… with a port.`,
  )
  return []
}

/** Where a browser asks such a host. */
export const pictureOriginOf = (host: string): string => `${loopback.test(host) ? 'http' : 'https'}://${host}`

const tcgplayerThumbnail = '/product/{productId}_200w.jpg'

/** Which small picture each source has of a product; one at another host where the operator allows that host. */
const thumbnails: Readonly<Record<MarketSourceName, 'own' | typeof tcgplayerThumbnail>> = {
  sandbox: 'own',
  tcgcsv: tcgplayerThumbnail,
  tcgplayer: tcgplayerThumbnail,
}

export interface PictureSettings {
  readonly marketSource: MarketSourceName
  /** The host that has the pictures of the catalogue. */
  readonly pictureUrl: string
  readonly consolePictureHosts: readonly string[]
}

/** Address of a small picture of `{productId}`; `null` where there is none that may be shown. */
export const thumbnailUrlOf = ({ marketSource, pictureUrl, consolePictureHosts }: PictureSettings): string | null => {
  const thumbnail = thumbnails[marketSource]
  if (thumbnail === 'own') return '/sandbox/images/{productId}.svg'
  const { origin, username, password } = new URL(pictureUrl)
  const isAllowed = consolePictureHosts.some((host) => pictureOriginOf(host) === origin)
  // A browser would ask with the operator's own password.
  return isAllowed && !username && !password ? pictureUrl + thumbnail : null
}
