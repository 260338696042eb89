import type { ArchiveStore } from '../../src/archive/ports.ts'

/** Milliseconds that calls of a store took, by name of the method. */
export interface StoreTimes {
  readonly of: (method: keyof ArchiveStore) => number
  readonly total: () => number
  readonly reset: () => void
}

const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** A store that notes how long each of its methods takes. */
export const timedStore = (store: ArchiveStore): { readonly store: ArchiveStore; readonly times: StoreTimes } => {
  const spent = new Map<string, number>()
  const note = (name: string, beganMs: number) => spent.set(name, (spent.get(name) ?? 0) + performance.now() - beganMs)
  async function* timedRows(name: string, rows: AsyncIterable<unknown>) {
    const iterator = rows[Symbol.asyncIterator]()
    for (;;) {
      const beganMs = performance.now()
      const { done, value } = await iterator.next()
      note(name, beganMs)
      if (done) return
      yield value
    }
  }
  const timed =
    (name: string, method: (...args: unknown[]) => unknown) =>
    (...args: unknown[]): unknown => {
      const beganMs = performance.now()
      const answer = method(...args)
      if (isIterable(answer)) return timedRows(name, answer)
      return Promise.resolve(answer).finally(() => note(name, beganMs))
    }
  const methods = Object.entries(store).map(([name, method]) => [name, timed(name, method as (...args: unknown[]) => unknown)])
  return {
    // The same methods under the same names, each with its own arguments and answer.
    store: Object.fromEntries(methods) as unknown as ArchiveStore,
    times: {
      of: (method) => spent.get(method) ?? 0,
      total: () => [...spent.values()].reduce((sum, ms) => sum + ms, 0),
      reset: () => spent.clear(),
    },
  }
}
