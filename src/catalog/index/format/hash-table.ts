import { groupBy } from './flat-arrays.ts'

/**
 * FNV-1a (Fowler, Noll, Vo) over the UTF-16 units of a text, mixed as MurmurHash3 ends; `skip` and `skipToo` leave out
 * up to two of them.
 */
export const hashText = (text: string, skip = -1, skipToo = -1): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    if (at === skip || at === skipToo) continue
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

const bitsFor = (count: number): number => Math.max(1, 32 - Math.clz32(Math.max(0, count - 1)))

/**
 * Builds a hash table as two flat arrays: where each bucket starts, and entries of an id below its leftover hash bits;
 * `ids` are below `idCount`.
 */
export const buildHashTable = (hashes: readonly number[], ids: readonly number[], idCount: number) => {
  const bucketBits = Math.min(22, bitsFor(Math.max(2, hashes.length >>> 1)))
  const idBits = bitsFor(idCount)
  const buckets = Uint32Array.from(hashes, (hash) => hash >>> (32 - bucketBits))
  const entries = Uint32Array.from(hashes, (hash, at) => (hash << idBits) | (ids[at] ?? 0))
  return groupBy(buckets, 1 << bucketBits, entries)
}

/**
 * Creates the reader of the ids under a hash; hashes are kept in part, so that the caller must compare what it finds.
 */
export const createHashTableReader = (
  start: Uint32Array,
  entries: Uint32Array,
  idCount: number,
): ((hash: number, into: number[]) => void) => {
  const bucketShift = 32 - (31 - Math.clz32(start.length - 1))
  const idBits = bitsFor(idCount)
  const idMask = 2 ** idBits - 1
  return (hash, into) => {
    const bucket = hash >>> bucketShift
    const check = (hash << idBits) >>> 0
    const end = start[bucket + 1] ?? 0
    for (let at = start[bucket] ?? 0; at < end; at++) {
      const entry = entries[at] ?? 0
      if ((entry & ~idMask) >>> 0 === check) into.push((entry & idMask) >>> 0)
    }
  }
}
