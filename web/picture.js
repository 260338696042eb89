/** Longest side of a photo that was made smaller: text on a card stays readable. */
const targetSidePx = 2_000

/** Photos up to these limits are sent as they are. */
const maxUnchangedBytes = 1_500_000
const maxUnchangedSidePx = 4_000

const acceptedTypes = ['image/png', 'image/jpeg', 'image/webp']

/**
 * @param {CanvasImageSource} image
 * @param {number} width
 * @param {number} height
 * @param {number} quality
 * @returns {Promise<Blob | null>} `null` when the browser has no memory for it
 */
const jpegOf = async (image, width, height, quality) => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) return null
  context.drawImage(image, 0, 0, width, height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}

/**
 * A photo made small enough to send quickly. What cannot be drawn is sent as it is, so that the service says what is wrong with it.
 * @param {File | Blob} file
 */
export const shrinkPhoto = async (file) => {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (!bitmap) return file
  const side = Math.max(bitmap.width, bitmap.height)
  if (file.size < maxUnchangedBytes && side <= maxUnchangedSidePx && acceptedTypes.includes(file.type)) return file
  const scale = Math.min(1, targetSidePx / side)
  const jpeg = await jpegOf(bitmap, Math.round(bitmap.width * scale), Math.round(bitmap.height * scale), 0.9)
  bitmap.close()
  return jpeg ?? file
}

/**
 * The camera, shown in a video element until it is closed.
 * @param {HTMLVideoElement} video
 * @returns `null` where there is none or it is refused
 */
export const openCamera = async (video) => {
  const stream = await navigator.mediaDevices
    ?.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1920 } } })
    .catch(() => null)
  if (!stream) return null
  video.srcObject = stream
  await video.play()
  return {
    take: () => jpegOf(video, video.videoWidth, video.videoHeight, 0.92),
    close: () => {
      for (const track of stream.getTracks()) track.stop()
    },
  }
}
