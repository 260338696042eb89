/** A value by price class: the first row whose limit in cents the price stays below. */
export const byPrice = (table: readonly (readonly [belowCents: number, value: number])[], cents: number): number =>
  table.find(([belowCents]) => cents < belowCents)?.[1] ?? 0
