import { bounds, minShareOf } from './bounds.ts'
import { factFields, hasField, type ProductFacts } from './product-facts.ts'

/** What is known of a set besides its products. */
export interface SetWords {
  readonly categoryId: number
  readonly name: string
  readonly code: string | null
}

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
  /** Those of the lost whose set still has products. */
  readonly lostAmid: number[]
}

const percent = (share: number): string => `${Math.round(share * 100)} %`
const such = (ids: readonly number[]): string => `such as ${ids.slice(0, 2).join(' and ')}`

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
    const fate = fates.get(was.categoryId) ?? { kept: [], lost: [], lostAmid: [] }
    fates.set(was.categoryId, fate)
    const is = day.products.get(productId)
    if (is?.categoryId === was.categoryId) {
      fate.kept.push({ productId, was, is })
      continue
    }
    fate.lost.push(productId)
    if (filled.has(was.groupId)) fate.lostAmid.push(productId)
  }
  return fates
}

/** @param emptied share of the products that were in a set which may be empty */
const judgeLosses = ({ kept, lost, lostAmid }: Fate, name: string, emptied: number): readonly string[] => {
  const before = Math.round((kept.length + lost.length) * (1 - emptied))
  const minShare = minShareOf(before)
  if (before < bounds.minJudged) return []
  if (kept.length < before * minShare)
    return [
      `${name}: ${kept.length} of the ${before} products of the last good day (at least ${percent(minShare)}), ` +
        `without ${such(lost)}`,
    ]
  const inSets = kept.length + lostAmid.length
  return lostAmid.length > inSets * bounds.maxLostAmidSets
    ? [
        `${name}: ${lostAmid.length} of ${inSets} products are gone from sets that have others ` +
          `(at most ${percent(bounds.maxLostAmidSets)}), ${such(lostAmid)}`,
      ]
    : []
}

const idsOf = (kept: readonly Kept[]): readonly number[] => kept.map(({ productId }) => productId)

const judgeFields = (kept: readonly Kept[], name: string): readonly string[] =>
  factFields.flatMap((field, at) => {
    const had = kept.filter(({ was }) => hasField(was, at))
    const lost = had.filter(({ is }) => !hasField(is, at))
    return had.length >= bounds.minJudged && lost.length > had.length * bounds.maxFieldLost
      ? [
          `${name}: ${lost.length} of ${had.length} products have lost their ${field} ` +
            `(at most ${percent(bounds.maxFieldLost)}), ${such(idsOf(lost))}`,
        ]
      : []
  })

const judgeChanges = (kept: readonly Kept[], name: string): readonly string[] => {
  const changes = [
    ['have another name', bounds.maxRenamed, kept, ({ was, is }: Kept) => was.name !== is.name],
    [
      'have another number',
      bounds.maxRenamed,
      kept.filter(({ was, is }) => was.number !== null && is.number !== null),
      ({ was, is }: Kept) => was.number !== is.number,
    ],
    ['stand in another set', bounds.maxMovedSets, kept, ({ was, is }: Kept) => was.groupId !== is.groupId],
  ] as const
  return changes.flatMap(([what, max, of, isChanged]) => {
    const changed = of.filter(isChanged)
    return of.length >= bounds.minJudged && changed.length > of.length * max
      ? [
          `${name}: ${changed.length} of ${of.length} products ${what} (at most ${percent(max)}), ` +
            such(idsOf(changed)),
        ]
      : []
  })
}

/** Products of a set that bear what another of the set had: its name or number. */
const handedRound = (kept: readonly Kept[], field: 'name' | 'number'): readonly Kept[] => {
  const earlier = new Set(kept.map(({ was }) => was[field]))
  return kept.filter(({ was, is }) => is[field] !== null && is[field] !== was[field] && earlier.has(is[field]))
}

const judgeSet = (kept: readonly Kept[], name: string): readonly string[] => {
  if (kept.length < bounds.minJudged) return []
  return (['name', 'number'] as const).flatMap((field) => {
    const handed = handedRound(kept, field)
    return handed.length > kept.length * bounds.maxHandedRound
      ? [
          `${name}: ${handed.length} of ${kept.length} products have the ${field} of another ` +
            `(at most ${percent(bounds.maxHandedRound)}), ${such(idsOf(handed))}`,
        ]
      : []
  })
}

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
  const words = [
    ['name', takenWords(were, are, ({ name }) => name)],
    ['code', takenWords(were, are, ({ code }) => code)],
  ] as const
  const unnamed = common.filter(([id, { name }]) => name === `Set ${id}` && were.get(id)?.name !== name)
  return [
    ...words.flatMap(([what, taken]) =>
      taken.length >= minTakenNames
        ? [`${line}: ${taken.length} of ${common.length} sets have the ${what} of another, ${such(taken)}`]
        : [],
    ),
    ...(unnamed.length > common.length * bounds.maxFieldLost
      ? [
          `${line}: ${unnamed.length} of ${common.length} sets have lost their name ` +
            `(at most ${percent(bounds.maxFieldLost)}), ${such(unnamed.map(([id]) => id))}`,
        ]
      : []),
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
  const reasons: string[] = []
  for (const [categoryId, fate] of fates) {
    const line = nameOf(categoryId)
    reasons.push(
      ...judgeLosses(fate, line, emptied.get(categoryId) ?? 0),
      ...judgeFields(fate.kept, line),
      ...judgeChanges(fate.kept, line),
      ...[...Map.groupBy(fate.kept, ({ was }) => was.groupId)].flatMap(([groupId, kept]) =>
        judgeSet(kept, `set ${groupId} of ${line}`),
      ),
      ...judgeExchange(fate.kept, line),
      ...judgeSetWords(before, day, categoryId, line),
    )
  }
  // Lines that are too small to be judged each by itself are judged together.
  if (reasons.length === 0 && fates.size > 1) {
    const name = 'all product lines'
    const of = <Part extends keyof Fate>(part: Part) => [...fates.values()].flatMap((fate) => [...fate[part]])
    const all = { kept: of('kept') as Kept[], lost: of('lost') as number[], lostAmid: of('lostAmid') as number[] }
    reasons.push(...judgeLosses(all, name, 0), ...judgeFields(all.kept, name), ...judgeChanges(all.kept, name))
  }
  const taken = takenWords(before.lines, day.lines, (name) => name)
  return [...taken.map((categoryId) => `${nameOf(categoryId)} has the name of another product line`), ...reasons]
}
