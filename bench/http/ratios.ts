import { names, otherName } from './contenders.ts'
import type { Sample } from './load.ts'
import { type Spread, spreadOf } from './statistics.ts'

/** Requests a second, of which more are better, and CPU a request, of which less is. */
export type Figure = 'requests' | 'cpu'

/** One contender against another, by the ratios of the rounds that they ran one after the other. */
export interface Ratio {
  /** What it is called in the report and in the history. */
  readonly name: string
  readonly requests: Spread
  readonly cpu: Spread
}

/** The bars of the project: at least so many requests, at most so much CPU. */
export const aims: Readonly<Record<string, { readonly requests?: number; readonly cpu?: number }>> = {
  'service / bare node:http': { requests: 0.9, cpu: 1.1 },
  'service / nginx with Lua': { requests: 0.75 },
  'service, logging / service': { cpu: 1.15 },
  'service, 2 workers / service': { requests: 1.6, cpu: 1.15 },
}

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
  }
}

/**
 * Every ratio that says something: the service to those who do no more than they must, and the other forms of it and of
 * bare Node to the plain one.
 */
export const ratiosOf = (samples: Samples): Ratio[] => {
  const anchors = [names.bare, names.static, names.lua, otherName].map((anchor) =>
    compare(samples, names.service, anchor),
  )
  const forms = [names.service, names.bare].flatMap((plain) =>
    [...samples.keys()].filter((name) => name.startsWith(`${plain}, `)).map((form) => compare(samples, form, plain)),
  )
  return [...anchors, ...forms].filter((ratio) => ratio !== null)
}
