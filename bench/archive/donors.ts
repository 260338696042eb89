import { directField, fieldCount, marketField, midField, type RecordedSeries } from './recordings.ts'

/** Recorded series whose steps the made ones walk, found by what they are like. */
export interface Donors extends RecordedSeries {
  /** Last known amounts of each day, seen forward (`0`) and backward (`1`): what the next step of a series that is away starts from. */
  readonly known: readonly [Int32Array, Int32Array]
  /** How often it changes: series of one behavior share a number. */
  readonly behavior: Uint8Array
  /** Of each series and step: bits of the fields that changed, and `presenceChanged`. The step from day t to t + 1 stands at t. */
  readonly changed: readonly [Uint8Array, Uint8Array]
  readonly isPresent: (donor: number, day: number) => boolean
  /** Whether it has a row on every day. */
  readonly isSteady: Uint8Array
  /** Between 0 and 1: how often the series is taken when it is drawn. */
  readonly weight: Float64Array
}

export const presenceChanged = 1 << fieldCount

/** Price classes are a factor of 1.7 wide. */
export const priceClassOf = (midCents: number): number => Math.min(23, Math.floor(Math.log2(Math.max(1, midCents)) / 0.75))
/** Which of the two prices that may be `null` are there. */
export const nullsOf = (amounts: Int32Array, at: number): number =>
  ((amounts[at + marketField] as number) > 0 ? 1 : 0) + ((amounts[at + directField] as number) > 0 ? 2 : 0)

/** Bits of the fields in which two rows differ. */
export const differenceOf = (a: Int32Array, atA: number, b: Int32Array, atB: number): number => {
  let bits = 0
  for (let field = 0; field < fieldCount; field++) if (a[atA + field] !== b[atB + field]) bits |= 1 << field
  return bits
}

/** Upper ends of the classes of the share of days with a change: of any field, and of the market price. */
const anyShares = [0, 0.1, 0.25, 0.45, 0.7, 0.9]
const marketShares = [0, 0.15, 0.4]
/**
 * The sets of the recording are livelier than all sets are: market prices change on 17.1 % of the days against 12.2 %. A series that changes on the share s of the days is taken with the
 * weight e^(-tilt × s); set by hand so that the made year has the shares of all sets.
 */
const tilts = { market: 2.2, direct: 2 }
const classOf = (ends: readonly number[], share: number): number => {
  const found = ends.findIndex((end) => share <= end)
  return found === -1 ? ends.length : found
}

const fill = ({ count, dayCount, amounts }: RecordedSeries, isBackward: boolean): Int32Array => {
  const known = amounts.slice()
  const step = isBackward ? -1 : 1
  for (let donor = 0; donor < count; donor++) {
    const first = isBackward ? dayCount - 1 : 0
    for (let n = 1; n < dayCount; n++) {
      const at = (donor * dayCount + first + step * n) * fieldCount
      if (amounts[at + midField] === 0) known.copyWithin(at, at - step * fieldCount, at - step * fieldCount + fieldCount)
    }
  }
  return known
}

export const createDonors = (recorded: RecordedSeries): Donors => {
  const { count, dayCount, amounts } = recorded
  const known = [fill(recorded, false), fill(recorded, true)] as const
  const isPresent = (donor: number, day: number) => amounts[(donor * dayCount + day) * fieldCount + midField] !== 0
  const behavior = new Uint8Array(count)
  const isSteady = new Uint8Array(count).fill(1)
  const weight = new Float64Array(count)
  const changed = [new Uint8Array(count * dayCount), new Uint8Array(count * dayCount)] as const
  for (let donor = 0; donor < count; donor++) {
    let [steps, any, market, direct] = [0, 0, 0, 0]
    for (let day = 0; day < dayCount; day++) {
      if (!isPresent(donor, day)) isSteady[donor] = 0
      if (day === dayCount - 1) break
      const at = donor * dayCount + day
      const moved = isPresent(donor, day) === isPresent(donor, day + 1) ? 0 : presenceChanged
      for (const way of [0, 1] as const)
        changed[way][at] = moved | differenceOf(known[way], at * fieldCount, known[way], (at + 1) * fieldCount)
      if (!isPresent(donor, day) || !isPresent(donor, day + 1)) continue
      steps++
      if (changed[0][at] !== 0) any++
      if (((changed[0][at] as number) & (1 << marketField)) !== 0) market++
      if (((changed[0][at] as number) & (1 << directField)) !== 0) direct++
    }
    const [perDay, perMarketDay, perDirectDay] = [any, market, direct].map((n) => n / Math.max(1, steps)) as [
      number,
      number,
      number,
    ]
    behavior[donor] = classOf(anyShares, perDay) * (marketShares.length + 1) + classOf(marketShares, perMarketDay)
    weight[donor] = Math.exp(-tilts.market * perMarketDay - tilts.direct * perDirectDay)
  }
  return { ...recorded, known, behavior, changed, isPresent, isSteady, weight }
}

/** Lists of donors by key, asked for by the most exact key that has any. */
export const groupDonors = (donors: readonly number[], keyOf: (donor: number) => number): Map<number, number[]> => {
  const groups = new Map<number, number[]>()
  for (const donor of donors) {
    const group = groups.get(keyOf(donor))
    if (group === undefined) groups.set(keyOf(donor), [donor])
    else group.push(donor)
  }
  return groups
}
