import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { ApiServer } from '../http/server.ts'

/** Share of the grace time after which calls that still wait are answered 503. */
const patienceShare = 0.8
/** Share of the grace time in which a draining service still takes connections, so that a load balancer can notice. */
const noticeShare = 0.2
const longestNoticeMs = 2_000

/** Starts to listen. @returns the address as a URL. @throws Error in one clear line when the port cannot be had */
export const listen = (
  server: Server,
  { host, port, protocol }: { host: string; port: number; protocol: 'http' | 'https' },
): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'another program listens there' : error.message
      reject(new ListenError(`Cannot listen on ${host}:${port}: ${reason}.`))
    })
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo
      resolve(`${protocol}://${host.includes(':') ? `[${host}]` : host}:${actual}`)
    })
  })

/** The address cannot be listened on. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly exitStatus = 1
}

const openConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count))
  })

/**
 * Lets a server end: answers go on, each asking its client to close the connection; after a notice to load balancers no new
 * connection is taken; calls that still wait for a source near the end are answered 503 `shutting_down`, and what is left is cut. Node closes idle connections at once when asked to close, which races with a client's next request, hence the notice.
 * @returns whether everything ended by itself
 */
export const stopGracefully = async ({ server, drain, abort, isIdle }: ApiServer, graceMs: number): Promise<boolean> => {
  const deadline = performance.now() + graceMs * 0.95
  const patienceEnds = performance.now() + graceMs * patienceShare
  const noticeEnds = performance.now() + Math.min(longestNoticeMs, graceMs * noticeShare)
  drain()
  while (performance.now() < noticeEnds && (await openConnections(server)) > 0) await delay(20)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  while (!isIdle() && performance.now() < patienceEnds) await delay(10)
  abort()
  while (!isIdle() && performance.now() < deadline) await delay(10)
  server.closeIdleConnections()
  const ended = await Promise.race([
    closed.then(() => true),
    delay(Math.max(0, Math.min(250, deadline - performance.now())), false),
  ])
  if (!ended) server.closeAllConnections()
  return isIdle()
}
