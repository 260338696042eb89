/** The clock of a store on another machine, estimated from its answers; all its processes agree on it. */
export interface StoreClock {
  /** Milliseconds since the epoch. */
  readonly read: () => number
  /** Runs a query and sets the clock by its answer, unless the round trip was too long to estimate from. */
  readonly set: <T>(query: () => Promise<T>, instantOf: (answer: T) => number | undefined) => Promise<T>
}

/** Half of it bounds the error of the estimate. */
const maxRoundTripMs = 250

/** Until the store has answered the clock shows `now`, this machine's time. */
export const createStoreClock = (now: () => number): StoreClock => {
  let aheadMs = 0
  return {
    read: () => now() + aheadMs,
    set: async (query, instantOf) => {
      const sentMs = now()
      const answer = await query()
      const receivedMs = now()
      const instant = instantOf(answer)
      if (instant !== undefined && receivedMs - sentMs <= maxRoundTripMs)
        aheadMs = Math.round(instant - (sentMs + receivedMs) / 2)
      return answer
    },
  }
}
