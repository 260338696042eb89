/** A fenced block of a page. */
export interface Fence {
  /** The first word behind the fence: `sh`, `ts`, `json`; empty when there is none. */
  readonly language: string
  /** The second word is `shown`: the block is read by people only. */
  readonly isShown: boolean
  /** The second word is `stopped`: the block is for a reader who has stopped the service. */
  readonly isStopped: boolean
  /** The line of its first line of text, counted from 1. */
  readonly line: number
  readonly text: string
}

/** Reads the fenced blocks of a page in their order. */
export const readFences = (page: string): readonly Fence[] => {
  const fences: Fence[] = []
  let open: {
    readonly mark: string
    readonly words: readonly string[]
    readonly line: number
    readonly text: string[]
  } | null = null
  for (const [index, line] of page.split('\n').entries()) {
    const [, indent = '', mark, info = ''] = /^(\s*)(```+)\s*(.*)$/.exec(line) ?? []
    if (open === null) {
      if (mark !== undefined) open = { mark: indent + mark, words: info.trim().split(/\s+/), line: index + 2, text: [] }
    } else if (line.trimEnd() === open.mark) {
      const { words, text } = open
      fences.push({
        language: words[0] ?? '',
        isShown: words[1] === 'shown',
        isStopped: words[1] === 'stopped',
        line: open.line,
        text: `${text.join('\n')}\n`,
      })
      open = null
    } else open.text.push(line.startsWith(open.mark.slice(0, -3)) ? line.slice(open.mark.indexOf('`')) : line)
  }
  return fences
}
