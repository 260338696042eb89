import type { StatisticsQuery } from '../statistics/request-statistics.ts'

/** What the page is asked for: `?days=30&account=acc_…`. */
export type OverviewQuery = StatisticsQuery

export const dayChoices = [7, 30, 90, 365] as const
const defaultDays = 30

/** Stands in the address for requests without a known account; no id is written so. */
const noAccount = 'none'

/** Reads the query of an address; what is not understood is as if it were not there. */
export const readQuery = (parameters: URLSearchParams): OverviewQuery => {
  const days = dayChoices.find((choice) => String(choice) === parameters.get('days')) ?? defaultDays
  const account = parameters.get('account')
  if (account === null || !/^\w{1,64}$/.test(account)) return { days }
  return { days, accountId: account === noAccount ? null : account }
}

/** The query as it stands behind an address, the same for the same question. */
export const writeQuery = ({ days, accountId }: OverviewQuery): string => {
  const account = accountId === undefined ? '' : `&account=${encodeURIComponent(accountId ?? noAccount)}`
  return `?days=${days}${account}`
}
