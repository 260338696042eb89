import { setImmediate as nextIteration } from 'node:timers/promises'
import type { MonthCount, RequestCount, RequestCountStore, RequestOutcome } from './ports.ts'

/** Requests by what became of them. */
export type OutcomeSums = Record<RequestOutcome, number>

/** Sums over some days. Those by a name have the most requests first. */
export interface RequestSums {
  /** The first day that was ever counted; what was before is unknown. `null` before the first request. */
  readonly countedSince: string | null
  readonly total: OutcomeSums
  /** Each day from the first counted one on, in order. */
  readonly byDay: readonly ({ readonly day: string } & OutcomeSums)[]
  readonly byAccount: readonly ({ readonly accountId: string | null } & OutcomeSums)[]
  readonly byKey: readonly ({ readonly accountId: string; readonly keyId: string } & OutcomeSums)[]
  readonly byOperation: readonly ({ readonly operation: string | null } & OutcomeSums)[]
  /** Refused and failed requests by error code. */
  readonly byCode: readonly {
    readonly outcome: RequestOutcome
    readonly code: string | null
    readonly requests: number
  }[]
}

const noRequests = (): OutcomeSums => ({ ok: 0, refused: 0, failed: 0 })

export const totalOf = ({ ok, refused, failed }: OutcomeSums): number => ok + refused + failed

/** Requests of a month by account and either key or operation. */
export interface MonthSum extends OutcomeSums {
  readonly accountId: string
  /** Id of a key or name of an operation; `null` where there was none. */
  readonly name: string | null
}

/** Groups that are made as their first member comes. */
const createGroups = <N extends object>() => {
  const groups = new Map<string, N & OutcomeSums>()
  return {
    add: (id: string, name: N, { outcome, requests }: Pick<RequestCount, 'outcome' | 'requests'>) => {
      let group = groups.get(id)
      if (group === undefined) {
        group = { ...name, ...noRequests() }
        groups.set(id, group)
      }
      group[outcome] += requests
    },
    inOrder: () => [...groups.values()],
    sorted: () => [...groups.values()].sort((a, b) => totalOf(b) - totalOf(a)),
  }
}

/** Sums the counts of days, of one account or all. */
export const sumRequests = async (
  store: RequestCountStore,
  days: readonly string[],
  accountId?: string | null,
): Promise<RequestSums> => {
  const countedSince = await store.firstDay()
  const total = noRequests()
  const byDay: ({ day: string } & OutcomeSums)[] = []
  const byAccount = createGroups<{ accountId: string | null }>()
  const byKey = createGroups<{ accountId: string; keyId: string }>()
  const byOperation = createGroups<{ operation: string | null }>()
  const codes = new Map<string, { outcome: RequestOutcome; code: string | null; requests: number }>()
  for (const day of days) {
    if (countedSince === null || day < countedSince) continue
    const sums = { day, ...noRequests() }
    byDay.push(sums)
    for await (const portion of store.read(day, accountId)) {
      for (const count of portion) {
        const { outcome, code, requests } = count
        total[outcome] += requests
        sums[outcome] += requests
        byAccount.add(count.accountId ?? '', { accountId: count.accountId }, count)
        if (count.accountId !== null && count.keyId !== null)
          byKey.add(count.keyId, { accountId: count.accountId, keyId: count.keyId }, count)
        byOperation.add(count.operation ?? '', { operation: count.operation }, count)
        if (outcome === 'ok') continue
        const id = `${outcome} ${code}`
        const known = codes.get(id)
        if (known) known.requests += requests
        else codes.set(id, { outcome, code, requests })
      }
      await nextIteration()
    }
  }
  return {
    countedSince,
    total,
    byDay,
    byAccount: byAccount.sorted(),
    byKey: byKey.sorted(),
    byOperation: byOperation.sorted(),
    byCode: [...codes.values()].sort((a, b) => b.requests - a.requests),
  }
}

/** Sums the counts of a month by account and key, or account and operation, in the order in which they come. */
export const sumMonth = (counts: readonly MonthCount[], by: 'keyId' | 'operation'): readonly MonthSum[] => {
  const groups = createGroups<{ accountId: string; name: string | null }>()
  for (const count of counts) {
    const named = { accountId: count.accountId, name: count[by] }
    groups.add(JSON.stringify(named), named, count)
  }
  return groups.inOrder()
}
