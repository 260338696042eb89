import { tcgplayerAttribution } from '../../../contract/capabilities.ts'
import { syncStatusOf } from '../../sync-status.ts'
import type { OpenSource, SourceDependencies } from '../source-module.ts'
import { createTcgcsvMarket } from './market/tcgcsv-market.ts'
import { whyEmpty } from './market/why-empty.ts'

/** Opens the source over what its sync keeps. It calls nobody: pulling the files is the sync's. */
export const openTcgcsv = async ({
  archive,
  recordedSince,
  syncRecord,
  findImported,
  importedVersion,
  now,
}: SourceDependencies): Promise<OpenSource> => {
  if (archive === null || findImported === null) throw new Error('tcgcsv answers from its archive and the catalogue of its sync')
  const { market, recordedAtMs } = createTcgcsvMarket({
    archive,
    findListed: findImported,
    whyEmpty: async () => whyEmpty(await syncRecord(), now()),
  })
  let named = { head: archive.head(), version: importedVersion(), name: '' }
  /** A new day or another catalogue changes every answer at once. Read on every call, so the text is made when one of them changes. */
  const namespace = (): string => {
    const [head, version] = [archive.head(), importedVersion()]
    if (named.name === '' || named.head !== head || named.version !== version)
      named = { head, version, name: `tcgcsv ${head?.sequence} ${head?.hash.slice(0, 16)} ${version}` }
    return named.name
  }
  return {
    market,
    catalog: null,
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
