/** A key as the reference meter knows it; instants are in milliseconds since the epoch. */
export interface ReferenceKey {
  readonly account: { readonly id: string; perMinute: number; perMonth: number; isClosed: boolean }
  expiresAtMs: number
  isRevoked: boolean
}

const windowsOf = (nowMs: number) => {
  const iso = new Date(nowMs).toISOString()
  return [iso.slice(0, 16), iso.slice(0, 7)] as const
}

/** What the meter promises, in the fewest lines: one map of counts, no cache, no transaction, no batch. */
export const createReferenceMeter = () => {
  const counts = new Map<string, number>()
  const used = (account: string, window: string) => counts.get(`${account} ${window}`) ?? 0
  const add = (account: string, windows: readonly string[], units: number) => {
    for (const window of windows) counts.set(`${account} ${window}`, Math.max(0, used(account, window) + units))
  }
  return {
    call: ({ account, expiresAtMs, isRevoked }: ReferenceKey, nowMs: number): string => {
      if (isRevoked || account.isClosed) return 'revoked_api_key'
      if (expiresAtMs <= nowMs) return 'expired_api_key'
      const [minute, month] = windowsOf(nowMs)
      if (used(account.id, minute) >= account.perMinute) return 'minute_full'
      if (used(account.id, month) >= account.perMonth) return 'month_full'
      add(account.id, [minute, month], 1)
      const [inMinute, inMonth] = [used(account.id, minute), used(account.id, month)]
      return `granted, ${account.perMinute - inMinute} and ${account.perMonth - inMonth} remain`
    },
    refund: (account: string, takenAtMs: number) => add(account, windowsOf(takenAtMs), -1),
    /** Units used in the minute and month of an instant. */
    usage: (account: string, nowMs: number) => windowsOf(nowMs).map((window) => used(account, window)),
    /** Takes over units that were counted without an answer. */
    adopt: (account: string, nowMs: number, units: number) => add(account, windowsOf(nowMs), units),
  }
}
