import { writeCsv } from '../../packages/client/src/client.ts'
import type { Accounts } from '../accounts/accounts.ts'
import type { MonthUnits } from '../accounts/ports.ts'
import { windowsAt } from '../accounts/windows.ts'
import { type MonthSum, type OutcomeSums, sumMonth, totalOf } from '../statistics/sum-requests.ts'
import type { AccessStore } from '../stores/store.ts'
import { accountState } from './account-state.ts'
import { type CommandResult, formatTable, UsageError } from './command.ts'

type Cell = string | number | null

export const monthDimensions = ['account', 'key', 'operation'] as const

export type MonthDimension = (typeof monthDimensions)[number]

export interface MonthQuery {
  readonly month: string
  /** `null` is all accounts. */
  readonly accountId: string | null
  readonly by: MonthDimension
}

export interface MonthReport extends CommandResult {
  readonly csv: string
}

/** A UTC month such as `2026-10`. @throws UsageError */
export const readMonthOption = (text: string): string => {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text
  throw new UsageError(`--month must be a UTC month such as 2026-10; it is "${text}"`)
}

/** An account belongs to the bill of a month in which it was there, or was charged. */
const isBilled = ({ account, units }: MonthUnits, month: string): boolean =>
  units > 0 ||
  (account !== null &&
    account.createdAt.slice(0, 7) <= month &&
    (account.closedAt === null || account.closedAt.slice(0, 7) >= month))

const unitsRow = ({ accountId, account, units }: MonthUnits) => ({
  accountId,
  name: account?.name ?? null,
  state: account === null ? 'deleted' : accountState(account),
  plan: account?.plan ?? null,
  units,
})

/** The cells of counts: all, and of these the refused and the failed ones. */
export const outcomeCells = (sums: OutcomeSums): readonly number[] => [totalOf(sums), sums.refused, sums.failed]

const exactNote = 'Units are what was charged: exact, for bills.'

const statisticsNote = (countedSince: string | null) =>
  countedSince === null
    ? 'No request was counted yet.'
    : `Requests are statistics, counted since ${countedSince}, refused ones included; bills go by units (--by account).`

/** The usage of one month. @throws UsageError for one that has not begun; NotFoundError for an unknown account */
export const reportMonth = async (
  { month, accountId, by }: MonthQuery,
  accounts: Accounts,
  { requestCounts, now }: Pick<AccessStore, 'requestCounts' | 'now'>,
): Promise<MonthReport> => {
  const current = windowsAt(now()).month
  if (month > current) throw new UsageError(`--month has not begun yet; it is "${month}", and this month is ${current}`)
  const ofAll = await accounts.monthUnits(month)
  const units = ofAll.filter((row) => (accountId === null ? isBilled(row, month) : row.accountId === accountId))
  if (accountId !== null && units.length === 0) await accounts.show(accountId)
  const heading = `${month}${month === current ? ', so far' : ''}`
  const document = { month, isOver: month < current, by }

  const reportOf = (
    rows: readonly object[],
    table: readonly (readonly Cell[])[],
    note: string,
    more: object,
  ): MonthReport => ({
    json: { ...document, ...more, rows },
    lines: [heading, ...formatTable(table), note],
    csv: writeCsv(table.map((row, index) => [index === 0 ? 'month' : month, ...row])),
  })

  if (by === 'account') {
    const rows = units.map(unitsRow)
    const cells = rows.map((row) => [row.accountId, row.name, row.state, row.plan, row.units])
    return reportOf(rows, [['account', 'name', 'state', 'plan', 'units'], ...cells], exactNote, { figures: 'exact' })
  }
  const names = new Map(ofAll.map(({ accountId, account }) => [accountId, account?.name ?? null]))
  const countedSince = await requestCounts.firstMonth()
  const counts = await requestCounts.readMonth(month, ...(accountId === null ? [] : [accountId]))
  const sums = sumMonth(counts, by === 'key' ? 'keyId' : 'operation')
  const labels = by === 'key' ? await labelsOf(accounts, sums, names) : null
  const rows = sums.map(({ accountId, name, ...counted }) => ({
    accountId,
    name: names.get(accountId) ?? null,
    ...(labels === null ? { operation: name } : { keyId: name, label: labels.get(name ?? '') ?? null }),
    ...counted,
  }))
  const table = rows.map(({ ok, refused, failed, ...named }): Cell[] => [
    ...Object.values(named),
    ...outcomeCells({ ok, refused, failed }),
  ])
  const what = labels === null ? ['operation'] : ['key', 'label']
  const heads = ['account', 'name', ...what, 'requests', 'refused', 'failed']
  return reportOf(rows, [heads, ...table], statisticsNote(countedSince), { figures: 'statistics', countedSince })
}

/** Labels of the keys of the accounts that are still there. */
const labelsOf = async (accounts: Accounts, sums: readonly MonthSum[], names: ReadonlyMap<string, string | null>) => {
  const known = [...new Set(sums.map(({ accountId }) => accountId))].filter((id) => names.get(id) != null)
  const labels = new Map<string, string | null>()
  for (const id of known) for (const { keyId, label } of await accounts.listKeys(id)) labels.set(keyId, label)
  return labels
}
