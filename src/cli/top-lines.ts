import type { Usage } from '../contract/usage.ts'
import { describeQuantile, describeShare, describeUpstream, type LiveFigures } from '../telemetry/live-figures.ts'
import { formatTable, type Line, type Screen } from './command.ts'
import { textWidth } from './text-width.ts'

/** Narrower than this, the table of accounts shows names and what is left alone. */
const wideColumns = 72
const labelWidth = 11
const gap = '   '

const syncState = ({ buildAgeSeconds, isRunning, isRefused, isFailing, requests }: NonNullable<LiveFigures['sync']>) => [
  buildAgeSeconds === null ? 'no day yet' : `build ${(buildAgeSeconds / 3_600).toFixed(1)} h old`,
  ...(isRunning ? ['under way'] : []),
  ...(isRefused ? ['newest build refused: market status'] : []),
  ...(isFailing ? ['last attempt failed: market status'] : []),
  `${requests} requests of the last day`,
]

const figuresOf = (span: LiveFigures): readonly (readonly [label: string, facts: readonly string[]])[] => [
  [
    'requests',
    [
      `${span.requestsPerSecond.toFixed(1)}/s`,
      `running ${span.running}`,
      `refused (4xx) ${span.refused}`,
      `failed (5xx) ${span.failed}`,
    ],
  ],
  ['latency', [`p50 ${describeQuantile(span.p50Seconds)}`, `p99 ${describeQuantile(span.p99Seconds)}`]],
  ['cache', [`hits ${describeShare(span.hits, span.lookups)} of ${span.lookups} lookups`]],
  ['upstream', [describeUpstream(span)]],
  ...(span.sync === null ? [] : [['sync', syncState(span.sync)] as const]),
  ['process', [`${span.memoryMb.toFixed(0)} MB`, `event loop lag p99 ${(span.eventLoopLagSeconds * 1000).toFixed(1)} ms`]],
]

/** Facts in as many lines as the width asks for, below each other. */
const flow = (label: string, facts: readonly string[], columns: number): readonly string[] => {
  const lines: string[] = []
  let line = label.padEnd(labelWidth)
  let isEmpty = true
  for (const fact of facts) {
    if (!isEmpty && textWidth(line) + gap.length + textWidth(fact) > columns) {
      lines.push(line)
      line = ' '.repeat(labelWidth)
      isEmpty = true
    }
    line += isEmpty ? fact : `${gap}${fact}`
    isEmpty = false
  }
  return [...lines, line]
}

/** What `top` shows of one sample, in the width of the screen. */
export const topLines = (span: LiveFigures, usages: readonly Usage[], screen: Screen | null): readonly Line[] => {
  const columns = screen?.columns ?? Number.POSITIVE_INFINITY
  const isWide = columns >= wideColumns
  return [
    ...figuresOf(span).flatMap(([label, facts]) => flow(label, facts, columns)),
    '',
    ...formatTable(
      isWide
        ? [
            ['account', 'name', 'minute left', 'of', 'month left', 'of'],
            ...usages.map(({ account, minute, month }) => [
              account.id,
              account.name,
              minute.remaining,
              minute.limit,
              month.remaining,
              month.limit,
            ]),
          ]
        : [
            ['minute left', 'month left', 'name'],
            ...usages.map(({ account, minute, month }) => [minute.remaining, month.remaining, account.name]),
          ],
    ),
  ]
}
