/**
 * Measures until a run is kept, `maxRuns` times at most: other work on the machine only adds to a time, so one run
 * tells what the code can do. @returns the last run, which is the kept one if there was any
 */
export const bestRun = async <Run>(
  maxRuns: number,
  measure: () => Promise<Run>,
  isKept: (run: Run) => boolean,
): Promise<Run> => {
  for (let run = 1; run < maxRuns; run++) {
    const measured = await measure()
    if (isKept(measured)) return measured
  }
  return measure()
}
