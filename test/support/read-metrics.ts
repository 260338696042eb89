import type { Series } from '../../src/telemetry/metrics-text.ts'

/** Reads the Prometheus text exposition format, as this service writes it. */
export const readMetrics = (text: string): readonly Series[] =>
  text.split('\n').flatMap((line) => {
    const match = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line)
    if (!match) return []
    const [, name = '', labels = '', value = ''] = match
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, word]) => [key, word])
    return [
      { name, labels: Object.fromEntries(pairs), value: value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value) },
    ]
  })
