/** Rows that were not taken, by reason. */
export interface RefusalCounter {
  /** Counts one. @returns `null`, which stands for the row */
  readonly add: (reason: string) => null
  readonly counts: () => Readonly<Record<string, number>>
}

export const createRefusalCounter = (): RefusalCounter => {
  const counts: Record<string, number> = {}
  return {
    add: (reason) => {
      counts[reason] = (counts[reason] ?? 0) + 1
      return null
    },
    counts: () => counts,
  }
}
