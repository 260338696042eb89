const blockBytes = 512

/** The files of a tar archive, as `path` without a leading `./`, and their bytes. */
export const readTar = function* (archive: Buffer): Generator<{ readonly path: string; readonly bytes: Buffer }> {
  for (let at = 0; at + blockBytes <= archive.length; ) {
    const head = archive.subarray(at, at + blockBytes)
    if (head[0] === 0) return
    const name = head.toString('utf8', 0, 100).replace(/\0.*$/s, '')
    const length = Number.parseInt(head.toString('latin1', 124, 136), 8)
    const isFile = head[156] === 0x30 || head[156] === 0
    at += blockBytes
    if (isFile) yield { path: name.replace(/^\.\//, ''), bytes: archive.subarray(at, at + length) }
    at += Math.ceil(length / blockBytes) * blockBytes
  }
}
