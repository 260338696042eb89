import { gunzipSync } from 'node:zlib'

const blockBytes = 512
const textOf = (block: Buffer, from: number, to: number): string => block.toString('latin1', from, to).split('\0')[0] as string

/** Files of a gzipped tar archive (POSIX ustar), as far as plain files with short names go. */
export function* tarEntries(archive: Buffer): Generator<{ readonly path: string; readonly bytes: Buffer }> {
  const bytes = gunzipSync(archive)
  for (let at = 0; at + blockBytes <= bytes.length && bytes[at] !== 0; ) {
    const head = bytes.subarray(at, at + blockBytes)
    const size = Number.parseInt(textOf(head, 124, 136), 8)
    const isFile = head[156] === 0x30 || head[156] === 0
    at += blockBytes
    if (isFile) yield { path: textOf(head, 0, 100).replace(/^\.\//, ''), bytes: bytes.subarray(at, at + size) }
    at += Math.ceil(size / blockBytes) * blockBytes
  }
}
