/** Gathers a stream into whole lines. @returns what takes a piece, and what hands on the rest at its end */
export const gatherLines = (use: (lines: string) => void) => {
  let rest = ''
  return {
    take: (piece: string): void => {
      const end = piece.lastIndexOf('\n')
      if (end < 0) {
        rest += piece
        return
      }
      const lines = rest + piece.slice(0, end + 1)
      rest = piece.slice(end + 1)
      use(lines)
    },
    end: (): void => {
      if (rest !== '') use(`${rest}\n`)
      rest = ''
    },
  }
}
