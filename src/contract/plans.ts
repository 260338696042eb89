import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { OneOf, Resource } from './fields.ts'

/** Ids of the three plans. */
export const planIds = ['starter', 'growth', 'scale'] as const

/** Id of a plan. */
export const PlanId = OneOf(planIds, { description: 'Plan id.' })
export type PlanId = Static<typeof PlanId>

/** A plan: the allowances of an account. */
export const Plan = Resource('Plan', 'Allowances that an account can be given.', {
  id: PlanId,
  name: Type.String({ description: 'Display name.' }),
  description: Type.String({ description: 'Who the plan is for.' }),
  monthlyRequests: Type.Integer({ minimum: 1, description: 'Requests per UTC month, shared by all keys of the account.' }),
  requestsPerMinute: Type.Integer({ minimum: 1, description: 'Requests per UTC minute, shared by all keys of the account.' }),
  activeKeys: Type.Integer({ minimum: 1, description: 'API keys that may be active at once.' }),
  price: Type.Null({ description: 'Always null: provided on request.' }),
  availability: Type.Literal('request-access', { description: 'Always request-access.' }),
})
export type Plan = Static<typeof Plan>

/** The three plans, in order of size. */
export const plans: readonly Plan[] = [
  {
    id: 'starter',
    name: 'Starter',
    description: 'For trying the service and for small tools.',
    monthlyRequests: 10_000,
    requestsPerMinute: 30,
    activeKeys: 2,
    price: null,
    availability: 'request-access',
  },
  {
    id: 'growth',
    name: 'Growth',
    description: 'For a shop at the counter or an app with users.',
    monthlyRequests: 100_000,
    requestsPerMinute: 120,
    activeKeys: 10,
    price: null,
    availability: 'request-access',
  },
  {
    id: 'scale',
    name: 'Scale',
    description: 'For many shops or a busy collection app.',
    monthlyRequests: 1_000_000,
    requestsPerMinute: 600,
    activeKeys: 50,
    price: null,
    availability: 'request-access',
  },
]

/** Answer of GET /v1/plans. */
export const PlanList = Resource('PlanList', 'The plan definitions.', {
  plans: Type.Array(Plan, { minItems: 3, maxItems: 3, description: 'Exactly three plans.' }),
})
export type PlanList = Static<typeof PlanList>

/** Endpoints of the plans. */
export const planEndpoints = {
  listPlans: {
    method: 'GET',
    path: '/v1/plans',
    access: 'public',
    tag: 'Account',
    summary: 'The three plans',
    description: 'Plan definitions. Needs no key and costs nothing; a key that is sent is ignored.',
    response: PlanList,
    example: { plans },
    cacheControl: 'public, max-age=3600',
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
