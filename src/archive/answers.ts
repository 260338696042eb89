import type { ProductSection } from './format/read-page.ts'
import type { Moment, RecordedPrice } from './price-archive.ts'
import { standingOf } from './withdrawals.ts'

/** One observation of one SKU, with what decides which of two counts. */
export interface FoundPrice extends RecordedPrice {
  readonly sequence: number
}

/** Sections that were known by an instant, `null` for now, and not known as withdrawn. */
export const knownSections = (
  sections: readonly ProductSection[],
  knownAtMs: number | null,
): readonly ProductSection[] =>
  standingOf(
    knownAtMs === null ? sections : sections.filter(({ recordedAtMs }) => recordedAtMs <= knownAtMs),
    ({ isWithdrawal }) => isWithdrawal,
  )

/**
 * Sections that a moment knows of. Of complete ones of one time the one learnt last stands for all: what it does not
 * list had no price.
 */
const countingSections = (sections: readonly ProductSection[], { knownAtMs }: Moment): readonly ProductSection[] => {
  const known = knownSections(sections, knownAtMs)
  const last = new Map<number, number>()
  for (const { isComplete, observedAtMs, sequence } of known) if (isComplete) last.set(observedAtMs, sequence)
  return known.filter(({ isComplete, observedAtMs, sequence }) => !isComplete || last.get(observedAtMs) === sequence)
}

/** Observations of each SKU within the moment, oldest first: of one time, the one learnt last. */
export const observationsOf = (
  sections: readonly ProductSection[],
  moment: Moment,
): ReadonlyMap<number, readonly FoundPrice[]> => {
  const { asOfMs } = moment
  const found = new Map<number, FoundPrice[]>()
  for (const { sequence, observedAtMs, recordedAtMs, prices } of countingSections(sections, moment))
    for (const { skuId, marketCents, lowestCents, ageMs } of prices) {
      const price = { marketCents, lowestCents, observedAtMs: observedAtMs - ageMs, recordedAtMs, sequence }
      if (asOfMs !== null && price.observedAtMs > asOfMs) continue
      const others = found.get(skuId)
      if (others === undefined) found.set(skuId, [price])
      else others.push(price)
    }
  for (const [skuId, prices] of found) {
    prices.sort((a, b) => a.observedAtMs - b.observedAtMs || a.sequence - b.sequence)
    found.set(
      skuId,
      prices.filter(({ observedAtMs }, index) => prices[index + 1]?.observedAtMs !== observedAtMs),
    )
  }
  return found
}

/** The later of two observations; of one time the one learnt last. */
export const laterOf = (a: FoundPrice | null, b: FoundPrice): FoundPrice =>
  a === null || b.observedAtMs > a.observedAtMs || (b.observedAtMs === a.observedAtMs && b.sequence > a.sequence)
    ? b
    : a
