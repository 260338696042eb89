/** Middle of a list; of an even number, the mean of both. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  const upper = sorted[half] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2
}

/** A share in per cent. */
export const percent = (part: number, whole: number, digits = 1): string =>
  ((100 * part) / Math.max(1, whole)).toFixed(digits)

/** Prints a table in Markdown. */
export const printTable = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): void => {
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  process.stdout.write(`\n${lines.join('\n')}\n`)
}
