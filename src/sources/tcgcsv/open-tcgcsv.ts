import { tcgplayerAttribution } from '../../contract/capabilities.ts'
import type { SyncRecord } from '../../market/sync-ledger.ts'
import { liveProgress, syncStatusOf } from '../../market/sync-status.ts'
import type { OpenSource, SourceDependencies } from '../source-module.ts'
import { createTcgcsvMarket } from './market/tcgcsv-market.ts'

/** Why there are no prices yet, in words that a client may see. */
export const whyEmpty = (record: SyncRecord | null, nowMs: number): string => {
  const progress = liveProgress(record, nowMs)
  const { failure = null, refused = null } = record ?? {}
  const reason = () => {
    if (progress !== null)
      return `the first sync of the daily files is under way (${progress.step}: ${progress.done} of ${progress.total}).`
    if (failure !== null || refused !== null)
      return 'the first sync of the daily files failed; `market status` says why.'
    return 'the first sync of the daily files has not begun.'
  }
  return `There are no prices yet: ${reason()}`
}

/** Opens the source over what its sync keeps. It calls nobody: pulling the files is the sync's. */
export const openTcgcsv = async ({
  archive,
  recordedSince,
  syncRecord,
  findImported,
  importedVersion,
  now,
}: SourceDependencies): Promise<OpenSource> => {
  if (archive === null || findImported === null)
    throw new Error('tcgcsv answers from its archive and the catalogue of its sync')
  const { market, recordedAtMs } = createTcgcsvMarket({
    archive,
    findListed: findImported,
    whyEmpty: async () => whyEmpty(await syncRecord(), now()),
  })
  let named = { head: archive.head(), version: importedVersion(), name: '' }
  /** A new day or catalogue changes every answer. Read on every call, so the text is made when one of them changes. */
  const namespace = (): string => {
    const [head, version] = [archive.head(), importedVersion()]
    if (named.name === '' || named.head !== head || named.version !== version)
      named = { head, version, name: `tcgcsv ${head?.sequence} ${head?.hash.slice(0, 16)} ${version}` }
    return named.name
  }
  return {
    market,
    catalog: null,
    figuresOf: null,
    pages: [],
    namespace,
    recordedAtMs,
    offers: async () => {
      const newest = await archive.newest({ asOfMs: null, knownAtMs: null })
      return {
        kinds: { details: true, prices: true, history: true, listings: false, image: true },
        pricedBy: 'printing',
        asOf: newest && new Date(newest.observedAtMs).toISOString(),
        recordedSince: await recordedSince(),
        attribution: tcgplayerAttribution,
        sync: syncStatusOf(await syncRecord(), now()),
      }
    },
  }
}
