import { escapeHtml, Html } from './html.ts'

const breaks = (escaped: string) => escaped.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=_|\/)/g, '<wbr>')

/** A name that may break between its words, so that it fits a narrow column. */
export const breakable = (name: string): Html => new Html(breaks(escapeHtml(name)))

/** A line of text with `code` and **strong** words, as descriptions of the contract use them. */
export const inline = (text: string): Html =>
  new Html(
    escapeHtml(text)
      .replaceAll(/`([^`]+)`/g, (_, code: string) => `<code>${breaks(code)}</code>`)
      .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>'),
  )

export const paragraphs = (text: string): Html =>
  new Html(
    text
      .split('\n\n')
      .map((paragraph) => `<p>${inline(paragraph).text}</p>`)
      .join('\n'),
  )
