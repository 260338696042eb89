import type { StartOutput } from './greeting.ts'

/**
 * Calls `reload`, which never rejects, on SIGHUP: one at a time, and while one is at work any number of signals ask for
 * one more. On a terminal SIGHUP says that the terminal is gone, which ends the process as it does any other.
 */
export const reloadOnHangup = ({ isTerminal }: Pick<StartOutput, 'isTerminal'>, reload: () => Promise<void>): void => {
  if (isTerminal) return
  let isAtWork = false
  let isAskedAgain = false
  process.on('SIGHUP', async () => {
    isAskedAgain = isAtWork
    if (isAtWork) return
    isAtWork = true
    do {
      isAskedAgain = false
      await reload()
    } while (isAskedAgain)
    isAtWork = false
  })
}
