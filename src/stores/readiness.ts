import type { UnitCounter } from '../accounts/ports.ts'
import type { StoreUnitCounter } from './store.ts'

/** How long the outcome of a charge tells whether the next one would succeed, in milliseconds. */
const conclusiveMs = 1_000

/**
 * Watches the charges of a counter, so that readiness cannot differ from what callers meet: the outcome of the last one
 * decides, and only without any of late `probe`, which writes as a charge does and undoes it.
 */
export const observeReadiness = (counter: StoreUnitCounter) => {
  let last = { isOk: true, atMs: Number.NEGATIVE_INFINITY }
  const note = async <T>(work: Promise<T>): Promise<T> => {
    let isOk = false
    try {
      const result = await work
      isOk = true
      return result
    } finally {
      last = { isOk, atMs: performance.now() }
    }
  }
  const watched: UnitCounter = { ...counter, take: (charges) => note(counter.take(charges)) }
  const isReady = async (): Promise<boolean> => {
    if (performance.now() - last.atMs < conclusiveMs) return last.isOk
    return counter.probe().then(
      () => true,
      () => false,
    )
  }
  return { counter: watched, probe: counter.probe, isReady }
}
