/**
 * Keeps what `make` returns for as long as the key object itself lives. Further arguments must follow from the key:
 * they are used the first time only. A result made from two objects is memoized by both: `memoizeByObject((a) =>
 * memoizeByObject((b) => …))`.
 */
export const memoizeByObject = <K extends object, A extends readonly unknown[], R>(
  make: (key: K, ...rest: A) => R,
): ((key: K, ...rest: A) => R) => {
  const results = new WeakMap<K, R>()
  return (key, ...rest) => {
    const known = results.get(key)
    if (known !== undefined || results.has(key)) return known as R
    const result = make(key, ...rest)
    results.set(key, result)
    return result
  }
}

/** Keeps what `make` returns for each text or number; drops all when one more than `maxEntries` is needed. */
export const memoizeByKey = <K extends string | number, R>(
  make: (key: K) => R,
  { maxEntries = 8_192 } = {},
): ((key: K) => R) => {
  const results = new Map<K, R>()
  return (key) => {
    const known = results.get(key)
    if (known !== undefined || results.has(key)) return known as R
    const result = make(key)
    if (results.size >= maxEntries) results.clear()
    results.set(key, result)
    return result
  }
}
