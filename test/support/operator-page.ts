import type { Environment } from '../../src/app/configuration/config.ts'
import { readConfig } from '../../src/app/configuration/config.ts'
import { listen } from '../../src/app/lifecycle/listen.ts'
import type { RequestCount } from '../../src/statistics/ports.ts'
import { openStore } from '../../src/stores/open-store.ts'
import { dayMs } from '../../src/time/units.ts'
import { type RunningService, startService } from './service.ts'
import { tempFolder } from './temp.ts'

type Hooks = Parameters<typeof startService>[0]

/** Names that a page must show as they stand. */
export const hostileName = `<img src=x onerror="alert(1)">'"&</td></script><script>alert(2)</script>`

export interface OperatorService extends RunningService {
  /** Where the page is. */
  readonly page: string
  readonly hostile: { readonly accountId: string; readonly keyId: string }
}

/** Listens on an address of its own. @returns where the page is */
export const showOperatorPage = async (t: Hooks, { service }: RunningService): Promise<string> => {
  const server = service.operator.createServer()
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return listen(server, { host: '127.0.0.1', port: 0, protocol: 'http' })
}

/**
 * A service with 20 days of counted requests, a customer whose name is an attack, and its page on an address of its
 * own.
 */
export const startOperatorService = async (
  t: Hooks,
  { env = {} }: { readonly env?: Environment } = {},
): Promise<OperatorService> => {
  const full = { DATA_DIR: tempFolder(t), ...env }
  const service = await startService(t, { env: full, now: Date.now })
  const { accounts } = service.service
  const { id } = await accounts.create({
    name: hostileName,
    plan: 'growth',
    agreed: { requestsPerMinute: null, monthlyRequests: 500, activeKeys: null },
  })
  const { keyId } = await accounts.issueKey({ accountId: id, label: hostileName, expiresAt: null })
  await countDays(full, { shop: service, hostile: { accountId: id, keyId } })
  const page = await showOperatorPage(t, service)
  return { ...service, page, hostile: { accountId: id, keyId } }
}

interface Customers {
  readonly shop: { readonly accountId: string; readonly keyId: string }
  readonly hostile: { readonly accountId: string; readonly keyId: string }
}

const countDays = async (env: Environment, { shop, hostile }: Customers): Promise<void> => {
  const store = await openStore(await readConfig(env), Date.now)
  const counts: RequestCount[] = []
  for (let ago = 0; ago < 20; ago++) {
    const day = new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10)
    // A week with its quiet days, and one day on which much failed.
    const size = 400 + Math.round(300 * Math.sin(ago)) + (ago % 7 < 2 ? 0 : 350)
    const add = (
      operation: string | null,
      customer: Partial<typeof shop>,
      requests: number,
      failure: [RequestCount['outcome'], string | null] = ['ok', null],
    ) =>
      counts.push({
        day,
        accountId: null,
        keyId: null,
        ...customer,
        operation,
        outcome: failure[0],
        code: failure[1],
        requests,
      })
    const of = ({ accountId, keyId }: typeof shop) => ({ accountId, keyId })
    add('getPrices', of(shop), size)
    add('identify', of(shop), Math.round(size / 2))
    add('identifyImage', of(hostile), Math.round(size / 8))
    add('getPrices', of(hostile), 40, ['refused', 'rate_limited'])
    add('getPrices', of(shop), ago === 6 ? 500 : 3, ['failed', 'upstream_unavailable'])
    add('console', {}, 12)
    add(null, {}, 9, ['refused', 'route_not_found'])
  }
  await store.requestCounts.add({ writer: 'w', sequence: 1, counts })
  await store.close()
}
