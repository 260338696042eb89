/** Gives every different text a number, in the order of their first coming. */
export const createInterner = () => {
  const ids = new Map<string, number>()
  const values: string[] = []
  return {
    values,
    idOf: (text: string): number => {
      const known = ids.get(text)
      if (known !== undefined) return known
      ids.set(text, values.length)
      values.push(text)
      return values.length - 1
    },
  }
}

/** Texts as one run of UTF-8 bytes and where each begins, under the section names `xBytes` and `xStart`. */
export const encodeTexts = <const N extends string>(name: N, texts: readonly string[]) => {
  const start = new Uint32Array(texts.length + 1)
  let length = 0
  for (const [id, text] of texts.entries()) {
    length += Buffer.byteLength(text)
    start[id + 1] = length
  }
  const bytes = Buffer.alloc(length)
  for (const [id, text] of texts.entries()) bytes.write(text, start[id] as number)
  return { [`${name}Bytes`]: new Uint8Array(bytes), [`${name}Start`]: start } as Record<`${N}Bytes`, Uint8Array> &
    Record<`${N}Start`, Uint32Array>
}

/** Reads texts that `encodeTexts` wrote, by their ids. */
export const createTextReader = (bytes: Uint8Array, start: Uint32Array): ((id: number) => string) => {
  const buffer = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength)
  return (id) => buffer.toString('utf8', start[id], start[id + 1])
}

/** Lists laid end to end: where each starts, all entries, and whose each entry is. */
export const concatenateLists = (lists: readonly (readonly number[])[]) => {
  const start = new Uint32Array(lists.length + 1)
  for (const [owner, list] of lists.entries()) start[owner + 1] = (start[owner] as number) + list.length
  const entries = new Uint32Array(start[lists.length] as number)
  const owners = new Uint32Array(entries.length)
  for (const [owner, list] of lists.entries()) {
    entries.set(list, start[owner] as number)
    owners.fill(owner, start[owner] as number, start[owner + 1] as number)
  }
  return { start, entries, owners }
}

/** Sorts `values` into groups by `keys`, keeping their order within a group. */
export const groupBy = (keys: Uint32Array, groups: number, values: Uint32Array) => {
  const start = new Uint32Array(groups + 1)
  for (const key of keys) start[key + 1] = (start[key + 1] as number) + 1
  for (let group = 0; group < groups; group++)
    start[group + 1] = (start[group + 1] as number) + (start[group] as number)
  const next = start.slice()
  const entries = new Uint32Array(values.length)
  for (const [at, key] of keys.entries()) {
    const to = next[key] as number
    next[key] = to + 1
    entries[to] = values[at] as number
  }
  return { start, entries }
}
