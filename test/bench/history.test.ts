import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { appendHistory, comparableTo, type HistoryEntry, judge, keptOf, readHistory } from '../../bench/http/history.ts'
import type { MachineShape } from '../../bench/http/machine.ts'
import { type Figure, missedTails, type Ratio } from '../../bench/http/ratios.ts'
import { spreadOf } from '../../bench/http/statistics.ts'
import { tempFolder } from '../support/temp.ts'

const shape: MachineShape = { cores: 2, pinned: true, generator: 'wrk' }
const name = 'service / bare node:http'

const entryOf = (requests: number, cpu: number, own: Partial<HistoryEntry> = {}): HistoryEntry => ({
  date: '2026-11-25',
  commit: 'abc1234',
  node: 'v26.10.0',
  ...shape,
  rounds: 9,
  ratios: { [name]: { requests, cpu } },
  ...own,
})

/** Nine rounds about a middle, so far apart in all. */
const roundsAbout = (middle: number, range = 0.01): number[] =>
  Array.from({ length: 9 }, (_, i) => middle * (1 + range * (i / 8 - 0.5)))

const ratioOf = (requests: number[], cpu: number[], p99 = roundsAbout(1), max = roundsAbout(1)): Ratio => ({
  name,
  requests: spreadOf(requests),
  cpu: spreadOf(cpu),
  p99: spreadOf(p99),
  max: spreadOf(max),
})

const outcomes = (ratio: Ratio, history: readonly HistoryEntry[]): Partial<Record<Figure, string>> =>
  Object.fromEntries(judge([ratio], comparableTo(history, shape)).map(({ figure, outcome }) => [figure, outcome]))

const history = [entryOf(0.7, 1.5), entryOf(0.8, 1.25), entryOf(0.81, 1.24)]

test('a ratio more than 5 % worse than the median of the last runs fails, each figure in its own direction', () => {
  assert.deepEqual(outcomes(ratioOf(roundsAbout(0.75), roundsAbout(1.25)), history), { requests: 'worse', cpu: 'kept' })
  assert.deepEqual(outcomes(ratioOf(roundsAbout(0.8), roundsAbout(1.33)), history), { requests: 'kept', cpu: 'worse' })
})

test('slowest answers beyond their bar are told, unless their rounds leave it open', () => {
  const tails = (p99: number[], max: number[]) =>
    missedTails([ratioOf(roundsAbout(1), roundsAbout(1), p99, max)]).map(({ figure }) => figure)
  assert.deepEqual(tails(roundsAbout(1.9), roundsAbout(4.8)), [])
  assert.deepEqual(tails(roundsAbout(2.2), roundsAbout(5.5)), ['p99', 'max'])
  assert.deepEqual(tails(roundsAbout(2.1, 1), roundsAbout(5.2, 1)), [])
})

test('a ratio that is equal, a little worse, or better by far passes', () => {
  for (const factor of [1, 0.97, 1.5])
    assert.deepEqual(outcomes(ratioOf(roundsAbout(0.8 * factor), roundsAbout(1.25 / factor)), history), {
      requests: 'kept',
      cpu: 'kept',
    })
})

test('rounds that lie so far apart that the median may be on either side of 5 % pass for neither', () => {
  assert.deepEqual(outcomes(ratioOf(roundsAbout(0.8, 0.3), roundsAbout(1.25)), history), {
    requests: 'noisy',
    cpu: 'kept',
  })
  assert.deepEqual(outcomes(ratioOf(roundsAbout(0.755, 0.3), roundsAbout(1.25)), history), {
    requests: 'noisy',
    cpu: 'kept',
  })
})

test('a ratio that is worse, or kept, beyond all noise is judged however noisy it is', () => {
  assert.equal(outcomes(ratioOf(roundsAbout(0.5, 0.3), roundsAbout(1.25)), history).requests, 'worse')
  assert.equal(outcomes(ratioOf(roundsAbout(1.2, 0.3), roundsAbout(1.25)), history).requests, 'kept')
})

test('runs with other cores, another load or without pinning are not compared, nor are ratios that no run had', () => {
  const ratio = ratioOf(roundsAbout(0.4), roundsAbout(3))
  const others = [{ cores: 8 }, { generator: 'autocannon' }, { pinned: false }, { ratios: {} }] as const
  for (const other of others) assert.deepEqual(outcomes(ratio, [entryOf(0.8, 1.25, other)]), {})
})

test('only the last five runs count, so that what was accepted becomes the measure', () => {
  const accepted = [...Array(9).fill(entryOf(0.8, 1.25)), ...Array(5).fill(entryOf(0.6, 1.6))]
  assert.deepEqual(outcomes(ratioOf(roundsAbout(0.6), roundsAbout(1.6)), accepted), { requests: 'kept', cpu: 'kept' })
})

test('of a run that is recorded only those figures are kept whose medians are certain to 5 %', () => {
  const noisy = ratioOf(roundsAbout(0.8), roundsAbout(1.25, 0.3))
  assert.deepEqual(keptOf([noisy]), { kept: { [name]: { requests: 0.8 } }, uncertain: [`cpu of ${name}`] })
  const certain = ratioOf(roundsAbout(0.8), roundsAbout(1.25))
  assert.deepEqual(keptOf([certain]), { kept: { [name]: { requests: 0.8, cpu: 1.25 } }, uncertain: [] })
  assert.deepEqual(keptOf([ratioOf(roundsAbout(0.8, 0.3), roundsAbout(1.25, 0.3))]).kept, {})
})

test('the bounds of a median are those of the sign test, and more rounds draw them together', () => {
  const noise = (count: number) => Array.from({ length: count }, (_, i) => 1 + ((i * 7) % count) / count)
  assert.deepEqual(
    [5, 9, 15, 25].map((count) => noise(count).filter((value) => value < spreadOf(noise(count)).low).length),
    [0, 1, 3, 7],
  )
  const width = (count: number) => spreadOf(noise(count)).high - spreadOf(noise(count)).low
  assert.ok(width(25) < width(9) && width(9) < width(5))
})

test('a history is appended to line by line, and one that is missing is empty', (t) => {
  const file = join(tempFolder(t), 'history.jsonl')
  assert.deepEqual(readHistory(file), [])
  for (const entry of history) appendHistory(file, entry)
  assert.deepEqual(readHistory(file), history)
})
