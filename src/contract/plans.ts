import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { OneOf, Resource } from './fields.ts'
import { planIds, plans } from './plan-table.ts'

export const PlanId = OneOf(planIds, { description: 'Plan id.' })
export type PlanId = Static<typeof PlanId>

export const Plan = Resource('Plan', 'Allowances that an account can be given.', {
  id: PlanId,
  name: Type.String({ description: 'Display name.' }),
  description: Type.String({ description: 'Who the plan is for.' }),
  monthlyRequests: Type.Integer({
    minimum: 1,
    description: 'Requests per UTC month, shared by all keys of the account.',
  }),
  requestsPerMinute: Type.Integer({
    minimum: 1,
    description: 'Requests per UTC minute, shared by all keys of the account.',
  }),
  activeKeys: Type.Integer({ minimum: 1, description: 'API keys that may be active at once.' }),
  price: Type.Null({ description: 'Always null: provided on request.' }),
  availability: Type.Literal('request-access', { description: 'Always request-access.' }),
})
export type Plan = Static<typeof Plan>

export const PlanList = Resource('PlanList', 'The plan definitions.', {
  plans: Type.Array(Plan, { minItems: 3, maxItems: 3, description: 'Exactly three plans.' }),
})
export type PlanList = Static<typeof PlanList>

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
