/**
 * Milliseconds of this process's own work since a moment of it: unlike the clock's, they do not grow where others use
 * the processors too.
 */
export const startProcessorTimer = (): (() => number) => {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000
  }
}
