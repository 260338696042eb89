import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// Two lists, since one would take every IPv4 address for the IPv6 one that it maps to.
const private4 = new BlockList()
const private6 = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  private4.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 128],
  ['::1', 128],
  // Addresses that carry an IPv4 address inside them: a name has no honest reason to resolve to one.
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  private6.addSubnet(network, prefix, 'ipv6')

/** Whether an address is not public: this machine, a private network, a cloud's metadata, multicast. */
export const isPrivateAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return private4.check(address, 'ipv4')
  return family === 0 || private6.check(address, 'ipv6')
}

/** Resolves a name to addresses; `node:dns` in production. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Lookups at once: each holds one of the process's four threads while a dead name server is silent. */
const lookupsAtOnce = 2

/** Resolves names a few at a time; callers that ask for the same name while it is being resolved share the answer. */
export const createResolver = (resolve: Resolve = lookup as Resolve): Resolve => {
  const waiting = new Map<string, { readonly start: () => void; readonly callbacks: Parameters<Resolve>[2][] }>()
  let running = 0
  const next = () => {
    for (const { start } of waiting.values()) {
      if (running >= lookupsAtOnce) return
      start()
    }
  }
  return (hostname, options, done) => {
    const key = `${hostname} ${options.family ?? 0} ${options.hints ?? 0}`
    const known = waiting.get(key)
    if (known) {
      known.callbacks.push(done)
      return
    }
    const callbacks = [done]
    let isStarted = false
    const start = () => {
      if (isStarted) return
      isStarted = true
      running++
      resolve(hostname, options, (error, addresses) => {
        running--
        waiting.delete(key)
        for (const callback of callbacks) callback(error, addresses)
        next()
      })
    }
    waiting.set(key, { start, callbacks })
    next()
  }
}

/** A name resolved to an address that is not public: a misconfigured or hostile name server. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
  readonly code = 'PRIVATE_ADDRESS'
}

/**
 * The lookup used at every connect. It refuses a name with any private address, so that no name server can direct our
 * calls into a private network (SSRF by DNS rebinding). An operator may write such an address, or `localhost`, into the
 * setting itself: an address is never looked up.
 */
export const createGuardedLookup =
  (configuredHost: string, resolve: Resolve): LookupFunction =>
  (hostname, options, done) => {
    // The client follows no redirect, so another name can only be a defect; it must not become a connection.
    if (hostname !== configuredHost) {
      done(new PrivateAddressError(`${hostname} is not the configured host`), '', 0)
      return
    }
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const refused = hostname === 'localhost' ? undefined : addresses?.find(({ address }) => isPrivateAddress(address))
      const first = addresses?.[0]
      if (error) done(error, '', 0)
      else if (refused)
        done(new PrivateAddressError(`${hostname} resolves to ${refused.address}, which is not public`), '', 0)
      else if (options.all) (done as unknown as (error: null, addresses: LookupAddress[]) => void)(null, addresses)
      else done(null, first?.address ?? '', first?.family ?? 0)
    })
  }
