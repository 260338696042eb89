import { setTimeout as delay } from 'node:timers/promises'

/**
 * Two numbers that a worker and the pool share: how many native calls the worker is in, and whether it was told to make no more. A thread that is torn down inside
 * a native call takes the whole process with it, since the call then fails where nothing can catch it; and a picture may take longer than its deadline exactly there.
 */
export type NativeGate = SharedArrayBuffer

const [inside, told] = [0, 1]
const lookAgainMs = 10

/** Creates a gate for a worker that is not born yet. */
export const createNativeGate = (): NativeGate => new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)

/** The worker's side: makes a native call, unless the worker was told to make no more. */
export const callThroughGate = async <T>(gate: NativeGate, call: () => Promise<T>): Promise<T> => {
  const cells = new Int32Array(gate)
  // Counted first and asked then; the other side tells first and counts then: so one of them always sees the other.
  Atomics.add(cells, inside, 1)
  try {
    if (Atomics.load(cells, told) === 1) throw new Error('This worker is to end.')
    return await call()
  } finally {
    Atomics.sub(cells, inside, 1)
  }
}

/** The pool's side: from now on no native call begins; resolves when none runs, or after `mostMs`. @returns whether none runs */
export const closeGate = async (gate: NativeGate, mostMs: number): Promise<boolean> => {
  const cells = new Int32Array(gate)
  Atomics.store(cells, told, 1)
  const endsMs = performance.now() + mostMs
  while (Atomics.load(cells, inside) !== 0 && performance.now() < endsMs) await delay(lookAgainMs)
  return Atomics.load(cells, inside) === 0
}
