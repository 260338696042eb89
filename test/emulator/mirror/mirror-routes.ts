import type { Answer } from '../routes.ts'
import {
  isListed,
  type MirrorCategory,
  type MirrorDay,
  type MirrorGroup,
  type MirrorProduct,
  stampOf,
} from './mirror-day.ts'

const modifiedOn = '2026-11-20T18:39:16.353'

/** The envelope of all lists but prices, which lack the total. */
const listed = (results: readonly unknown[]): Answer => ({
  status: 200,
  value: { totalItems: results.length, success: true, errors: [], results },
})
/** The mirror leaves blanks after colons and commas in recorded bodies without rows. */
const emptyBody: Answer = { status: 200, text: '{"success": true, "errors": [], "results": []}' }
const notFound: Answer = { status: 404 }

const writeCategory = ({ categoryId, name, displayName }: MirrorCategory) => ({
  categoryId,
  name,
  modifiedOn,
  displayName,
  seoCategoryName: displayName,
  categoryDescription: null,
  categoryPageTitle: null,
  sealedLabel: 'Sealed Products',
  nonSealedLabel: 'Single Cards',
  conditionGuideUrl: 'https://store.tcgplayer.com/help/cardconditionguide',
  isScannable: true,
  popularity: 1,
  isDirect: true,
})

const writeGroup = ({ groupId, categoryId, name, abbreviation, publishedOn }: MirrorGroup, nowMs: number) => ({
  groupId,
  name,
  abbreviation,
  isSupplemental: false,
  publishedOn: publishedOn ?? `${new Date(nowMs).toISOString().slice(0, 23)}0000Z`,
  modifiedOn,
  categoryId,
})

const writeProduct = (product: MirrorProduct) => ({
  ...product,
  imageUrl: `https://tcgplayer-cdn.tcgplayer.com/product/${product.productId}_200w.jpg`,
  url: `https://www.tcgplayer.com/product/${product.productId}`,
  modifiedOn,
})

type Place = readonly [categoryId: number, groupId: number]

/** One kind of address of the mirror. */
export interface MirrorRoute {
  readonly name: string
  /** Product line and set are the numbers in it. */
  readonly path: RegExp
  readonly answer: (day: MirrorDay, place: Place, nowMs: number) => Answer
}

const productsBody: MirrorRoute['answer'] = (day, [categoryId, groupId]) => {
  const products = day.products.get(groupId)
  if (products === undefined || !isListed(day, categoryId, groupId)) return notFound
  return products.length === 0 ? emptyBody : listed(products.map(writeProduct))
}

const pricesBody: MirrorRoute['answer'] = (day, [categoryId, groupId]) => {
  const prices = day.prices.get(groupId)
  if (prices === undefined || !isListed(day, categoryId, groupId)) return notFound
  if (typeof prices === 'string') return { status: 200, text: prices }
  return prices.length === 0 ? emptyBody : { status: 200, value: { success: true, errors: [], results: prices } }
}

const groupsBody: MirrorRoute['answer'] = (day, [categoryId], nowMs) => {
  const groups = day.groups.get(categoryId)
  return groups === undefined ? notFound : listed(groups.map((group) => writeGroup(group, nowMs)))
}

/** Every address of the daily mirror that a service asks for. */
export const mirrorRoutes: readonly MirrorRoute[] = [
  {
    name: 'lastUpdated',
    path: /^\/last-updated\.txt$/,
    answer: ({ builtAtMs }) => ({ status: 200, text: `${stampOf(builtAtMs)}\n`, type: 'text/plain' }),
  },
  {
    name: 'categories',
    path: /^\/tcgplayer\/categories$/,
    answer: ({ categories }) => listed(categories.map(writeCategory)),
  },
  { name: 'groups', path: /^\/tcgplayer\/(\d+)\/groups$/, answer: groupsBody },
  { name: 'products', path: /^\/tcgplayer\/(\d+)\/(\d+)\/products$/, answer: productsBody },
  { name: 'groupPrices', path: /^\/tcgplayer\/(\d+)\/(\d+)\/prices$/, answer: pricesBody },
]
