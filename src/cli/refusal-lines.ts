import type { Rejections } from '../catalog/import/rejections.ts'

/** Rows of a refusal report that are printed; the JSON document counts them all by reason. */
const refusalsShown = 10

/** Rows that were left out, and the first of them with file and line; nothing where there is none. */
export const refusalLines = ({ total, first }: Rejections): string[] =>
  total === 0
    ? []
    : [
        `${total} rows were left out:`,
        ...first.slice(0, refusalsShown).map(({ file, row, reason }) => `  ${file}:${row} ${reason}`),
      ]
