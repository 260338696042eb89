import type { CatalogIndex } from '../../catalog/index/catalog-index.ts'
import { createTimedMemo } from '../../concurrency/timed-memo.ts'
import {
  type Attribution,
  type Capabilities,
  type DataOffer,
  marketKinds,
  tcgplayerAttribution,
} from '../../contract/capabilities.ts'
import type { Category } from '../../contract/catalog.ts'
import { ServiceError } from '../../contract/errors.ts'
import { maxCardsOnPicture } from '../../contract/identification.ts'
import type { FreshForMs } from '../../market/observe.ts'
import type { SourceOffers } from '../../sources/source-module.ts'
import type { Config } from '../configuration/config.ts'
import { type PictureSettings, thumbnailUrlOf } from '../configuration/picture-hosts.ts'

/** Public and not rate limited, so the answer is rebuilt at most this often. */
const keptMs = 1_000
/** Pause after a catalogue failed to list its product lines. */
const catalogPauseMs = 60_000
/** A source that does not answer may not hold the page up. */
const catalogTimeoutMs = 3_000

type ImportedCatalog = Pick<CatalogIndex, 'sourceName' | 'fetchedAt'>

export interface CapabilitiesDependencies {
  readonly config: Pick<Config, 'catalogName' | 'freshForMs' | 'ocrWorkers' | 'ocrStart' | 'dataRightsNote'> &
    PictureSettings
  readonly offers: () => SourceOffers | Promise<SourceOffers>
  /** `null` when the source's own catalogue is in use; answers `null` while nothing is imported. */
  readonly imported: (() => ImportedCatalog | null) | null
  readonly categories: (signal: AbortSignal) => Promise<readonly Category[]>
  /** Whether past prices can be asked for. */
  readonly hasArchive: boolean
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds of a clock that never goes back. */
  readonly steadyNow: () => number
}

const attributionOf = ({ attribution }: SourceOffers, imported: ImportedCatalog | null): Attribution | null =>
  attribution ?? (imported?.sourceName === 'tcgcsv' ? tcgplayerAttribution : null)

const offersOf = (
  { kinds, asOf }: SourceOffers,
  { config: { freshForMs, ocrWorkers }, imported, hasArchive, now }: CapabilitiesDependencies,
): Capabilities['data'] => {
  const offer = (offered: boolean, time: string | null, keptFor: keyof FreshForMs | null): DataOffer => {
    const known = offered ? time : null
    return {
      offered,
      asOf: known,
      ageSeconds: known === null ? null : Math.max(0, Math.floor((now() - Date.parse(known)) / 1000)),
      cachedSeconds: offered && keptFor !== null ? Math.floor(freshForMs[keptFor] / 1000) : null,
    }
  }
  // An imported catalogue lies in this process and is of the time of its import.
  const ofCatalog = imported === null ? offer(true, asOf, 'search') : offer(true, imported()?.fetchedAt ?? null, null)
  const [details, prices, history, listings, image] = marketKinds.map((kind) => offer(kinds[kind], asOf, kind))
  return {
    ...({ details, prices, history, listings, image } as Record<(typeof marketKinds)[number], DataOffer>),
    search: ofCatalog,
    identify: ofCatalog,
    photos: offer(ocrWorkers > 0, null, null),
    asOf: offer(hasArchive, asOf, null),
  }
}

/** Creates what `GET /capabilities` answers. */
export const createCapabilities = (dependencies: CapabilitiesDependencies): (() => Promise<Capabilities>) => {
  const { config, offers, imported, categories, now, steadyNow } = dependencies
  const { marketSource, catalogName, ocrWorkers, ocrStart, dataRightsNote } = config
  const memo = createTimedMemo<Capabilities>({ freshForMs: () => keptMs, steadyNow })
  let catalogPausedUntilMs = 0

  const productLines = async (): Promise<readonly string[] | null> => {
    if (steadyNow() < catalogPausedUntilMs) return null
    try {
      return (await categories(AbortSignal.timeout(catalogTimeoutMs))).map(({ slug }) => slug)
    } catch (error) {
      if (!(error instanceof ServiceError) && !(error instanceof DOMException)) throw error
      // An imported catalogue answers at once, with whatever it has.
      if (imported === null) catalogPausedUntilMs = steadyNow() + catalogPauseMs
      return null
    }
  }

  const assemble = async (): Promise<Capabilities> => {
    const [source, lines] = await Promise.all([offers(), productLines()])
    return {
      source: marketSource,
      catalogSource: catalogName,
      observedAt: new Date(now()).toISOString(),
      pricedBy: source.pricedBy,
      data: offersOf(source, dependencies),
      recordedSince: source.recordedSince,
      productLines: lines && [...lines],
      photoReader: ocrWorkers === 0 ? null : { workers: ocrWorkers, start: ocrStart, maxCards: maxCardsOnPicture },
      pictures: { hosts: [...config.consolePictureHosts], thumbnailUrl: thumbnailUrlOf(config) },
      attribution: attributionOf(source, imported?.() ?? null),
      dataRightsNote,
      sync: source.sync,
    }
  }

  return () => memo.recent('', assemble)
}
