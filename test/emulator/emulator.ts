import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { actOut, type Fault, faultNames } from './faults.ts'
import { inventedDays } from './mirror/invented-days.ts'
import { createMirror, type Mirror } from './mirror/mirror.ts'
import type { MirrorDay } from './mirror/mirror-day.ts'
import { isMirrorFault, type MirrorFault, mirrorFaultNames, mirrorFaults } from './mirror/mirror-faults.ts'
import { mirrorRoutes } from './mirror/mirror-routes.ts'
import {
  type Answer,
  type HostName,
  hostNames,
  likeliest,
  type Switches,
  type WireRoute,
  wireRoutes,
} from './routes.ts'
import { writeWire } from './wire-text.ts'
import { createWorld, type World } from './world.ts'

export interface SeenCall {
  readonly host: HostName
  readonly route: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** Milliseconds on the process's steady clock. */
  readonly at: number
  /** When it was answered or the caller left; `null` while it is under way. */
  doneAt: number | null
}

/** When a fault happens; what is left out matches anything. */
export interface PlannedFault {
  /** Those of the mirror are for its own addresses. */
  readonly fault: Fault | MirrorFault
  readonly host?: HostName
  readonly route?: string
  /** Product in the path, or one whose SKUs are asked for. */
  readonly productId?: number
  /** Part of the search text. */
  readonly q?: string
  /** Where the page starts that is asked for. */
  readonly from?: number
  /** Part of the address, without host. */
  readonly path?: string
  /** Calls that are spared first. */
  readonly after?: number
  /** How often it happens before it is over; always when left out. */
  readonly times?: number
}

export interface Emulator {
  readonly urls: Readonly<Record<HostName, string>>
  /** Settings that point a service at it as the live source. */
  readonly env: Readonly<Record<string, string>>
  /** Settings that point a service at its mirror. */
  readonly mirrorEnv: Readonly<Record<string, string>>
  readonly mirror: Mirror
  readonly calls: SeenCall[]
  /** Calls that are neither answered nor given up. */
  readonly underWay: () => number
  /** Calls in flight at most since the start, by host. */
  readonly maxInFlight: () => Readonly<Record<HostName, number>>
  readonly plan: (faults: readonly PlannedFault[]) => void
  readonly turn: (switches: Partial<Switches>) => void
  /** Waits before every answer, in milliseconds, or by name of the route; unnamed routes do not wait. */
  readonly slowDown: (ms: number | Readonly<Record<string, number>>) => void
  /** Answers 403 after this many calls to a host; 0 never does. */
  readonly throttleAfter: (calls: number) => void
  readonly close: () => Promise<void>
}

export interface EmulatorOptions {
  /** First port; the hosts follow each other. 0 chooses free ones. */
  readonly port?: number
  readonly now?: () => number
  /** What the mirror holds, build by build; the invented world from now on when left out. */
  readonly builds?: AsyncIterable<MirrorDay>
  /** Serves TLS with this certificate, for clients that must not trust it. */
  readonly tls?: { readonly cert: string; readonly key: string }
}

const readBody = async (req: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

let todaysWorld: World | null = null

/** The world of today is the same for every emulator of a process, and takes a moment to make. */
const worldOf = (now: () => number): World => {
  if (now !== Date.now) return createWorld(now)
  todaysWorld ??= createWorld(now)
  return todaysWorld
}

export const allFaultNames: readonly PlannedFault['fault'][] = [...faultNames, ...mirrorFaultNames]

/** Every route whose answers a fault can be planned for. */
export const allRouteNames: readonly string[] = [...wireRoutes, ...mirrorRoutes].map(({ name }) => name)

/** A request may name its own fault; for trying things by hand. */
const faultHeader = 'x-emulator-fault'

/** Starts the emulator: each host on a port of its own, true to the wire, with faults by plan or header. */
export const startEmulator = async ({
  port = 0,
  now = Date.now,
  builds,
  tls,
}: EmulatorOptions = {}): Promise<Emulator> => {
  const world = worldOf(now)
  const mirror = createMirror(builds ?? inventedDays(world, now()), now)
  const allRoutes = [...wireRoutes, ...mirror.routes]
  const calls: SeenCall[] = []
  const inFlight = Object.fromEntries(hostNames.map((host) => [host, 0])) as Record<HostName, number>
  const most = { ...inFlight }
  const answered = { ...inFlight }
  let planned: (PlannedFault & { spared: number; left: number })[] = []
  let switches = likeliest
  let latencyMs: number | Readonly<Record<string, number>> = 0
  let throttleAt = 0

  const write = (answer: Answer, host: HostName): string =>
    answer.value === undefined
      ? (answer.text ?? '')
      : writeWire(answer.value, host === 'search' && switches.integersAsFloats)

  const takeFault = (
    host: HostName,
    route: WireRoute,
    url: URL,
    ids: readonly number[],
    from: unknown,
  ): PlannedFault['fault'] | null => {
    const hit = planned.find(
      (one) =>
        one.left > 0 &&
        (one.host ?? host) === host &&
        (one.route ?? route.name) === route.name &&
        (one.productId === undefined || ids.includes(one.productId)) &&
        (one.from === undefined || one.from === from) &&
        (one.path === undefined || url.pathname.includes(one.path)) &&
        (one.q === undefined || (url.searchParams.get('q') ?? '').includes(one.q)),
    )
    if (!hit) return null
    if (hit.spared > 0) {
      hit.spared--
      return null
    }
    hit.left--
    return hit.fault
  }

  /** Products that a question is about: the one in its path, or those of its SKUs. */
  const productsOf = (id: number, body: Readonly<Record<string, unknown>>): number[] =>
    Array.isArray(body.skuIds) ? [...new Set(body.skuIds.map((sku) => Math.floor(Number(sku) / 100)))] : [id]

  const send = (req: IncomingMessage, res: ServerResponse, { status, type, headers }: Answer, text: string) => {
    if (text === '') {
      res.writeHead(status, headers).end()
      return
    }
    const packs = switches.gzip && /\bgzip\b/.test(String(req.headers['accept-encoding']))
    const all = { 'content-type': `${type ?? 'application/json'}; charset=utf-8`, ...headers }
    res.writeHead(status, packs ? { ...all, 'content-encoding': 'gzip' } : all).end(packs ? gzipSync(text) : text)
  }

  const serve = async (host: HostName, req: IncomingMessage, res: ServerResponse) => {
    const url = new URL(req.url ?? '/', 'http://emulator')
    const text = await readBody(req)
    const route = allRoutes.find((one) => one.host === host && one.method === req.method && one.path.test(url.pathname))
    const seen = { host, route: route?.name ?? 'none', url: req.url ?? '', headers: req.headers, body: text }
    const call: SeenCall = { ...seen, at: performance.now(), doneAt: null }
    calls.push(call)
    res.once('close', () => {
      call.doneAt = performance.now()
    })
    const waitMs = typeof latencyMs === 'number' ? latencyMs : (latencyMs[call.route] ?? 0)
    if (waitMs > 0) await delay(waitMs)
    if (host === 'tcgcsv') {
      const refusal = mirror.admit(url.pathname, req.headers['user-agent'] ?? '')
      if (refusal !== null) {
        send(req, res, refusal, '')
        return
      }
    }
    if (route === undefined) {
      send(req, res, { status: 404 }, '{"title":"Not Found","status":404}')
      return
    }
    const id = Number(route.path.exec(url.pathname)?.[1] ?? 0)
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
    const question = { url, body, world, switches }
    const answer = await route.answer(question, id)
    answered[host]++
    const isThrottled = throttleAt > 0 && answered[host] > throttleAt
    const byHeader = allFaultNames.find((name) => name === req.headers[faultHeader])
    const fault = byHeader ?? (isThrottled ? '403' : takeFault(host, route, url, productsOf(id, body), body.from))
    const right = write(answer, host)
    if (fault === null) {
      if (host === 'tcgcsv' && answer.status === 200) mirror.noteSent(url.pathname)
      send(req, res, answer, right)
      return
    }
    if (isMirrorFault(fault)) {
      // What has no rows has nothing to be altered.
      const altered = right === '' ? '' : mirrorFaults[fault](await mirror.caseOf(url.pathname, right))
      send(req, res, answer, altered)
      return
    }
    const otherSkus = { skuIds: [30000301, 30000302] }
    const other = await route.answer({ ...question, body: { ...body, ...otherSkus } }, 300003)
    actOut(fault, { req, res, text: right, otherText: write(other, host) })
  }

  const open = async (host: HostName, hostPort: number): Promise<Server> => {
    const handle = (req: IncomingMessage, res: ServerResponse) => {
      most[host] = Math.max(most[host], ++inFlight[host])
      res.once('close', () => inFlight[host]--)
      serve(host, req, res).catch(() => res.destroy())
    }
    const server = tls ? createTlsServer({ ...tls }, handle) : createServer(handle)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(hostPort, '127.0.0.1', resolve)
    })
    return server
  }

  const servers = await Promise.all(hostNames.map((host, index) => open(host, port === 0 ? 0 : port + index)))
  const scheme = tls ? 'https' : 'http'
  const urls = Object.fromEntries(
    servers.map((server, index) => [
      hostNames[index],
      `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ]),
  ) as Record<HostName, string>

  return {
    urls,
    env: {
      MARKET_SOURCE: 'tcgplayer',
      CATALOG_SOURCE: 'tcgplayer',
      TCGPLAYER_SEARCH_URL: urls.search,
      TCGPLAYER_API_URL: urls.api,
      TCGPLAYER_GATEWAY_URL: urls.gateway,
      TCGPLAYER_HISTORY_URL: urls.history,
      TCGPLAYER_IMAGE_URL: urls.images,
      TCGCSV_URL: urls.tcgcsv,
    },
    mirrorEnv: { MARKET_SOURCE: 'tcgcsv', TCGCSV_URL: urls.tcgcsv },
    mirror,
    calls,
    maxInFlight: () => ({ ...most }),
    underWay: () => Object.values(inFlight).reduce((sum, count) => sum + count, 0),
    plan: (list) => {
      planned = list.map((one) => ({ ...one, spared: one.after ?? 0, left: one.times ?? Number.POSITIVE_INFINITY }))
    },
    turn: (changed) => {
      switches = { ...switches, ...changed }
    },
    slowDown: (ms) => {
      latencyMs = ms
    },
    throttleAfter: (count) => {
      throttleAt = count
      for (const host of hostNames) answered[host] = 0
    },
    close: async () => {
      for (const server of servers) server.closeAllConnections()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}
