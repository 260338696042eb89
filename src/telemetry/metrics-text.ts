/** One series of the Prometheus text format. */
export interface Series {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Sum of the matching series of a name. */
export const sumOf = (
  series: readonly Series[],
  name: string,
  fits: (labels: Series['labels']) => boolean = () => true,
): number => series.reduce((sum, one) => (one.name === name && fits(one.labels) ? sum + one.value : sum), 0)

/** Growth of a counter between two samples; a counter that fell was reset and counts from 0. */
export const growth = (before: number, now: number): number => (now >= before ? now - before : now)

/** The quantile between two samples in seconds, the upper edge of its bucket; `null` without requests. */
export const quantile = (
  before: readonly Series[],
  now: readonly Series[],
  name: string,
  share: number,
): number | null => {
  const edges = [...new Set(now.filter((one) => one.name === `${name}_bucket`).map(({ labels }) => labels.le ?? ''))]
  const counts = edges
    .map((le) => {
      const at = (series: readonly Series[]) => sumOf(series, `${name}_bucket`, (labels) => labels.le === le)
      return { edge: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), count: growth(at(before), at(now)) }
    })
    .sort((a, b) => a.edge - b.edge)
  const all = counts.at(-1)?.count ?? 0
  return all === 0 ? null : (counts.find(({ count }) => count >= all * share)?.edge ?? null)
}
