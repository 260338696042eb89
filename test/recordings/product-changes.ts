import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { MirrorProduct } from '../emulator/mirror/mirror-day.ts'
import { recordingAt } from './folder.ts'

/** One attribute of a product that was another on the recorded day before. */
export interface ProductChange {
  readonly day: string
  readonly productId: number
  readonly field: 'added' | 'removed' | 'groupId' | 'name' | 'cleanName' | 'Number' | 'Rarity' | 'imageCount'
  readonly old: unknown
  readonly new: unknown
}

/** Changes of Flesh and Blood products, oldest first. */
export const readProductChanges = (): readonly ProductChange[] =>
  gunzipSync(readFileSync(recordingAt('fab-product-changes.jsonl.gz')))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ProductChange)

const withExtended = (product: MirrorProduct, name: string, value: unknown): MirrorProduct => {
  const others = product.extendedData.filter((entry) => entry.name !== name)
  return {
    ...product,
    extendedData: value === null ? others : [...others, { name, displayName: name, value: String(value) }],
  }
}

const withField = (product: MirrorProduct, field: ProductChange['field'], value: unknown): MirrorProduct => {
  if (field === 'name' || field === 'cleanName') return { ...product, [field]: String(value) }
  if (field === 'imageCount') return { ...product, imageCount: Number(value) }
  if (field === 'Number' || field === 'Rarity') return withExtended(product, field, value)
  return product
}

/**
 * Creates a memory of what the changes say of each product on a day: before its first change it is what that change
 * calls old.
 */
export const createProductHistory = (changes: readonly ProductChange[]) => {
  const byProduct = Map.groupBy(changes, ({ productId }) => productId)
  return {
    /** The product as it was on the day; `null` when it was listed no more. */
    onDay: (product: MirrorProduct, day: string): MirrorProduct | null => {
      const own = byProduct.get(product.productId) ?? []
      const added = own.find(({ field }) => field === 'added')
      let known = added ? { ...product, name: (added.new as { name: string }).name } : product
      for (const { field, old } of own.toReversed()) known = withField(known, field, old)
      let isListed = true
      for (const change of own) {
        if (change.day > day) break
        if (change.field === 'removed') isListed = false
        if (change.field === 'added') isListed = true
        known = withField(known, change.field, change.new)
      }
      return isListed ? known : null
    },
    /** The set that a product stands in on the day, of those that a change names; else the given one. */
    groupOnDay: (productId: number, groupId: number, day: string): number => {
      const move = (byProduct.get(productId) ?? []).findLast(
        (change) => change.field === 'groupId' && change.day <= day,
      )
      return move === undefined ? groupId : (move.new as number)
    },
    /** Sets that products moved to. */
    targets: [...new Set(changes.filter(({ field }) => field === 'groupId').map((change) => change.new as number))],
    /** Products that came while it was recorded, with their set at that time. */
    added: changes.flatMap(({ field, productId, day, new: now }) =>
      field === 'added' ? [{ productId, day, groupId: (now as { groupId: number }).groupId }] : [],
    ),
  }
}
