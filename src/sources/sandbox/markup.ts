const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }),
)

/** What XML 1.0 has no character for, and what `toWellFormed` puts in the place of half a pair. */
const forbidden = /[^\t\n\r\u{20}-\u{7E}\u{A0}-\u{D7FF}\u{E000}-\u{FFFC}\u{10000}-\u{10FFFF}]/gu

/**
 * Text for the inside of an element or a quoted attribute, in HTML and in SVG. Control characters and halves of
 * surrogate pairs, which XML forbids even when escaped, become spaces.
 */
export const escapeMarkup = (text: string): string =>
  text
    .toWellFormed()
    .replace(forbidden, ' ')
    .replace(/[&<>"']/g, (character) => entities.get(character) ?? '')

/** Breaks text into lines of at most `width` characters, at spaces where possible; the rest ends in an ellipsis. */
export const wrapText = (text: string, width: number, maxLines: number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).flatMap((long) => chunksOf(long, width))) {
    if (line !== '' && lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  if (line !== '') lines.push(line)
  if (lines.length <= maxLines) return lines
  const kept = lines.slice(0, maxLines)
  const last = [...(kept.pop() ?? '')].slice(0, width - 1).join('')
  return [...kept, `${last}…`]
}

const lengthOf = (text: string): number => [...text].length

const chunksOf = (word: string, width: number): string[] => {
  const characters = [...word]
  const chunks: string[] = []
  for (let start = 0; start < characters.length; start += width)
    chunks.push(characters.slice(start, start + width).join(''))
  return chunks
}
