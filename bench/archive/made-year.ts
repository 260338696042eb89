import { createRandom } from '../multiply.ts'
import { type Donors, differenceOf, groupDonors, nullsOf, presenceChanged, priceClassOf } from './donors.ts'
import type { MadeSeries } from './made-series.ts'
import { fieldCount, midField, placeOfDayBefore } from './recordings.ts'

/** The state of a made day. */
export interface MadeDay {
  /** 0 for the first. */
  readonly day: number
  /** Five cents a series, 0 where there is no price; the last known ones of a series that is away. Changes as the walk goes on. */
  readonly amounts: Int32Array
  readonly isPresent: Uint8Array
}

/** Share of the series that a day has and that have a row on each of 36 days. */
const steadyShare = 0.949
/** A price leaves its home by this factor at most; a step beyond goes the other way. */
const maxDrift = 16
const maxCents = 30_000_000
/** Price classes are looked through from the nearest to further ones. */
const nearClasses = [0, 1, -1, 2, -2, 3, -3, 4, -4]
const none = 0xffff
/** Draws by weight before any donor of a group is good enough. */
const maxTries = 12

/** Finds donors: by price class, prices that may be `null`, and the recorded change; then by behavior, once a series has one. */
const createChooser = (donors: Donors, random: (below: number) => number) => {
  const { count, dayCount, amounts, behavior, changed, isSteady, isPresent, weight } = donors
  const all = Array.from({ length: count }, (_, donor) => donor)
  const stateKey = (donor: number, day: number): number => {
    const at = (donor * dayCount + day) * fieldCount
    return priceClassOf(amounts[at + midField] as number) * 4 + nullsOf(amounts, at)
  }
  const pick = (group: readonly number[] | undefined): number | undefined => {
    for (let tries = 0; group !== undefined && tries < maxTries; tries++) {
      const donor = group[random(group.length)]
      if (donor === undefined || random(1_000) < (weight[donor] as number) * 1_000) return donor
    }
    return group?.[random(group.length)]
  }
  const first = all.filter((donor) => isPresent(donor, placeOfDayBefore) && isPresent(donor, placeOfDayBefore + 1))
  const changeOf = (donor: number) => changed[0][donor * dayCount + placeOfDayBefore] as number
  const exact = groupDonors(first, (donor) => stateKey(donor, placeOfDayBefore) * 256 + changeOf(donor))
  const byChange = groupDonors(first, changeOf)
  /** Donors that have a price at one end of the recording, apart for steady ones and others; and those that have none there. */
  const ends = [0, dayCount - 1].map((day) => {
    const there = [1, 0].map((steady) => all.filter((donor) => isSteady[donor] === steady && isPresent(donor, day)))
    return {
      exact: there.map((list) => groupDonors(list, (donor) => (behavior[donor] as number) * 128 + stateKey(donor, day))),
      behavior: there.map((list) => groupDonors(list, (donor) => behavior[donor] as number)),
      away: all.filter((donor) => !isPresent(donor, day)),
    }
  })
  return {
    /** A donor whose step of the recorded day changes the same fields, and whose price is alike. */
    first: (bits: number, midCents: number, nulls: number): number => {
      const price = priceClassOf(midCents)
      for (const near of nearClasses) {
        const found = pick(exact.get(((price + near) * 4 + nulls) * 256 + bits))
        if (found !== undefined) return found
      }
      return pick(byChange.get(bits)) ?? pick(first) ?? 0
    },
    /** One to go on with at an end of the recording. */
    next: (end: 0 | 1, before: number, midCents: number, nulls: number): number => {
      const from = ends[end] as (typeof ends)[number]
      const kind = random(1_000) < steadyShare * 1_000 ? 0 : 1
      const price = priceClassOf(midCents)
      for (const near of nearClasses) {
        const found = pick(from.exact[kind]?.get((behavior[before] as number) * 128 + (price + near) * 4 + nulls))
        if (found !== undefined) return found
      }
      return pick(from.behavior[kind]?.get(behavior[before] as number)) ?? before
    },
    /** One for a series that is away at an end, or none: then it stays away. */
    away: (end: 0 | 1): number => (random(2) === 0 ? none : (pick(ends[end]?.away) ?? none)),
  }
}

/**
 * Walks days: each series makes the steps of a recorded series of a like price and behavior, in cents in proportion to its own prices; on each made day all of them take steps of one
 * recorded day, which runs to and fro over the recording, so that lively and quiet days stay such. At each end a series goes on with another donor of the same behavior.
 */
export function* walkDays(series: MadeSeries, donors: Donors, dayCount: number, seed: number): Generator<MadeDay> {
  const random = createRandom(seed)
  const choose = createChooser(donors, random)
  const { count } = series
  const amounts = series.first.slice()
  const home = series.first.slice()
  const isPresent = new Uint8Array(count)
  const donorOf = new Uint16Array(count).fill(none)
  for (let i = 0; i < count; i++) {
    const at = i * fieldCount
    const bits = differenceOf(series.first, at, series.second, at)
    const [mid, later] = [series.first[at + midField] as number, series.second[at + midField] as number]
    if (mid === 0) {
      amounts.set(series.second.subarray(at, at + fieldCount), at)
      home.set(series.second.subarray(at, at + fieldCount), at)
    }
    isPresent[i] = mid > 0 && series.bornOn[i] === 0 ? 1 : 0
    donorOf[i] = choose.first(mid === 0 || later === 0 ? 0 : bits, amounts[at + midField] as number, nullsOf(amounts, at))
  }
  yield { day: 0, amounts, isPresent }
  let [place, way] = [placeOfDayBefore, 0 as 0 | 1]
  for (let day = 1; day < dayCount; day++) {
    if (place === (way === 0 ? donors.dayCount - 1 : 0)) {
      way = way === 0 ? 1 : 0
      const end = way === 0 ? 0 : 1
      for (let i = 0; i < count; i++) {
        const at = i * fieldCount
        const before = donorOf[i] as number
        donorOf[i] =
          isPresent[i] === 1 || (series.bornOn[i] as number) >= day
            ? choose.next(end, before === none ? 0 : before, amounts[at + midField] as number, nullsOf(amounts, at))
            : choose.away(end)
      }
    }
    const next = way === 0 ? place + 1 : place - 1
    if (day === 1) takeRecordedStep(series, amounts, isPresent)
    else for (let i = 0; i < count; i++) takeStep({ series, donors, amounts, home, isPresent, donorOf }, i, day, place, next, way)
    place = next
    yield { day, amounts, isPresent }
  }
}

const takeRecordedStep = ({ second, bornOn, count }: MadeSeries, amounts: Int32Array, isPresent: Uint8Array): void => {
  for (let i = 0; i < count; i++) {
    if (bornOn[i] !== 0) continue
    const at = i * fieldCount
    isPresent[i] = second[at + midField] === 0 ? 0 : 1
    if (isPresent[i] === 1) amounts.set(second.subarray(at, at + fieldCount), at)
  }
}

interface Walk {
  readonly series: MadeSeries
  readonly donors: Donors
  readonly amounts: Int32Array
  readonly home: Int32Array
  readonly isPresent: Uint8Array
  readonly donorOf: Uint16Array
}

const takeStep = (
  { series, donors, amounts, home, isPresent, donorOf }: Walk,
  i: number,
  day: number,
  place: number,
  next: number,
  way: 0 | 1,
): void => {
  const donor = donorOf[i] as number
  const bornOn = series.bornOn[i] as number
  if (bornOn > day || donor === none) return
  if (bornOn === day && bornOn > 0) {
    isPresent[i] = 1
    return
  }
  const row = donor * donors.dayCount
  const bits = donors.changed[way][row + Math.min(place, next)] as number
  if (bits === 0) return
  if ((bits & presenceChanged) !== 0) isPresent[i] = donors.isPresent(donor, next) ? 1 : 0
  if (isPresent[i] === 0) return
  const known = donors.known[way]
  for (let field = 0; field < fieldCount; field++) {
    if ((bits & (1 << field)) === 0) continue
    const at = i * fieldCount + field
    const was = known[(row + place) * fieldCount + field] as number
    const becomes = known[(row + next) * fieldCount + field] as number
    amounts[at] = stepped(amounts[at] as number, home[at] as number, was, becomes, amounts[i * fieldCount + midField] as number)
    if (home[at] === 0) home[at] = amounts[at] as number
  }
}

/** A price after a donor's step from `was` to `becomes`; 0 is no price. */
const stepped = (cents: number, home: number, was: number, becomes: number, midCents: number): number => {
  if (was === 0 || becomes === 0) {
    if (becomes === 0 && was > 0) return 0
    return cents > 0 ? cents : home > 0 ? home : midCents
  }
  if (cents === 0) return 0
  const step = Math.round(((becomes - was) * cents) / was) || Math.sign(becomes - was)
  const after = cents + step
  const isFar = after > Math.min(maxCents, home * maxDrift) || after * maxDrift < home
  return Math.max(1, isFar ? cents - step : after) + (cents === 1 && after < 1 ? 1 : 0)
}
