const eastAsian =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/
const wide = new RegExp(`${eastAsian.source}|\\p{Emoji_Presentation}`, 'u')
const zeroWidth = /[\p{Mn}\p{Me}\p{Cf}]/u

const widthOfCharacter = (character: string): number => (zeroWidth.test(character) ? 0 : wide.test(character) ? 2 : 1)

/** Columns that a text takes on a terminal: Chinese, Japanese and Korean characters take two. */
export const textWidth = (text: string): number => {
  let width = 0
  for (const character of text) width += widthOfCharacter(character)
  return width
}

/** A text in at most so many columns; `…` stands for what was cut off. */
export const cutToWidth = (text: string, columns: number): string => {
  if (textWidth(text) <= columns) return text
  let width = 0
  let cut = ''
  for (const character of text) {
    width += widthOfCharacter(character)
    if (width > columns - 1) break
    cut += character
  }
  return `${cut.trimEnd()}…`
}

/** A text in lines of at most so many columns, broken between words; a longer word has a line of its own. */
export const wrapToWidth = (text: string, columns: number): readonly string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && textWidth(line) + 1 + textWidth(word) > columns) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
