import type { Config } from '../app/config.ts'
import { withArchive, withSourceLease } from './archive-store.ts'
import type { CommandContext } from './command.ts'
import { error, type Finding, ok, warning } from './doctor-checks.ts'
import { keepCardNames } from './keep-card-names.ts'
import type { Mendable } from './mend.ts'
import { createProgress } from './progress.ts'

/** The names that photos are matched with, which follow from a sound catalogue. */
export const cardNames = ({ catalogSource, catalogFile, ocrWorkers }: Config, catalog: Finding): Mendable => ({
  name: 'card names',
  check: async () => {
    if (catalogSource !== 'local' || ocrWorkers === 0 || catalog.state !== 'ok') return null
    const { hasCardNames } = await import('../app/card-names.ts')
    return hasCardNames(catalogFile)
      ? null
      : warning('card names', `${catalogFile}.names is missing, damaged or older than the catalogue`, 'run doctor --fix')
  },
  mend: async () => {
    await keepCardNames(catalogFile)
    return `packed ${catalogFile}.names from the catalogue`
  },
})

/** The index of the kept prices, which follows from their log. Checking reads every kept price. */
export const priceIndex = (context: CommandContext): Mendable => {
  const verified = async () => {
    const { verifyArchive } = await import('../archive/verify-archive.ts')
    const progress = createProgress(context)
    return withArchive(context, async ({ archive }) => {
      const reports = []
      for (const source of await archive.sources())
        reports.push({
          source,
          ...(await verifyArchive(archive, source, { onProgress: (done, total) => progress.show(done, total, source) })),
        })
      return reports
    }).finally(progress.end)
  }
  return {
    name: 'kept prices',
    check: async () => {
      const reports = await verified()
      if (reports.length === 0) return null
      const damaged = reports.filter(({ damageCount }) => damageCount > 0)
      if (damaged.length === 0) return ok('kept prices', `of ${reports.map(({ source }) => source).join(', ')}, sound`)
      const detail = damaged.map(({ source, damages, damageCount }) => `${source}: ${damageCount} damages, ${damages[0]?.what}`)
      const isLogSound = damaged.every(({ isIndexChecked }) => isIndexChecked)
      return error(
        'kept prices',
        detail.join('; '),
        isLogSound
          ? 'the log is sound: run archive rebuild'
          : 'restore a backup that archive verify finds sound: database restore FILE',
      )
    },
    mend: async () => {
      const { rebuildIndex } = await import('../archive/rebuild-index.ts')
      const reports = (await verified()).filter(({ damageCount }) => damageCount > 0)
      const unsound = reports.filter(({ isIndexChecked }) => !isIndexChecked).map(({ source }) => source)
      if (unsound.length > 0) throw new Error(`the log of ${unsound.join(', ')} is damaged, not the index alone`)
      const sources = reports.map(({ source }) => source)
      await withArchive(context, async (store) => {
        for (const source of sources) await withSourceLease(store, source, () => rebuildIndex(store.archive, source))
      })
      return `wrote the index of ${sources.join(', ')} anew from the log`
    },
  }
}
