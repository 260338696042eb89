/** The clock of a store on another machine, as far as its answers tell; all processes that share the store agree on it. */
export interface StoreClock {
  /** Milliseconds since the epoch. */
  readonly read: () => number
  /** Asks the store something and sets the clock by the instant in its answer, if it came at once. */
  readonly set: <T>(ask: () => Promise<T>, instantOf: (answer: T) => number | undefined) => Promise<T>
}

/** An answer that took longer tells too little about when its instant was read. */
const maxRoundTripMs = 250

/** Creates the clock; until the store has answered it shows what `now`, the clock of this machine, does. */
export const createStoreClock = (now: () => number): StoreClock => {
  let aheadMs = 0
  return {
    read: () => now() + aheadMs,
    set: async (ask, instantOf) => {
      const asked = now()
      const answer = await ask()
      const answered = now()
      const instant = instantOf(answer)
      if (instant !== undefined && answered - asked <= maxRoundTripMs) aheadMs = Math.round(instant - (asked + answered) / 2)
      return answer
    },
  }
}
