import { escapeControls } from '../cards/control-characters.ts'
import type { CommandContext, Screen } from './command.ts'
import { cutToWidth, textWidth } from './text-width.ts'

/** Progress: a line redrawn on a terminal, plain lines elsewhere, none for a program that reads JSON. */
export interface Progress {
  /** `done` of `total` (0 when the total is not known), and what is being worked on. */
  readonly show: (done: number, total: number, what: string) => void
  readonly end: () => void
}

const maxBarWidth = 24
const minBarWidth = 8
const drawEveryMs = 100
const lineEveryMs = 5_000
/** Before that the rate says little. */
const measuredAfterMs = 1_000

const clear = '\x1b[J'

/** What is left as a person says it: `45 s`, `12 min`, `3 h 5 min`. */
export const describeTimeLeft = (ms: number): string => {
  const seconds = Math.max(1, Math.round(ms / 1_000))
  if (seconds < 90) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const bar = (share: number, width: number): string => {
  const filled = Math.min(width, Math.round(share * width))
  return `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`
}

/** Measures how fast a step goes, from where it began: a build that goes on where it ended has done much at once. */
const createPace = () => {
  let began = { ms: 0, done: 0, total: -1 }
  let last = 0
  return (done: number, total: number, nowMs: number): string | null => {
    if (total !== began.total || done < last) began = { ms: nowMs, done, total }
    last = done
    const elapsedMs = nowMs - began.ms
    if (elapsedMs < measuredAfterMs || done <= began.done || done >= total) return null
    return `${describeTimeLeft((elapsedMs * (total - done)) / (done - began.done))} left`
  }
}

/** What fits a screen, the share first. The last column stays free, since some terminals break the line there. */
const screenLine = (share: number | null, facts: readonly string[], { columns }: Screen): string => {
  const text = facts.join('  ')
  const barWidth = Math.min(maxBarWidth, columns - 1 - textWidth(text) - 2)
  return cutToWidth(share !== null && barWidth >= minBarWidth ? `${bar(share, barWidth)}  ${text}` : text, columns - 1)
}

/** Creates a progress display on stderr, so that stdout stays the answer alone. */
export const createProgress = ({ output, options }: Pick<CommandContext, 'output' | 'options'>): Progress => {
  const { err, draw, errorScreen } = output
  const screen = errorScreen?.canRedraw ? errorScreen : null
  const paceOf = createPace()
  // What is done before the first line is due says so by its answer.
  let shownMs = screen ? Number.NEGATIVE_INFINITY : performance.now()
  let isDrawn = false
  let isHooked = false

  const remove = (): void => {
    if (isDrawn) draw(clear)
    isDrawn = false
  }
  const onInterrupt = (): void => {
    remove()
    // Nobody listens now, so it ends the process as it would have.
    process.kill(process.pid, 'SIGINT')
  }
  const hook = (): void => {
    if (isHooked || process.listenerCount('SIGINT') > 0) return
    isHooked = true
    process.once('SIGINT', onInterrupt)
  }

  return {
    show: (done, total, what) => {
      const nowMs = performance.now()
      const timeLeft = paceOf(done, total, nowMs)
      const isDue = nowMs - shownMs >= (screen ? drawEveryMs : lineEveryMs) || (screen && total > 0 && done === total)
      if (!isDue) return
      shownMs = nowMs
      const share = total > 0 ? Math.min(1, done / total) : null
      const facts = [
        ...(share === null ? (done > 0 ? [String(done)] : []) : [`${Math.floor(share * 100)} %`]),
        ...(timeLeft === null ? [] : [timeLeft]),
        escapeControls(what.replace(/\s+/g, ' ')),
      ]
      if (screen === null) {
        if (!options.json) err(facts.join('  '))
        return
      }
      hook()
      // The cursor rests at the start: when the window narrows, the terminal breaks the line behind it, and all of that
      // is cleared.
      draw(`${clear}${screenLine(share, facts, screen)}\r`)
      isDrawn = true
    },
    end: () => {
      remove()
      if (isHooked) process.removeListener('SIGINT', onInterrupt)
      isHooked = false
    },
  }
}
