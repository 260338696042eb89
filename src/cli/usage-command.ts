import { windowsAt } from '../accounts/windows.ts'
import type { Usage } from '../contract/usage.ts'
import { daysKept, lastDays } from '../statistics/request-statistics.ts'
import { type RequestSums, sumRequests } from '../statistics/sum-requests.ts'
import { type Command, type CommandContext, formatTable, type Line, optional, required, UsageError } from './command.ts'
import { type MonthQuery, monthDimensions, outcomeCells, readMonthOption, reportMonth } from './month-usage.ts'
import { accountsOf, withAccounts, withStore } from './with-store.ts'

const defaultDays = 30

type Row = readonly (string | number | null)[]

const tables = {
  day: (sums: RequestSums, _: ReadonlyMap<string, string | null>): readonly Row[] => [
    ['day', 'requests', 'refused', 'failed'],
    ...sums.byDay.map((row) => [row.day, ...outcomeCells(row)]),
  ],
  key: (sums: RequestSums, labels: ReadonlyMap<string, string | null>): readonly Row[] => [
    ['key', 'label', 'requests', 'refused', 'failed'],
    ...sums.byKey.map((row) => [row.keyId, labels.get(row.keyId) ?? null, ...outcomeCells(row)]),
  ],
  operation: (sums: RequestSums): readonly Row[] => [
    ['operation', 'requests', 'refused', 'failed'],
    ...sums.byOperation.map((row) => [row.operation, ...outcomeCells(row)]),
  ],
  code: (sums: RequestSums): readonly Row[] => [
    ['code', 'outcome', 'requests'],
    ...sums.byCode.map(({ code, outcome, requests }) => [code, outcome, requests]),
  ],
} as const

type Dimension = keyof typeof tables

const dimensionOf = <T extends string>(context: CommandContext, known: readonly T[]): T | null => {
  const by = optional(context, 'by')
  const found = known.find((one) => one === by)
  if (by !== null && found === undefined) throw new UsageError(`--by takes ${known.join(', ')} here; it is "${by}"`)
  return found ?? null
}

const accountOf = (context: CommandContext): string => {
  if (optional(context, 'account') === null)
    throw new UsageError('usage needs --account ID, or --all for a month of all')
  return required(context, 'account')
}

const daysOf = (context: CommandContext): number => {
  const text = optional(context, 'days')
  const days = Number(text ?? defaultDays)
  if (Number.isInteger(days) && days >= 1 && days <= daysKept) return days
  throw new UsageError(`--days takes 1 to ${daysKept}; it is "${text}"`)
}

const usageLines = (usage: Usage): readonly Line[] => {
  const rows = (['minute', 'month'] as const).map((window) => {
    const { limit, used, remaining, resetsAt } = usage[window]
    return [window, limit, used, remaining, resetsAt]
  })
  return [
    `${usage.account.name} on ${usage.plan}, ${usage.keys.active} of ${usage.keys.limit} keys active`,
    ...formatTable([['window', 'limit', 'used', 'remaining', 'resets'], ...rows]),
  ]
}

/** The figures of one month, where they are asked for; `null` where the present ones are. */
const monthQueryOf = (
  context: CommandContext,
): (Omit<MonthQuery, 'month'> & { readonly month: string | null }) | null => {
  const { all, csv, json } = context.options
  const month = optional(context, 'month')
  if (csv && json) throw new UsageError('--csv and --json do not go together')
  if (all && optional(context, 'account') !== null) throw new UsageError('--all and --account do not go together')
  if (!all && month === null && !csv) return null
  if (optional(context, 'days') !== null) throw new UsageError('--days does not go with a month')
  const accountId = all ? null : accountOf(context)
  return {
    month: month === null ? null : readMonthOption(month),
    accountId,
    by: dimensionOf(context, monthDimensions) ?? 'account',
  }
}

const runMonth = async (context: CommandContext, query: Exclude<ReturnType<typeof monthQueryOf>, null>) => {
  const report = await withAccounts(context, (accounts, store) =>
    reportMonth({ ...query, month: query.month ?? windowsAt(store.now()).month }, accounts, store),
  )
  if (!context.options.csv) return report
  context.output.out(report.csv.replace(/\n$/, ''))
  return null
}

export const usageCommand: Command = {
  name: 'usage',
  usage: '--account ID|--all [--month MONTH] [--by WHAT] [--days N] [--csv]',
  summary:
    'show what accounts have used: limits and what is left of one, or the bill of a month of one or all; costs nothing',
  options: {
    account: { type: 'string', value: 'ID', help: 'the account, such as acc_…, or else --all (required)' },
    all: { type: 'boolean', help: 'all accounts, deleted ones too; always of a month' },
    month: {
      type: 'string',
      value: 'MONTH',
      help: 'what was charged in a UTC month, such as 2026-10, exact (default: now; with --all or --csv this month)',
    },
    by: {
      type: 'string',
      value: 'WHAT',
      help:
        'count requests by day, key, operation or code; those of a month by account, key or operation ' +
        '(default: units alone)',
    },
    days: {
      type: 'string',
      value: 'N',
      help: `how many days are counted, today included, up to ${daysKept} (default: ${defaultDays})`,
    },
    csv: { type: 'boolean', help: 'print the figures of a month as CSV, for a spreadsheet' },
  },
  examples: [
    'usage --account acc_CcsBD3E29Ye9',
    'usage --account acc_CcsBD3E29Ye9 --by day --days 7',
    'usage --all --month 2026-10 --csv',
    'usage --account acc_CcsBD3E29Ye9 --month 2026-10 --by operation',
  ],
  run: async (context) => {
    const month = monthQueryOf(context)
    if (month !== null) return runMonth(context, month)
    const accountId = accountOf(context)
    const by = dimensionOf(context, Object.keys(tables) as Dimension[])
    const days = daysOf(context)
    if (by === null && optional(context, 'days') !== null) throw new UsageError('--days goes with --by')
    return withStore(
      context,
      async (store) => {
        const { requestCounts, now } = store
        const accounts = await accountsOf(context, store)
        const usage = await accounts.usageOf(accountId)
        if (by === null) return { json: usage, lines: usageLines(usage) }
        const requests = await sumRequests(requestCounts, lastDays(now(), days), accountId)
        const labels = new Map((await accounts.listKeys(accountId)).map(({ keyId, label }) => [keyId, label]))
        const counted =
          requests.countedSince === null ? 'nothing was counted yet' : `counted since ${requests.countedSince}`
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
