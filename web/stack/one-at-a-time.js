/**
 * Runs a task in one page of all that are open, so that nothing is asked twice. A page that had to wait for another takes over what that one has saved before it begins.
 * Browsers have such locks over HTTPS and on the machine itself only; elsewhere each page works for itself.
 * @template T
 * @param {string} name of what only one page does
 * @param {() => Promise<unknown>} takeOver
 * @param {() => Promise<T>} task done when its results are saved
 * @returns {Promise<T>}
 */
export const oneAtATime = async (name, takeOver, task) => {
  const { locks } = navigator
  if (!locks) return task()
  const atOnce = await locks.request(name, { ifAvailable: true }, async (lock) => lock && { result: await task() })
  if (atOnce) return atOnce.result
  return locks.request(name, async () => {
    await takeOver()
    return task()
  })
}
