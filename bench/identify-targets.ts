import { printTable } from './figures.ts'
import { type Answer, isCertain, type KindResult } from './measure.ts'
import { pastedKinds } from './pasted-lines.ts'

/** What has to be reached, in per cent: of typed and misread queries, and of lines as people paste them. */
const queryTargets = { first: 96, amongTwelve: 99, everyKind: 85 }
const lineTargets = { first: 98, amongTwelve: 99.5, everyKind: 93 }
/** Answers that pass for certain and are wrong, at most, in per cent of those that pass for certain. */
const maxConfidentWrong = 0.1

/**
 * Labelled queries that did not come first on 2026-11-22, before pasted lines were read; kinds that are not named had
 * none.
 */
const recordedMisses: Readonly<Record<string, number>> = { accent_apostrophe_folded: 1 }

interface Verdict {
  readonly what: string
  readonly reached: string
  readonly target: string
  readonly isMet: boolean
}

const isPasted = ({ kind }: KindResult): boolean => pastedKinds.some((pasted) => pasted === kind)

const judgeGroup = (name: string, kinds: readonly KindResult[], targets: typeof queryTargets): Verdict[] => {
  if (kinds.length === 0) return []
  const share = (of: 'first' | 'amongTwelve', some: readonly KindResult[]): number =>
    (100 * some.reduce((sum, kind) => sum + kind[of], 0)) / some.reduce((sum, { count }) => sum + count, 0)
  const atLeast = (what: string, reached: number, target: number): Verdict => ({
    what: `${name}: ${what}`,
    reached: `${reached.toFixed(2)} %`,
    target: `at least ${target} %`,
    isMet: reached >= target,
  })
  const worst = kinds.reduce((least, kind) => (share('first', [kind]) < share('first', [least]) ? kind : least))
  return [
    atLeast('first', share('first', kinds), targets.first),
    atLeast('among 12', share('amongTwelve', kinds), targets.amongTwelve),
    atLeast(`first in the worst kind, ${worst.kind}`, share('first', [worst]), targets.everyKind),
  ]
}

/** Labelled kinds of queries that fare worse than they did. */
const judgeRecorded = (kinds: readonly KindResult[]): Verdict => {
  const worse = kinds.filter(({ kind, count, first }) => count - first > (recordedMisses[kind] ?? 0))
  return {
    what: 'queries: kinds worse than before',
    reached: worse.map(({ kind }) => kind).join(', ') || 'none',
    target: 'none',
    isMet: worse.length === 0,
  }
}

const judgeConfidence = (answers: readonly Answer[]): Verdict => {
  const certain = answers.filter(isCertain)
  const wrong = certain.filter(({ right }) => !right).length
  const share = (100 * wrong) / Math.max(1, certain.length)
  return {
    what: 'confident and wrong',
    reached: `${share.toFixed(3)} % (${wrong} of ${certain.length})`,
    target: `at most ${maxConfidentWrong} %`,
    isMet: share <= maxConfidentWrong,
  }
}

/** Prints what was reached of every target; true when all were. Generated queries have no record to compare with. */
export const judgeTargets = (
  { kinds, answers }: { readonly kinds: readonly KindResult[]; readonly answers: readonly Answer[] },
  isGenerated: boolean,
): boolean => {
  const queries = kinds.filter((kind) => !isPasted(kind))
  const verdicts = [
    ...judgeGroup('queries', queries, queryTargets),
    ...(isGenerated ? [] : [judgeRecorded(queries)]),
    ...judgeGroup('pasted lines', kinds.filter(isPasted), lineTargets),
    judgeConfidence(answers),
  ]
  printTable(
    ['', 'reached', 'target', ''],
    verdicts.map(({ what, reached, target, isMet }) => [what, reached, target, isMet ? 'met' : 'MISSED']),
  )
  return verdicts.every(({ isMet }) => isMet)
}
