import type { ArchivedSku, ObservationBatch, PriceObservation } from '../../src/archive/ports.ts'
import type { ArchivedHistory, ArchivedPrice, Moment, RecordedPrice } from '../../src/archive/price-archive.ts'

interface KeptBatch extends ObservationBatch {
  readonly recordedAtMs: number
  withdrawnAtMs: number
}

interface Candidate extends RecordedPrice {
  readonly order: number
}

/** The archive without a thought of size: every batch whole, every question answered from all of them. */
export const createNaiveArchive = () => {
  const batches: KeptBatch[] = []

  const known = ({ knownAtMs }: Moment) =>
    batches
      .map((batch, order) => ({ ...batch, order }))
      .filter(({ recordedAtMs, withdrawnAtMs }) =>
        knownAtMs === null
          ? withdrawnAtMs === Number.POSITIVE_INFINITY
          : recordedAtMs <= knownAtMs && knownAtMs < withdrawnAtMs,
      )

  /** Of complete batches of one time only the last counts. */
  const counting = (moment: Moment) => {
    const all = known(moment)
    return all.filter(
      (batch) =>
        !batch.isComplete ||
        !all.some(
          (other) => other.isComplete && other.observedAtMs === batch.observedAtMs && other.order > batch.order,
        ),
    )
  }

  const skusOf = (productId: number, moment: Moment): readonly ArchivedSku[] => {
    const found = new Map<number, ArchivedSku>()
    for (const { observations } of known(moment))
      for (const { productId: id, skuId, condition, variant, language } of observations)
        if (id === productId && !found.has(skuId)) found.set(skuId, { productId, skuId, condition, variant, language })
    return [...found.values()].sort((a, b) => a.skuId - b.skuId)
  }

  /** All that counts of one SKU, oldest first, one for each time. */
  const pricesOf = ({ productId, skuId }: ArchivedSku, moment: Moment): readonly RecordedPrice[] => {
    const isOwn = (one: PriceObservation) => one.productId === productId && one.skuId === skuId
    const byTime = new Map<number, Candidate>()
    for (const { observedAtMs, recordedAtMs, observations, order } of counting(moment)) {
      const own = observations.find(isOwn)
      if (own === undefined) continue
      const atMs = observedAtMs - own.ageMs
      if (moment.asOfMs !== null && atMs > moment.asOfMs) continue
      const { marketCents, lowestCents } = own
      if (order >= (byTime.get(atMs)?.order ?? -1))
        byTime.set(atMs, { marketCents, lowestCents, observedAtMs: atMs, recordedAtMs, order })
    }
    return [...byTime.values()].sort((a, b) => a.observedAtMs - b.observedAtMs).map(({ order: _, ...price }) => price)
  }

  return {
    add: (batch: ObservationBatch, recordedAtMs: number) =>
      batches.push({ ...batch, recordedAtMs, withdrawnAtMs: Number.POSITIVE_INFINITY }),
    withdraw: (atMs: number, withdrawnAtMs: number) => {
      for (const batch of batches)
        if (batch.observedAtMs === atMs) batch.withdrawnAtMs = Math.min(batch.withdrawnAtMs, withdrawnAtMs)
    },
    /** What withdrawing a time comes to now. */
    stateOf: (atMs: number) => {
      const ofTime = batches.filter(({ observedAtMs }) => observedAtMs === atMs)
      if (ofTime.length === 0) return 'unknown'
      return ofTime.some(({ withdrawnAtMs }) => withdrawnAtMs === Number.POSITIVE_INFINITY) ? 'withdrawn' : 'known'
    },
    isBeforeWithdrawal: ({ knownAtMs }: Moment): boolean =>
      knownAtMs !== null &&
      batches.some(({ withdrawnAtMs }) => withdrawnAtMs < Number.POSITIVE_INFINITY && withdrawnAtMs > knownAtMs),
    prices: (productId: number, moment: Moment): readonly ArchivedPrice[] =>
      skusOf(productId, moment).map((sku) => ({ sku, price: pricesOf(sku, moment).at(-1) ?? null })),
    history: (productId: number, fromMs: number, moment: Moment): readonly ArchivedHistory[] =>
      skusOf(productId, moment)
        .map((sku) => ({ sku, prices: pricesOf(sku, moment).filter(({ observedAtMs }) => observedAtMs >= fromMs) }))
        .filter(({ prices }) => prices.length > 0),
    times: () =>
      batches.flatMap(({ observedAtMs, recordedAtMs, withdrawnAtMs, observations }) => [
        observedAtMs,
        recordedAtMs,
        ...(withdrawnAtMs < Number.POSITIVE_INFINITY ? [withdrawnAtMs] : []),
        ...observations.map(({ ageMs }) => observedAtMs - ageMs),
      ]),
  }
}
