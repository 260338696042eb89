import { median, printTable } from '../figures.ts'
import type { Verdict } from './history.ts'
import type { Sample } from './load.ts'
import { aims, type Figure, figures, type Ratio } from './ratios.ts'
import type { Spread } from './statistics.ts'

/** Prints absolute figures of each contender: medians of the rounds, to be read beside each other only. */
export const printContenders = (samples: ReadonlyMap<string, readonly Sample[]>): void =>
  printTable(
    ['contender', 'requests/s', 'p50 ms', 'p99 ms', 'max ms', 'µs CPU/request', 'RSS MiB', 'PSS MiB'],
    [...samples].map(([name, own]) => {
      const of = (figure: (sample: Sample) => number, digits: number) => median(own.map(figure)).toFixed(digits)
      return [
        name,
        of(({ perSecond }) => perSecond, 0),
        of(({ p50Ms }) => p50Ms, 2),
        of(({ p99Ms }) => p99Ms, 2),
        of(({ maxMs }) => maxMs, 1),
        of(({ cpuPerRequest }) => cpuPerRequest, 1),
        of(({ rssMiB }) => rssMiB, 0),
        of(({ pssMiB }) => pssMiB, 0),
      ]
    }),
  )

const spreadText = ({ median: middle, low, high, min, max }: Spread): string[] => [
  middle.toFixed(2),
  `${low.toFixed(2)}-${high.toFixed(2)}`,
  `${min.toFixed(2)}-${max.toFixed(2)}`,
]

const aimText = (name: string, figure: Figure, { median: middle }: Spread): string => {
  const aim = aims[name]?.[figure]
  if (aim === undefined) return ''
  const isReached = figure === 'requests' ? middle >= aim : middle <= aim
  return `${figure === 'requests' ? 'at least' : 'at most'} ${aim.toFixed(2)}${isReached ? '' : ', missed'}`
}

const figureNames: Readonly<Record<Figure, string>> = { requests: 'requests/s', cpu: 'CPU', p99: 'p99', max: 'max' }

/** Prints each ratio with the bounds of its median, the range of its rounds, and the bar where there is one. */
export const printRatios = (ratios: readonly Ratio[]): void =>
  printTable(
    ['ratio', 'of', 'median', 'bounds of it', 'all rounds', 'aim'],
    ratios.flatMap(({ name, ...spreads }) =>
      figures.map((figure, at) => [
        at === 0 ? name : '',
        figureNames[figure],
        ...spreadText(spreads[figure]),
        aimText(name, figure, spreads[figure]),
      ]),
    ),
  )

const change = (worseBy: number): string =>
  `${Math.abs(worseBy * 100).toFixed(1)} % ${worseBy > 0 ? 'worse' : 'better'}`

/** What is to be said of a ratio that did not pass. */
export const verdictLine = ({ name, figure, before, now, worseBy, outcome }: Verdict): string =>
  `${outcome === 'worse' ? 'Worse' : 'Too noisy to judge'}: ` +
  `${figure === 'cpu' ? 'CPU a request' : 'requests/s'} of ${name}, ` +
  `${now.median.toFixed(2)} (${now.low.toFixed(2)} to ${now.high.toFixed(2)}) ` +
  `where it was ${before.toFixed(2)}, ${change(worseBy)}.`
