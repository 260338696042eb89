import { readProductName } from '../cards/product-name.ts'
import { limits } from '../contract/limits.ts'
import type { Ranking } from './ranking.ts'
import type { RankedPrinting } from './scored-printing.ts'
import { contextPoints, scoring } from './weights.ts'

/**
 * The port to fingerprints of the catalogue's pictures: few bytes each, the colors of a card in a coarse grid, all of
 * one size.
 */
export interface ArtworkSource {
  /** Fingerprints by product id, of those that have one. It never throws. */
  readonly fingerprintsOf: (productIds: readonly number[]) => Promise<ReadonlyMap<number, Uint8Array>>
}

/** Measured on warped scans and on photos: docs/pictures.md. */
const parameters = {
  /** Pictures less alike are not of one artwork. */
  minCorrelation: 0.6,
  /** Lead over the next artwork; printings that bear the same one are closer. */
  minLead: 0.15,
  /** Printings compared at most: names of basic lands have hundreds. */
  maxCompared: 200,
} as const

const channels = 3

/**
 * Each channel less its mean, so that neither the light nor its color counts, at length 1; all 0 where there is no
 * contrast.
 */
const centered = (fingerprint: Uint8Array): Float64Array => {
  const { length } = fingerprint
  const values = Float64Array.from(fingerprint)
  for (let channel = 0; channel < channels; channel++) {
    let sum = 0
    for (let at = channel; at < length; at += channels) sum += values[at] ?? 0
    const mean = (sum * channels) / length
    for (let at = channel; at < length; at += channels) values[at] = (values[at] ?? 0) - mean
  }
  const norm = Math.sqrt(dot(values, values))
  return norm === 0 ? values : values.map((value) => value / norm)
}

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

/** Zero-mean normalized cross-correlation of two fingerprints, -1 to 1; 0 where one has no contrast. */
export const correlationOf = (a: Uint8Array, b: Uint8Array): number => dot(centered(a), centered(b))

/** A printing's fingerprint beside which printing it is of. */
export interface KnownArtwork<T> {
  readonly of: T
  readonly fingerprint: Uint8Array
}

/**
 * The one whose picture is clearly most like an artwork; `null` where none is like it, or another one nearly as much.
 * Of fewer than two there is nothing to compare.
 */
export const clearlyMostAlike = <T>(artwork: Uint8Array, known: readonly KnownArtwork<T>[]): T | null => {
  const seen = centered(artwork)
  const compared = known
    .map(({ of, fingerprint }) => ({ of, correlation: dot(seen, centered(fingerprint)) }))
    .sort((a, b) => b.correlation - a.correlation)
  const [best, next] = compared
  if (best === undefined || next === undefined) return null
  const isClear =
    best.correlation >= parameters.minCorrelation && best.correlation - next.correlation >= parameters.minLead
  return isClear ? best.of : null
}

/** What was read says the same of two printings: one name of one product line, and the same number, if any. */
const fitsAlike = (a: RankedPrinting, b: RankedPrinting): boolean => {
  const evidence = ({ matchReasons }: RankedPrinting) =>
    matchReasons.filter((reason) => reason !== 'qualifier_extra').join()
  return (
    a.product.categoryId === b.product.categoryId &&
    readProductName(a.product.name).base === readProductName(b.product.name).base &&
    evidence(a) === evidence(b) &&
    a.matchScore - b.matchScore <= scoring.minGap - contextPoints.qualifierUnnamed
  )
}

/**
 * The leading printings that only a picture can tell apart: those that fit as the first does, a qualifier that nobody
 * named aside. Fewer than two are none.
 */
const equalsOf = ({ printings }: Ranking): readonly RankedPrinting[] => {
  const [first] = printings
  const equals =
    first === undefined ? [] : printings.filter((other) => fitsAlike(first, other)).slice(0, parameters.maxCompared)
  return equals.length > 1 ? equals : []
}

/**
 * Puts first the printing whose picture is clearly most like the artwork that was photographed, among leading printings
 * that name and number cannot tell apart; no other printing moves. The order is no longer ambiguous for their sake when
 * each of them could be compared.
 */
export const orderByArtwork = async (
  ranking: Ranking,
  artwork: Uint8Array,
  source: ArtworkSource,
): Promise<Ranking> => {
  const equals = equalsOf(ranking)
  const known =
    equals.length === 0
      ? new Map<number, Uint8Array>()
      : await source.fingerprintsOf(equals.map(({ product }) => product.productId))
  const compared = equals.flatMap((of) => {
    const fingerprint = known.get(of.product.productId)
    return fingerprint === undefined ? [] : [{ of, fingerprint }]
  })
  const printing = clearlyMostAlike(artwork, compared)
  const first = ranking.printings[0]
  if (printing === null || first === undefined) return ranking
  const leader: RankedPrinting = {
    ...printing,
    matchScore: first.matchScore,
    matchReasons: [...printing.matchReasons, 'artwork_match'],
  }
  const others = ranking.printings.filter((other) => other !== printing)
  const hasRival = others.some(
    (other) => !equals.includes(other) && first.matchScore - other.matchScore < scoring.minGap,
  )
  const isSure = compared.length === equals.length && !ranking.isDoubtful && !hasRival
  const isCertain = isSure && first.matchScore >= limits.confidentScore
  return {
    ...ranking,
    printings: [leader, ...others],
    ambiguous: ranking.ambiguous && !isSure,
    inQuestion: isCertain ? 0 : Math.max(ranking.inQuestion, equals.length),
  }
}
