/** A photo: bytes, or a Blob or File as browsers and `fs.openAsBlob` give it. */
export type Photo = Uint8Array | ArrayBuffer | Blob

/** First bytes of the formats that the service reads. */
const formats = [
  ['image/png', /^\x89PNG/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/webp', /^RIFF.{4}WEBP/s],
] as const

/**
 * Characters per call of `String.fromCharCode`, whose arguments lie on the stack; a multiple of 3, so that the pieces
 * of base64 join.
 */
const chunkBytes = 3 * 8192

/** @throws TypeError for what holds no bytes, such as the path of a file or bytes that are still awaited */
const assertBytes = (photo: unknown): void => {
  if (
    photo instanceof Blob ||
    ArrayBuffer.isView(photo) ||
    Object.prototype.toString.call(photo).endsWith('ArrayBuffer]')
  )
    return
  const message = 'A photo is given as Uint8Array, ArrayBuffer or Blob: of a file as await readFile(path)'
  throw new TypeError(`${message}. A data URL is the imageDataUrl of identifyImage.`)
}

/**
 * A photo as the complete data URL that the service takes. The type is read from the bytes, so a wrongly named file
 * does no harm.
 */
export const photoDataUrl = async (photo: Photo): Promise<string> => {
  assertBytes(photo)
  const bytes =
    photo instanceof Uint8Array ? photo : new Uint8Array(photo instanceof Blob ? await photo.arrayBuffer() : photo)
  const start = String.fromCharCode(...bytes.subarray(0, 12))
  const known = formats.find(([, pattern]) => pattern.test(start))?.[0]
  const type = known ?? (photo instanceof Blob && photo.type.startsWith('image/') ? photo.type : 'image/unknown')
  let base64 = ''
  for (let at = 0; at < bytes.length; at += chunkBytes)
    base64 += btoa(String.fromCharCode(...bytes.subarray(at, at + chunkBytes)))
  return `data:${type};base64,${base64}`
}
