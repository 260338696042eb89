/** Values kept before all are forgotten and made again. */
const mostKept = 8192

/** Makes values on first need and keeps them, without growing past a bound. */
export const createKeeper = <T>(make: (text: string) => T): ((text: string) => T) => {
  const kept = new Map<string, T>()
  return (text) => {
    let value = kept.get(text)
    if (value === undefined) {
      if (kept.size >= mostKept) kept.clear()
      value = make(text)
      kept.set(text, value)
    }
    return value
  }
}
