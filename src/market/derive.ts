/**
 * Keeps what a function makes of an observation for as long as the observation itself is kept, so that a cached answer is put together, and later rendered, once.
 * An observation belongs to one request, so `request` is only needed the first time.
 */
export const derived = <O extends object, I, R>(make: (observation: O, request: I) => R): ((observation: O, request: I) => R) => {
  const kept = new WeakMap<O, R>()
  return (observation, request) => {
    const known = kept.get(observation)
    if (known !== undefined) return known
    const result = make(observation, request)
    kept.set(observation, result)
    return result
  }
}
