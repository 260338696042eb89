/** One promise, beside what was measured of it. */
export interface Finding {
  readonly what: string
  readonly measured: string
  readonly promised: string
  readonly isKept: boolean
}

/** A finding as one line. */
export const lineOf = ({ what, measured, promised, isKept }: Finding): string =>
  `${isKept ? 'ok    ' : 'MISSED'} ${what}: ${measured} (promised: ${promised})`

/** The value below which this share of the values lies. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
