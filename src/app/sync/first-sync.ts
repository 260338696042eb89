import type { MarketSync } from './market-sync.ts'
import type { SyncProgressMessage } from './sync-messages.ts'

interface Terminal {
  readonly out: (line: string) => void
  readonly isTerminal: boolean
}

const showEveryMs = 2_000

const words: ReadonlyMap<string, string> = new Map(
  Object.entries({
    lists: 'product lines',
    sets: 'sets',
    check: 'product lines checked',
    record: 'days recorded',
    catalogue: 'catalogues built',
  }),
)

/** Shows the progress of the first sync on a terminal, while there are no prices. Elsewhere the log tells. */
export const showFirstSync = (
  { out, isTerminal }: Terminal,
  sync: MarketSync,
): ((progress: SyncProgressMessage) => void) => {
  if (!isTerminal || sync.record()?.lastBuild) return () => {}
  let shownMs = Number.NEGATIVE_INFINITY
  let isDone = false
  out('')
  out('  The first sync fetches the daily files; prices are there when it has ended.')
  return ({ step, done, total, name }) => {
    if (isDone) return
    const nowMs = performance.now()
    isDone = step === 'catalogue' && done === total
    if (isDone) out('  The first sync has ended: prices and catalogue are there.')
    else if (nowMs - shownMs >= showEveryMs) {
      shownMs = nowMs
      out(`  ${done} of ${total} ${words.get(step) ?? step}${step === 'sets' && name ? `  ${name}` : ''}`)
    }
  }
}
