import type { Account, ApiKey } from '../accounts/ports.ts'
import { planIds } from '../contract/plan-table.ts'
import type { PlanId } from '../contract/plans.ts'
import {
  type Command,
  type CommandContext,
  type CommandResult,
  durationMs,
  formatTable,
  futureInstant,
  optional,
  positiveInteger,
  required,
  UsageError,
} from './command.ts'
import { usageCommand } from './usage-command.ts'
import { withAccounts } from './with-store.ts'

const allowanceOptions = {
  'requests-per-minute': { type: 'string', value: 'N', help: "requests in a UTC minute, instead of the plan's" },
  'monthly-requests': { type: 'string', value: 'N', help: "requests in a UTC month, instead of the plan's" },
  'active-keys': { type: 'string', value: 'N', help: "keys that may be active at once, instead of the plan's" },
} as const satisfies Command['options']

const accountOption = {
  account: { type: 'string', value: 'ID', help: 'the account, such as acc_…' },
} as const satisfies Command['options']

const allowanceUsage = '[--requests-per-minute N] [--monthly-requests N] [--active-keys N]'

const maxOverlapMs = 30 * 86_400_000

const agreedOf = (context: CommandContext) => ({
  requestsPerMinute: positiveInteger(context, 'requests-per-minute'),
  monthlyRequests: positiveInteger(context, 'monthly-requests'),
  activeKeys: positiveInteger(context, 'active-keys'),
})

const planOf = (text: string): PlanId => {
  const plan = planIds.find((id) => id === text)
  if (!plan) throw new UsageError(`the plan must be one of ${planIds.join(', ')}; it is "${text}"`)
  return plan
}

const accountRows = (accounts: readonly Account[]): string[] =>
  formatTable([
    ['account', 'name', 'plan', 'per minute', 'per month', 'keys', 'created', 'closed'],
    ...accounts.map((account) => [
      account.id,
      account.name,
      account.plan,
      account.requestsPerMinute,
      account.monthlyRequests,
      account.activeKeys,
      account.createdAt,
      account.closedAt,
    ]),
  ])

const keyRows = (keys: readonly ApiKey[]): string[] =>
  formatTable([
    ['key', 'label', 'created', 'expires', 'revoked', 'replaced by'],
    ...keys.map((key) => [key.keyId, key.label, key.createdAt, key.expiresAt, key.revokedAt, key.replacedBy]),
  ])

const accountResult = (account: Account): CommandResult => ({ json: { account }, lines: accountRows([account]) })

export const accountsCommands: readonly Command[] = [
  {
    name: 'accounts create',
    usage: `--name NAME --plan ${planIds.join('|')} ${allowanceUsage}`,
    summary: 'create an account; agreed allowances replace those of the plan',
    options: {
      name: { type: 'string', value: 'NAME', help: 'what the account is called in lists and in GET /v1/usage' },
      plan: { type: 'string', value: 'PLAN', help: `its plan: ${planIds.join(', ')}` },
      ...allowanceOptions,
    },
    run: async (context) => {
      const input = { name: required(context, 'name'), plan: planOf(required(context, 'plan')), agreed: agreedOf(context) }
      return accountResult(await withAccounts(context, (accounts) => accounts.create(input)))
    },
  },
  {
    name: 'accounts list',
    summary: 'list all accounts',
    run: async (context) => {
      const accounts = await withAccounts(context, (feature) => feature.list())
      return { json: { accounts }, lines: accounts.length > 0 ? accountRows(accounts) : ['There are no accounts yet.'] }
    },
  },
  {
    name: 'accounts show',
    usage: 'ID',
    summary: 'show one account',
    operands: [1, 1],
    run: async (context) =>
      accountResult(await withAccounts(context, (accounts) => accounts.show(context.operands[0] as string))),
  },
  {
    name: 'accounts plan',
    usage: `ID ${planIds.join('|')} ${allowanceUsage} [--revoke-newest]`,
    summary: 'put an account on a plan; allowances not given here become those of the plan',
    options: {
      ...allowanceOptions,
      'revoke-newest': { type: 'boolean', help: 'revoke the newest keys when more are active than allowed (default: refuse)' },
    },
    operands: [2, 2],
    run: async (context) => {
      const [id, plan] = context.operands as [string, string]
      const planId = planOf(plan)
      const revokesNewest = context.options['revoke-newest'] === true
      const { account, revoked } = await withAccounts(context, (accounts) =>
        accounts.changePlan(id, planId, agreedOf(context), { revokesNewest }),
      )
      const lines = [...accountRows([account]), ...(revoked.length > 0 ? ['', 'Revoked:', ...keyRows(revoked)] : [])]
      return { json: { account, revoked }, lines }
    },
  },
  {
    name: 'accounts close',
    usage: 'ID',
    summary: 'close an account and revoke its keys',
    operands: [1, 1],
    run: async (context) =>
      accountResult((await withAccounts(context, (accounts) => accounts.close(context.operands[0] as string))).account),
  },
  {
    name: 'keys issue',
    usage: '--account ID [--label TEXT] [--expires INSTANT|30d]',
    summary: 'issue an API key; it is shown only once',
    options: {
      ...accountOption,
      label: { type: 'string', value: 'TEXT', help: 'a note to know the key by' },
      expires: {
        type: 'string',
        value: 'INSTANT',
        help: 'when it expires: an ISO 8601 instant, or a length of time such as 30d (default: never)',
      },
    },
    run: async (context) => {
      const expires = optional(context, 'expires')
      const input = {
        accountId: required(context, 'account'),
        label: optional(context, 'label'),
        expiresAt: expires === null ? null : futureInstant(expires, 'expires', Date.now()),
      }
      const issued = await withAccounts(context, (accounts) => accounts.issueKey(input))
      return { json: issued, lines: [issued.key, `Key ${issued.keyId}. This is the only time it is shown.`] }
    },
  },
  {
    name: 'keys list',
    usage: '--account ID',
    summary: 'list the keys of an account',
    options: accountOption,
    run: async (context) => {
      const accountId = required(context, 'account')
      const keys = await withAccounts(context, (accounts) => accounts.listKeys(accountId))
      return { json: { keys }, lines: keys.length > 0 ? keyRows(keys) : ['The account has no keys.'] }
    },
  },
  {
    name: 'keys revoke',
    usage: 'KEYID',
    summary: 'revoke a key now',
    operands: [1, 1],
    run: async (context) => {
      const key = await withAccounts(context, (accounts) => accounts.revokeKey(context.operands[0] as string))
      return { json: { key }, lines: keyRows([key]) }
    },
  },
  {
    name: 'keys rotate',
    usage: 'KEYID [--overlap 24h]',
    summary: 'issue a successor of a key; the old key stays valid for the overlap (default 24h; 0s revokes it now)',
    options: { overlap: { type: 'string', value: '24h', help: 'how long the old key stays valid, at most 30d (default 24h)' } },
    operands: [1, 1],
    run: async (context) => {
      const overlap = optional(context, 'overlap') ?? '24h'
      const overlapMs = durationMs(overlap)
      if (overlapMs === null || overlapMs > maxOverlapMs)
        throw new UsageError(`--overlap must be a length of time up to 30d, such as 24h; it is "${overlap}"`)
      const { issued, replaced } = await withAccounts(context, (accounts) =>
        accounts.rotateKey(context.operands[0] as string, overlapMs),
      )
      return {
        json: { ...issued, replaced },
        lines: [
          issued.key,
          `Key ${issued.keyId}. This is the only time it is shown. Key ${replaced.keyId} ends at ${replaced.expiresAt}.`,
        ],
      }
    },
  },
  usageCommand,
]
