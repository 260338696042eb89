import { NotFoundError } from '../accounts/account-errors.ts'
import type { Accounts } from '../accounts/accounts.ts'
import { otherIds } from '../statistics/ports.ts'
import type { RequestStatistics } from '../statistics/request-statistics.ts'
import type { OutcomeSums, RequestSums } from '../statistics/sum-requests.ts'
import type { OverviewQuery } from './query.ts'

/** The rows with the most requests, and the sum of all others. */
export interface TopRows<T> {
  readonly rows: readonly T[]
  readonly others: ({ readonly names: number } & OutcomeSums) | null
}

interface AccountRow extends OutcomeSums {
  readonly accountId: string | null
  readonly name: string | null
}

interface KeyRow extends OutcomeSums {
  readonly accountId: string
  readonly accountName: string | null
  readonly keyId: string
  readonly label: string | null
}

export interface RequestFigures extends Omit<RequestSums, 'byAccount' | 'byKey' | 'byOperation'> {
  readonly days: number
  /** The account that is asked for; `null` for all. */
  readonly account: { readonly id: string | null; readonly name: string | null } | null
  readonly byAccount: TopRows<AccountRow>
  readonly byKey: TopRows<KeyRow>
  readonly byOperation: TopRows<{ readonly operation: string | null } & OutcomeSums>
}

const rowsShown = 20

const topOf = <T extends OutcomeSums>(rows: readonly T[]): TopRows<T> => {
  const rest = rows.slice(rowsShown)
  const sum = (outcome: keyof OutcomeSums) => rest.reduce((all, row) => all + row[outcome], 0)
  return {
    rows: rows.slice(0, rowsShown),
    others:
      rest.length === 0 ? null : { names: rest.length, ok: sum('ok'), refused: sum('refused'), failed: sum('failed') },
  }
}

export interface RequestFiguresSources {
  readonly statistics: Pick<RequestStatistics, 'read'>
  readonly accounts: Pick<Accounts, 'show' | 'listKeys'>
}

/** Reads the figures of a query. @throws ServiceError `access_store_unavailable` */
export const readRequestFigures = async (
  { statistics, accounts }: RequestFiguresSources,
  query: OverviewQuery,
): Promise<RequestFigures> => {
  const { days, accountId } = query
  const sums = await statistics.read(query)
  /** What is known of an account; `null` for one that there is not. */
  const ofAccount = async <T>(id: string | null, load: (id: string) => Promise<T>): Promise<T | null> => {
    if (id === null || id === otherIds) return null
    return load(id).catch((error) => {
      if (error instanceof NotFoundError) return null
      throw error
    })
  }
  const names = new Map<string | null, string | null>()
  const nameOf = async (id: string | null): Promise<string | null> => {
    if (!names.has(id)) names.set(id, await ofAccount(id, async (known) => (await accounts.show(known)).name))
    return names.get(id) ?? null
  }
  const byAccount = topOf(sums.byAccount)
  const byKey = topOf(sums.byKey)
  const accountRows: AccountRow[] = []
  for (const row of byAccount.rows) accountRows.push({ ...row, name: await nameOf(row.accountId) })
  const labels = new Map<string, string | null>()
  for (const id of new Set(byKey.rows.map((row) => row.accountId)))
    for (const { keyId, label } of (await ofAccount(id, accounts.listKeys)) ?? []) labels.set(keyId, label)
  const keyRows: KeyRow[] = []
  for (const row of byKey.rows)
    keyRows.push({ ...row, accountName: await nameOf(row.accountId), label: labels.get(row.keyId) ?? null })
  return {
    ...sums,
    days,
    account: accountId === undefined ? null : { id: accountId, name: await nameOf(accountId) },
    byAccount: { ...byAccount, rows: accountRows },
    byKey: { ...byKey, rows: keyRows },
    byOperation: topOf(sums.byOperation),
  }
}
