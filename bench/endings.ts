/** Ends what a script started, the last first, where its scope ends: `await using t = createEndings()`. */
export const createEndings = () => {
  const stack = new AsyncDisposableStack()
  return {
    /** As a test's context has it. */
    after: (end: () => unknown): void =>
      stack.defer(async () => {
        await end()
      }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
