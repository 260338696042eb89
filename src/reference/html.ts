/** Text that is HTML already and goes into a page as it stands. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What a template takes: texts are escaped, lists joined, and nothing is written for `null` or `false`. */
export type Part = string | number | Html | null | false | readonly Part[]

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }),
)

/** A text with everything that HTML would read as markup escaped. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities.get(character) as string)

const write = (part: Part): string => {
  if (part === null || part === false) return ''
  if (part instanceof Html) return part.text
  return typeof part === 'object' ? part.map(write).join('') : escapeHtml(String(part))
}

/** Template tag for HTML in which every value is escaped unless it is `Html`. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  new Html(strings.map((text, index) => text + write(parts[index] ?? null)).join(''))

export const joined = (parts: readonly Part[], separator: string): Part =>
  parts.map((part, index) => (index === 0 ? part : [separator, part]))
