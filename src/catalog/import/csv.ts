/**
 * The rows of a CSV file as they stand, the header first. Quoted fields may hold commas, doubled quotes and line
 * breaks. A quote is taken only where RFC 4180 has one, so that one that was lost or added is an error instead of a
 * field that swallows others.
 * @throws SyntaxError
 */
export function* readCsvRows(text: string): Generator<string[]> {
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
    if (/["\r]/.test(rest) || (at > begin && rest !== ''))
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
