import type { AddressInfo, Server } from 'node:net'
import { setTimeout as delay, setImmediate as immediate } from 'node:timers/promises'
import type { ApiServer } from '../../http/wire/server.ts'
import type { Config } from '../configuration/config.ts'

/** Share of the grace time after which calls that still wait for a source are answered 503. */
const abortAfterShare = 0.8
/** Share of the grace time in which a draining service still takes connections, so that a load balancer can notice. */
const noticeShare = 0.2
const maxNoticeMs = 2_000
const lookEveryMs = 20
/**
 * Without a connection at so many looks, nobody sends any: a proxy that opens one per request leaves shorter gaps.
 * Looks, not milliseconds, are counted, since a process that was held up finds what came meanwhile at the next one.
 */
const quietLooks = 10

/** What an operator can do about a port that is in use. */
const otherPort = (setting: string, port: number): string => {
  const free = port < 65_000 ? port + 1 : port - 1
  const alternative = setting === 'PORT' ? `serve --port ${free}` : '0 for none'
  return `choose another port with ${setting}=${free}, or ${alternative}`
}

/** @returns the address as a URL, with the port that was chosen for 0. @throws ListenError */
export const listen = (
  server: Server,
  {
    host,
    port,
    protocol,
    setting = 'PORT',
  }: {
    readonly host: string
    readonly port: number
    readonly protocol: 'http' | 'https'
    /** The environment variable that the port came from. */
    readonly setting?: 'PORT' | 'METRICS_PORT'
  },
): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? `another program listens there; ${otherPort(setting, port)}` : error.message
      reject(new ListenError(`Cannot listen on ${host}:${port}: ${reason}.`))
    })
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo
      resolve(`${protocol}://${host.includes(':') ? `[${host}]` : host}:${actual}`)
    })
  })

/** Listens on the metrics address. @throws ListenError */
export const listenForMetrics = (
  server: Server,
  { metricsHost, metricsPort }: Pick<Config, 'metricsHost' | 'metricsPort'>,
) => listen(server, { host: metricsHost, port: metricsPort, protocol: 'http', setting: 'METRICS_PORT' })

/** Its message is one line for an operator. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  readonly exitStatus = 1
}

const openConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count))
  })

/**
 * Waits until no connection has been open for a while, or the time is over. What has connected is accepted by then, so
 * that closing resets nothing.
 */
const untilQuiet = async (server: Server, endsAtMs: number): Promise<void> => {
  let looks = 0
  const onConnection = () => {
    looks = 0
  }
  server.on('connection', onConnection)
  while (looks < quietLooks && performance.now() < endsAtMs) {
    looks++
    await delay(lookEveryMs)
    await immediate()
    if ((await openConnections(server)) > 0) looks = 0
  }
  server.off('connection', onConnection)
}

/**
 * Drains a server and closes it. Answers go on, each asking its client to close the connection; after a notice to load
 * balancers no new connection is accepted; calls that still wait for a source near the end are answered 503
 * `shutting_down`, and connections still open then are destroyed. The notice is needed because Node's `close()` closes
 * idle connections at once, which races with a client's next request.
 * @returns whether every request was answered
 */
export const stopGracefully = async (
  { server, drain, abort, isIdle }: Pick<ApiServer, 'server' | 'drain' | 'abort' | 'isIdle'>,
  graceMs: number,
): Promise<boolean> => {
  const deadline = performance.now() + graceMs * 0.95
  const abortAt = performance.now() + graceMs * abortAfterShare
  const noticeEndsAt = performance.now() + Math.min(maxNoticeMs, graceMs * noticeShare)
  drain()
  await untilQuiet(server, noticeEndsAt)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  while (!isIdle() && performance.now() < abortAt) await delay(10)
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
