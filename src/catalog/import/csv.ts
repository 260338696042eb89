/**
 * Reads CSV by RFC 4180: quoted fields may hold commas, doubled quotes and line breaks. Each row comes as header → value.
 * @throws SyntaxError when a quoted field has no end
 */
export function* readCsv(text: string): Generator<Readonly<Record<string, string>>> {
  let header: string[] | null = null
  for (const fields of readRows(text)) {
    if (header === null) {
      header = fields.map((field) => field.trim())
      continue
    }
    if (fields.length === 1 && fields[0] === '') continue
    yield Object.fromEntries(header.map((name, at) => [name, fields[at] ?? '']))
  }
}

function* readRows(text: string): Generator<string[]> {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  let fields: string[] = []
  while (at < text.length) {
    let field = ''
    if (text[at] === '"') {
      at++
      for (;;) {
        const quote = text.indexOf('"', at)
        if (quote < 0) throw new SyntaxError('a quoted field has no end')
        field += text.slice(at, quote)
        at = quote + 1
        if (text[at] !== '"') break
        field += '"'
        at++
      }
    }
    let end = at
    while (end < text.length && text[end] !== ',' && text[end] !== '\n') end++
    fields.push(field + text.slice(at, end).replace(/\r$/, ''))
    at = end + 1
    if (text[end] !== ',') {
      yield fields
      fields = []
    }
  }
  if (fields.length > 0) yield fields
}
