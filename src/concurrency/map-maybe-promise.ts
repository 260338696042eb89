/**
 * Goes on with a value at once where it is there already, else once it comes. A chain of such steps over what a cache
 * holds makes no promise, of which each costs a turn of the microtask queue.
 */
export const mapMaybePromise = <T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> =>
  value instanceof Promise ? value.then(next) : next(value)
