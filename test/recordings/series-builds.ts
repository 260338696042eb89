import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { MirrorDay, MirrorPrice, MirrorProduct } from '../emulator/mirror/mirror-day.ts'
import { builtAtMsOf, namelessCategory, namelessGroup, namelessProduct } from './complete-days.ts'
import { recordingAt } from './folder.ts'
import { createProductHistory, readProductChanges } from './product-changes.ts'
import { type RecordedSeriesFile, readSeries, rowAt } from './series.ts'
import { readTar } from './tar.ts'

/** The product line of each set, as the complete days lay them out. */
const readCategories = (): ReadonlyMap<number, number> => {
  const categories = new Map<number, number>()
  for (const { path } of readTar(gunzipSync(readFileSync(recordingAt('prices-2025-10-15.tar.gz'))))) {
    const [categoryId, groupId] = path.split('/').map(Number)
    if (categoryId !== undefined && groupId !== undefined) categories.set(groupId, categoryId)
  }
  return categories
}

/** Recorded series, and the builds that the mirror made of them. */
export interface Recording extends RecordedSeriesFile {
  readonly categories: readonly number[]
  /** The build of the n-th day. */
  readonly build: (index: number) => MirrorDay
}

/** Opens recorded series. A product is listed from the first day on which it had a price, also where it has none. */
export const openRecording = async (name: 'series-36d' | 'series-fab'): Promise<Recording> => {
  const file = await readSeries(name)
  const isFab = name === 'series-fab'
  const categoryOf = isFab ? new Map<number, number>() : readCategories()
  const history = createProductHistory(isFab ? readProductChanges() : [])
  const groupIds = [...new Set([...file.series.map(({ groupId }) => groupId), ...history.targets])]
  const groups = groupIds.map((groupId) => namelessGroup(groupId, categoryOf.get(groupId) ?? 62))
  const byCategory = Map.groupBy(groups, ({ categoryId }) => categoryId)
  const pricedEver = new Set(file.series.map(({ productId }) => productId))
  const unpriced = history.added.filter(({ productId }) => !pricedEver.has(productId))

  const build = (index: number): MirrorDay => {
    const day = file.days[index] as string
    const products = new Map<number, MirrorProduct[]>()
    const prices = new Map<number, MirrorPrice[]>()
    for (const { groupId } of groups) {
      products.set(groupId, [])
      prices.set(groupId, [])
    }
    for (const series of file.series) {
      const { productId, days } = series
      if ((days[0] as number) > index) continue
      const groupId = history.groupOnDay(productId, series.groupId, day)
      const at = days.indexOf(index)
      if (at !== -1) prices.get(groupId)?.push(rowAt(series, at))
      const listed = products.get(groupId) ?? []
      // The series of a product follow each other.
      if (listed.at(-1)?.productId === productId) continue
      const product = namelessProduct(productId, groupId, categoryOf.get(series.groupId) ?? 62)
      const known = history.onDay(product, day) ?? (at === -1 ? null : product)
      if (known !== null) listed.push(known)
    }
    for (const added of unpriced) {
      const groupId = history.groupOnDay(added.productId, added.groupId, day)
      const product = added.day <= day ? history.onDay(namelessProduct(added.productId, groupId, 62), day) : null
      if (product !== null) products.get(groupId)?.push(product)
    }
    const categories = [...byCategory.keys()].map(namelessCategory)
    return { builtAtMs: builtAtMsOf(day), categories, groups: byCategory, products, prices }
  }
  return { ...file, categories: [...byCategory.keys()], build }
}

/** Builds of these days, one after the other. */
export const buildsOf = async function* (recording: Recording, indexes: Iterable<number>): AsyncGenerator<MirrorDay> {
  for (const index of indexes) yield recording.build(index)
}
