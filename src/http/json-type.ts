const jsonType = /^application\/json[ \t]*(?=;|$)/i
/** One parameter of a media type; its value plain or in quotes, which mean the same (RFC 9110, 5.6.6). */
const typeParameter = /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:([^\s;"]+)|"((?:[^"\\]|\\.)*)"))?[ \t]*/gy

/** `application/json` with any parameters, except another charset than UTF-8. */
export const isJsonType = (type: string): boolean => {
  const head = jsonType.exec(type)
  if (head === null) return false
  let end = head[0].length
  for (const [text, name, plain, quoted] of type.slice(end).matchAll(typeParameter)) {
    end += text.length
    const value = plain ?? quoted?.replaceAll(/\\(.)/g, '$1')
    if (name?.toLowerCase() === 'charset' && value?.toLowerCase() !== 'utf-8') return false
  }
  return end === type.length
}
