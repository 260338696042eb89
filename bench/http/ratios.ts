import { names, otherName } from './contenders.ts'
import type { Sample } from './load.ts'
import { type Spread, spreadOf } from './statistics.ts'

/** Requests a second, of which more are better; CPU a request and times of the slowest answers, of which less is. */
export const figures = ['requests', 'cpu', 'p99', 'max'] as const
export type Figure = (typeof figures)[number]

/** One contender against another, by the ratios of the rounds that they ran one after the other. */
export interface Ratio extends Readonly<Record<Figure, Spread>> {
  /** What it is called in the report and in the history. */
  readonly name: string
}

/** The bars of the project: at least so many requests, at most so much of everything else. */
export const aims: Readonly<Record<string, Readonly<Partial<Record<Figure, number>>>>> = {
  'service / bare node:http': { requests: 1, cpu: 1, p99: 2, max: 5 },
  'service / nginx with Lua': { requests: 0.8 },
  'service / service with data in memory': { requests: 0.95, cpu: 1.05 },
  'service, logging / service': { cpu: 1.15 },
  'service, 2 workers / service': { requests: 1.7, cpu: 1.15 },
}

/** Bars of the slowest answers that are missed even at the better bound of the median: a run fails for them. */
export const missedTails = (ratios: readonly Ratio[]): readonly { readonly name: string; readonly figure: Figure }[] =>
  ratios.flatMap(({ name, ...spreads }) =>
    (['p99', 'max'] as const).flatMap((figure) =>
      spreads[figure].low > (aims[name]?.[figure] ?? Number.POSITIVE_INFINITY) ? [{ name, figure }] : [],
    ),
  )

type Samples = ReadonlyMap<string, readonly Sample[]>

const compare = (samples: Samples, of: string, to: string): Ratio | null => {
  const [own, base] = [samples.get(of), samples.get(to)]
  if (own === undefined || base === undefined) return null
  const each = (figure: (sample: Sample) => number) =>
    spreadOf(own.map((sample, round) => figure(sample) / figure(base[round] as Sample)))
  return {
    name: `${of} / ${to}`,
    requests: each(({ perSecond }) => perSecond),
    cpu: each(({ cpuPerRequest }) => cpuPerRequest),
    p99: each(({ p99Ms }) => p99Ms),
    max: each(({ maxMs }) => maxMs),
  }
}

/**
 * Every ratio that says something: the service to those who do no more than they must, and the other forms of it and of
 * bare Node to the plain one.
 */
export const ratiosOf = (samples: Samples): Ratio[] => {
  const anchors = [names.bare, names.static, names.lua, names.inMemory, otherName].map((anchor) =>
    compare(samples, names.service, anchor),
  )
  const forms = [names.service, names.bare].flatMap((plain) =>
    [...samples.keys()].filter((name) => name.startsWith(`${plain}, `)).map((form) => compare(samples, form, plain)),
  )
  return [...anchors, ...forms].filter((ratio) => ratio !== null)
}
