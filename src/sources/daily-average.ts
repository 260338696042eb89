/** Copies a day, with digits enough that one copy in a year is not 0. */
export const dailyAverage = (total: number, days: number): number => Math.round((total / days) * 10_000) / 10_000
