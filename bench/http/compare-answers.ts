import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { ask, differenceOf } from './answer.ts'
import { type BenchRun, type Contender, otherName, startContenders } from './contenders.ts'
import {
  appendHistory,
  comparableTo,
  type HistoryEntry,
  judge,
  keptOf,
  readHistory,
  toleratedShare,
  type Verdict,
} from './history.ts'
import { connections, type Sample } from './load.ts'
import { describeMachine, type MachineShape, pinSelf } from './machine.ts'
import { aims, missedTails, ratiosOf } from './ratios.ts'
import { printContenders, printRatios, verdictLine } from './report.ts'
import { runRounds, warmUp } from './rounds.ts'

const write = (line: string) => process.stdout.write(`${line}\n`)

/** While nothing can be told, so many rounds are added, up to so many times the rounds that were asked for. */
const addedRounds = 4
const maxGrowth = 3

/** Exit statuses of a run that did not pass. */
const statuses = { worse: 1, noisy: 3 } as const

/** Throws unless everybody gives the same answer, and none to a wrong key: who does less would be faster. */
const checkAnswers = async (contenders: readonly Contender[]): Promise<void> => {
  const [service] = contenders
  if (service === undefined) throw new Error('no contender')
  const expected = await ask(service.url, service.key)
  if (expected.status !== 200) throw new Error(`the service answers ${expected.status}: ${expected.body}`)
  for (const { name, url, key } of contenders) {
    // The first answer of a service comes from its source.
    await ask(url, key)
    const difference = differenceOf(await ask(url, key), expected)
    if (difference !== null) throw new Error(`${name} gives another answer: ${difference}`)
    const { status } = await ask(url, `${key}x`)
    if (status !== 401) throw new Error(`${name} answers a wrong key with ${status}`)
  }
}

const commitOf = (checkout: string): string =>
  execFileSync('git', ['-C', checkout, 'describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()

interface Options {
  readonly rounds: number
  readonly seconds: number
  readonly workers: number | null
  readonly record: boolean
}

/** What the rounds show so far; `isOpen` while more of them could tell more. */
const resultOf = (
  samples: ReadonlyMap<string, readonly Sample[]>,
  comparable: readonly HistoryEntry[],
  record: boolean,
) => {
  const ratios = ratiosOf(samples)
  const verdicts = judge(ratios, comparable)
  const isOpen = verdicts.some(({ outcome }) => outcome === 'noisy') || (record && keptOf(ratios).uncertain.length > 0)
  return { ratios, verdicts, isOpen }
}

/** Says what came of the comparison with former runs. @returns the exit status */
const conclude = (verdicts: readonly Verdict[], comparable: readonly HistoryEntry[], shape: MachineShape): number => {
  const failed = verdicts.filter(({ outcome }) => outcome !== 'kept')
  for (const verdict of failed) write(verdictLine(verdict))
  const of = `of ${shape.cores} cores and ${shape.generator}${shape.pinned ? '' : ', unpinned'}`
  if (comparable.length === 0) write(`Not judged: the history has no run ${of}; -- --record keeps this one.`)
  else if (failed.length === 0)
    write(
      `No ratio is more than ${toleratedShare * 100} % worse than ` +
        `the median of the last ${comparable.length} runs ${of}.`,
    )
  return failed.some(({ outcome }) => outcome === 'worse') ? statuses.worse : failed.length > 0 ? statuses.noisy : 0
}

/** Measures the answers of all contenders, prints ratios, judges and keeps them. @returns the exit status */
export const compareAnswers = async (
  run: BenchRun & { readonly other: string | null },
  { rounds, seconds, workers, record }: Options,
): Promise<number> => {
  const { checkout, shape } = run
  const file = join(checkout, 'bench/history.jsonl')
  const comparable = comparableTo(readHistory(file), shape)
  const { contenders, absent } = await startContenders(run, { workers, other: run.other })
  for (const { name, reason } of absent) write(`${name} is left out: ${reason}`)
  await checkAnswers(contenders)
  if (shape.generator === 'autocannon') pinSelf(shape)
  await warmUp(contenders, shape)
  const samples = new Map(contenders.map(({ name }) => [name, [] as Sample[]]))
  let done = 0
  let result: ReturnType<typeof resultOf>
  do {
    const count = done === 0 ? rounds : addedRounds
    await runRounds(contenders, samples, { shape, count, seconds })
    done += count
    result = resultOf(samples, comparable, record)
  } while (result.isOpen && done < rounds * maxGrowth)
  write(`node ${process.version}, ${describeMachine(shape)}`)
  write(`${connections} connections, ${done} rounds of ${seconds} s in turn; medians`)
  printContenders(samples)
  printRatios(result.ratios)
  const missed = missedTails(result.ratios)
  for (const { name, figure } of missed) write(`Missed: ${figure} of ${name}, whose bar is ${aims[name]?.[figure]}.`)
  const compared = conclude(result.verdicts, comparable, shape)
  const status = missed.length > 0 ? statuses.worse : compared
  if (!record) return status
  const { kept, uncertain } = keptOf(result.ratios.filter(({ name }) => !name.includes(otherName)))
  if (uncertain.length > 0) write(`Too noisy to hold later runs against, so not recorded: ${uncertain.join('; ')}.`)
  if (Object.keys(kept).length === 0) return status || statuses.noisy
  const date = new Date().toISOString().slice(0, 10)
  appendHistory(file, { date, commit: commitOf(checkout), node: process.version, ...shape, rounds: done, ratios: kept })
  write('Recorded in bench/history.jsonl.')
  return status
}
