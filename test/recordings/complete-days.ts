import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { MirrorDay, MirrorGroup, MirrorPrice, MirrorProduct } from '../emulator/mirror/mirror-day.ts'
import { recordingAt } from './folder.ts'
import { readTar } from './tar.ts'

/** Both days on which all product lines were recorded. */
export const completeDays = ['2025-10-15', '2025-10-16'] as const
export type CompleteDay = (typeof completeDays)[number]

/** One set's prices as they were recorded. */
export interface RecordedBody {
  readonly categoryId: number
  readonly groupId: number
  readonly text: string
}

/** Bodies of one complete day, in the archive's order. */
export const readCompleteDay = (day: CompleteDay): readonly RecordedBody[] => {
  const bodies: RecordedBody[] = []
  for (const { path, bytes } of readTar(gunzipSync(readFileSync(recordingAt(`prices-${day}.tar.gz`))))) {
    const [, categoryId, groupId] = /^(\d+)\/(\d+)\/prices$/.exec(path) ?? []
    if (groupId !== undefined)
      bodies.push({ categoryId: Number(categoryId), groupId: Number(groupId), text: bytes.toString('utf8') })
  }
  return bodies
}

export const rowsOf = (body: RecordedBody): readonly MirrorPrice[] =>
  (JSON.parse(body.text) as { results: MirrorPrice[] }).results

/** When the build of a day was made. */
export const builtAtMsOf = (day: string): number => Date.parse(`${day}T20:05:33Z`)

/** A product of which the recording knows nothing but the id. */
export const namelessProduct = (productId: number, groupId: number, categoryId: number): MirrorProduct => ({
  productId,
  groupId,
  categoryId,
  name: `Product ${productId}`,
  cleanName: `Product ${productId}`,
  imageCount: 1,
  presaleInfo: { isPresale: false, releasedOn: null, note: null },
  extendedData: [],
})

/** A set of which the recording knows nothing but the id. */
export const namelessGroup = (groupId: number, categoryId: number): MirrorGroup => ({
  groupId,
  categoryId,
  name: `Set ${groupId}`,
  abbreviation: '',
  publishedOn: '2020-01-01T00:00:00',
})

/** The recorded names of product lines that matter here; a made-up one for the others. */
const categoryNames: Readonly<Record<number, string>> = {
  1: 'Magic',
  2: 'YuGiOh',
  3: 'Pokemon',
  62: 'Flesh & Blood TCG',
}

export const namelessCategory = (categoryId: number) => {
  const name = categoryNames[categoryId] ?? `Category ${categoryId}`
  return { categoryId, name, displayName: name }
}

/** A complete day as the mirror served it: true bytes of prices, with products and sets made up around them. */
export const buildOf = (day: CompleteDay, bodies: readonly RecordedBody[]): MirrorDay => {
  const groups = new Map<number, MirrorGroup[]>()
  for (const { categoryId, groupId } of bodies)
    groups.set(categoryId, [...(groups.get(categoryId) ?? []), namelessGroup(groupId, categoryId)])
  const products = bodies.map((body) => {
    const ids = new Set(rowsOf(body).map(({ productId }) => productId))
    return [body.groupId, [...ids].map((id) => namelessProduct(id, body.groupId, body.categoryId))] as const
  })
  return {
    builtAtMs: builtAtMsOf(day),
    categories: [...groups.keys()].map(namelessCategory),
    groups,
    products: new Map(products),
    prices: new Map(bodies.map(({ groupId, text }) => [groupId, text])),
  }
}
