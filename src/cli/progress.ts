import type { CommandOutput } from './command.ts'

/** Progress of long work: a bar that is redrawn on a terminal, plain lines elsewhere. */
export interface Progress {
  /** `done` of `total` (0 when the total is not known), and what is being worked on. */
  readonly show: (done: number, total: number, what: string) => void
  /** Removes the bar. */
  readonly end: () => void
}

const barWidth = 24
const drawEveryMs = 100
const lineEveryMs = 5_000

const bar = (done: number, total: number): string => {
  if (total === 0) return done > 0 ? String(done) : ''
  const filled = Math.min(barWidth, Math.round((done / total) * barWidth))
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)} ${done}/${total}`
}

/** Creates a progress display on stderr, so that stdout stays the answer alone. */
export const createProgress = ({ err, draw, isTerminal }: CommandOutput): Progress => {
  let shownMs = Number.NEGATIVE_INFINITY
  return {
    show: (done, total, what) => {
      const nowMs = performance.now()
      const isDue = nowMs - shownMs >= (isTerminal ? drawEveryMs : lineEveryMs) || (total > 0 && done === total)
      if (!isDue) return
      shownMs = nowMs
      const line = [bar(done, total), what].filter(Boolean).join('  ')
      if (isTerminal) draw(`\r\x1b[2K${line.slice(0, 100)}`)
      else err(line)
    },
    end: () => {
      if (isTerminal) draw('\r\x1b[2K')
    },
  }
}
