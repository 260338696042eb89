import { crc32 } from 'node:zlib'
import { type IndexData, type IndexMeta, type IndexSections, indexVersion, type SectionArray } from './layout.ts'

const magic = 'CMDINDEX'
/** Magic, version, checksum of all that follows it, length of the header, length of the whole. */
const prologueBytes = 8 + 4 + 4 + 4 + 8

/** First byte that the checksum covers: all that follows it. */
export const checksumOffset = 16

const arrayTypes = { u8: Uint8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array } as const
type ArrayType = keyof typeof arrayTypes

/** An index that cannot be used, and why; the message says what to do. */
export class IndexFileError extends Error {
  override readonly name = 'IndexFileError'
}

const typeOf = (array: SectionArray): ArrayType =>
  array instanceof Uint8Array
    ? 'u8'
    : array instanceof Uint16Array
      ? 'u16'
      : array instanceof Uint32Array
        ? 'u32'
        : 'f32'

const aligned = (bytes: number): number => (bytes + 7) & ~7

/** Writes header and sections into one flat buffer, which is the file as well as the index in memory. */
export const encodeIndex = ({ meta, sections }: IndexData): ArrayBuffer => {
  const entries = Object.entries(sections) as [string, SectionArray][]
  let bodyBytes = 0
  const table = entries.map(([name, array]) => {
    const section = { name, type: typeOf(array), offset: bodyBytes, length: array.length }
    bodyBytes += aligned(array.byteLength)
    return section
  })
  const header = new TextEncoder().encode(JSON.stringify({ meta, sections: table }))
  const bodyAt = aligned(prologueBytes + header.length)
  const buffer = new ArrayBuffer(bodyAt + bodyBytes)
  const bytes = new Uint8Array(buffer)
  const view = new DataView(buffer)
  bytes.set(new TextEncoder().encode(magic))
  view.setUint32(8, indexVersion, true)
  view.setUint32(checksumOffset, header.length, true)
  view.setBigUint64(20, BigInt(buffer.byteLength), true)
  bytes.set(header, prologueBytes)
  for (const [index, [, array]] of entries.entries()) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), bodyAt + (table[index]?.offset ?? 0))
  }
  view.setUint32(12, crc32(bytes.subarray(checksumOffset)), true)
  return buffer
}

/** An index that was read, with the name of its content. */
export interface DecodedIndex extends IndexData {
  /** Equal for equal content, wherever it was built; another import has another. */
  readonly contentId: string
}

/**
 * Opens a flat buffer without copying it; `checksum` is given where it was computed while the file was read.
 * @throws IndexFileError when it is no index, of another version, cut off or damaged
 */
export const decodeIndex = (buffer: ArrayBuffer | SharedArrayBuffer, checksum?: number): DecodedIndex => {
  const bytes = new Uint8Array(buffer)
  const view = new DataView(buffer)
  if (bytes.length < prologueBytes || new TextDecoder().decode(bytes.slice(0, 8)) !== magic) {
    throw new IndexFileError('It is not a catalogue index; run `catalog import` or `catalog sync`.')
  }
  const version = view.getUint32(8, true)
  if (version !== indexVersion) {
    throw new IndexFileError(
      `It has format ${version} and this release reads format ${indexVersion}; import the catalogue again.`,
    )
  }
  if (view.getBigUint64(20, true) !== BigInt(bytes.length)) {
    throw new IndexFileError(
      `It is cut off: ${bytes.length} bytes instead of ${view.getBigUint64(20, true)}; import the catalogue again.`,
    )
  }
  const expected = view.getUint32(12, true)
  if ((checksum ?? crc32(bytes.subarray(checksumOffset))) !== expected) {
    throw new IndexFileError('It is damaged: its checksum does not match; import the catalogue again.')
  }
  const headerBytes = view.getUint32(checksumOffset, true)
  const bodyAt = aligned(prologueBytes + headerBytes)
  // The checksum has vouched for header and table, so they are what `encodeIndex` of this format wrote.
  const header = JSON.parse(new TextDecoder().decode(bytes.slice(prologueBytes, prologueBytes + headerBytes))) as {
    meta: IndexMeta
    sections: { name: string; type: ArrayType; offset: number; length: number }[]
  }
  // V8 reads this object several times faster than one filled by computed names, which it keeps as a dictionary.
  const sections = Object.fromEntries(
    header.sections.map(({ name, type, offset, length }) => [
      name,
      new arrayTypes[type](buffer as ArrayBuffer, bodyAt + offset, length),
    ]),
  )
  const contentId = `${version}-${expected.toString(16).padStart(8, '0')}-${bytes.length.toString(16)}`
  return { meta: header.meta, sections: sections as unknown as IndexSections, contentId }
}
