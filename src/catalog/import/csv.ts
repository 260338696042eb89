/**
 * Reads CSV by RFC 4180: quoted fields may hold commas, doubled quotes and line breaks. Each row comes as header → value.
 * @throws SyntaxError when a quoted field has no end
 */
export function* readCsv(text: string): Generator<Readonly<Record<string, string>>> {
  let header: string[] | null = null
  for (const fields of readCsvRows(text)) {
    if (header === null) {
      header = fields.map((field) => field.trim())
      continue
    }
    if (fields.length === 1 && fields[0] === '') continue
    yield Object.fromEntries(header.map((name, at) => [name, fields[at] ?? '']))
  }
}

/**
 * The rows of a CSV file as they stand, the header first. `isStrict` takes a quote only where RFC 4180 has one, so that a quote that was lost or added is an error instead of a field
 * that swallows others.
 * @throws SyntaxError
 */
export function* readCsvRows(text: string, { isStrict = false }: { readonly isStrict?: boolean } = {}): Generator<string[]> {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  let fields: string[] = []
  while (at < text.length) {
    let field = ''
    const begin = at
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
    const rest = text[end] === ',' ? text.slice(at, end) : text.slice(at, end).replace(/\r$/, '')
    if (isStrict && (/["\r]/.test(rest) || (at > begin && rest !== '')))
      throw new SyntaxError('a quote or a line break stands where none may stand')
    fields.push(field + rest)
    at = end + 1
    if (text[end] !== ',') {
      yield fields
      fields = []
    }
  }
  // The text ended behind a comma.
  if (fields.length > 0) yield [...fields, '']
}
