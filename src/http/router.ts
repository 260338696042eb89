import findMyWay from 'find-my-way'
import { ServiceError } from '../contract/errors.ts'
import type { Route } from './exchange.ts'

export interface RouteMatch {
  readonly route: Route
  readonly params: Readonly<Record<string, string | undefined>>
}

/** Finds the route of a method and path. @throws ServiceError `route_not_found`, or `MethodNotAllowedError` */
export type FindRoute = (method: string, path: string) => RouteMatch

export const createRouter = (routes: readonly Route[], { maxParamLength }: { readonly maxParamLength: number }): FindRoute => {
  const router = findMyWay({ maxParamLength, onBadUrl: () => {} })
  const methods = new Set<string>(['GET'])
  const routeOf = new Map<unknown, Route>()
  for (const route of routes) {
    const handler = () => {}
    routeOf.set(handler, route)
    methods.add(route.method)
    router.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ':$1'), handler)
  }

  const findRoute: FindRoute = (method, path) => {
    const effective = method === 'HEAD' ? 'GET' : method
    const match = methods.has(effective) ? router.find(effective as 'GET', path) : null
    const route = match && routeOf.get(match.handler)
    if (route) return { route, params: match.params }
    // Malformed percent-encoding is taken literally, so that the parameter's own check refuses it with the parameter's code.
    if (match) return findRoute(method, path.replaceAll('%', '%25'))
    const others = [...methods].filter((other) => router.find(other as 'GET', path))
    if (others.length === 0)
      throw new ServiceError('route_not_found', 'There is no such route; GET /openapi.json lists them all.')
    throw new MethodNotAllowedError(others.flatMap((other) => (other === 'GET' ? ['GET', 'HEAD'] : [other])).join(', '))
  }
  return findRoute
}

export class MethodNotAllowedError extends ServiceError {
  /** Value of the `Allow` header. */
  readonly allow: string

  constructor(allow: string) {
    super('method_not_allowed', `This route takes ${allow}.`)
    this.allow = allow
  }
}
