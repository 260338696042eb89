/**
 * Headers as they stand in a head: whole lines, each with its end. An answer's head is put together from a few long
 * texts, which takes a fraction of the time that a list of a dozen names and values does.
 */
export type HeaderLines = string

/** What would end a line, or has no place in one (RFC 9110, 5.5). */
const unfit = /[^\t\x20-\x7e\x80-\xff]/

/** The line of a header. @throws RangeError when its value would not stay in it */
export const headerLine = (name: string, value: string | number): HeaderLines => {
  const line = `${name}: ${value}`
  if (unfit.test(line)) throw new RangeError(`The header ${name} has a character that none may have.`)
  return `${line}\r\n`
}

/** The lines of several headers, as one flat text. */
export const headerLines = (headers: Readonly<Record<string, string>>): HeaderLines =>
  Object.entries(headers)
    .map(([name, value]) => headerLine(name, value))
    .join('')

/** Names and values in turn, as node:http takes them. */
export const headerPairs = (lines: HeaderLines): string[] =>
  lines
    .split('\r\n')
    .slice(0, -1)
    .flatMap((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    })

/** Whether a header is among them; `name` is in lower case, as they are. */
export const hasHeader = (lines: HeaderLines, name: string): boolean =>
  lines.startsWith(`${name}: `) || lines.includes(`\n${name}: `)
