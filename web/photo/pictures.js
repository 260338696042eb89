/** Longest side of a photo that was made smaller: text on a card stays readable. */
const targetSidePx = 2_000

/** Photos up to these limits are sent as they are. */
const maxUnchangedBytes = 1_500_000
const maxUnchangedSidePx = 4_000

/** Longest side of the picture that a row keeps to be compared with. */
const thumbnailSidePx = 420

const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp']

/** @param {Blob} file */
const decode = (file) => createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)

/** @typedef {{ readonly x: number, readonly y: number, readonly width: number, readonly height: number }} Box in pixels */

/**
 * A part of a picture as JPEG.
 * @param {CanvasImageSource} image
 * @param {Box} part
 * @param {number} scale
 * @param {number} quality
 * @returns {Promise<Blob | null>} `null` when the browser has no memory for it
 */
export const jpegOf = async (image, { x, y, width, height }, scale, quality) => {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  context.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/** @param {ImageBitmap} bitmap @returns {Box} */
const wholeOf = ({ width, height }) => ({ x: 0, y: 0, width, height })

/**
 * A photo made small enough to send quickly. What cannot be drawn is sent as it is, so that the service says what is wrong with it.
 * @param {Blob} file
 */
export const shrinkPhoto = async (file) => {
  const bitmap = await decode(file)
  if (!bitmap) return file
  try {
    const side = Math.max(bitmap.width, bitmap.height)
    if (file.size < maxUnchangedBytes && side <= maxUnchangedSidePx && acceptedTypes.includes(file.type)) return file
    return (await jpegOf(bitmap, wholeOf(bitmap), Math.min(1, targetSidePx / side), 0.9)) ?? file
  } finally {
    bitmap.close()
  }
}

/**
 * A small picture of a photo, or of the part of it that one card takes.
 * @param {Blob} photo
 * @param {Box | null} box in pixels of the upright photo
 */
export const thumbnailOf = async (photo, box) => {
  const bitmap = await decode(photo)
  if (!bitmap) return null
  try {
    const part = box ?? wholeOf(bitmap)
    return await jpegOf(bitmap, part, Math.min(1, thumbnailSidePx / Math.max(part.width, part.height)), 0.8)
  } finally {
    bitmap.close()
  }
}
