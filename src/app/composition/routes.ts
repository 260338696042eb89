import type { AnswerMcp } from '../../contract/calls.ts'
import type { Capabilities } from '../../contract/capabilities.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { createApiRoutes } from '../../http/api/api-routes.ts'
import { createBodyBudget } from '../../http/api/body-budget.ts'
import { createDirectCalls } from '../../http/api/direct-calls.ts'
import { createHandlers, type Features } from '../../http/api/handlers.ts'
import { createMcpRoute } from '../../http/api/mcp-route.ts'
import { createServicePages, type ServicePagesDependencies } from '../../http/api/service-pages.ts'
import { createConsolePages } from '../../http/console/console.ts'
import type { Route } from '../../http/wire/exchange.ts'
import type { RequestReport } from '../../http/wire/request-report.ts'
import type { Config } from '../configuration/config.ts'
import { pictureOriginOf } from '../configuration/picture-hosts.ts'
import { version } from '../configuration/version.ts'

/** The protocol's code is loaded with the first message, since a service without agents has no use for it. */
const mcpEndpoint = (capabilities: () => Promise<Capabilities>): (() => Promise<AnswerMcp>) => {
  const load = async () => (await import('../../mcp/endpoint.ts')).createMcpEndpoint({ version, capabilities })
  let endpoint: ReturnType<typeof load> | null = null
  return () => {
    endpoint ??= load()
    return endpoint
  }
}

export interface RoutesDependencies extends ServicePagesDependencies {
  readonly features: Features
  readonly report: (report: RequestReport) => void
  readonly publicUrl: () => string
  readonly sourcePages: readonly Route[]
}

/** All that the service answers: the API, its agents, its own pages, the console, and pages of the source. */
export const createRoutes = (config: Config, dependencies: RoutesDependencies): readonly Route[] => {
  const { features, report, publicUrl, capabilities, sourcePages } = dependencies
  const { accounts } = features
  const handlers = createHandlers(features)
  const budget = createBodyBudget()
  return [
    ...createApiRoutes(endpoints, handlers, accounts, budget),
    createMcpRoute({
      accounts,
      budget,
      callsFor: createDirectCalls({ handlers, accounts, report }),
      endpoint: mcpEndpoint(capabilities),
      origins: config.corsOrigins,
      publicUrl,
    }),
    ...createServicePages(dependencies),
    ...createConsolePages(config.consolePictureHosts.map(pictureOriginOf)),
    ...sourcePages,
  ]
}
