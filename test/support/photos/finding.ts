/** One promise, beside what was measured of it. */
export interface Finding {
  readonly what: string
  readonly measured: string
  readonly promised: string
  readonly isKept: boolean
  /** Whether it is missed by its time alone, to which other work on the machine adds. */
  readonly isOnlyLate?: boolean
}

/** A finding as one line. */
export const lineOf = ({ what, measured, promised, isKept }: Finding): string =>
  `${isKept ? 'ok    ' : 'MISSED'} ${what}: ${measured} (promised: ${promised})`
