const pictureHost = 'tcgplayer-cdn.tcgplayer.com'
const pageHosts: readonly string[] = ['www.tcgplayer.com', 'tcgplayer.com']

/**
 * Path of a product's first picture in the largest size that the source keeps. No answer of the live source holds an
 * address: ours is built from the product's id on the source's own host, so that no lookalike can ever be handed on.
 */
export const picturePathOf = (productId: number): string => `/product/${productId}_in_1000x1000.jpg`

export const pictureUrlOf = (productId: number): string => `https://${pictureHost}${picturePathOf(productId)}`

export const productPageOf = (productId: number): string => `https://www.tcgplayer.com/product/${productId}`

/**
 * An address that a file names, if it is https on one of the hosts and below the product's own path; without query and
 * fragment.
 */
const verify = (address: string, hosts: readonly string[], productId: number): string | null => {
  const url = URL.parse(address)
  if (url === null || url.protocol !== 'https:' || !hosts.includes(url.host) || url.username + url.password !== '')
    return null
  const path = `/product/${productId}`
  const isOfProduct = url.pathname.startsWith(path) && !/\d/.test(url.pathname.charAt(path.length))
  return isOfProduct ? url.origin + url.pathname : null
}

/** A picture of the product on the source's own picture host; `null` for any other address. */
export const verifiedPicture = (address: string, productId: number): string | null =>
  verify(address, [pictureHost], productId)

/** The product's own page at the source; `null` for any other address. */
export const verifiedPage = (address: string, productId: number): string | null => verify(address, pageHosts, productId)
