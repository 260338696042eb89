/**
 * First place from `low` up to `high` at which `isBelow` no longer holds, by binary search; it holds at first places
 * only.
 */
export const lowerBound = (low: number, high: number, isBelow: (at: number) => boolean): number => {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (isBelow(middle)) from = middle + 1
    else to = middle
  }
  return from
}
