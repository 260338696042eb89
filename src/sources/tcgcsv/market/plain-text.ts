/** The named characters that card texts use; any other name stays as it is written. */
const namedCharacters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…' },
    ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bull: '•', middot: '·', times: '×', minus: '−' },
    ...{ trade: '™', reg: '®', copy: '©', eacute: 'é', Eacute: 'É' },
  }),
)

/** Elements that end a line. */
const blocks: ReadonlySet<string> = new Set('br p div li ul ol tr table h1 h2 h3 h4 h5 h6 hr'.split(' '))

const characterOf = (code: number): string | null =>
  code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : null

const decodeCharacters = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|([A-Za-z]{2,8}));/g, (written, decimal, hexadecimal, name) => {
    if (name !== undefined) return namedCharacters.get(name) ?? written
    return characterOf(decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)) ?? written
  })

/** Takes the tags out in one pass; a `<` that begins none, or none that ends, is a character as any other. */
const withoutTags = (markup: string): string => {
  const lastEnd = markup.lastIndexOf('>')
  let text = ''
  let at = 0
  for (;;) {
    const start = markup.indexOf('<', at)
    if (start < 0 || start > lastEnd) return text + markup.slice(at)
    const name = /^<(?:\/?([A-Za-z][A-Za-z0-9]{0,15})|!)/.exec(markup.slice(start, start + 18))
    if (name === null) {
      text += markup.slice(at, start + 1)
      at = start + 1
      continue
    }
    text += markup.slice(at, start) + (blocks.has((name[1] ?? '').toLowerCase()) ? '\n' : '')
    at = markup.indexOf('>', start) + 1
  }
}

/**
 * A text with markup as plain text: without tags, characters decoded, one line break for each line. It is no markup any
 * more, and must be escaped wherever it is put into some.
 */
export const plainText = (markup: string): string =>
  decodeCharacters(withoutTags(markup.replaceAll('\r', '\n')))
    // Half of a surrogate pair, and control characters other than a line break, show nothing.
    .toWellFormed()
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n')
