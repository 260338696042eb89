import type { CatalogIndex } from '../src/catalog/index/catalog-index.ts'
import { createIndexSource } from '../src/catalog/index/index-source.ts'
import type { IdentifyResult } from '../src/contract/identification.ts'
import { createIdentification } from '../src/identification/identification.ts'
import { readerOf } from '../test/support/photos/reading.ts'
import type { IdentifyCase, SaidOfCopy } from './shared-catalog.ts'

/** How one kind of query fared. */
export interface KindResult {
  readonly kind: string
  count: number
  first: number
  amongTwelve: number
  /** Answers that pass for certain and name another card. */
  confidentWrong: number
  /** Queries of which it is known what they say about the copy, and how often `parsed` says just that. */
  copies: number
  copiesRead: number
  readonly timesMs: number[]
}

/** A query that was answered wrong. */
export interface Miss {
  readonly query: IdentifyCase
  readonly result: IdentifyResult
}

/** How sure one answer was of its first candidate, and whether rightly. */
export interface Answer {
  readonly matchScore: number
  readonly ambiguous: boolean
  readonly right: boolean
}

/** Identification over an index, as the service has it, without the cache. */
export const createUncachedIdentification = (index: CatalogIndex, reader = readerOf()) =>
  createIdentification({ catalog: createIndexSource(() => index), sourceName: 'bench', reader })

/** Asks `identify` of an index as the service does. */
export const createAsk = (index: CatalogIndex) => {
  const { identify } = createUncachedIdentification(index)
  const call = { signal: new AbortController().signal }
  return ({ query, setHint }: Pick<IdentifyCase, 'query' | 'setHint'>): Promise<IdentifyResult> =>
    identify({ q: query, limit: 12, ...(setHint === undefined ? {} : { set: setHint }) }, call)
}

/** A match from here on is confident; none may be where there is nothing to find. */
export const confident = 50

/** Whether an answer passes for certain: nobody is asked before it is taken. */
export const isCertain = ({ matchScore, ambiguous }: Answer): boolean => matchScore >= confident && !ambiguous

/**
 * Whether the right printing came first, and whether it is there at all; where there is none, whether nobody was
 * confident.
 */
export const judge = (
  { kind, acceptProductIds }: IdentifyCase,
  { candidates }: IdentifyResult,
): { first: boolean; present: boolean } => {
  if (kind === 'no_match') {
    const humble = candidates.every(({ matchScore }) => matchScore < confident)
    return { first: humble, present: humble }
  }
  const right = new Set(acceptProductIds)
  return {
    first: candidates[0] !== undefined && right.has(candidates[0].productId),
    present: candidates.some(({ productId }) => right.has(productId)),
  }
}

const isCopyRead = ({ quantity, condition, variant, language }: SaidOfCopy, { parsed }: IdentifyResult): boolean =>
  parsed.quantity === quantity &&
  parsed.condition === condition &&
  parsed.variant === variant &&
  parsed.language === language

/**
 * Asks every query `rounds` times; a query's time is its best, since other work on the machine only ever adds to it.
 */
export const measureIdentify = async (index: CatalogIndex, cases: readonly IdentifyCase[], rounds: number) => {
  const ask = createAsk(index)
  const kinds = new Map<string, KindResult>()
  const misses: Miss[] = []
  const misreadCopies: Miss[] = []
  const answers: Answer[] = []
  for (const query of cases) {
    let best = Number.POSITIVE_INFINITY
    let result = await ask(query)
    for (let round = 0; round < rounds; round++) {
      const began = performance.now()
      result = await ask(query)
      best = Math.min(best, performance.now() - began)
    }
    const kind = kinds.get(query.kind) ?? {
      kind: query.kind,
      count: 0,
      first: 0,
      amongTwelve: 0,
      confidentWrong: 0,
      copies: 0,
      copiesRead: 0,
      timesMs: [],
    }
    kinds.set(query.kind, kind)
    const { first, present } = judge(query, result)
    kind.count++
    if (first) kind.first++
    else misses.push({ query, result })
    if (present) kind.amongTwelve++
    const answer = { matchScore: result.candidates[0]?.matchScore ?? 0, ambiguous: result.ambiguous, right: first }
    if (isCertain(answer) && !first) kind.confidentWrong++
    answers.push(answer)
    if (query.copy !== undefined) {
      kind.copies++
      if (isCopyRead(query.copy, result)) kind.copiesRead++
      else misreadCopies.push({ query, result })
    }
    kind.timesMs.push(best)
  }
  return { kinds: [...kinds.values()], misses, misreadCopies, answers }
}

const isTakenForCertain = ({ result }: Miss): boolean =>
  !result.ambiguous && (result.candidates[0]?.matchScore ?? 0) >= confident

const certaintyOf = (miss: Miss): string =>
  isTakenForCertain(miss) ? 'CONFIDENT' : miss.result.ambiguous ? 'ambiguous' : 'unsure'

/**
 * Prints what came instead of the right printing, for some misses of each kind; those that pass for certain come first.
 */
export const printMisses = (index: CatalogIndex, misses: readonly Miss[], perKind: number): void => {
  const ordered = misses.toSorted((a, b) => Number(isTakenForCertain(b)) - Number(isTakenForCertain(a)))
  for (const ofKind of Object.values(Object.groupBy(ordered, ({ query }) => query.kind))) {
    for (const miss of ofKind?.slice(0, perKind) ?? []) {
      const { query, result } = miss
      const hint = query.setHint === undefined ? '' : ` [set ${query.setHint}]`
      process.stdout.write(`\nmissed, ${certaintyOf(miss)}: ${query.kind} ${query.id}: ${query.query}${hint}\n`)
      const wanted = query.expectProductId === null ? null : index.product(query.expectProductId)
      if (wanted !== null) {
        const { productId, name, number, setName, rarity } = wanted
        process.stdout.write(`  wanted ${productId} ${name} · ${number} · ${setName} · ${rarity}\n`)
      }
      for (const { productId, name, cardNumber, setName, matchScore, matchReasons } of result.candidates.slice(0, 3))
        process.stdout.write(
          `  ${matchScore} ${productId} ${name} · ${cardNumber} · ${setName} · ${matchReasons.join(' ')}\n`,
        )
    }
  }
}

/** Prints what was taken for the words about the copy, for some wrong readings of each kind. */
export const printMisreadCopies = (misread: readonly Miss[], perKind: number): void => {
  for (const ofKind of Object.values(Object.groupBy(misread, ({ query }) => query.kind))) {
    for (const { query, result } of ofKind?.slice(0, perKind) ?? []) {
      const { quantity, condition, variant, language } = result.parsed
      process.stdout.write(
        `\ncopy misread: ${query.kind} ${query.id}: ${query.query}\n` +
          `  wanted ${JSON.stringify(query.copy)}\n` +
          `  read   ${JSON.stringify({ quantity, condition, variant, language })}\n`,
      )
    }
  }
}
