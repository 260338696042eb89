import type { ArchivedSeries, ArchiveStore, MonthPage, ProductPage } from './ports.ts'

/** So many rows are handed over at once; the store parts them further, into transactions of a few milliseconds. */
const rowsAtOnce = 1_000

type Rows<T> = AsyncIterable<T> | Iterable<T>

const stageEach = async <T>(rows: Rows<T>, stage: (portion: readonly T[]) => Promise<void>): Promise<void> => {
  let portion: T[] = []
  for await (const row of rows) {
    portion.push(row)
    if (portion.length < rowsAtOnce) continue
    await stage(portion)
    portion = []
  }
  if (portion.length > 0) await stage(portion)
}

/** Writes rows of one segment as they are made. */
export const createStager = (store: ArchiveStore, source: string, sequence: number) => ({
  months: (pages: Rows<MonthPage>): Promise<void> =>
    stageEach(pages, (months) => store.stage(source, sequence, { months, products: [], series: [] })),
  products: (pages: Rows<ProductPage>): Promise<void> =>
    stageEach(pages, (products) => store.stage(source, sequence, { months: [], products, series: [] })),
  series: (rows: Rows<ArchivedSeries>): Promise<void> =>
    stageEach(rows, (series) => store.stage(source, sequence, { months: [], products: [], series })),
})
