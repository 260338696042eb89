import Type, { type Static } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { Resource, Timestamp } from './fields.ts'
import { PlanId } from './plans.ts'

const AllowanceWindow = (unit: string) =>
  Resource(`${unit}Allowance`, `The allowance of the current UTC ${unit.toLowerCase()}.`, {
    limit: Type.Integer({ minimum: 1, description: 'Requests granted in the window.' }),
    used: Type.Integer({ minimum: 0, description: 'Requests used in the window, this one included.' }),
    remaining: Type.Integer({ minimum: 0, description: 'Requests left in the window.' }),
    resetsAt: Timestamp(`The next UTC ${unit.toLowerCase()} boundary.`),
  })

export const Usage = Resource('Usage', 'Limits and remaining allowances of an account, after charging this call.', {
  account: Resource('AccountName', 'The account that the key belongs to.', {
    id: Type.String({ description: 'Account id.' }),
    name: Type.String({ description: 'Account name.' }),
  }),
  plan: PlanId,
  requestsPerMinute: Type.Integer({ minimum: 1, description: 'Requests per UTC minute.' }),
  monthlyRequests: Type.Integer({ minimum: 1, description: 'Requests per UTC month.' }),
  activeKeys: Type.Integer({ minimum: 1, description: 'API keys that may be active at once.' }),
  minute: AllowanceWindow('Minute'),
  month: AllowanceWindow('Month'),
  keys: Resource('KeyAllowance', 'API keys of the account.', {
    limit: Type.Integer({ minimum: 1, description: 'API keys that may be active at once.' }),
    active: Type.Integer({
      minimum: 0,
      description: 'API keys active now; a rotated key in its overlap is not counted.',
    }),
  }),
  observedAt: Timestamp('When the counters were read.'),
})
export type Usage = Static<typeof Usage>

export const usageEndpoints = {
  getUsage: {
    method: 'GET',
    path: '/v1/usage',
    access: 'key',
    tag: 'Account',
    summary: 'Limits and remaining allowances',
    description:
      'What the account may use and has used. The call itself costs one request and reports the state after itself, ' +
      'so `minute.remaining` and `month.remaining` equal the headers of the same answer.',
    response: Usage,
    example: {
      account: { id: 'acc_7Yk2mQ9xVb4T', name: 'Card shop' },
      plan: 'starter',
      requestsPerMinute: 30,
      monthlyRequests: 10_000,
      activeKeys: 2,
      minute: { limit: 30, used: 3, remaining: 27, resetsAt: '2026-11-21T09:31:00.000Z' },
      month: { limit: 10_000, used: 412, remaining: 9588, resetsAt: '2026-12-01T00:00:00.000Z' },
      keys: { limit: 2, active: 1 },
      observedAt: '2026-11-21T09:30:12.345Z',
    },
    cacheControl: 'no-store',
    errors: [],
  },
} as const satisfies Record<string, Endpoint>
