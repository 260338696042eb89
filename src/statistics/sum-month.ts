import type { MonthCount } from './ports.ts'
import type { OutcomeSums } from './sum-requests.ts'

/** Requests of a month by account and either key or operation. */
export interface MonthSum extends OutcomeSums {
  readonly accountId: string
  /** Id of a key or name of an operation; `null` where there was none. */
  readonly name: string | null
}

/** Sums the counts of a month by account and key, or account and operation, in the order in which they come. */
export const sumMonth = (counts: readonly MonthCount[], by: 'keyId' | 'operation'): readonly MonthSum[] => {
  const sums = new Map<string, MonthSum & Record<keyof OutcomeSums, number>>()
  for (const count of counts) {
    const { accountId, outcome, requests } = count
    const name = count[by]
    const id = JSON.stringify([accountId, name])
    const sum = sums.get(id) ?? { accountId, name, ok: 0, refused: 0, failed: 0 }
    sum[outcome] += requests
    sums.set(id, sum)
  }
  return [...sums.values()]
}
