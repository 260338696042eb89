import type { Clock } from './clock.ts'

/**
 * Two numbers that a worker and the pool share: how many native calls the worker is in, and whether it may begin more.
 * A thread that is terminated inside a native call takes the whole process with it, since the call then fails where
 * nothing can catch it; and a picture may overrun its deadline exactly there.
 */
export type NativeGate = SharedArrayBuffer

const [running, closed] = [0, 1]
const pollMs = 10

export const createNativeGate = (): NativeGate => new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)

/** The worker's side: makes a native call, unless the gate is closed. */
export const callThroughGate = async <T>(gate: NativeGate, call: () => Promise<T>): Promise<T> => {
  const cells = new Int32Array(gate)
  // This side counts itself before it looks whether the gate is closed, the other closes before it counts: one of them
  // always sees the other.
  Atomics.add(cells, running, 1)
  try {
    if (Atomics.load(cells, closed) === 1) throw new Error('This worker is to end.')
    return await call()
  } finally {
    Atomics.sub(cells, running, 1)
  }
}

/**
 * The pool's side: from now on no native call begins. Resolves when none runs, or after `timeoutMs`. @returns whether
 * none runs
 */
export const closeGate = async (gate: NativeGate, timeoutMs: number, clock: Clock): Promise<boolean> => {
  const cells = new Int32Array(gate)
  Atomics.store(cells, closed, 1)
  const endsMs = clock.nowMs() + timeoutMs
  while (Atomics.load(cells, running) !== 0 && clock.nowMs() < endsMs) await clock.sleep(pollMs)
  return Atomics.load(cells, running) === 0
}
