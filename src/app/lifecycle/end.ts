const orphanCheckMs = 250

/**
 * Calls back when the process that started this one has ended. npm ends its shell on SIGTERM but does not pass the
 * signal on, so a service started by `npm start` would serve on unseen.
 */
const whenOrphaned = (onOrphaned: () => void): void => {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onOrphaned()
  }, orphanCheckMs)
  timer.unref()
}

export interface EndOptions {
  /** Ends the process; called once. */
  readonly stop: (reason: string) => void
  /** A second signal: ends it at once. */
  readonly exitNow: () => void
  readonly isRunByNpm: boolean
}

/** Calls `stop` on SIGTERM or SIGINT, and when who started this process has ended. */
export const onEnd = ({ stop, exitNow, isRunByNpm }: EndOptions): void => {
  let isStopping = false
  const end = (reason: string) => {
    if (isStopping) return
    isStopping = true
    stop(reason)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (isStopping) exitNow()
      end(signal)
    })
  }
  if (isRunByNpm) whenOrphaned(() => end('npm has ended'))
  // The launcher on an older Node, which passes no signal on once it was killed itself.
  if (process.connected) process.once('disconnect', () => end('the launcher has ended'))
  // A start that fails ends by itself: the channel to the launcher must not hold it.
  process.channel?.unref()
}
