import type { ReadStream, WriteStream } from 'node:tty'
import { type Line, lineText, type Screen } from './command.ts'

/** A display that takes the whole terminal and gives it back as it was. */
export interface FullScreen {
  /** Draws these lines, cut to the terminal's size; again when that changes. */
  readonly show: (linesFor: (screen: Screen) => readonly Line[]) => void
  /** Aborts when `q` or Ctrl-C is pressed, or the process is told to end. */
  readonly signal: AbortSignal
  /** Gives the terminal back. */
  readonly close: () => void
}

const open = '\x1b[?1049h\x1b[?25l'
const restore = '\x1b[?25h\x1b[?1049l'
const quitKeys: ReadonlySet<string> = new Set(['q', 'Q', '\x03'])
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Takes the terminal over: the alternate screen, no cursor, keys read one by one. */
export const openFullScreen = (screen: Screen, input: ReadStream, output: WriteStream): FullScreen => {
  const quit = new AbortController()
  let linesFor: (screen: Screen) => readonly Line[] = () => []

  const draw = (): void => {
    const lines = linesFor(screen)
      .slice(0, screen.rows)
      .map((line) => lineText({ row: typeof line === 'string' ? line : line.row }, screen))
    output.write(`\x1b[H${lines.map((line) => `${line}\x1b[K`).join('\r\n')}\x1b[J`)
  }
  const onKey = (keys: Buffer): void => {
    if ([...keys.toString()].some((key) => quitKeys.has(key))) quit.abort()
  }
  const onSignal = (): void => quit.abort()
  const close = (): void => {
    process.removeListener('exit', close)
    for (const name of endSignals) process.removeListener(name, onSignal)
    output.removeListener('resize', draw)
    if (input.isTTY) {
      input.removeListener('data', onKey)
      input.setRawMode(false)
      input.pause()
    }
    output.write(restore)
  }

  output.write(open)
  process.once('exit', close)
  for (const name of endSignals) process.on(name, onSignal)
  output.on('resize', draw)
  if (input.isTTY) {
    input.setRawMode(true)
    input.on('data', onKey)
  }
  return {
    show: (lines) => {
      linesFor = lines
      draw()
    },
    signal: quit.signal,
    close,
  }
}
