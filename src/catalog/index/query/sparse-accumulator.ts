/**
 * Creates a sparse accumulator: one number per id, of which a query touches few; ids that were not touched hold 0
 * (Gilbert, Moler and Schreiber, "Sparse matrices in MATLAB", 1992): a dense array that outlives queries, and the list
 * of what to clear in it. It is reset where a query begins, not where it ends, so that one that throws halfway leaves
 * nothing to the next.
 */
export const createSparseAccumulator = <A extends Float32Array | Uint32Array | Uint8Array>(values: A) => {
  /** The ids touched since the last reset, each once; an id is listed before its value is written. */
  const touched: number[] = []
  const reset = (): void => {
    for (const id of touched) values[id] = 0
    touched.length = 0
  }
  return { values, touched, reset }
}
