import { readProductName } from '../cards/product-name.ts'
import type { RankedPrinting, Ranking } from './ranking.ts'
import { contextPoints, scoring } from './weights.ts'

/** The port to fingerprints of the catalogue's pictures: few bytes each, the colors of a card in a coarse grid, all of one size. */
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

/** Each channel less its mean, so that neither the light nor its color counts. */
const centered = (fingerprint: Uint8Array): Float64Array => {
  const means = new Float64Array(channels)
  const cells = fingerprint.length / channels
  for (const [at, value] of fingerprint.entries()) means[at % channels] = (means[at % channels] ?? 0) + value / cells
  return Float64Array.from(fingerprint, (value, at) => value - (means[at % channels] ?? 0))
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)

/** Zero-mean normalized cross-correlation of two fingerprints, -1 to 1; 0 where one has no contrast. */
export const correlationOf = (a: Uint8Array, b: Uint8Array): number => {
  const [x, y] = [centered(a), centered(b)]
  return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y)) || 0
}

/** A printing's fingerprint beside which printing it is of. */
export interface KnownArtwork<T> {
  readonly of: T
  readonly fingerprint: Uint8Array
}

/** The one whose picture is clearly most like an artwork; `null` where none is like it, or another one nearly as much. Of fewer than two there is nothing to compare. */
export const clearlyMostAlike = <T>(artwork: Uint8Array, known: readonly KnownArtwork<T>[]): T | null => {
  const compared = known
    .map(({ of, fingerprint }) => ({ of, correlation: correlationOf(artwork, fingerprint) }))
    .sort((a, b) => b.correlation - a.correlation)
  const [best, next] = compared
  if (best === undefined || next === undefined) return null
  const isClear = best.correlation >= parameters.minCorrelation && best.correlation - next.correlation >= parameters.minLead
  return isClear ? best.of : null
}

/** What was read says the same of two printings: one name of one product line, and the same number, if any. */
const fitsAlike = (a: RankedPrinting, b: RankedPrinting): boolean => {
  const evidence = ({ matchReasons }: RankedPrinting) => matchReasons.filter((reason) => reason !== 'qualifier_extra').join()
  return (
    a.product.categoryId === b.product.categoryId &&
    readProductName(a.product.name).base === readProductName(b.product.name).base &&
    evidence(a) === evidence(b) &&
    a.matchScore - b.matchScore <= scoring.minGap - contextPoints.qualifierUnnamed
  )
}

/** The leading printings that only a picture can tell apart: those that fit as the first does, a qualifier that nobody named aside. Fewer than two are none. */
const equalsOf = ({ printings }: Ranking): readonly RankedPrinting[] => {
  const [first] = printings
  const equals = first === undefined ? [] : printings.filter((other) => fitsAlike(first, other)).slice(0, parameters.maxCompared)
  return equals.length > 1 ? equals : []
}

/**
 * Puts first the printing whose picture is clearly most like the artwork that was photographed, among leading printings that name and number cannot tell apart; no other printing moves. The order is no longer
 * ambiguous for their sake when each of them could be compared.
 */
export const orderByArtwork = async (ranking: Ranking, artwork: Uint8Array, source: ArtworkSource): Promise<Ranking> => {
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
  const hasRival = others.some((other) => !equals.includes(other) && first.matchScore - other.matchScore < scoring.minGap)
  const isSure = compared.length === equals.length && !ranking.isDoubtful && !hasRival
  return { ...ranking, printings: [leader, ...others], ambiguous: ranking.ambiguous && !isSure }
}
