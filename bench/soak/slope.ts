import { median } from '../figures.ts'

/** One sample of a process: minutes since the start, and its resident memory in MB. */
export interface Sample {
  readonly minute: number
  readonly mb: number
}

/** The median of each whole minute, so that a single collection of garbage decides nothing. */
const minuteMedians = (samples: readonly Sample[]): Sample[] =>
  [...Map.groupBy(samples, ({ minute }) => Math.floor(minute))].map(([minute, group]) => ({
    minute,
    mb: median(group.map(({ mb }) => mb)),
  }))

/**
 * The slope in MB a minute by the estimator of Theil and Sen: the median of the slopes between all pairs, which
 * outliers do not move.
 */
export const slopeOf = (samples: readonly Sample[]): number => {
  const points = minuteMedians(samples)
  const slopes = points.flatMap((a, at) => points.slice(at + 1).map((b) => (b.mb - a.mb) / (b.minute - a.minute)))
  return median(slopes)
}
