import type { PriceObservation } from '../../../archive/ports.ts'

export interface RejectedRows<Place> {
  readonly total: number
  /** Some of them, each with a reason in a few words that many share. */
  readonly first: readonly { readonly place: Place; readonly reason: string }[]
}

const rejectionsShown = 20

/** Whether two observations of one SKU say the same. */
export const isSameObservation = (left: PriceObservation, right: PriceObservation): boolean =>
  left.marketCents === right.marketCents &&
  left.lowestCents === right.lowestCents &&
  left.midCents === right.midCents &&
  left.highestCents === right.highestCents &&
  left.directLowestCents === right.directLowestCents &&
  left.variant === right.variant

/** Counts what is left out of a file or a day, and keeps some of it. */
export const createRejectedRows = <Place>() => {
  const first: { readonly place: Place; readonly reason: string }[] = []
  let total = 0
  return {
    add: (place: Place, reason: string, count = 1): void => {
      total += count
      if (first.length < rejectionsShown) first.push({ place, reason })
    },
    result: (): RejectedRows<Place> => ({ total, first }),
  }
}

/**
 * Gathers observations of one time that came from many places. Equal ones of one printing count once; of those that
 * contradict each other none is believed. Of two unknown words of a product whose numbers are the same by chance, the
 * first in the alphabet is taken, so that every day takes the same.
 */
export const createObservationSet = <Place>(reject: (place: Place, reason: string) => void) => {
  const byPrinting = new Map<string, { readonly place: Place; readonly observation: PriceObservation } | null>()
  const contradiction = 'contradicts another row of the same product and printing'

  const take = (place: Place, observation: PriceObservation): void => {
    const key = `${observation.skuId}:${observation.variant}`
    const before = byPrinting.get(key)
    if (before === undefined) byPrinting.set(key, { place, observation })
    else if (before === null) reject(place, contradiction)
    else if (!isSameObservation(before.observation, observation)) {
      byPrinting.set(key, null)
      reject(before.place, contradiction)
      reject(place, contradiction)
    }
  }

  const observations = (): PriceObservation[] => {
    const bySku = new Map<number, PriceObservation>()
    for (const entry of byPrinting.values()) {
      if (entry === null) continue
      const { place, observation } = entry
      const before = bySku.get(observation.skuId)
      if (before !== undefined) reject(place, 'the number of its unknown printing is taken')
      if (before === undefined || (observation.variant ?? '') < (before.variant ?? ''))
        bySku.set(observation.skuId, observation)
    }
    return [...bySku.values()]
  }

  return { take, observations }
}
