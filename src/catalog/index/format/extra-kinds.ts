import { readProductName } from '../../../cards/product-name.ts'
import type { CatalogProduct } from '../../ports.ts'

/** What products lie in a pack or a box beside the cards, or are no card to play: one bit of a row's flags each. */
interface ExtraKind {
  readonly flag: number
  /** Words of a query that ask for them. */
  readonly askedBy: ReadonlySet<string>
  readonly isOne: (product: CatalogProduct) => boolean
}

/**
 * A rarity says token, but that of Flesh and Blood's heroes and weapons, which are cards; Riftbound's tokens have the
 * rarity `None`.
 */
const hasTokenRarity = ({ rarity, categoryName }: CatalogProduct): boolean => {
  const line = categoryName ?? ''
  if (/^riftbound/i.test(line)) return /^(?:none|token)$/i.test(rarity ?? '')
  return /^t(?:oken)?$/i.test(rarity ?? '') && !/^flesh (?:&|and) blood/i.test(line)
}

/** Kinds of products that search lists after cards. */
export const extraKinds: readonly ExtraKind[] = [
  {
    flag: 2,
    askedBy: new Set(['code', 'codes']),
    isOne: ({ name, rarity }) => /^code card\b/i.test(name) || /^code card$/i.test(rarity ?? ''),
  },
  {
    flag: 4,
    askedBy: new Set(['token', 'tokens', 'emblem', 'emblems', 'checklist', 'tracker']),
    isOne: (product) =>
      hasTokenRarity(product) || /(?:^| )(?:tokens?|emblem|checklist)$/.test(readProductName(product.name).base),
  },
  {
    flag: 8,
    askedBy: new Set(['art', 'puzzle', 'insert']),
    isOne: ({ name, setName }) =>
      /\bart (?:series|card)\b|\bpuzzle insert\b/i.test(name) || /^art series\b/i.test(setName ?? ''),
  },
  {
    flag: 16,
    askedBy: new Set(['jumbo', 'oversize', 'oversized']),
    isOne: ({ name, setName }) =>
      /[([][^()[\]]*\b(?:jumbo|oversized?)\b|- jumbo card$/i.test(name) ||
      /^(?:jumbo|oversized?) cards$/i.test(setName ?? ''),
  },
]

/** Flags of all kinds that a product is of. */
export const extraFlagsOf = (product: CatalogProduct): number =>
  extraKinds.reduce((flags, { flag, isOne }) => (isOne(product) ? flags | flag : flags), 0)

/** Flags of the kinds that no word of a query asks for. */
export const extrasNotAsked = (words: readonly string[]): number =>
  extraKinds.reduce((flags, { flag, askedBy }) => (words.some((word) => askedBy.has(word)) ? flags : flags | flag), 0)
