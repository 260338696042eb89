import assert from 'node:assert/strict'

/**
 * Lets the wait before a retry pass at once. It is called by `onRetry`, after which the client sets one timer: `pass`
 * gets its length, to set clocks.
 */
export const passNextWait = (waitMs: number, pass: (ms: number) => void = () => {}): void => {
  const { setTimeout } = globalThis
  const atOnce = (done: () => void, ms: number) => {
    globalThis.setTimeout = setTimeout
    assert.equal(ms, waitMs)
    pass(ms)
    return setTimeout(done, 0)
  }
  globalThis.setTimeout = atOnce as typeof setTimeout
}
