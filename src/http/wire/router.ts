import findMyWay from 'find-my-way'
import { ServiceError } from '../../contract/errors.ts'
import { preflightHeaders } from './cross-origin.ts'
import type { Route } from './exchange.ts'
import { headerLines, headerPairs } from './header-lines.ts'

export interface RouteMatch {
  readonly route: Omit<Route, 'method' | 'path'>
  readonly params: Readonly<Record<string, string | undefined>>
}

/** Finds the route of a method and path. @throws ServiceError `route_not_found`, or `MethodNotAllowedError` */
export type FindRoute = (method: string, path: string) => RouteMatch

export const createRouter = (
  routes: readonly Route[],
  { maxParamLength }: { readonly maxParamLength: number },
): FindRoute => {
  const router = findMyWay({ maxParamLength, onBadUrl: () => {} })
  const methods = new Set<string>(['GET'])
  const routeOf = new Map<unknown, Route>()
  for (const route of routes) {
    const handler = () => {}
    routeOf.set(handler, route)
    methods.add(route.method)
    router.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ':$1'), handler)
  }

  const allowOf = (found: readonly string[]): string =>
    [...found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(', ')

  const methodsOf = (path: string): readonly string[] => {
    const found = [...methods].filter((method) => path === '*' || router.find(method as 'GET', path))
    if (found.length > 0) return found
    throw new ServiceError('route_not_found', 'There is no such route; GET /llms.txt lists them all.')
  }

  const findRoute: FindRoute = (method, path) => {
    if (method === 'OPTIONS') return { route: optionsRoute(allowOf(methodsOf(path))), params: {} }
    const effective = method === 'HEAD' ? 'GET' : method
    const match = methods.has(effective) ? router.find(effective as 'GET', path) : null
    const route = match && routeOf.get(match.handler)
    if (route) return { route, params: match.params }
    // Malformed percent-encoding is taken literally, so that the parameter's own check refuses it with the parameter's
    // code.
    if (match) return findRoute(method, path.replaceAll('%', '%25'))
    throw new MethodNotAllowedError(allowOf(methodsOf(path)))
  }
  return findRoute
}

/** Tells what a path takes, without a key and uncharged. */
const optionsRoute = (allow: string): RouteMatch['route'] => ({
  operation: 'options',
  isPage: true,
  serve: ({ req, res, headers }) => {
    const lines = headers + preflightHeaders(req, headers, allow) + headerLines({ allow, 'cache-control': 'no-store' })
    res.writeHead(204, headerPairs(lines))
    res.end()
  },
})

export class MethodNotAllowedError extends ServiceError {
  /** Value of the `Allow` header. */
  readonly allow: string

  constructor(allow: string) {
    super('method_not_allowed', `This route takes ${allow}.`)
    this.allow = allow
  }
}
