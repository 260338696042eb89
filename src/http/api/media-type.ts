const typeName = /^([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+|form-data)[ \t]*(?=;|$)/
/** One parameter of a media type; its value plain or in quotes, which mean the same (RFC 9110, 5.6.6). */
const typeParameter = /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:([^\s;"]+)|"((?:[^"\\]|\\.)*)"))?[ \t]*/gy

export interface MediaTypeHeader {
  /** In lower case, as `application/json`. */
  readonly type: string
  /** Values by name in lower case; of a name that comes twice the first. */
  readonly parameters: ReadonlyMap<string, string>
}

/** Reads a media type with its parameters, or a disposition, which has the same form. @returns `null` for others */
export const parseMediaType = (text: string): MediaTypeHeader | null => {
  const head = typeName.exec(text)
  if (head === null) return null
  let end = head[0].length
  const parameters = new Map<string, string>()
  for (const [part, name, plain, quoted] of text.slice(end).matchAll(typeParameter)) {
    end += part.length
    const key = name?.toLowerCase()
    if (key !== undefined && !parameters.has(key))
      parameters.set(key, plain ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? '')
  }
  return end === text.length ? { type: (head[1] as string).toLowerCase(), parameters } : null
}

/** JSON is read in UTF-8 alone. */
export const isJsonOfOtherCharset = ({ type, parameters }: MediaTypeHeader): boolean =>
  type === 'application/json' && (parameters.get('charset') ?? 'utf-8').toLowerCase() !== 'utf-8'
