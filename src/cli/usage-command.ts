import { createAccounts } from '../accounts/accounts.ts'
import { createMeter } from '../accounts/metering.ts'
import type { Usage } from '../contract/usage.ts'
import { daysKept, lastDays } from '../statistics/request-statistics.ts'
import { type OutcomeSums, type RequestSums, sumRequests } from '../statistics/sum-requests.ts'
import { type Command, type CommandContext, formatTable, optional, required, UsageError } from './command.ts'
import { withStore } from './with-store.ts'

const defaultDays = 30

type Row = readonly (string | number | null)[]

const outcomes = ({ ok, refused, failed }: OutcomeSums): Row => [ok + refused + failed, refused, failed]

/** The tables of request counts: the name of the first columns, and the rows. */
const tables = {
  day: (sums: RequestSums, _: ReadonlyMap<string, string | null>): readonly Row[] => [
    ['day', 'requests', 'refused', 'failed'],
    ...sums.byDay.map((row) => [row.day, ...outcomes(row)]),
  ],
  key: (sums: RequestSums, labels: ReadonlyMap<string, string | null>): readonly Row[] => [
    ['key', 'label', 'requests', 'refused', 'failed'],
    ...sums.byKey.map((row) => [row.keyId, labels.get(row.keyId) ?? null, ...outcomes(row)]),
  ],
  operation: (sums: RequestSums): readonly Row[] => [
    ['operation', 'requests', 'refused', 'failed'],
    ...sums.byOperation.map((row) => [row.operation, ...outcomes(row)]),
  ],
  code: (sums: RequestSums): readonly Row[] => [
    ['code', 'outcome', 'requests'],
    ...sums.byCode.map(({ code, outcome, requests }) => [code, outcome, requests]),
  ],
} as const

type Dimension = keyof typeof tables

const dimensionOf = (context: CommandContext): Dimension | null => {
  const by = optional(context, 'by')
  if (by === null || Object.hasOwn(tables, by)) return by as Dimension | null
  throw new UsageError(`--by takes ${Object.keys(tables).join(', ')}; it is "${by}"`)
}

const daysOf = (context: CommandContext): number => {
  const text = optional(context, 'days')
  const days = Number(text ?? defaultDays)
  if (Number.isInteger(days) && days >= 1 && days <= daysKept) return days
  throw new UsageError(`--days takes 1 to ${daysKept}; it is "${text}"`)
}

const usageLines = (usage: Usage): readonly string[] => {
  const rows = (['minute', 'month'] as const).map((window) => {
    const { limit, used, remaining, resetsAt } = usage[window]
    return [window, limit, used, remaining, resetsAt]
  })
  return [
    `${usage.account.name} on ${usage.plan}, ${usage.keys.active} of ${usage.keys.limit} keys active`,
    ...formatTable([['window', 'limit', 'used', 'remaining', 'resets'], ...rows]),
  ]
}

export const usageCommand: Command = {
  name: 'usage',
  usage: '--account ID [--by day|key|operation|code] [--days N]',
  summary: 'show limits and remaining allowances of an account, and with --by what it requested; costs nothing',
  options: {
    account: { type: 'string', value: 'ID', help: 'the account, such as acc_…' },
    by: { type: 'string', value: 'WHAT', help: 'count its requests by day, key, operation or error code' },
    days: {
      type: 'string',
      value: 'N',
      help: `how many days are counted, today included, up to ${daysKept} (default ${defaultDays})`,
    },
  },
  run: async (context) => {
    const accountId = required(context, 'account')
    const by = dimensionOf(context)
    const days = daysOf(context)
    if (by === null && optional(context, 'days') !== null) throw new UsageError('--days goes with --by')
    return withStore(
      context,
      async ({ accounts: store, counter, requestCounts, now }) => {
        const accounts = createAccounts({ store, meter: createMeter({ counter }), now })
        const usage = await accounts.usageOf(accountId)
        if (by === null) return { json: usage, lines: usageLines(usage) }
        const requests = await sumRequests(requestCounts, lastDays(now(), days), accountId)
        const labels = new Map((await accounts.listKeys(accountId)).map(({ keyId, label }) => [keyId, label]))
        const counted = requests.countedSince === null ? 'nothing was counted yet' : `counted since ${requests.countedSince}`
        return {
          json: { ...usage, requests },
          lines: [
            ...usageLines(usage),
            '',
            `requests of the last ${days} days by ${by}, ${counted}`,
            ...formatTable(tables[by](requests, labels)),
          ],
        }
      },
      { isChecked: false },
    )
  },
}
