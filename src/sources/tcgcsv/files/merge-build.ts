import { type ArchivedAmounts, type ArchivedSku, type PriceObservation, skuOf } from '../../../archive/ports.ts'
import { isSameObservation } from '../format/observation-set.ts'

/** One SKU of which the archive and a file say something else for the same build. */
export interface BuildDifference {
  readonly sku: ArchivedSku
  readonly recorded: ArchivedAmounts
  readonly given: ArchivedAmounts
}

export interface MergedBuild {
  /** What is recorded and what the files say, together; where they differ, what the files say. */
  readonly observations: readonly PriceObservation[]
  /** SKUs that only the files have. */
  readonly added: number
  /** SKUs of which both say the same. */
  readonly same: number
  readonly different: number
  /** Some of those that differ. */
  readonly differences: readonly BuildDifference[]
}

const differencesShown = 20

const amountsOf = (observation: PriceObservation): ArchivedAmounts => ({
  marketCents: observation.marketCents,
  lowestCents: observation.lowestCents,
  midCents: observation.midCents,
  highestCents: observation.highestCents,
  directLowestCents: observation.directLowestCents,
})

/**
 * Puts the files of a build beside what is recorded of it. A kept archive often has some product lines only, and
 * nothing in it says which: so a SKU that the files do not have is no contradiction and stays, and one that only they
 * have is added. What contradicts is another price of the same SKU.
 */
export const mergeBuild = (recorded: Iterable<PriceObservation>, given: readonly PriceObservation[]): MergedBuild => {
  const left = new Map(given.map((observation) => [observation.skuId, observation]))
  const observations: PriceObservation[] = []
  const differences: BuildDifference[] = []
  let same = 0
  let different = 0
  for (const before of recorded) {
    const now = left.get(before.skuId)
    left.delete(before.skuId)
    observations.push(now ?? before)
    if (now === undefined) continue
    if (isSameObservation(before, now)) same++
    else {
      different++
      if (differences.length < differencesShown)
        differences.push({ sku: skuOf(now), recorded: amountsOf(before), given: amountsOf(now) })
    }
  }
  for (const observation of left.values()) observations.push(observation)
  return { observations, added: left.size, same, different, differences }
}
