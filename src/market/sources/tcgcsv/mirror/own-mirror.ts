import { isIP } from 'node:net'
import { isPrivateAddress } from '../../../upstream/addresses.ts'

/** Whether the mirror stands at a literal loopback or private address. It is the operator's own then, and no etiquette binds it; a name, `localhost` too, may mean any host. */
export const isOwnMirror = (baseUrl: string): boolean => {
  const host = new URL(baseUrl).hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) !== 0 && isPrivateAddress(host)
}
