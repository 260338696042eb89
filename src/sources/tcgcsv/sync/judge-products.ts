import type { MirrorGroup } from '../format/read-lists.ts'
import { bounds, judgeShare, minShareOf, percent, such } from './bounds.ts'
import { factFields, hasField, type ProductFacts } from './product-facts.ts'

/** What is known of a set besides its products. */
export interface SetWords {
  readonly categoryId: number
  readonly name: string
  readonly code: string | null
  readonly publishedOn: string | null
}

export const setWords = (categoryId: number, { name, abbreviation, publishedOn }: MirrorGroup): SetWords => ({
  categoryId,
  name,
  code: abbreviation,
  publishedOn,
})

/** Products, sets and product lines of one day. */
export interface Stock {
  readonly products: ReadonlyMap<number, ProductFacts>
  /** Of those sets that have products. */
  readonly sets: ReadonlyMap<number, SetWords>
  /** Names by product line. */
  readonly lines: ReadonlyMap<number, string>
}

/** A product that both days have in the same line. */
interface Kept {
  readonly productId: number
  readonly was: ProductFacts
  readonly is: ProductFacts
}

/** What became of the products that a line, or all lines, had. */
interface Fate {
  readonly kept: Kept[]
  readonly lost: number[]
  /** The lost ones whose set still has products. */
  readonly lostInSets: number[]
}

const filledSets = ({ products }: Stock): ReadonlySet<number> =>
  new Set(products.values().map(({ groupId }) => groupId))

/**
 * The share of its products that each product line had in a set which is empty now, where that is a single one of
 * several: sets empty on true days, and fill again.
 */
export const emptiedShares = (before: Stock, day: Stock): ReadonlyMap<number, number> => {
  const filled = filledSets(day)
  const shares = new Map<number, number>()
  for (const [categoryId, products] of Map.groupBy(before.products.values(), (product) => product.categoryId)) {
    const counts = [...Map.groupBy(products, ({ groupId }) => groupId)]
    const emptied = counts.filter(([groupId]) => !filled.has(groupId))
    if (emptied.length === 1 && counts.length > 1)
      shares.set(categoryId, (emptied[0]?.[1].length ?? 0) / products.length)
  }
  return shares
}

const fatesOf = (before: Stock, day: Stock): ReadonlyMap<number, Fate> => {
  const filled = filledSets(day)
  const fates = new Map<number, Fate>()
  for (const [productId, was] of before.products) {
    if (!day.lines.has(was.categoryId)) continue
    const fate = fates.get(was.categoryId) ?? { kept: [], lost: [], lostInSets: [] }
    fates.set(was.categoryId, fate)
    const is = day.products.get(productId)
    if (is?.categoryId === was.categoryId) {
      fate.kept.push({ productId, was, is })
      continue
    }
    fate.lost.push(productId)
    if (filled.has(was.groupId)) fate.lostInSets.push(productId)
  }
  return fates
}

/** @param emptied share of the products that were in a set which may be empty */
const judgeLosses = ({ kept, lost, lostInSets }: Fate, name: string, emptied: number): readonly string[] => {
  const before = Math.round((kept.length + lost.length) * (1 - emptied))
  const minShare = minShareOf(before)
  if (before < bounds.minJudged) return []
  if (kept.length < before * minShare)
    return [
      `${name}: ${kept.length} of the ${before} products of the last good day (at least ${percent(minShare)}), ` +
        `without ${such(lost)}`,
    ]
  const what = 'products are gone from sets that have others'
  return judgeShare(name, { what, ids: lostInSets, of: kept.length + lostInSets.length, max: bounds.maxLostInSets })
}

const idsOf = (kept: readonly Kept[]): readonly number[] => kept.map(({ productId }) => productId)

/** Judges what of products is otherwise than before, where so many can be compared. */
const judgeKept = (
  name: string,
  what: string,
  { of, max, isChanged }: { of: readonly Kept[]; max: number; isChanged: (kept: Kept) => boolean },
): readonly string[] =>
  of.length >= bounds.minJudged
    ? judgeShare(name, { what: `products ${what}`, ids: idsOf(of.filter(isChanged)), of: of.length, max })
    : []

const judgeFields = (kept: readonly Kept[], name: string): readonly string[] => [
  ...factFields.flatMap((field, at) =>
    judgeKept(name, `have lost their ${field}`, {
      of: kept.filter(({ was }) => hasField(was, at)),
      max: bounds.maxFieldLost,
      isChanged: ({ is }) => !hasField(is, at),
    }),
  ),
  ...judgeKept(name, 'have lost attributes', {
    of: kept.filter(({ was }) => was.attributes !== 0),
    max: bounds.maxFieldLost,
    isChanged: ({ was, is }) => (was.attributes & ~is.attributes) !== 0,
  }),
]

const judgeChanges = (kept: readonly Kept[], name: string): readonly string[] => {
  const numbered = kept.filter(({ was, is }) => was.number !== null && is.number !== null)
  return (
    [
      ['have another name', 'name', kept, bounds.maxRenamed],
      ['have another number', 'number', numbered, bounds.maxRenamed],
      ['stand in another set', 'groupId', kept, bounds.maxMovedSets],
    ] as const
  ).flatMap(([what, field, of, max]) =>
    judgeKept(name, what, { of, max, isChanged: ({ was, is }) => was[field] !== is[field] }),
  )
}

/** Judges products of a set that bear what another of the set had: its name or number. */
const judgeSet = (kept: readonly Kept[], name: string): readonly string[] =>
  (['name', 'number'] as const).flatMap((field) => {
    const earlier = new Set(kept.map(({ was }) => was[field]))
    return judgeKept(name, `have the ${field} of another`, {
      of: kept,
      max: bounds.maxShuffled,
      isChanged: ({ was, is }) => is[field] !== null && is[field] !== was[field] && earlier.has(is[field]),
    })
  })

/** A set most of whose products left it for others of its line, and that holds mostly what came from these. */
const judgeExchange = (kept: readonly Kept[], line: string): readonly string[] => {
  const here = Map.groupBy(kept, ({ is }) => is.groupId)
  return [...Map.groupBy(kept, ({ was }) => was.groupId)].flatMap(([groupId, had]) => {
    const has = here.get(groupId) ?? []
    const left = had.filter(({ is }) => is.groupId !== groupId)
    const came = has.filter(({ was }) => was.groupId !== groupId)
    return had.length >= bounds.minJudged && left.length * 2 > had.length && came.length * 2 > has.length
      ? [
          `set ${groupId} of ${line}: ${left.length} of ${had.length} products left it and ${came.length} came from ` +
            `other sets, ${such(idsOf(came))}: it was exchanged`,
        ]
      : []
  })
}

/** Sets, or product lines, that bear what another of them had. */
const takenWords = <T>(
  before: ReadonlyMap<number, T>,
  now: ReadonlyMap<number, T>,
  wordOf: (one: T) => string | null,
): readonly number[] => {
  const owner = new Map([...before].map(([id, one]) => [wordOf(one), id]))
  return [...now].flatMap(([id, one]) => {
    const word = wordOf(one)
    const was = before.get(id)
    const isOther = was !== undefined && word !== null && word !== wordOf(was) && (owner.get(word) ?? id) !== id
    return isOther ? [id] : []
  })
}

const ofLine = (sets: ReadonlyMap<number, SetWords>, categoryId: number): ReadonlyMap<number, SetWords> =>
  new Map([...sets].filter(([, set]) => set.categoryId === categoryId))

/** One set that bears the name of another may have been renamed; more of them have been mixed up. */
const minTakenNames = 2

const judgeSetWords = (before: Stock, day: Stock, categoryId: number, line: string): readonly string[] => {
  const [were, are] = [ofLine(before.sets, categoryId), ofLine(day.sets, categoryId)]
  const common = [...are].filter(([groupId]) => were.has(groupId))
  const of = common.length
  const taken = (['name', 'code'] as const).flatMap((field) => {
    const ids = takenWords(were, are, (set) => set[field])
    return ids.length < minTakenNames
      ? []
      : [`${line}: ${ids.length} of ${of} sets have the ${field} of another, ${such(ids)}`]
  })
  const lost = (
    [
      ['code', 'code'],
      ['publishedOn', 'date'],
    ] as const
  ).flatMap(([field, word]) => {
    const had = common.filter(([id]) => were.get(id)?.[field])
    const ids = had.filter(([, set]) => set[field] === null).map(([id]) => id)
    const what = `sets have lost their ${word}`
    return had.length < bounds.minSets
      ? []
      : judgeShare(line, { what, ids, of: had.length, max: bounds.maxSetFieldLost })
  })
  const unnamed = common.filter(([id, { name }]) => name === `Set ${id}` && were.get(id)?.name !== name)
  const ids = unnamed.map(([id]) => id)
  return [
    ...taken,
    ...lost,
    ...judgeShare(line, { what: 'sets have lost their name', ids, of, max: bounds.maxFieldLost }),
  ]
}

/**
 * Judges what a day says of products, sets and product lines against the last good one; those that it had not are new,
 * and no reason.
 * @param nameOf how a product line is named to an operator
 * @returns what is wrong, where, with examples; empty for a good day
 */
export const judgeProducts = (before: Stock, day: Stock, nameOf: (categoryId: number) => string): readonly string[] => {
  const fates = fatesOf(before, day)
  const emptied = emptiedShares(before, day)
  const reasons = [...fates].flatMap(([categoryId, fate]) => {
    const line = nameOf(categoryId)
    return [
      ...judgeLosses(fate, line, emptied.get(categoryId) ?? 0),
      ...judgeFields(fate.kept, line),
      ...judgeChanges(fate.kept, line),
      ...[...Map.groupBy(fate.kept, ({ was }) => was.groupId)].flatMap(([groupId, kept]) =>
        judgeSet(kept, `set ${groupId} of ${line}`),
      ),
      ...judgeExchange(fate.kept, line),
      ...judgeSetWords(before, day, categoryId, line),
    ]
  })
  // Lines that are too small to be judged each by itself are judged together.
  if (reasons.length === 0 && fates.size > 1) {
    const name = 'all product lines'
    const each = [...fates.values()]
    const kept = each.flatMap((fate) => fate.kept)
    const all = {
      kept,
      lost: each.flatMap(({ lost }) => lost),
      lostInSets: each.flatMap(({ lostInSets }) => lostInSets),
    }
    reasons.push(...judgeLosses(all, name, 0), ...judgeFields(kept, name), ...judgeChanges(kept, name))
  }
  const taken = takenWords(before.lines, day.lines, (name) => name)
  return [...taken.map((categoryId) => `${nameOf(categoryId)} has the name of another product line`), ...reasons]
}
