import type { PriceArchive } from '../archive/price-archive.ts'
import type { CatalogProduct, CatalogSource } from '../catalog/ports.ts'
import type { ListedFigures } from '../catalog/with-figures.ts'
import type { Attribution, MarketKind, SyncStatus } from '../contract/capabilities.ts'
import type { MarketSource } from '../market/ports.ts'
import type { SyncRecord } from '../market/sync-ledger.ts'
import type { UpstreamHost } from '../market/upstream/upstream.ts'

/** Reads settings by name. A wrong one is listed with all other problems, and the caller gets a usable value. */
export interface SettingsReader {
  /** `null` when it is not set or empty. */
  readonly text: (name: string) => string | null
  readonly word: <T extends string>(name: string, words: readonly T[], defaultValue: T) => T
  readonly integer: (name: string, defaultValue: number, min: number, max: number) => number
  /** An address without a slash at its end, `null` when not set; `http` and `https` unless others are named. */
  readonly address: (name: string, protocols?: readonly string[]) => string | null
}

/** A host as a source knows it; the operator decides for all hosts how long to wait and how often to call. */
export interface HostOptions {
  /** Name in metrics and log; two hosts of one name share nothing but that. */
  readonly name: string
  readonly baseUrl: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Resolves after so many milliseconds; rejects with the signal's reason when it aborts. */
export type Delay = (ms: number, signal: AbortSignal) => Promise<void>

export interface SourceDependencies {
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** Milliseconds of a clock that never goes back, to measure time with. */
  readonly steadyNow: () => number
  readonly delay: Delay
  /** Where clients reach this service; read late, since a port may be chosen while starting. */
  readonly publicUrl: () => string
  /** Finds a product of the imported catalogue; `null` when the source's own catalogue is in use. */
  readonly findImported: ((productId: number) => CatalogProduct | null) | null
  /** Version of the imported catalogue in use; empty while there is none. */
  readonly importedVersion: () => string
  /** What this service keeps of the source's prices; `null` where it keeps none. */
  readonly archive: PriceArchive | null
  /** Day of the oldest price that is kept of the source, `YYYY-MM-DD`; `null` when there is none. */
  readonly recordedSince: () => Promise<string | null>
  /** What is remembered of pulling the source's files; `null` before the first. */
  readonly syncRecord: () => Promise<SyncRecord | null>
  /** Loads the HTTP client. The hosts it opens are observed, and closed with the service. */
  readonly loadHostOpener: () => Promise<(options: HostOptions) => UpstreamHost>
}

/** A page that a source serves besides the API, without a key. */
export interface SourcePage {
  /** Name of the route in metrics and log. */
  readonly name: string
  /** Path with parameters in braces: `/sandbox/images/{file}`. */
  readonly path: string
  /** `null` is 404. */
  readonly render: (
    params: Readonly<Record<string, string>>,
  ) => { readonly type: string; readonly text: string; readonly headers: Readonly<Record<string, string>> } | null
}

export interface OwnCatalog {
  readonly source: CatalogSource
  /** Every name and number, where the catalogue lies in this process; `null` where a host is asked. */
  readonly entries:
    | (() => Iterable<{ readonly name: string; readonly number: string | null; readonly set: number }>)
    | null
}

/** What a source can answer, for `GET /capabilities`. */
export interface SourceOffers {
  /** Offers that are false are answered `not_offered_by_source`, a history with no points, a picture with `null`. */
  readonly kinds: Readonly<Record<MarketKind, boolean>>
  readonly pricedBy: 'sku' | 'printing'
  /** ISO 8601 time of all the data in use; `null` where each thing is asked for, and while there is nothing. */
  readonly asOf: string | null
  /** Day of the oldest price in this service's own record of the source, `YYYY-MM-DD`; `null` when it has none. */
  readonly recordedSince: string | null
  readonly attribution: Attribution | null
  /** `null` where nothing has to be pulled. */
  readonly sync: SyncStatus | null
}

export interface OpenSource {
  readonly market: MarketSource
  /** `null` when an imported catalogue is in use. */
  readonly catalog: OwnCatalog | null
  /**
   * What the market says of a product in lists of the imported catalogue, asking nobody; `null` where the figures in
   * the catalogue are the market's, or it is the source's own.
   */
  readonly figuresOf: ((productId: number) => ListedFigures) | null
  readonly pages: readonly SourcePage[]
  /**
   * Names all that decides an answer beside the question: the source, whom it asks, and what changes while it runs,
   * such as the day or the catalogue. Processes that share a cache share what was kept under the same name, and when it
   * changes nothing from before is served. Read on every call.
   */
  readonly namespace: () => string
  /**
   * When the source fetched what it answers from, in milliseconds since the epoch, where it holds its data: the
   * `fetchedAt` of its answers. Other processes need not be asked for what lies here, so that such a source has no
   * shared cache.
   */
  readonly recordedAtMs?: () => number | null
  /** Asked now and then, however often `/capabilities` is read. */
  readonly offers: () => SourceOffers | Promise<SourceOffers>
  /** Ends what the source itself keeps running, such as a timer. */
  readonly close?: () => Promise<void>
}

/** A source whose settings have been read. */
export interface ConfiguredSource {
  /** Addresses of the hosts that it asks, for `doctor`. */
  readonly hosts: readonly string[]
  readonly open: (dependencies: SourceDependencies) => Promise<OpenSource>
}

/**
 * A market source: the one object that its folder exports, listed in `app/configuration/market-sources.ts`. The module
 * that holds it is loaded with the configuration, also by commands that never open the source, so whatever is large is
 * imported by `open`.
 */
export interface SourceModule {
  /** Catalogues that it goes with, the default first: `local` is the imported one, its own name is its own. */
  readonly catalogs: readonly [string, ...string[]]
  /** Whether its own sync builds the imported catalogue, whose answers then carry its name. */
  readonly buildsCatalog: boolean
  /** Whether its prices are kept unless `PRICE_ARCHIVE` says otherwise; `never` where none of them was observed. */
  readonly priceArchive: 'on' | 'off' | 'never'
  readonly configure: (settings: SettingsReader) => ConfiguredSource
}
