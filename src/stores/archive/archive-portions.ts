import type { ArchiveDatabase } from './archive-database.ts'

/**
 * The number of the source `$1`. `$2` is '' or names a writer: there is none once that writer was replaced, so that
 * what it still deletes hits no row of the next one.
 */
export const ownedSourceId = "(select id from price_sources where name = $1 and ($2 = '' or writer = $2))"

/** What is deleted from, and for whom; `writer` as in `ownedSourceId`. */
export interface OwnedSource {
  readonly database: ArchiveDatabase
  readonly source: string
  readonly writer: string
}

/** Ranges of product ids that hold a portion of series each, in order. */
export const productRanges = async function* ({
  database: { read, portion },
  source,
  writer,
}: OwnedSource): AsyncGenerator<readonly [first: number, last: number]> {
  for (let first = 0; ; ) {
    const [row] = await read<{ product_id: number }>(
      `select product_id from price_series where source_id = ${ownedSourceId} and product_id >= $3
      order by product_id limit 1 offset ${portion.rows}`,
      [source, writer, first],
    )
    yield [first, row?.product_id ?? Number.MAX_SAFE_INTEGER]
    if (row === undefined) return
    first = row.product_id + 1
  }
}

export interface PageKey {
  readonly month: string
  readonly page: number
}

/** Runs of pages of one month, with the first and last page of each. */
export const runsOf = (
  keys: readonly PageKey[],
): readonly { readonly month: string; readonly first: number; readonly last: number }[] => {
  const runs: { month: string; first: number; last: number }[] = []
  for (const { month, page } of keys) {
    const run = runs.at(-1)
    if (run?.month === month) run.last = page
    else runs.push({ month, first: page, last: page })
  }
  return runs
}
